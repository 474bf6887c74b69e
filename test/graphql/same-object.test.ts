// An object is the same by whatever way it is reached: in a list, by its global id, by its key, and by a router.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { bothLedgers, bothServers } from '../support/both-ledgers.js';
import { type ListWays, leavesOf, listsInWays, type Node } from '../support/list-ways.js';

/** The same objects each time; another seed or more runs find others. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_130);
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 10);

const both = bothServers({ graphql: { federation: true } });

/** The field that looks an object up by its key. */
const lookUps: Readonly<Record<string, (node: Node) => string>> = {
  Account: ({ entityId }) => `account(id: "${entityId}")`,
  Token: ({ entityId }) => `token(id: "${entityId}")`,
  Schedule: ({ entityId }) => `schedule(id: "${entityId}")`,
  Contract: ({ entityId }) => `contract(id: "${entityId}")`,
  Block: ({ number }) => `block(number: "${number}")`,
  Transaction: ({ consensusTimestamp }) => `transaction(ref: "${consensusTimestamp}")`,
  ContractResult: ({ timestamp }) => `contractResult(timestamp: "${timestamp}")`,
  Nft: ({ tokenId, serialNumber }) => `nft(token: "${tokenId}", serialNumber: "${serialNumber}")`,
  Message: ({ topicId, sequenceNumber }) =>
    `message(topic: "${topicId}", sequenceNumber: "${sequenceNumber}")`,
};

/** What a router names an object by, beside its global id. */
const keys: Readonly<Record<string, string>> = {
  Account: 'entityId',
  Token: 'entityId',
  Schedule: 'entityId',
  Block: 'number',
};

const below = ({ parent }: ListWays, field: string) =>
  parent === null ? field : `parent: ${parent} { ${field} }`;

describe.each(bothLedgers)('over %s', (name) => {
  it('an object has the same members wherever it is', {
    timeout: 20_000 + numRuns * 2000,
  }, async () => {
    let compared = 0;
    const read = async (query: string) => {
      const { data, errors } = await ask(both.of(name), query);
      expect(errors, query).toEqual([]);
      return data;
    };
    const property = fc.asyncProperty(fc.gen(), async (draw) => {
      const oneOf = <T>(values: readonly T[]) =>
        values[draw(fc.nat, { max: values.length - 1 })] as T;
      const list = oneOf(listsInWays);
      const { field, type } = list;
      const order = oneOf(['ASC', 'DESC']);
      const leaves = leavesOf(type);
      const own = `list: ${field}(first: 30, order: ${order}) { nodes { ${leaves} } }`;
      const data = await read(`{ ${below(list, own)} }`);
      const { nodes } = (list.parent === null ? data : data.parent).list;
      const chosen: Node[] = [oneOf(nodes), oneOf(nodes), oneOf(nodes)];

      const [first] = chosen;
      const lookUp = lookUps[type];
      const key = keys[type];
      const representations = chosen.map((node, place) => {
        const by = key !== undefined && place > 0 ? key : 'id';
        return `{ __typename: "${type}", ${by}: "${node[by]}" }`;
      });
      const ids = JSON.stringify(chosen.map(({ id }) => id));
      const fragment = `... on ${type} { ${leaves} }`;
      const parts = [
        `node(id: "${first.id}") { ${fragment} }`,
        `nodes(ids: ${ids}) { ${fragment} }`,
        ...(lookUp ? [`byKey: ${lookUp(first)} { ${leaves} }`] : []),
        ...(key === undefined
          ? []
          : [`_entities(representations: [${representations}]) { ${fragment} }`]),
      ];
      const wanted = {
        node: first,
        nodes: chosen,
        ...(lookUp && { byKey: first }),
        ...(key !== undefined && { _entities: chosen }),
      };
      expect(await read(`{ ${parts.join(' ')} }`), parts.join(' ')).toEqual(wanted);
      const alone = oneOf(parts);
      const [value] = Object.values(await read(`{ ${alone} }`));
      const told = alone.split(/[(:]/)[0] as keyof typeof wanted;
      expect(value, alone).toEqual(wanted[told]);
      compared += 1;
    });
    await fc.assert(property, { seed, numRuns, endOnFailure: true });
    expect(compared).toBe(numRuns);
  });
});
