// Basic-auth users, who may ask for longer pages than others (contract A.1).
import { timingSafeEqual } from 'node:crypto';
import type { Limits } from '../contract/resource.js';
import { LedgerError } from '../errors.js';

export interface User {
  readonly username: string;
  readonly password: string;
  /** Items of a page at the most. */
  readonly limit: number;
}

interface UserOptions {
  readonly limits: Limits;
  readonly users: readonly User[];
}

const isEqual = (a: string, b: string) => {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
};

/** The longest page that a request may ask for. @throws LedgerError 401 for unknown credentials. */
export function maximumOf(
  { authorization }: { readonly authorization?: string | undefined },
  { limits, users }: UserOptions,
): number {
  if (users.length === 0 || authorization === undefined) return limits.maxPage;
  const basic = /^basic\s+([\w+/=-]+)$/i.exec(authorization)?.[1] ?? '';
  const given = Buffer.from(basic, 'base64').toString();
  const user = users.find(({ username, password }) => isEqual(given, `${username}:${password}`));
  if (!user) throw new LedgerError('UNAUTHORIZED');
  return user.limit;
}
