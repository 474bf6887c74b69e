// Fields of one name in types that come together: who does not know the type selects them in one place, where they must be alike.
import {
  type GraphQLCompositeType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isLeafType,
  isUnionType,
  OverlappingFieldsCanBeMergedRule,
  parse,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';

/** One word for two things, of different types. */
const words = [
  'amount',
  'balance',
  'input',
  'key',
  'nonce',
  'slot',
  'stakingRewards',
  'timestamp',
].concat(['transactionHash', 'transactionIndex', 'type', 'value']);
/** What the contract says always of one type, and of another, of which it is something else, not always. */
const always = ['accountId', 'contractId', 'decimals', 'declineReward', 'deleted']
  .concat(['entityId', 'fileId', 'gasUsed', 'hbars', 'ownerId', 'payerAccountId', 'port'])
  .concat(['result', 'serialNumber', 'spenderId', 'tinybars', 'tokenId', 'units']);

const differing: Readonly<Record<string, readonly string[]>> = {
  // One selection is for all that have an entity id.
  Entity: [],
  TransactionSubject: [],
  SearchResult: [
    'decimals',
    'declineReward',
    'entityId',
    'fileId',
    'nonce',
    'payerAccountId',
    'stakingRewards',
  ],
  CustomFee: ['amount'],
  FeeAmount: [],
  // Whoever has a global id has had it of an object whose type it knew.
  Node: [...words, ...always].filter((name) => name !== 'amount').sort(),
};

/** All fields of a type, and below them all that are no objects. */
function everythingOf(type: GraphQLCompositeType, depth: number): string {
  if (isUnionType(type)) return '{ __typename }';
  const fields = Object.values(type.getFields()).flatMap(({ name, type: of }) => {
    const named = getNamedType(of);
    if (isLeafType(named)) return [name];
    return depth > 0 && isCompositeType(named) ? [`${name} ${everythingOf(named, depth - 1)}`] : [];
  });
  return `{ __typename ${fields.join(' ')} }`;
}

const together = Object.values(schema.getTypeMap())
  .filter(isAbstractType)
  .filter(({ name }) => !name.startsWith('__'));

it('has no types that come together but these', () => {
  expect(together.map(({ name }) => name).sort()).toEqual(Object.keys(differing).sort());
});

describe.each(together.map((type) => [type.name, type] as const))('of %s', (name, type) => {
  it('fields are alike, but for these', () => {
    const parts = schema
      .getPossibleTypes(type)
      .map((one) => `... on ${one.name} ${everythingOf(one, 1)}`);
    const document = parse(`fragment All on ${name} { ${parts.join(' ')} }`);
    const errors = validate(schema, document, [OverlappingFieldsCanBeMergedRule], {
      maxErrors: 10_000,
    });
    const names = errors.flatMap(({ message }) =>
      Array.from(
        message.matchAll(/"?(\w+)"? conflict because they return/g),
        ([, one = '']) => one,
      ),
    );
    expect([...new Set(names)].sort()).toEqual(differing[name]);
  });
});
