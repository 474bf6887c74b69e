// References to the object types, declared before any is implemented since they point at each other.

import type { Int64 } from '../../contract/json.js';
import type { AccountRow, TokenRelationshipRow } from '../../contract/resources/accounts.js';
import type { TokenBalanceRow } from '../../contract/resources/balances.js';
import type { BlockRow } from '../../contract/resources/blocks.js';
import type { ContractActionRow } from '../../contract/resources/contract-actions.js';
import type { ContractLogRow } from '../../contract/resources/contract-logs.js';
import type { ContractResultDetails } from '../../contract/resources/contract-result.js';
import type { ContractResultRow } from '../../contract/resources/contract-results.js';
import type { ContractRow, ContractStateRow } from '../../contract/resources/contracts.js';
import type { NftRow } from '../../contract/resources/nfts.js';
import type { NodeRow } from '../../contract/resources/nodes.js';
import type { ScheduleRow } from '../../contract/resources/schedules.js';
import type { TokenInfo, TokenRow } from '../../contract/resources/tokens.js';
import type { MessageRow } from '../../contract/resources/topic-messages.js';
import type { TopicRow } from '../../contract/resources/topics.js';
import type { TransactionDetail } from '../../contract/resources/transaction.js';
import { builder } from './builder.js';

/** At what has been read as it was: the instant that it is of. */
export const asOf = Symbol('instant');

export interface AsOf {
  readonly [asOf]?: string;
}

/** Where only the id is selected no row is loaded, and `account` is all there is. */
export type AccountSource = AccountRow & AsOf;
/** A row of the list, or the whole token where a query selects more than that. */
export type TokenSource = (TokenRow | TokenInfo) & AsOf;

/** A row of the list, which does not say what custom fees were paid, or one of the look-up. */
export type TransactionSource = TransactionDetail;
/** A row of the list, or the whole contract as it is or was. */
export type ContractSource = ContractRow & AsOf;
export type ContractStateSource = ContractStateRow & AsOf;
type ScheduleSource = ScheduleRow & AsOf;

export interface BalanceSource {
  readonly account: string;
  readonly balance: Int64 | null;
  readonly timestamp: string | null;
  /** The row's own token list, at most 50; null where it has to be read from the account. */
  readonly tokens: readonly TokenBalanceRow[] | null;
  /** Time of the snapshot that the balance is out of; null for a live balance. */
  readonly snapshot: string | null;
}

export interface TokenBalanceSource {
  readonly account: string;
  readonly token_id: string;
  readonly balance: Int64;
  /** Undefined where the source does not say. */
  readonly decimals: Int64 | null | undefined;
  readonly relationship: TokenRelationshipRow | undefined;
  readonly snapshot: string | null;
}

export const Account = builder.objectRef<AccountSource>('Account');
export const Balance = builder.objectRef<BalanceSource>('Balance');
export const TokenBalance = builder.objectRef<TokenBalanceSource>('TokenBalance');
export const Token = builder.objectRef<TokenSource>('Token');
export const Contract = builder.objectRef<ContractSource>('Contract');
export const ContractState = builder.objectRef<ContractStateSource>('ContractState');
export const Schedule = builder.objectRef<ScheduleSource>('Schedule');
export const Transaction = builder.objectRef<TransactionSource>('Transaction');
/** Where only the id is selected no row is loaded, and `node_id` is all there is. */
export const NetworkNode = builder.objectRef<NodeRow>('NetworkNode');
/** It has nothing of its own: each of its fields is read by itself. */
export const Network = builder.objectRef<object>('Network');
export const Block = builder.objectRef<BlockRow>('Block');
export const Topic = builder.objectRef<TopicRow>('Topic');
export const Message = builder.objectRef<MessageRow>('Message');
export const Nft = builder.objectRef<NftRow>('Nft');
/** A row of a list, or the whole result where a query selects more than that. */
export type ContractResultSource = ContractResultRow | ContractResultDetails;
export const ContractResult = builder.objectRef<ContractResultSource>('ContractResult');
export const ContractLog = builder.objectRef<ContractLogRow>('ContractLog');
export const ContractAction = builder.objectRef<ContractActionRow>('ContractAction');
