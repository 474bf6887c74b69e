// Tokens of an account out of its row, told as the list below the account would tell them.
import { accountTokens } from '../../contract/resources/accounts.js';
import type { TokenBalanceRow } from '../../contract/resources/balances.js';
import type { Connection } from '../build/paging.js';
import type { AccountSource, TokenBalanceSource } from '../build/refs.js';
import { type ConnectionArguments, readArguments, walkRequest } from '../build/walk.js';
import type { Context } from '../reading/context.js';
import { isCut, isSorted, ofRow, readFrom } from './row-tokens.js';

const isRead = (row: TokenBalanceRow) =>
  !(row instanceof Error) && !((row.token_id as unknown) instanceof Error);

/** The row's tokens, where there is one and all of them can be read. */
function tokensIn({ balance }: AccountSource): readonly TokenBalanceRow[] | null {
  if (!balance || balance instanceof Error || !Array.isArray(balance.tokens)) return null;
  return balance.tokens.every(isRead) ? balance.tokens : null;
}

/** The tokens; null where the row may lack some that are asked for. */
export function carriedTokens(
  source: AccountSource,
  args: ConnectionArguments,
  context: Context,
): Connection<TokenBalanceSource> | null {
  const asked = readArguments(accountTokens, args, context.maxPage);
  const tokens = tokensIn(source);
  // A cut list tells the first ones of its own order alone, and of one without any it does not tell which.
  if (!tokens || (isCut(tokens) && !isSorted(tokens, walkRequest(asked).order))) return null;
  const part = readFrom(tokens, asked);
  const isFull = asked.size > 0 && part.items.length === asked.size;
  if (isCut(tokens) && !isFull) return null;
  // A page that is full has a next one, as the contract has it of the list.
  const isMore = isFull || part.left > 0;
  const live = { balance: null, tokens, timestamp: null, snapshot: null };
  return ofRow({ account: source.account, ...live }, asked, part, isMore);
}
