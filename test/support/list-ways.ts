// Lists of the sample as GraphQL has them, with conditions that their rows tell of, drawn by chance.
import fc, { type GeneratorValue } from 'fast-check';
import { type GraphQLObjectType, getNamedType, isLeafType, isRequiredArgument } from 'graphql';
import { decodeEntityId, encodeEntityId } from '../../src/contract/entity.js';
import { nanoseconds, printTimestamp } from '../../src/contract/values.js';
import { schema } from '../../src/graphql/schema.js';
import { sampleIds as ids } from '../../src/sample/sample.js';

// biome-ignore lint/suspicious/noExplicitAny: nodes of all lists go through the same tests
export type Node = any;

/** How values of a kind are numbers, and back. */
const kinds = {
  id: { read: encodeEntityId, print: (value: bigint) => decodeEntityId(value) ?? '0.0.1' },
  number: { read: BigInt, print: String },
  slot: {
    read: BigInt,
    print: (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`,
  },
  time: { read: nanoseconds, print: (value: bigint) => printTimestamp(value) as string },
} as const;

/** A field of a filter input: the kind of its values, and the member of a node that it is about. */
type By = readonly [kind: keyof typeof kinds, member: string, takesSeveral?: true];

export interface ListWays {
  /** The connection's field, below the field of its parent where it has one. */
  readonly parent: string | null;
  readonly field: string;
  readonly type: string;
  readonly order: 'ASC' | 'DESC';
  /** The first of them is what it is in order of. */
  readonly by: Readonly<Record<string, By>>;
  readonly at: readonly string[];
}

const account = (id: string) => `account(id: "${id}")`;
const busy = account(ids.manyTokens);
const holder = account(ids.fiftyTokens);
const snapshots = [...ids.snapshots, '1795174260.500000000'];
const amounts: By = ['number', 'balance'];
const spender: By = ['id', 'spenderId'];
const moments: By = ['time', 'timestamp'];
const consensus: By = ['time', 'consensusTimestamp'];

const list = (
  [parent, field]: readonly [string | null, string],
  type: string,
  order: 'ASC' | 'DESC',
  by: ListWays['by'],
  at: readonly string[] = [],
): ListWays => ({ parent, field, type, order, by, at });

export const listsInWays: readonly ListWays[] = [
  list([null, 'accounts'], 'Account', 'ASC', { account: ['id', 'entityId', true] }),
  list(
    [null, 'balances'],
    'Balance',
    'DESC',
    { account: ['id', 'accountId', true], balance: amounts },
    snapshots,
  ),
  list([null, 'tokens'], 'Token', 'ASC', { token: ['id', 'entityId', true] }),
  list([null, 'schedules'], 'Schedule', 'ASC', {
    schedule: ['id', 'entityId'],
    creator: ['id', 'creatorAccountId'],
  }),
  list([null, 'blocks'], 'Block', 'DESC', { number: ['number', 'number'] }),
  list([null, 'transactions'], 'Transaction', 'DESC', { timestamp: consensus }),
  list([null, 'contracts'], 'Contract', 'DESC', { contract: ['id', 'entityId', true] }),
  list([null, 'contractResults'], 'ContractResult', 'DESC', { timestamp: moments }),
  list([null, 'logs'], 'ContractLog', 'DESC', { timestamp: moments }),
  list([busy, 'tokens'], 'TokenBalance', 'ASC', {
    token: ['id', 'tokenId', true],
    balance: amounts,
  }),
  list([busy, 'nfts'], 'Nft', 'DESC', { token: ['id', 'tokenId'], spender }),
  list([busy, 'hbarAllowances'], 'HbarAllowance', 'DESC', { spender }),
  list([busy, 'tokenAllowances'], 'TokenAllowance', 'ASC', { spender }),
  list([busy, 'nftAllowances'], 'NftAllowance', 'ASC', { spender }),
  list([busy, 'transactions'], 'Transaction', 'DESC', { timestamp: consensus }),
  list([holder, 'hooks'], 'Hook', 'DESC', { hookId: ['number', 'hookId'] }),
  list([holder, 'stakingRewards'], 'AccountReward', 'DESC', { timestamp: moments }),
  list([account('0.0.1014'), 'outstandingAirdrops'], 'Airdrop', 'ASC', {
    receiver: ['id', 'receiverId'],
  }),
  list([account('0.0.1002'), 'pendingAirdrops'], 'Airdrop', 'ASC', { sender: ['id', 'senderId'] }),
  list(
    ['token(id: "0.0.10265")', 'balances'],
    'TokenBalance',
    'DESC',
    { account: ['id', 'accountId'], balance: amounts },
    snapshots,
  ),
  list([`token(id: "${ids.nftToken}")`, 'nfts'], 'Nft', 'DESC', {
    account: ['id', 'accountId'],
    serialNumber: ['number', 'serialNumber'],
  }),
  list(['nft(token: "0.0.2003", serialNumber: 1)', 'transactions'], 'NftTransaction', 'DESC', {
    timestamp: consensus,
  }),
  list([`contract(id: "${ids.storageContract}")`, 'state'], 'ContractState', 'ASC', {
    slot: ['slot', 'slot'],
  }),
  list([`topic(id: "${ids.noteTopic}")`, 'messages'], 'Message', 'ASC', {
    sequenceNumber: ['number', 'sequenceNumber'],
    timestamp: consensus,
  }),
  list([`contract(id: "${ids.coinContract}")`, 'results'], 'ContractResult', 'DESC', {
    timestamp: moments,
  }),
  list([`contract(id: "${ids.coinContract}")`, 'logs'], 'ContractLog', 'DESC', {
    timestamp: moments,
  }),
  list(['network', 'nodes'], 'NetworkNode', 'ASC', { node: ['number', 'nodeId'] }),
  list(['network', 'registeredNodes'], 'RegisteredNode', 'ASC', {
    registeredNode: ['number', 'registeredNodeId'],
  }),
];

/** All of a node that is no object. */
export const leavesOf = (type: string): string =>
  Object.values((schema.getType(type) as GraphQLObjectType).getFields())
    .filter(({ args, type: of }) => isLeafType(getNamedType(of)) && !args.some(isRequiredArgument))
    // Of balances that are live the newest of a page is told.
    .filter(({ name }) => type !== 'Balance' || name !== 'timestamp')
    .map(({ name }) => name)
    .join(' ');

/** A condition: its text, what it says, and whether a node meets it. */
export interface Drawn {
  readonly field: string;
  readonly text: string;
  readonly operator: Operator | 'in';
  readonly values: readonly string[];
  meets(node: Node): boolean;
}

const operators = {
  gt: (value: bigint, bound: bigint) => value > bound,
  gte: (value: bigint, bound: bigint) => value >= bound,
  lt: (value: bigint, bound: bigint) => value < bound,
  lte: (value: bigint, bound: bigint) => value <= bound,
  eq: (value: bigint, bound: bigint) => value === bound,
} as const;

type Operator = keyof typeof operators;

/** One condition of a list on one of its fields. */
export function condition(
  { by }: ListWays,
  field: string,
  operator: Operator | 'in',
  bounds: readonly bigint[],
): Drawn {
  const [kind, member] = by[field] as By;
  const { read, print } = kinds[kind];
  const values = bounds.map(print);
  const literals = values.map((value) => JSON.stringify(value));
  const holds = operators[operator === 'in' ? 'eq' : operator];
  return {
    field,
    text: `${operator}: ${operator === 'in' ? `[${literals}]` : literals[0]}`,
    operator,
    values,
    meets(node) {
      const value = node[member];
      return value !== null && bounds.some((bound) => holds(read(value), bound));
    },
  };
}

/** The value of a node that a field of the filter is about. */
export function placeOf({ by }: ListWays, field: string, node: Node): bigint | null {
  const [kind, member] = by[field] as By;
  return node[member] === null ? null : kinds[kind].read(node[member]);
}

/** Conditions that some of the rows meet, mostly; none that bounds the first key from above where it is bounded. */
export function drawConditions(
  draw: GeneratorValue,
  list: ListWays,
  rows: readonly Node[],
  isBounded: boolean,
): Drawn[] {
  const oneOf = <T>(values: readonly T[]) => values[draw(fc.nat, { max: values.length - 1 })] as T;
  return Object.entries(list.by).flatMap(([field, [, , takesSeveral]], place) => {
    const values = rows.map((row) => placeOf(list, field, row)).filter((one) => one !== null);
    if (values.length === 0 || draw(fc.nat, { max: 9 }) < 4) return [];
    const near = (): bigint => {
      const value = oneOf(values) + BigInt(oneOf([0, 0, 0, 1, -1]));
      return value < 1n ? 1n : value > 2n ** 63n - 1n ? value - 1n : value;
    };
    const several = takesSeveral ? (['in', 'in'] as const) : [];
    const way = oneOf(['from', 'to', 'within', 'eq', ...several] as const);
    if (way === 'in') return [condition(list, field, 'in', [near(), near(), near(), near()])];
    if (way === 'eq') return [condition(list, field, 'eq', [near()])];
    const [low, high] = [near(), near()].sort((a, b) => (a < b ? -1 : 1)) as [bigint, bigint];
    const lower = condition(list, field, oneOf(['gt', 'gte']), [low]);
    if (way === 'from' || (isBounded && place === 0)) return [lower];
    const upper = condition(list, field, oneOf(['lt', 'lte']), [high]);
    return way === 'to' ? [upper] : [lower, upper];
  });
}

/** Conditions as an argument. */
export function filterOf(conditions: readonly Drawn[]): string {
  const fields = new Map<string, string[]>();
  for (const { field, text } of conditions) {
    fields.set(field, [...(fields.get(field) ?? []), text]);
  }
  const all = [...fields].map(([field, texts]) => `${field}: { ${texts.join(' ')} }`);
  return all.length === 0 ? '' : `filter: { ${all.join(' ')} }`;
}
