// How long exact JSON takes, against JSON.parse on the same text: `npx tsx bench/runs/json.ts`.
import { parseJson, printJson } from '../../src/contract/json.js';

const items = (count: number, item: (num: number) => object) =>
  Array.from({ length: count }, (_, index) => item(1001 + index));
const hex = (num: number, length: number) => num.toString(16).padStart(length, '0');
const long = 9223372036854775807n;

const tokens = (balance: number | bigint) =>
  items(5, (num) => ({ token_id: `0.0.${num}`, balance }));
const balances = (amount: number | bigint) => ({
  timestamp: '1700000000.000000001',
  balances: items(25, (num) => ({ account: `0.0.${num}`, balance: num, tokens: tokens(amount) })),
  links: { next: '/api/v1/balances?account.id=lt:0.0.1001&limit=25' },
});
const accounts = (amount: number | bigint) => ({
  accounts: items(25, (num) => ({
    account: `0.0.${num}`,
    alias: null,
    auto_renew_period: 7776000,
    balance: { balance: amount, timestamp: '1700000000.000000001', tokens: tokens(5) },
    created_timestamp: '1600000000.000000001',
    deleted: false,
    ethereum_nonce: 0,
    // Sixteen digits in a row without any long integer.
    evm_address: `0x${hex(num, 40)}`,
    expiry_timestamp: '1707776000.000000001',
    key: { _type: 'ED25519', key: hex(num * 7919, 64) },
    memo: 'An account with a "memo" in quotes \\ and such',
    pending_reward: 0,
  })),
  links: { next: null },
});

const bodies: [string, object, number][] = [
  ['balances, no long run of digits', balances(1_000_000), 1.3],
  ['accounts, long runs in text only', accounts(1_000_000), 1.3],
  ['balances, a long integer in each row', balances(long), 4],
  ['accounts, one long integer', { ...accounts(5), last: long }, 4],
];

/** The least time of a parse in microseconds, over rounds of some milliseconds. */
function least(parse: (text: string) => unknown, text: string): number {
  const rounds = Math.max(3, Math.ceil(600_000 / text.length));
  let best = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 150; turn += 1) {
    const start = process.hrtime.bigint();
    for (let round = 0; round < rounds; round += 1) parse(text);
    best = Math.min(best, Number(process.hrtime.bigint() - start) / 1000 / rounds);
  }
  return best;
}

for (const [name, body, goal] of bodies) {
  const text = printJson(body);
  const plain = least(JSON.parse, text);
  const exact = least(parseJson, text);
  const ratio = exact / plain;
  const size = `${(text.length / 1000).toFixed(1)} kB`;
  console.log(
    `${name.padEnd(40)} ${size.padStart(9)}  plain ${plain.toFixed(1)} µs  exact ${exact.toFixed(1)} µs  ${ratio.toFixed(2)}x  (goal ${goal}x)`,
  );
}
