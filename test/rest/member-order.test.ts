// Members come in the order in which the reference prints them, for who compares answers as text.
import { expect, it } from 'vitest';
import { sampleClient } from '../support/get.js';

const get = sampleClient();

const bodyOf = async (path: string) => (await get(`/api/v1/${path}`)).body;
const keys = (row: object) => Object.keys(row).join(' ');

it('of tokens and their fees', async () => {
  const { tokens } = await bodyOf('tokens?limit=100');
  expect(keys(tokens[0])).toBe('admin_key metadata name symbol token_id type decimals');
  const all = tokens.map(({ token_id }: { token_id: string }) => bodyOf(`tokens/${token_id}`));
  const fees = (await Promise.all(all)).map(({ custom_fees }) => custom_fees);
  const [fixed] = fees.flatMap(({ fixed_fees }) => fixed_fees);
  const [fractional] = fees.flatMap(({ fractional_fees = [] }) => fractional_fees);
  const [royalty] = fees.flatMap(({ royalty_fees = [] }) => royalty_fees);
  const collected = 'all_collectors_are_exempt amount collector_account_id';
  expect(keys(fixed)).toBe(`${collected} denominating_token_id`);
  expect(keys(fractional)).toBe(
    `${collected} denominating_token_id maximum minimum net_of_transfers`,
  );
  expect(keys(royalty)).toBe(`${collected} fallback_fee`);
  expect(keys(royalty.amount)).toBe('denominator numerator');
});

it('of allowances, of what has happened to an NFT, of transactions and of blocks', async () => {
  const { allowances } = await bodyOf('accounts/1001/allowances/tokens?limit=1');
  expect(keys(allowances[0])).toBe('amount amount_granted owner spender timestamp token_id');
  const history = await bodyOf('tokens/2003/nfts/1/transactions?limit=1');
  expect(keys(history.transactions[0])).toBe(
    'consensus_timestamp nonce transaction_id type is_approval receiver_account_id sender_account_id',
  );
  const { transactions } = await bodyOf('transactions?limit=100');
  expect(keys(transactions[0])).toContain('max_fee max_custom_fees memo_base64');
  const [moved] = transactions.flatMap(
    ({ token_transfers }: { token_transfers: object[] }) => token_transfers,
  );
  expect(keys(moved)).toBe('token_id account amount is_approval');
  const { blocks } = await bodyOf('blocks?limit=1');
  expect(keys(blocks[0])).toBe(
    'count hapi_version hash name number previous_hash size timestamp gas_used logs_bloom',
  );
});
