// The token list of a balance row as a connection, going on beyond the row where it was cut.

import { isNobody, sound } from '../../contract/check.js';
import { compareTexts } from '../../contract/compared.js';
import { defaultLimits, type Order, type SortKey } from '../../contract/resource.js';
import { accountTokens, type TokenRelationshipRow } from '../../contract/resources/accounts.js';
import type { TokenBalanceRow } from '../../contract/resources/balances.js';
import { LedgerError } from '../../errors.js';
import { type Place, toConnection } from '../build/connection.js';
import type { Asked, Connection } from '../build/paging.js';
import type { BalanceSource, TokenBalanceSource } from '../build/refs.js';
import { type ConnectionArguments, readArguments, walk, walkRequest } from '../build/walk.js';
import type { Context } from '../reading/context.js';
import { lostList } from '../reading/loaders.js';
import { fromRelationship, fromRow } from './token-balance.js';

type Row = Pick<TokenBalanceRow, 'token_id'>;
type AskedTokens = Asked<TokenRelationshipRow>;

const { kind } = accountTokens.sort[0] as SortKey<never>;

/** Greater than 0 where the first comes after the second. No place is made for it: rows are many. */
const compare = (order: Order, a: string, b: string): number =>
  order === 'asc' ? compareTexts(kind, a, b) : compareTexts(kind, b, a);

/** The contract prints the number 0 as null, also where a database has it in the place of a token. */
const placeOf = ({ token_id }: Row): string =>
  isNobody(token_id) ? (kind.none as string) : token_id;

/** The rows, each of which has its place; @throws LedgerError where one has none. */
function placed(rows: readonly TokenBalanceRow[]): readonly TokenBalanceRow[] {
  for (const row of sound(rows)) if (!isNobody(sound(row).token_id)) sound(row.token_id);
  return rows;
}

/** Whether the contract's limit may have cut the list. */
export const isCut = (rows: readonly Row[]) => rows.length >= defaultLimits.tokensPerRow;

/** Order in which a row lists its tokens; what a cut has taken away lies behind the last one. */
function orderOf(rows: readonly Row[]): Order {
  const [first, last] = [rows[0], rows.at(-1)];
  return first && last && compare('asc', placeOf(first), placeOf(last)) > 0 ? 'desc' : 'asc';
}

export function isSorted(rows: readonly Row[], order: Order): boolean {
  for (let index = 1; index < rows.length; index += 1) {
    const [before, after] = [rows[index - 1] as Row, rows[index] as Row];
    if (compare(order, placeOf(before), placeOf(after)) > 0) return false;
  }
  return true;
}

/** Rows of a complete list, or the uncut end of it, as a walk would have read them. */
export function readFrom(rows: readonly TokenBalanceRow[], asked: AskedTokens) {
  const { order, after, before } = walkRequest(asked);
  const [[start], [end]] = [after ?? [], before ?? []];
  const isBeforeEnd = (row: Row) => end === undefined || compare(order, end, placeOf(row)) > 0;
  const isInside = (row: Row) =>
    (start === undefined || compare(order, placeOf(row), start) > 0) && isBeforeEnd(row);
  const sorted = isSorted(rows, order)
    ? rows
    : [...rows].sort((a, b) => compare(order, placeOf(a), placeOf(b)));
  const inside = start === undefined && end === undefined ? sorted : sorted.filter(isInside);
  const items = inside.slice(0, asked.size);
  const passedEnd = end !== undefined && !sorted.every(isBeforeEnd);
  return { items, left: inside.length - items.length, last: items.at(-1), passedEnd };
}

/** Tokens of a balance: out of the row as far as it goes, then from the account (live only). */
export function rowTokens(
  balance: BalanceSource,
  args: ConnectionArguments,
  context: Context,
  at: Place,
): Promise<Connection<TokenBalanceSource> | null> | Connection<TokenBalanceSource> {
  const asked = readArguments(accountTokens, args, context.maxPage);
  const { order } = walkRequest(asked);
  const rows = balance.tokens && rowsInDirection(balance, placed(balance.tokens), order, context);
  // No promise for each row of a page where the row has the answer.
  return rows instanceof Promise
    ? rows.then((found) => fromRows(balance, found, asked, context, at))
    : fromRows(balance, rows, asked, context, at);
}

type Part = ReturnType<typeof readFrom>;

function fromRows(
  balance: BalanceSource,
  rows: readonly TokenBalanceRow[] | null,
  asked: AskedTokens,
  context: Context,
  at: Place,
): Promise<Connection<TokenBalanceSource> | null> | Connection<TokenBalanceSource> {
  const part = rows && readFrom(rows, asked);
  if (rows && part) {
    const { items, left, passedEnd } = part;
    const isWhole = !isCut(rows);
    // Of no items at all it is enough to know whether there is one.
    const isFull = asked.size > 0 ? items.length === asked.size : left > 0;
    if (isWhole || isFull || passedEnd || (balance.snapshot !== null && items.length > 0)) {
      return ofRow(balance, asked, part, left > 0 || (!isWhole && !passedEnd));
    }
  }
  // What the account holds now is nothing of then.
  if (balance.snapshot !== null) throw rows ? noMore(balance.account) : lostList();
  return fromAccount(balance, part, asked, context, at);
}

export function ofRow(
  balance: BalanceSource,
  asked: AskedTokens,
  { items, last }: Part,
  isMore: boolean,
) {
  const next = isMore && last && asked.size > 0 ? [last.token_id] : null;
  const walked = { items, next, isMore, timestamp: balance.timestamp };
  return toConnection(asked as never, walked as never, (row: TokenBalanceRow) =>
    fromRow(balance, row),
  );
}

/** Tokens of the account itself; where those can not be had, the ones of its row are still there. */
async function fromAccount(
  balance: BalanceSource,
  part: Part | null,
  asked: AskedTokens,
  context: Context,
  at: Place,
): Promise<Connection<TokenBalanceSource> | null> {
  const below = { key: balance.account, filters: [] };
  const listed = part && part.items.length > 0 ? part : null;
  const walked = await walk(context, asked, below).catch((error: unknown) => {
    if (!listed) throw error;
    return { items: [], next: null, timestamp: null, stopped: error };
  });
  if (!walked) return listed && ofRow(balance, asked, listed, true);
  const { items, stopped } = walked;
  if (stopped !== undefined) context.warn(at, stopped);
  if (listed && stopped !== undefined && listed.items.length >= items.length) {
    return ofRow(balance, asked, listed, true);
  }
  return toConnection(asked, walked, (row) => fromRelationship(balance.account, row));
}

/**
 * The row's tokens if they are whole or begin where the walk begins. A cut list that begins at the
 * other end is of no use: a snapshot is asked again in the other order, a live balance is not.
 */
function rowsInDirection(
  balance: BalanceSource,
  rows: readonly TokenBalanceRow[],
  order: Order,
  context: Context,
): Promise<readonly TokenBalanceRow[] | null> | readonly TokenBalanceRow[] | null {
  if (!isCut(rows) || orderOf(rows) === order) return rows;
  if (balance.snapshot === null) return null;
  const { account, snapshot: at } = balance;
  return context.loaders
    .balance()
    .load({ account, at, order })
    .then((found) => found && placed(found.row.tokens));
}

function noMore(account: string): LedgerError {
  const { tokensPerRow } = defaultLimits;
  return new LedgerError(
    'UPSTREAM_PAGINATION',
    `The snapshot lists ${tokensPerRow} token balances of account ${account} from this end, which is its limit; what lies beyond can not be read from a snapshot`,
  );
}
