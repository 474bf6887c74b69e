// Operations made up from the schema: any fields, with arguments out of pools that fit the sample.
import fc, { type GeneratorValue } from 'fast-check';
import {
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { printCursor } from '../../src/contract/position.js';
import type { List } from '../../src/contract/resource.js';
import { furtherLists, lists, lookups } from '../../src/contract/resources/index.js';
import { readOrNull } from '../../src/contract/values.js';
import { schema } from '../../src/graphql/schema.js';
import { sampleIds } from '../../src/sample/sample.js';

/** What only the sample itself knows, since it is too long to be written down. */
export interface Known {
  readonly keys: readonly string[];
  readonly aliases: readonly string[];
  readonly hashes: readonly string[];
}

export const globalId = (text: string) => Buffer.from(text).toString('base64url');

/** The cursor of a place in a list. */
export const placeIn = (name: string, ...position: string[]) =>
  printCursor(lists.find((list) => list.name === name) as (typeof lists)[number], position);

const ids = sampleIds;
const no = '0.0.999999999';
const accounts = [ids.treasury, ids.feeCollector, ids.manyTokens, ids.fiftyTokens, ids.noTokens]
  .concat([ids.ecdsaAlias, ids.hollow, ids.deleted, ids.contract, ids.maxHolder, ids.issuer])
  .concat([ids.fiftyOneTokens, '0.0.20000', no, '1001']);
const contracts = [ids.storageContract, ids.coinContract, ids.deletedContract, ids.contract, no];
/** Numbers of slots. */
const slots = ['0x5', '0100', `0x${'0'.repeat(60)}0101`, 'ff'.repeat(32), '1f'];
const slot = (digits: string) => `0x${digits.padStart(64, '0')}`;
const tokens = [ids.maxToken, ids.nftToken, no, '0.0.100000', '2001'];
const topics = [ids.noteTopic, ids.chunkTopic, ids.longTopic, ids.emptyTopic, no];
const schedules = [ids.pendingSchedule, ids.executedSchedule, ids.deletedSchedule, '0.0.3001', no];
const blocks = [ids.firstBlock, ids.lastBlock, ids.firstBlock + 500, 12].map(String);
const times = ['1795174500', '1795175990.5', '1000000000', '2026-11-20T11:40:00Z'].concat(
  ids.snapshots,
);
/** A batch, by its hash too, one inside of it with a child, one sent twice, one of a schedule, a call, and none. */
const transactions = [
  '0.0.1014@1795175682.965058832',
  '0.0.1014-1795175682-965058832?scheduled',
  '0.0.1012-1795175689-179048242',
  '0.0.1013@1795175842.813798948/0',
  '0.0.437452@1795173104.801441937?scheduled',
  '1795175690.233407779',
  'Ts96cVPxt+0IghCWOrAVROnb+uqgFhD9RDbC6A+uUjPtlbLZgRkY2Xt6l8xAJUgo',
  '0x807e14a49307b04878280cf25c98f1160f2d2ddee7db85ecf8d4b57e2da3de61',
  '0.0.2@1.1',
];
const amounts = ['0', '1', '777', '100000000', '9999999999', '160031322403', '9223372036854775807'];
const kinds = ['CRYPTOTRANSFER', 'TOKENMINT', 'CRYPTOCREATEACCOUNT', 'NOTHING'];
/** Items of interfaces: a call, an event, an error, and what is none. */
export const abis = [
  'function transfer(address to, uint256 value) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'error TooMuch(uint256 available)',
  'function (',
];
const names = ['ing', 'oin', 'ab', 'the', 'zzz', 'x'.repeat(101)];
/** Texts of most forms that a search takes, and of none. */
const texts = [ids.manyTokens, ids.contract, '2001', String(ids.lastBlock), 'coin', 'ab'].concat(
  transactions.slice(0, 3),
  times.slice(-1),
  ['0x00000000000000000000000000000000000003e9', '3', `${ids.keepsakes}/1`, 'ab'.repeat(48)],
);
/** Types with own parts of global ids that the sample has, and some that it has not. */
export const nodes = [
  ...accounts.slice(0, 12).map((id) => `Account:${id}`),
  ...[ids.maxToken, ids.nftToken, no].map((id) => `Token:${id}`),
  ...[ids.pendingSchedule, no].map((id) => `Schedule:${id}`),
  `Block:${ids.lastBlock}`,
  `Contract:${ids.storageContract}`,
  `Contract:${ids.deletedContract}`,
  `ContractState:${ids.storageContract}/${slot('05')}`,
  `ContractState:${ids.storageContract}/${slot('0101')}/1794000000.000000000`,
  `Nft:${ids.nftToken}/1`,
  `Topic:${ids.noteTopic}`,
  `Message:${ids.noteTopic}/1`,
  'NetworkNode:3',
  'RegisteredNode:4',
  `NftTransaction:${ids.keepsakes}/1/1795170020.650083102`,
  `HbarAllowance:${ids.manyTokens}/0.0.10082`,
  `TokenAllowance:${ids.manyTokens}/0.0.58839/${ids.maxToken}`,
  `Airdrop:${ids.fiftyTokens}/0.0.10004/${ids.maxToken}/0`,
  `NftAllowance:${ids.manyTokens}/0.0.10004/${ids.nftToken}`,
  `Hook:${ids.fiftyTokens}/1`,
  `HookSlot:${ids.fiftyTokens}/1/0x${'0'.repeat(64)}`,
  `AccountReward:${ids.fiftyTokens}/1795086308.902717666`,
  'Transaction:1795170000.467516260',
  'Transaction:1795175990.500000000',
  `Balance:${ids.fiftyTokens}`,
  `Balance:${ids.maxHolder}@${ids.snapshots[0]}`,
  `TokenBalance:${ids.maxHolder}/${ids.maxToken}`,
  `TokenBalance:${ids.maxHolder}/${ids.maxToken}@${ids.snapshots[1]}`,
  'ContractResult:1795171040.287190063',
  'ContractLog:1795171040.287190063/0',
  'ContractAction:1795171040.287190063/0',
  'Token:x',
];

/** Texts of the kinds that lists are sorted by: of a sort key, the first that it can be. */
const places = ['0.0.500000', '1795175990.500000000', String(ids.firstBlock + 1500)].concat(
  `0x${'1'.repeat(64)}`,
);

/**
 * The list that a connection reads: below its parent's path where there is one (`stakingRewards` of
 * an account is `accounts/{id}/rewards`), else of its name.
 */
export function listOf(field: string, parent: string): List {
  // What a balance leaves out goes on in the list of the account.
  const name = parent === 'Balance' ? 'account' : parent.toLowerCase();
  const owner = lookups.find((lookup) => lookup.name.toLowerCase() === name);
  const list =
    lists.find(({ path }) => owner && path === `${owner.path}/${field}`) ??
    lists.find(({ path }) => owner && isAbout(field, path, owner.path)) ??
    lists.find(
      ({ path }) => owner && path.startsWith(`${owner.path}/`) && path.endsWith(`/${field}`),
    ) ??
    [...lists, ...furtherLists].find((one) => one.name === field) ??
    lists.find((one) => one.name.toLowerCase() === name + field.toLowerCase()) ??
    // An event tells of one item of a list.
    lists.find((one) => one.name === field.replace(/Added$/, 's')) ??
    // One list in two directions, such as allowances that were given and received.
    lists.find((one) => field.startsWith(one.name));
  if (!list) throw new TypeError(`no list is known to be behind ${parent}.${field}`);
  return list;
}

const isAbout = (field: string, path: string, above: string): boolean =>
  path.startsWith(`${above}/`) && field.toLowerCase().endsWith(path.slice(above.length + 1));

/** A cursor in the middle of the list that a field reads. */
export const cursorOf = (field: string, parent: string) => {
  const list = listOf(field, parent);
  const position = list.sort.map(({ kind }) => {
    return places.find((text) => readOrNull(kind, text) === text) as string;
  });
  return printCursor(list, position);
};

/** Values of an input by its type and name. */
export function pool(type: GraphQLNamedType, name: string, known: Known): readonly string[] {
  // An order that one kind of ledger alone has can be compared with no other.
  if (type.name === 'BalanceOrder') return ['ACCOUNT'];
  if (isEnumType(type)) return type.getValues().map((value) => value.name);
  if (/^contract/i.test(name) && /^(AccountRef|EntityId)$/.test(type.name)) return contracts;
  if (type.name === 'AccountRef') return [...accounts, ...known.aliases];
  if (type.name === 'EntityId') {
    if (/^token/i.test(name)) return tokens;
    if (/^topic/i.test(name)) return topics;
    return /^schedule/i.test(name) ? schedules : accounts;
  }
  if (type.name === 'Int64') return /number/i.test(name) ? blocks : amounts;
  if (type.name === 'Timestamp') return times;
  if (type.name === 'TransactionRef') return transactions;
  if (type.name === 'Int') return ['0', '1'];
  if (type.name === 'Boolean') return ['true', 'false'];
  if (type.name === 'Hex' && name === 'slot') return slots;
  if (name === 'block') return ['latest', '0x10'];
  if (type.name === 'Hex' && name === 'data') return ['0xa9059cbb'];
  if (type.name === 'Hex' && /^(to|from)$/.test(name)) return [`0x${'00'.repeat(18)}138a`];
  if (type.name === 'Hex') return name === 'hash' ? known.hashes : known.keys;
  if (type.name === 'ID') return nodes.map(globalId);
  if (name === 'abi') return abis;
  if (name === 'text') return texts;
  return name === 'type' ? kinds : names;
}

const paging = ['first', 'last', 'after', 'before'];
const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in'];
/** Fields of an object that a random operation takes at the most, by depth. */
const widths = [2, 4, 3, 3, 2];

/** A query of up to five levels, whose lists stay short so that it fits into a budget. */
export function randomOperation(draw: GeneratorValue, known: Known): string {
  // Indexes are drawn and not values, since fast-check compares what it is given in depth.
  const oneOf = <T>(values: readonly T[]) => values[draw(fc.nat, { max: values.length - 1 })] as T;
  const some = <T>(values: readonly T[], most: number): T[] => {
    if (values.length === 0) return [];
    const limits = { minLength: 1, maxLength: Math.min(most, values.length) };
    const chosen = draw(fc.shuffledSubarray<number>, [...values.keys()], limits);
    return chosen.map((index) => values[index] as T);
  };
  const chance = (share: number) => draw(fc.nat, { max: 99 }) < share;

  function value(type: GraphQLInputType, name: string): string {
    if (isNonNullType(type)) return value(type.ofType, name);
    if (isListType(type)) {
      const named = getNamedType(type);
      return `[${some(pool(named, name, known), 4).map((text) => printed(named, text))}]`;
    }
    if (!isInputObjectType(type)) return printed(type, oneOf(pool(type, name, known)));
    const fields = some(Object.values(type.getFields()), 2);
    return `{ ${fields.map((field) => `${field.name}: ${inner(field, name)}`).join(', ')} }`;
  }

  /** Operators say nothing about the kind of a value; the field that they belong to does. */
  const inner = (field: GraphQLInputField, name: string) =>
    value(field.type, operators.includes(field.name) ? name : field.name);
  const printed = (type: GraphQLNamedType, text: string) =>
    isEnumType(type) || /^(Int|Boolean)$/.test(type.name) ? text : JSON.stringify(text);

  function page(field: string, parent: string, depth: number): string[] {
    const size = draw(fc.nat, { max: depth === 0 ? 12 : 3 });
    const end = oneOf(['first', 'first', 'last']);
    const given = [`${end}: ${size}`];
    if (chance(3)) given.push(`${end === 'first' ? 'last' : 'first'}: 2`);
    if (chance(30)) given.push(`after: "${cursorOf(field, parent)}"`);
    if (chance(20)) given.push(`before: "${cursorOf(field, parent)}"`);
    return given;
  }

  function argumentsOf(
    { name, args }: GraphQLField<unknown, unknown>,
    parent: string,
    depth: number,
  ) {
    const own = args
      .filter((argument) => !paging.includes(argument.name))
      .filter((argument) => isNonNullType(argument.type) || chance(name === 'block' ? 50 : 35))
      .map((argument) => {
        const hint = argument.name === 'id' ? name : argument.name;
        return `${argument.name}: ${value(argument.type, hint)}`;
      });
    const isPaged = args.some((argument) => argument.name === 'after');
    const isBounded = !isPaged && args.some((argument) => argument.name === 'first');
    const bound = isBounded ? [`first: ${draw(fc.nat, { max: 5 })}`] : [];
    const given = [...(isPaged ? page(name, parent, depth) : bound), ...own];
    return given.length > 0 ? `(${given.join(', ')})` : '';
  }

  function fieldOf(
    field: GraphQLField<unknown, unknown>,
    parent: string,
    depth: number,
    alias: string,
  ): string {
    const type = getNamedType(field.type);
    const head = `${alias}: ${field.name}${argumentsOf(field, parent, depth)}`;
    return isLeafType(type) ? head : `${head} { ${selection(type, depth + 1)} }`;
  }

  function selection(type: GraphQLNamedType, depth: number): string {
    if (isAbstractType(type)) {
      const named = some(schema.getPossibleTypes(type), 2);
      const parts = named.map((one) => `... on ${one.name} { ${selection(one, depth)} }`);
      return `__typename ${type.name === 'Node' ? 'id' : ''} ${parts.join(' ')}`;
    }
    if (!isObjectType(type)) return '__typename';
    const connected = isConnection(type);
    const fields = Object.values(type.getFields());
    const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)));
    const objects = fields.filter((field) => !leaves.includes(field));
    const most = widths[depth] ?? 0;
    // Edges and nodes lead to the same rows, which are selected once and cost no level.
    if (connected) return connection(type, depth);
    const inside = depth < widths.length ? some(objects, Math.max(1, most - 1)) : [];
    const chosen = [...(leaves.length > 0 ? some(leaves, most + 2) : []), ...inside];
    if (chosen.length === 0) return '__typename';
    // A field of the same name can have another type under another fragment.
    return chosen
      .map((field) => fieldOf(field, type.name, depth, `${field.name}_${type.name}`))
      .join(' ');
  }

  const isConnection = (type: GraphQLObjectType) => type.name.endsWith('Connection');

  function connection(type: GraphQLObjectType, depth: number): string {
    const node = getNamedType((type.getFields()['nodes'] as GraphQLField<unknown, unknown>).type);
    const time = type.getFields()['timestamp'] ? 'timestamp ' : '';
    const info = chance(50)
      ? 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor } '
      : '';
    return `${time}${info}edges { cursor node { ${selection(node, depth)} } }`;
  }

  const query = schema.getQueryType() as GraphQLObjectType;
  const roots = some(Object.values(query.getFields()), 2);
  return `{ ${roots.map((field) => fieldOf(field, 'Query', 0, field.name)).join(' ')} }`;
}
