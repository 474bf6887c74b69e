// A list below several objects, read for all of them together, is what it is below each alone.
import fc from 'fast-check';
import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import { ask } from '../support/ask.js';
import { bothLedgers, bothServers } from '../support/both-ledgers.js';
import { freely } from '../support/ledgers.js';
import { leavesOf } from '../support/list-ways.js';

/** The same lists each time; another seed or more runs find others. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_130);
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 5);

const both = bothServers(freely);

const nodeOf = ({ type }: GraphQLField<unknown, unknown>) => {
  const connection = getNamedType(type);
  const nodes = isObjectType(connection) ? connection.getFields()['nodes'] : undefined;
  return nodes && getNamedType(nodes.type).name;
};

/** Lists below the objects of a list, of which there are several. */
const nested = [
  ['accounts', 'Account'],
  ['tokens', 'Token'],
  ['contracts', 'Contract'],
  ['blocks', 'Block'],
  ['contractResults', 'ContractResult'],
].flatMap(([field, type = '']) =>
  Object.values((schema.getType(type) as GraphQLObjectType).getFields())
    .filter((list) => nodeOf(list) !== undefined && !list.args.some(isRequiredArgument))
    .map((list) => ({ field, type, list })),
);

describe.each(bothLedgers)('over %s', (name) => {
  it('a list is the same below many and below one', {
    timeout: 20_000 + numRuns * 2000,
  }, async () => {
    const read = async (query: string) => {
      const { data, errors } = await ask(both.of(name), query);
      expect(errors, query).toEqual([]);
      return data;
    };
    const property = fc.asyncProperty(fc.gen(), async (draw) => {
      const oneOf = <T>(values: readonly T[]) =>
        values[draw(fc.nat, { max: values.length - 1 })] as T;
      const { field, type, list } = oneOf(nested);
      const order = oneOf(['ASC', 'DESC']);
      const above = await read(`{ list: ${field}(first: 60, order: ${order}) { nodes { id } } }`);
      const ids: string[] = Array.from({ length: 5 }, () => oneOf(above.list.nodes as Node[]).id);
      const args = `${oneOf(['first', 'last'])}: ${oneOf([1, 2, 3, 30])} order: ${oneOf(['ASC', 'DESC'])}`;
      const told = `edges { cursor node { ${leavesOf(nodeOf(list) as string)} } }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }`;
      const below = `... on ${type} { ${list.name}(${args}) { ${told} } }`;
      const { nodes } = await read(`{ nodes(ids: ${JSON.stringify(ids)}) { ${below} } }`);
      for (const [place, id] of ids.entries()) {
        const query = `{ node(id: "${id}") { ${below} } }`;
        expect((await read(query)).node, query).toEqual(nodes[place]);
      }
    });
    await fc.assert(property, { seed, numRuns, endOnFailure: true });
  });
});

interface Node {
  readonly id: string;
}
