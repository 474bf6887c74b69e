// Data of contracts by what their interfaces say: events, calls, errors. Its library is loaded when it is first asked for.
import type * as AbiError from 'ox/AbiError';
import type * as AbiEvent from 'ox/AbiEvent';
import type * as AbiFunction from 'ox/AbiFunction';
import type * as AbiParameters from 'ox/AbiParameters';
import { badInput } from '../../errors.js';

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

type Hex = `0x${string}`;
type Item = AbiEvent.AbiEvent | AbiFunction.AbiFunction | AbiError.AbiError;
type Parameter = AbiParameters.Parameter & { readonly indexed?: boolean };

/** What can be said in words of the kinds of items, for messages. */
const examples = {
  event: 'event Transfer(address indexed from, address indexed to, uint256 value)',
  function: 'function transfer(address to, uint256 value) returns (bool)',
  error: 'error InsufficientBalance(uint256 available, uint256 required)',
} as const;

/** Characters of an item at the most, and elements of all its arrays whose length is in their type. */
const longest = 2000;
const mostElements = 1000;

const items = () => import('ox/AbiItem');
const parameters = () => import('ox/AbiParameters');

function refused(kind: keyof typeof examples, abi: string) {
  return badInput('abi', abi, `must be one item of an interface, such as "${examples[kind]}"`);
}

/** Elements that the lengths in a type multiply to: `uint8[3][4]` has 12. */
const elementsOf = (abi: string): number =>
  [...abi.matchAll(/\[(\d+)\]/g)].reduce((all, [, length]) => all * Math.max(1, Number(length)), 1);

/** @throws LedgerError BAD_USER_INPUT for what is no item of the kind */
async function parsed<T extends Item>(kind: keyof typeof examples, abi: string): Promise<T> {
  const isShort = abi.length <= longest && elementsOf(abi) <= mostElements;
  if (!isShort || !new RegExp(`^\\s*${kind}\\s`).test(abi)) throw refused(kind, abi);
  const AbiItem = await items();
  try {
    return AbiItem.from(abi.trim()) as unknown as T;
  } catch {
    throw refused(kind, abi);
  }
}

const inner = (value: unknown): unknown => {
  if (typeof value === 'bigint' || typeof value === 'number') return value.toString();
  if (Array.isArray(value)) return value.map(inner);
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one)]));
  }
  return value;
};

/** Text of a value: lists and tuples as JSON, whose numbers are texts. */
const textOf = (value: unknown): string => {
  const one = inner(value);
  return typeof one === 'object' ? JSON.stringify(one) : String(one);
};

const named = ({ name, type }: Parameter, value: string): NamedValue => {
  return { name: name || null, type, value };
};

/** Values of parameters in data; null where the data is not theirs. */
async function valuesIn(given: readonly Parameter[], data: Hex): Promise<NamedValue[] | null> {
  if (given.length === 0) return [];
  const AbiParameters = await parameters();
  try {
    const values = AbiParameters.decode(given, data) as readonly unknown[];
    return given.map((parameter, place) => named(parameter, textOf(values[place])));
  } catch {
    return null;
  }
}

/** Of what has no length of its own only the hash is a topic. */
const isHashed = ({ type }: Parameter) => /\]$|^(?:string|bytes|tuple)$/.test(type);

/** An event out of a log; null for a log that is none of it. */
export async function decodeEvent(
  abi: string,
  topics: readonly string[],
  data: string,
): Promise<Decoded | null> {
  const event = await parsed<AbiEvent.AbiEvent>('event', abi);
  const AbiItem = await items();
  const inputs = event.inputs as readonly Parameter[];
  const indexed = inputs.filter((input) => input.indexed);
  if (topics[0] !== AbiItem.getSignatureHash(event) || topics.length !== indexed.length + 1)
    return null;
  const found = new Map<Parameter, NamedValue>();
  for (const [place, input] of indexed.entries()) {
    const topic = topics[place + 1] as Hex;
    const [value] = isHashed(input)
      ? [named(input, topic)]
      : ((await valuesIn([input], topic)) ?? []);
    if (value) found.set(input, value);
  }
  const others = inputs.filter((input) => !input.indexed);
  const values = await valuesIn(others, data as Hex);
  for (const [place, input] of others.entries()) {
    const value = values?.[place];
    if (value) found.set(input, value);
  }
  const all = inputs.map((input) => found.get(input));
  if (all.includes(undefined)) return null;
  const signature = AbiItem.getSignature(event);
  return { name: event.name, signature, values: all as NamedValue[] };
}

const selectorDigits = 10;

/** A call by its input; null for a call of something else. */
export async function decodeInput(abi: string, input: string | null): Promise<Decoded | null> {
  const item = await parsed<AbiFunction.AbiFunction>('function', abi);
  return decodeSelected(item, input);
}

async function decodeSelected(
  item: AbiFunction.AbiFunction | AbiError.AbiError,
  data: string | null,
): Promise<Decoded | null> {
  const AbiItem = await items();
  if (data?.slice(0, selectorDigits) !== AbiItem.getSelector(item)) return null;
  const values = await valuesIn(item.inputs, `0x${data.slice(selectorDigits)}`);
  return values && { name: item.name, signature: AbiItem.getSignature(item), values };
}

/** What a function has returned; null for what it can not have. */
export async function decodeOutput(abi: string, output: string | null): Promise<Decoded | null> {
  const item = await parsed<AbiFunction.AbiFunction>('function', abi);
  const AbiItem = await items();
  const values = output === null ? null : await valuesIn(item.outputs, output as Hex);
  return values && { name: item.name, signature: AbiItem.getSignature(item), values };
}

/** What every contract can revert with, and an error of its own. */
const usual = ['error Error(string message)', 'error Panic(uint256 code)'];

/** Why a call was reverted, by an error of its contract or one that all have; null for anything else. */
export async function decodeError(
  abi: string | null,
  data: string | null,
): Promise<Decoded | null> {
  for (const one of abi === null ? usual : [abi, ...usual]) {
    const decoded = await decodeSelected(await parsed<AbiError.AbiError>('error', one), data);
    if (decoded) return decoded;
  }
  return null;
}
