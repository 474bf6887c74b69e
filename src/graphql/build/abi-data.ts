// Data of a contract by the types of its interface. It may point anywhere, also to itself: what is read has an end.
import type { Parameter, Type } from './abi-item.js';

/** Numbers are texts of all their digits; tuples whose members all have names are objects. */
export type Value = string | boolean | readonly Value[] | { readonly [name: string]: Value };

const wordBytes = 32;
/** How often a word is read on average: whoever writes it anew each time has it read once. */
const mostReads = 2;

const notTheirs = new Error('the data is of something else');

class Data {
  readonly #digits: string;
  /** Words that may still be read. */
  #left: number;

  constructor(data: string) {
    this.#digits = data.slice(2).toLowerCase();
    this.#left = mostReads * wordsOf(data);
  }

  /** Values of parameters that begin at a place, in bytes. */
  values(parameters: readonly Parameter[], start: number): Value[] {
    let at = start;
    return parameters.map(({ type }) => {
      const value = this.#value(type, at, start);
      at += type.words * wordBytes;
      return value;
    });
  }

  /** The value that stands at a place, or whose place, counted from `start`, does. */
  #value(type: Type, at: number, start: number): Value {
    return this.#body(type, type.isDynamic ? start + this.#length(at) : at);
  }

  #body({ form }: Type, at: number): Value {
    switch (form.is) {
      case 'number':
        return this.#number(at, form.bits, form.isSigned);
      case 'bool':
        return this.#number(at, 1, false) === '1';
      case 'address':
        return this.#address(at);
      case 'fixed':
        return `0x${this.#word(at).slice(0, 2 * form.bytes)}`;
      case 'bytes':
        return `0x${this.#bytes(at)}`;
      case 'string':
        return Buffer.from(this.#bytes(at), 'hex').toString();
      case 'list':
        return form.length === null
          ? this.#list(form.of, this.#length(at), at + wordBytes)
          : this.#list(form.of, form.length, at);
      case 'tuple': {
        const values = this.values(form.members, at);
        const names = form.members.map(({ name }) => name);
        if (names.includes('')) return values;
        return Object.fromEntries(names.map((name, place) => [name, values[place] as Value]));
      }
    }
  }

  #list(of: Type, length: number, start: number): Value[] {
    const found: Value[] = [];
    for (let place = 0; place < length; place += 1) {
      found.push(this.#value(of, start + place * of.words * wordBytes, start));
    }
    return found;
  }

  #address(at: number): string {
    const word = this.#word(at);
    if (!/^0{24}/.test(word)) throw notTheirs;
    return `0x${word.slice(24)}`;
  }

  #number(at: number, bits: number, isSigned: boolean): string {
    const word = BigInt(`0x${this.#word(at)}`);
    const number = isSigned ? BigInt.asIntN(256, word) : word;
    const fits = isSigned ? BigInt.asIntN(bits, number) : BigInt.asUintN(bits, number);
    if (number !== fits) throw notTheirs;
    return String(number);
  }

  #bytes(at: number): string {
    return this.#slice(at + wordBytes, this.#length(at));
  }

  /** A length or a place; of those that are too large for any data it is only known that they are. */
  #length(at: number): number {
    return Number.parseInt(this.#word(at), 16);
  }

  #word(at: number): string {
    return this.#slice(at, wordBytes);
  }

  #slice(at: number, bytes: number): string {
    this.#left -= Math.max(1, Math.ceil(bytes / wordBytes));
    const end = 2 * (at + bytes);
    if (this.#left < 0 || end > this.#digits.length) throw notTheirs;
    return this.#digits.slice(2 * at, end);
  }
}

/** Words of data, those that are cut included. */
export const wordsOf = (data: string): number => Math.ceil((data.length - 2) / (2 * wordBytes));

/** Values of parameters in data; null where the data is not theirs. */
export function readData(parameters: readonly Parameter[], data: string): Value[] | null {
  if (parameters.length === 0) return [];
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(data)) return null;
  try {
    return new Data(data).values(parameters, 0);
  } catch (error) {
    if (error === notTheirs) return null;
    throw error;
  }
}
