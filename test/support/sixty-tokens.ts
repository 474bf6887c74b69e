// CASE-06's ledger: one account with 60 tokens and one with exactly 50, live and in a snapshot.

import { backends, open, openStub } from './backends.js';
import { type Call, type Handler, ledgerStub } from './stub.js';

const ids = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `0.0.${from + index}`);
export const all = ids(2001, 60);
export const holders = { '0.0.1006': all, '0.0.1050': ids(2001, 50) };
const snapshotTime = '1700000000.000000000';
export const rowOf = (at: string, order: string, id = '0.0.1006') =>
  `query ($first: Int, $after: String, $last: Int, $before: String) {
    balances(first: 1, filter: { account: { eq: "${id}" } }, order: ${order} ${at}) { edges { node {
      tokens(first: $first, after: $after, last: $last, before: $before) {
        edges { cursor node { tokenId } }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } } } }`;
export const live = '';
export const past = `at: "${snapshotTime}"`;

export interface Tokens {
  readonly edges: readonly { readonly cursor: string; readonly node: { tokenId: string } }[];
  readonly pageInfo: Readonly<Record<'hasNextPage' | 'hasPreviousPage', boolean>> &
    Readonly<Record<'startCursor' | 'endCursor', string | null>>;
}
export const idsOf = ({ edges }: Tokens) => edges.map(({ node }) => node.tokenId);

/** A mirror node that pages by 25 at the most, and cuts rows of balances after 50 tokens. */
export const stubbed: Handler = (call: Call) => {
  if (call.path !== '/api/v1/balances') {
    const query = new URLSearchParams(call.query);
    query.set('limit', String(Math.min(Number(query.get('limit') ?? 25), 25)));
    return ledgerStub({
      accounts: [{ account: '0.0.1006', balance: null }],
      accountTokens: Object.fromEntries(
        Object.entries(holders).map(([id, held]) => [
          id,
          held.map((token_id) => ({ token_id, balance: 1 })),
        ]),
      ),
    })({ ...call, query });
  }
  const account = call.query.get('account.id') as keyof typeof holders;
  const held =
    call.query.get('order') === 'desc' ? [...holders[account]].reverse() : holders[account];
  const tokens = held.slice(0, 50).map((token_id) => ({ token_id, balance: 1 }));
  const body = { balances: [{ account, balance: 0, tokens }], links: { next: null } };
  return { body: { timestamp: snapshotTime, ...body } };
};

const rows = {
  accounts: [
    { num: 1006, balance: 0 },
    { num: 1050, balance: 0 },
  ],
  tokenaccounts: Object.entries(holders).flatMap(([account_id, held]) =>
    held.map((token_id) => ({ account_id, token_id, balance: 1, created_timestamp: 1 })),
  ),
  balances: [
    { timestamp: 1700000000000000000n, id: 2, balance: 1 },
    ...Object.entries(holders).map(([id, held]) => ({
      timestamp: 1700000000000000000n,
      id,
      balance: 0,
      tokens: held.map((token_num) => ({ token_num, balance: 1 })),
    })),
  ],
};

export const places = [
  ...backends.map((name) => ({ name, start: () => open(name, rows) })),
  { name: 'a stub', start: () => openStub(stubbed) },
];
