// How a result of a contract call is read whole: by someone who took part in it, and its time.
import type { GraphQLResolveInfo } from 'graphql';
import { sound } from '../../contract/check.js';
import { equals } from '../../contract/operators.js';
import { joinKey } from '../../contract/path-key.js';
import type { List, Lookup } from '../../contract/resource.js';
import {
  type ContractResultDetails,
  contractResult,
  contractResultAt,
} from '../../contract/resources/contract-result.js';
import { contractResults } from '../../contract/resources/contract-results.js';
import { payerOf, readEthereumHash } from '../../contract/transaction-reference.js';
import type { Parts } from '../../ledger.js';
import { loadTransaction, transactionParts } from '../build/links.js';
import type { ContractResultSource, TransactionSource } from '../build/refs.js';
import { type FieldCost, lookedUp } from '../costing/cost-arguments.js';
import type { Context } from '../reading/context.js';
import { firstRow } from '../reading/first-row.js';
import { partsLookedAt } from '../reading/selection.js';

/** What the actions of a call go by: the hash of its transaction, of which not every ledger knows all. */
export const hashOfCall = ({ hash }: ContractResultSource): string | null =>
  readEthereumHash(sound(hash));

/** What the operation wants of results that are read so, wherever it selects them. */
const wanted = (resource: List | Lookup, context: Context, info: GraphQLResolveInfo): Parts =>
  context.wants(resource, () => partsLookedAt(info, 'ContractResult', resource));

/** The same of single results. */
function resultParts(context: Context, info: GraphQLResolveInfo): void {
  for (const lookup of [contractResult, contractResultAt] as Lookup[])
    wanted(lookup, context, info);
}

/** The same of the list of all. */
export const listedParts = (context: Context, info: GraphQLResolveInfo): Parts =>
  wanted(contractResults as List, context, info);

/** The result of the call that a transaction made, by the id or the hash of that, and the argument that it came by. */
export function resultBy(
  key: string,
  context: Context,
  info: GraphQLResolveInfo,
  argument: string | undefined,
): Promise<ContractResultDetails | null> {
  resultParts(context, info);
  const { loaders } = context;
  if (argument !== undefined) loaders.typed(key, argument);
  return loaders.of(contractResult).load(key);
}

/** From now on the result is found by who has paid for its transaction, too. */
export function keepResult(
  result: ContractResultDetails,
  { transaction_id: id }: TransactionSource,
  { loaders }: Context,
): void {
  if (typeof id !== 'string') return;
  loaders.of(contractResultAt).prime(joinKey(payerOf(id), sound(result.timestamp)), result);
}

/** What a transaction is seen as in costs that was found by the result of its call. */
export const byItsCall = 'Query.transaction by its call';

/** The result of a call that an entity took part in; null where it took part in none at that time. */
export function resultOf(
  entity: string,
  time: string,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<ContractResultDetails | null> {
  resultParts(context, info);
  return context.loaders.of(contractResultAt).load(joinKey(entity, time));
}

/** The result of the call at a time: whoever has paid for its transaction took part in it. */
export async function resultAt(
  value: string,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<ContractResultDetails | null> {
  transactionParts(context, info);
  const transaction = await loadTransaction(value, context);
  if (!transaction) return null;
  return resultOf(payerOf(sound(transaction.transaction_id)), value, context, info);
}

/** The same as the list of all has it, which is one call: that of a node. Who does not say what is wanted has it whole. */
export const listedAt = (value: string, context: Context): Promise<ContractResultSource | null> =>
  firstRow(context, contractResults, {
    filters: [equals('timestamp', value), equals('internal', 'true')],
    parts: context.wants(contractResults as List, () => ({})),
  });

const isWhole = (source: ContractResultSource): source is ContractResultDetails => 'logs' in source;

/** By its time a result is found by way of its transaction, and of a contract by that. */
const found = {
  shares: 'whole',
  calls: 2,
  callsBelow: { 'Contract.results': 1 },
  rows: 1,
} as const;
const alone = ['Query.contractResult', 'Transaction.contractResult'];

/** What the fields of a whole result cost, and those that the list of all has too. */
export const wholeCost = { ...found, freeBelow: alone } satisfies FieldCost;
export const listedCost = {
  ...found,
  freeBelow: lookedUp(...alone, 'Query.contractResults', 'Block.contractResults'),
} satisfies FieldCost;

/** The whole result, read once for all fields that lists leave out or say otherwise. */
export async function wholeResult(
  source: ContractResultSource,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<ContractResultSource | null> {
  if (isWhole(source)) return source;
  const contract = sound(source.contract_id);
  const time = sound(source.timestamp);
  return contract === null
    ? resultAt(time, context, info)
    : resultOf(contract, time, context, info);
}

/** The same, and what a list has of a result that is nowhere but there: of transfers of tokens only logs tell. */
export const wholeOrListed = async (
  source: ContractResultSource,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<ContractResultSource> => (await wholeResult(source, context, info)) ?? source;

/** What the list of all has as single results have it; of others the whole is read. */
export const listedResult = async (
  source: ContractResultSource,
  context: Context,
  info: GraphQLResolveInfo,
): Promise<ContractResultSource | null> =>
  'result' in source ? source : wholeResult(source, context, info);
