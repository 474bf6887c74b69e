// All resources of the contract, in the order of the documents.

import { placesIn } from '../path-key.js';
import type { List, Lookup } from '../resource.js';
import { account, accounts, accountTokens } from './accounts.js';
import { outstandingAirdrops, pendingAirdrops } from './airdrops.js';
import { hbarAllowances, tokenAllowances } from './allowances.js';
import { balances } from './balances.js';
import { block, blocks } from './blocks.js';
import { balancesByAmount, holdersByAmount } from './by-balance.js';
import { tokensByName, tokensByPart, tokensBySymbol } from './by-text.js';
import { tokensByTreasury } from './by-treasury.js';
import { contractActions } from './contract-actions.js';
import { logs, logsOfContract } from './contract-logs.js';
import { contractResult, contractResultAt } from './contract-result.js';
import { contractResults, resultsOfContract } from './contract-results.js';
import { contract, contractState, contracts } from './contracts.js';
import { hookStorage, hooks } from './hooks.js';
import { networkStake, networkSupply } from './network.js';
import { nftAllowances } from './nft-allowances.js';
import { nftTransactions } from './nft-transactions.js';
import { nft, nfts, tokenNfts } from './nfts.js';
import { nodes } from './nodes.js';
import { exchangeRate, networkFees } from './rates.js';
import { registeredNodes } from './registered-nodes.js';
import { rewards } from './rewards.js';
import { schedule, schedules } from './schedules.js';
import { stakedAccounts } from './staked-accounts.js';
import { token, tokenBalances, tokens } from './tokens.js';
import { message, messageAt, messages } from './topic-messages.js';
import { topic } from './topics.js';
import { transaction } from './transaction.js';
import { transactions } from './transactions.js';

const listsByName = {
  balances,
  accounts,
  accountTokens,
  nfts,
  hbarAllowances,
  tokenAllowances,
  nftAllowances,
  rewards,
  outstandingAirdrops,
  pendingAirdrops,
  hooks,
  hookStorage,
  tokens,
  tokenBalances,
  tokenNfts,
  nftTransactions,
  schedules,
  blocks,
  transactions,
  messages,
  nodes,
  registeredNodes,
  contracts,
  contractState,
  resultsOfContract,
  contractResults,
  logsOfContract,
  logs,
  contractActions,
};
/** Lists that no endpoint of the contract gives: databases answer them, and GraphQL alone shows them. */
const furtherByName = {
  balancesByAmount,
  holdersByAmount,
  tokensByName,
  tokensByPart,
  tokensBySymbol,
  tokensByTreasury,
  stakedAccounts,
};
const lookupsByName = {
  account,
  token,
  nft,
  schedule,
  block,
  transaction,
  topic,
  message,
  messageAt,
  exchangeRate,
  networkFees,
  networkStake,
  networkSupply,
  contract,
  contractResult,
  contractResultAt,
};

export const lists: readonly List[] = Object.values(listsByName);
export const furtherLists: readonly List[] = Object.values(furtherByName) as List[];
export const lookups: readonly Lookup[] = Object.values(lookupsByName);

const owners = new Map<List, Lookup | undefined>();

/** The look-up of what a list is below, such as the account of its tokens; none where there is no look-up of that. */
export function ownerOf(list: List): Lookup | undefined {
  if (!owners.has(list)) owners.set(list, findOwner(list));
  return owners.get(list);
}

const findOwner = ({ path }: List): Lookup | undefined =>
  lookups
    .filter(
      (lookup) =>
        path.startsWith(`${lookup.path}/`) &&
        placesIn(path).length === placesIn(lookup.path).length,
    )
    // Of an NFT and its token the NFT: the longest path is the nearest.
    .reduce<Lookup | undefined>(
      (nearest, one) => (nearest && nearest.path.length > one.path.length ? nearest : one),
      undefined,
    );

type Item<R> = R extends List<infer T> | Lookup<infer T> ? T : never;
/** Items of each list by its name, for whoever must have something for every one of them. */
export type ListItems = {
  [name in keyof typeof listsByName]: Item<(typeof listsByName)[name]>;
} & { [name in keyof typeof furtherByName]: Item<(typeof furtherByName)[name]> };
/** The same of each look-up. */
export type LookupItems = {
  [name in keyof typeof lookupsByName]: Item<(typeof lookupsByName)[name]>;
};
