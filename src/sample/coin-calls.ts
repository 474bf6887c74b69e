// The story of a token contract: what its callers asked of it, in the words of its ABI.
import type { Party } from './accounts.js';
import { known } from './ids.js';
import { createRandom } from './random.js';

/** The contract: a coin of 18 decimals, whose transfers are events. */
export const coin = 5001n;

/** A stream of its own, so that nothing else in the ledger depends on it. */
const seed = 20_261_128;

/** First four bytes of the hashes of signatures. */
const selectors = {
  'transfer(address,uint256)': 'a9059cbb',
  'approve(address,uint256)': '095ea7b3',
  'mint(address,uint256)': '40c10f19',
  'payOut(address[],uint256)': '30bb3059',
} as const;
const errorOfText = '08c379a0';
const panic = '4e487b71';
const transferTopic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const approvalTopic = '8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';

const word = (value: bigint | string): string =>
  (typeof value === 'bigint' ? value.toString(16) : value).padStart(64, '0');
const yes = word(1n);

/** An event as it was emitted: topics and data in hex. */
interface Event {
  readonly topics: readonly string[];
  readonly data: string;
}

/** Who calls it. */
export type Caller = Pick<Party, 'num' | 'evmAddress'>;

/** What one transaction asked of the coin, and what came of it. */
export interface CoinCall {
  readonly sender: Caller;
  readonly input: string;
  readonly output: string;
  readonly isReverted: boolean;
  readonly events: readonly Event[];
}

const addressOf = ({ num, evmAddress }: Caller): string => evmAddress ?? num.toString(16);

const textWords = (text: string): string => {
  const hex = Buffer.from(text).toString('hex');
  return `${word(32n)}${word(BigInt(text.length))}${hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')}`;
};

const reverted = (sender: Caller, input: string, output: string): CoinCall => {
  return { sender, input, output, isReverted: true, events: [] };
};

/** Who holds the coin. */
export const coinHolders = [
  known.ecdsaAlias,
  known.manyTokens,
  known.fiftyTokens,
  known.manyTokensToo,
  known.maxHolder,
  known.noTokens,
] as const;

/** Calls without end, each by someone who holds the coin; balances are those of the contract. */
export function* coinCalls(people: ReadonlyMap<number, Caller>): Generator<CoinCall> {
  const random = createRandom(seed);
  const party = (num: number) => people.get(num) as Caller;
  const holders = coinHolders.map(party);
  const balances = new Map<Caller, bigint>();
  const event = (topic: string, from: string, to: string, value: bigint): Event => {
    return { topics: [topic, word(from), word(to)], data: word(value) };
  };
  const move = (from: Caller | null, to: Caller, value: bigint): Event => {
    if (from) balances.set(from, (balances.get(from) ?? 0n) - value);
    balances.set(to, (balances.get(to) ?? 0n) + value);
    return event(transferTopic, from ? addressOf(from) : '0', addressOf(to), value);
  };
  const call = (name: keyof typeof selectors, ...words: string[]) =>
    `${selectors[name]}${words.join('')}`;
  const whole = 10n ** 18n;
  const done = (sender: Caller, input: string, ...events: Event[]): CoinCall => {
    return { sender, input, output: yes, isReverted: false, events };
  };

  for (const holder of holders) {
    // More than 64 bits, and more than a double can say exactly.
    const value = 10n ** 9n * whole + BigInt(holder.num);
    const input = call('mint(address,uint256)', word(addressOf(holder)), word(value));
    yield done(party(known.ecdsaAlias), input, move(null, holder, value));
  }
  while (true) {
    const kind = random.fraction();
    const sender = random.pick(holders);
    const receiver = random.pick(holders.filter((one) => one !== sender));
    const held = balances.get(sender) ?? 0n;
    const to = word(addressOf(receiver));
    const value = (held / 1000n) * BigInt(random.between(1, 90)) + random.bigBelow(whole);
    const input = call('transfer(address,uint256)', to, word(value));
    if (kind < 0.72) {
      yield done(sender, input, move(sender, receiver, value));
    } else if (kind < 0.82) {
      const from = addressOf(sender);
      const approval = event(approvalTopic, from, addressOf(receiver), value);
      yield done(sender, call('approve(address,uint256)', to, word(value)), approval);
    } else if (kind < 0.9) {
      const receivers = holders.filter((one) => one !== sender).slice(0, random.between(2, 4));
      const share = value / 10n;
      const list = receivers.map((one) => word(addressOf(one)));
      const words = [word(64n), word(share), word(BigInt(list.length)), ...list];
      const events = receivers.map((one) => move(sender, one, share));
      yield done(sender, call('payOut(address[],uint256)', ...words), ...events);
    } else if (kind < 0.97) {
      const greedy = call('transfer(address,uint256)', to, word(held + whole));
      const text = textWords('transfer amount exceeds balance');
      yield reverted(sender, greedy, `${errorOfText}${text}`);
    } else {
      const most = call('transfer(address,uint256)', to, word((1n << 256n) - 1n));
      // 0x11: an overflow.
      yield reverted(sender, most, `${panic}${word(0x11n)}`);
    }
  }
}
