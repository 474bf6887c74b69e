// Data of contracts by what their interfaces say: events, calls, errors.
import { LRUCache } from 'lru-cache';
import { badInput } from '../../errors.js';
import type { Operation } from '../../ledger.js';
import { readData, type Value, wordsOf } from './abi-data.js';
import { type Item, type Kind, type Parameter, readItem } from './abi-item.js';

/** A value with the name and type that the interface gives it. */
export interface NamedValue {
  readonly name: string | null;
  readonly type: string;
  /** Text of the value: exact, whatever its size. */
  readonly value: string;
}

/** What data is by an item of an interface. */
export interface Decoded {
  readonly name: string;
  readonly signature: string;
  readonly values: readonly NamedValue[];
}

/** Who pays for what is read: as much as for a value of the answer for each word of data, and for these letters of an item. */
type Payer = Pick<Operation, 'spend'>;

const lettersPerValue = 4;

/** What can be said in words of the kinds of items, for messages. */
const examples: Readonly<Record<Kind, string>> = {
  event: 'event Transfer(address indexed from, address indexed to, uint256 value)',
  function: 'function transfer(address to, uint256 value) returns (bool)',
  error: 'error InsufficientBalance(uint256 available, uint256 required)',
};

/** Characters of an item at the most. */
const longest = 2000;

interface Known {
  /** Null of a text that is no item. */
  readonly item: Item | null;
}

/**
 * Items by kind and text: a thousand logs are read by the same one. What is made of a text is some
 * hundred times as large as it, so it is the letters that are bounded.
 */
const known = new LRUCache<string, Known>({
  maxSize: 100_000,
  sizeCalculation: (_item, key) => key.length,
});

/**
 * An item that is known is free: more of them than are kept are read anew for each row.
 * @throws LedgerError BAD_USER_INPUT for what is no item of the kind, or COST_LIMIT
 */
function itemOf(kind: Kind, abi: string, payer: Payer): Item {
  const isShort = abi.length <= longest;
  const key = `${kind} ${abi}`;
  let found = isShort ? known.get(key) : { item: null };
  if (!found) {
    payer.spend(0, 0, Math.ceil(abi.length / lettersPerValue));
    found = { item: readItem(kind, abi) };
    known.set(key, found);
  }
  if (found.item) return found.item;
  throw badInput('abi', abi, `must be one item of an interface, such as "${examples[kind]}"`);
}

/** Text of a value: lists and tuples as JSON, whose numbers are texts. */
const textOf = (value: Value): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

const named = ({ name, type: { text } }: Parameter, value: string): NamedValue => ({
  name: name || null,
  type: text.startsWith('(') ? `tuple${text.slice(text.lastIndexOf(')') + 1)}` : text,
  value,
});

/** Values of parameters in data; null where the data is not theirs. */
function valuesIn(given: readonly Parameter[], data: string, payer: Payer): NamedValue[] | null {
  payer.spend(0, 0, wordsOf(data));
  const values = readData(given, data);
  return (
    values && given.map((parameter, place) => named(parameter, textOf(values[place] as Value)))
  );
}

/** Of what has no length of its own only the hash is a topic. */
const isHashed = ({ type: { form } }: Parameter) =>
  ['list', 'tuple', 'bytes', 'string'].includes(form.is);

/** An event out of a log; null for a log that is none of it. */
export function decodeEvent(
  abi: string,
  topics: readonly string[],
  data: string,
  payer: Payer,
): Decoded | null {
  const { name, signature, hash, inputs } = itemOf('event', abi, payer);
  const indexed = inputs.filter(({ isIndexed }) => isIndexed);
  if (topics[0] !== hash || topics.length !== indexed.length + 1) return null;
  const found = new Map<Parameter, NamedValue>();
  for (const [place, input] of indexed.entries()) {
    const topic = topics[place + 1] as string;
    const [value] = isHashed(input)
      ? [named(input, topic)]
      : (valuesIn([input], topic, payer) ?? []);
    if (value) found.set(input, value);
  }
  const others = inputs.filter(({ isIndexed }) => !isIndexed);
  const values = valuesIn(others, data, payer);
  for (const [place, input] of others.entries()) {
    const value = values?.[place];
    if (value) found.set(input, value);
  }
  const all = inputs.map((input) => found.get(input));
  if (all.includes(undefined)) return null;
  return { name, signature, values: all as NamedValue[] };
}

const selectorDigits = 10;

/** A call by its input; null for a call of something else. */
export const decodeInput = (abi: string, input: string | null, payer: Payer): Decoded | null =>
  decodeSelected(itemOf('function', abi, payer), input, payer);

function decodeSelected(
  { name, signature, hash, inputs }: Item,
  data: string | null,
  payer: Payer,
): Decoded | null {
  if (data?.slice(0, selectorDigits) !== hash.slice(0, selectorDigits)) return null;
  const values = valuesIn(inputs, `0x${data.slice(selectorDigits)}`, payer);
  return values && { name, signature, values };
}

/** What a function has returned; null for what it can not have. */
export function decodeOutput(abi: string, output: string | null, payer: Payer): Decoded | null {
  const { name, signature, outputs } = itemOf('function', abi, payer);
  const values = output === null ? null : valuesIn(outputs, output, payer);
  return values && { name, signature, values };
}

/** What every contract can revert with, and an error of its own. */
const usual = ['error Error(string message)', 'error Panic(uint256 code)'];

/** Why a call was reverted, by an error of its contract or one that all have; null for anything else. */
export function decodeError(abi: string | null, data: string | null, payer: Payer): Decoded | null {
  for (const one of abi === null ? usual : [abi, ...usual]) {
    const decoded = decodeSelected(itemOf('error', one, payer), data, payer);
    if (decoded) return decoded;
  }
  return null;
}
