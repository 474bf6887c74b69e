// What a row shows of an object is the object's own: for any selection of it the answer is that of a read, and costs none.
import fc from 'fast-check';
import { type GraphQLObjectType, getNamedType, isLeafType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { fieldsShowing } from '../../src/graphql/reading/entities.js';
import type { Shows } from '../../src/graphql/reading/shown.js';
import { schema } from '../../src/graphql/schema.js';
import { ask } from '../support/ask.js';
import { bothLedgers, bothServers } from '../support/both-ledgers.js';

/** Lists of rows that lead to each object; a field that shows something and has none is a gap. */
const ways: Readonly<Record<string, string>> = {
  'ContractLog.block': 'logs(first: 9) { nodes { row } }',
  'ContractResult.block': 'contractResults(first: 9) { nodes { row } }',
  'NftTransaction.transaction':
    'nft(token: "0.0.2003", serialNumber: 1) { transactions(first: 9) { nodes { row } } }',
  'TokenBalance.token': 'account(id: "0.0.1001") { tokens(first: 9) { nodes { row } } }',
};

interface Shown {
  readonly place: string;
  readonly field: string;
  /** Fields of the object that the row answers. */
  readonly shown: readonly string[];
  /** A field that it does not. */
  readonly other: string;
}

const places = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .flatMap((type) =>
    Object.values(type.getFields()).flatMap((field): Shown[] => {
      const shows = field.extensions['shows'] as Shows | undefined;
      if (!shows) return [];
      const target = getNamedType(field.type) as GraphQLObjectType;
      const { members } = fieldsShowing(target);
      const leaves = Object.values(target.getFields()).filter((one) =>
        isLeafType(getNamedType(one.type)),
      );
      const isShown = ({ name }: { name: string }) => (members.get(name) ?? '') in shows;
      const other = leaves.find((one) => !isShown(one) && one.name !== 'id' && !one.args.length);
      return [
        {
          place: `${type.name}.${field.name}`,
          field: field.name,
          shown: ['__typename', 'id', ...leaves.filter(isShown).map(({ name }) => name)],
          other: other?.name as string,
        },
      ];
    }),
  );

describe('what a row shows', () => {
  const both = bothServers();

  it('is asked of each field that shows something', () => {
    expect(places.map(({ place }) => place).sort()).toEqual(Object.keys(ways).sort());
  });

  it.each(places)('of $place is what a read gives', async ({ place, field, shown, other }) => {
    const query = (fields: readonly string[]) =>
      `{ ${ways[place]?.replace('row', `${field} { ${fields.join(' ')} }`)} }`;
    const least = await callsOf(query(['id']));
    await fc.assert(
      fc.asyncProperty(
        fc.subarray([...shown], { minLength: 1 }),
        fc.constantFrom(...bothLedgers),
        async (fields, where) => {
          const server = both.of(where);
          const { data, errors } = await ask(server, query(fields));
          expect(errors).toEqual([]);
          const plain = await ask(server, query([...fields, `${other}`]));
          expect(plain.errors).toEqual([]);
          const without = plain.text.replaceAll(
            new RegExp(`,"${other}":(?:null|true|false|[\\d.]+|"[^"]*")`, 'g'),
            '',
          );
          expect(data).toEqual(JSON.parse(without).data);
          expect(await callsOf(query(fields))).toEqual(least);
        },
      ),
      { numRuns: 12 },
    );
    // What is not shown is read.
    expect((await callsOf(query([other]))).length).toBeGreaterThan(least.length);
  });

  async function callsOf(query: string) {
    const mirror = both.of('remote');
    mirror.calls.length = 0;
    await ask(mirror, query);
    return [...mirror.calls];
  }
});
