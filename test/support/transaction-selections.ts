// Random selections of transactions, wherever they can be come by, in every spelling that GraphQL has.
import fc from 'fast-check';
import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isLeafType,
  isRequiredArgument,
} from 'graphql';
import { schema } from '../../src/graphql/schema.js';
import { sampleIds } from '../../src/sample/sample.js';
import { abis, globalId } from './operations.js';

const transaction = schema.getType('Transaction') as GraphQLObjectType;

/** Where the selection of a transaction stands in a text. */
const hole = '%';

function leavesOf(type: GraphQLObjectType): string {
  const fields = Object.values(type.getFields());
  if ('id' in type.getFields()) return 'id';
  return fields
    .filter((field) => isLeafType(getNamedType(field.type)) && field.args.length === 0)
    .map(({ name }) => name)
    .join(' ');
}

/** What is selected below a field of a transaction; of accounts and blocks their transactions too. */
function bodyOf(type: GraphQLNamedType): string {
  if (isLeafType(type)) return '';
  if (type === transaction) return `{ ${hole} }`;
  if (isAbstractType(type)) return '{ __typename ... on Account { id } ... on Token { id } }';
  const own = type as GraphQLObjectType;
  const isParent = own.name === 'Account' || own.name === 'Block';
  const more = isParent ? `transactions(first: 2) { nodes { ${hole} } }` : '';
  return `{ ${leavesOf(own)} ${more} }`;
}

/** All fields of a type, with what is given to each that must be, and selected below it. */
export const fieldsOf = (type: string): readonly (readonly [name: string, body: string])[] =>
  Object.values((schema.getType(type) as GraphQLObjectType).getFields()).map((field) => {
    const given = field.args.some(isRequiredArgument) ? anyCall : '';
    return [field.name, `${given}${bodyOf(getNamedType(field.type))}`];
  });

const anyCall = `(abi: "${abis[0]}") `;

export const transactionFields = fieldsOf('Transaction');

/** A text without a place for transactions. */
export const filled = (text: string, selection: string): string =>
  text.replaceAll(hole, () => selection);

const { chunkTopic, nftToken, issuer } = sampleIds;
const [batch, inner] = ['0.0.1014@1795175682.965058832', '1795175690.233407779'];
const named = (at: string) => `{ __typename: "Transaction", consensusTimestamp: "${at}" }`;

/** Ways by which transactions of the sample are come by. */
const ways: readonly string[] = [
  'transactions(first: 7) { nodes { % } }',
  'transactions(first: 3, filter: { minTinybars: "1000" }) { nodes { % } }',
  `transactions(first: 3, filter: { between: ["${issuer}", "0.0.98"] }) { nodes { % } }`,
  `account(id: "${issuer}") { transactions(last: 5) { totalCount edges { cursor node { % } } } }`,
  'account(id: "0.0.1014") { transactions(first: 3, filter: { counterparty: "0.0.98" }) { nodes { % } } }',
  'accounts(first: 3) { nodes { createTransaction { % } transactions(first: 2) { nodes { id } } } }',
  'blocks(first: 2) { nodes { transactions(first: 3) { nodes { % } } } }',
  `transaction(ref: "${batch}") { % }`,
  `transaction(ref: "${inner}") { % }`,
  `transactionsById(id: "${batch}") { % }`,
  `node(id: "${globalId(`Transaction:${inner}`)}") { id ... on Transaction { % } }`,
  `nodes(ids: ["${globalId(`Transaction:${inner}`)}"]) { ... on Transaction { % } }`,
  `_entities(representations: [${named(inner)}, ${named('1.1')}]) { ... on Transaction { % } }`,
  `search(text: "${batch}") { __typename ... on Transaction { % } }`,
  `topic(id: "${chunkTopic}") { messages(first: 2) { nodes { transaction { % } } } }`,
  `nft(token: "${nftToken}", serialNumber: 1) { transactions(first: 2) { nodes { transaction { % } } } }`,
  'schedules(first: 3) { nodes { createTransaction { % } executedTransaction { % } } }',
];

interface Picked {
  readonly field: string;
  readonly body: string;
  readonly form: 'plain' | 'alias' | 'inline' | 'untyped' | 'spread' | 'include' | 'skip';
  readonly below: readonly Picked[];
}

const forms = [
  'plain',
  'plain',
  'alias',
  'inline',
  'untyped',
  'spread',
  'include',
  'skip',
] as const;

function selection(depth: number): fc.Arbitrary<readonly Picked[]> {
  const fields = transactionFields.filter(([, body]) => depth > 0 || !body.includes(hole));
  return fc.subarray([...fields], { minLength: 1, maxLength: 5 }).chain((chosen) =>
    fc.tuple(
      ...chosen.map(([field, body]) =>
        fc.record({
          field: fc.constant(field),
          body: fc.constant(body),
          form: fc.constantFrom(...forms),
          below: body.includes(hole) ? selection(depth - 1) : fc.constant([]),
        }),
      ),
    ),
  );
}

/** The text of a selection; what it spreads is added to the fragments. */
function printed(picked: readonly Picked[], fragments: string[]): string {
  const one = ({ field, body, form, below }: Picked): string => {
    const name = form === 'alias' ? `own_${field}: ${field}` : field;
    const condition = { include: ' @include(if: $yes)', skip: ' @skip(if: $no)' }[form as 'skip'];
    const text = `${name}${condition ?? ''} ${filled(body, printed(below, fragments))}`;
    if (form === 'inline') return `... on Transaction { ${text} }`;
    if (form === 'untyped') return `... @include(if: $yes) { ${text} }`;
    if (form !== 'spread') return text;
    return `...F${fragments.push(text) - 1}`;
  };
  return picked.map(one).join(' ');
}

/** An operation that comes by transactions in one to three ways, and its variables. */
export const transactionOperations = fc
  .record({
    parts: fc.array(fc.tuple(fc.constantFrom(...ways), selection(1)), {
      minLength: 1,
      maxLength: 3,
    }),
    variables: fc.record({ yes: fc.boolean(), no: fc.boolean() }),
  })
  .map(({ parts, variables }) => {
    const fragments: string[] = [];
    const roots = parts.map(([way, picked], at) => {
      return `r${at}: ${filled(way, printed(picked, fragments))}`;
    });
    const used = '__typename @include(if: $yes) @skip(if: $no)';
    const query = [
      `query ($yes: Boolean!, $no: Boolean!) { ${used} ${roots.join(' ')} }`,
      ...fragments.map((text, at) => `fragment F${at} on Transaction { ${text} }`),
    ].join('\n');
    return { query, variables };
  });
