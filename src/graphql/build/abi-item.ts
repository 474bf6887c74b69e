// An item of the interface of a contract, read from its text: each word once, however the text is made.
import { keccak_256 } from '@noble/hashes/sha3';

export type Kind = 'event' | 'function' | 'error';

/** What a value is made of. */
type Form =
  | { readonly is: 'number'; readonly bits: number; readonly isSigned: boolean }
  | { readonly is: 'bool' | 'address' | 'bytes' | 'string' }
  | { readonly is: 'fixed'; readonly bytes: number }
  | { readonly is: 'list'; readonly of: Type; readonly length: number | null }
  | { readonly is: 'tuple'; readonly members: readonly Parameter[] };

export interface Type {
  /** As it stands in a signature. */
  readonly text: string;
  readonly form: Form;
  /** Words that it takes where it stands; one with a length of its own has the place of its data there. */
  readonly words: number;
  readonly isDynamic: boolean;
}

export interface Parameter {
  readonly name: string;
  readonly type: Type;
  readonly isIndexed: boolean;
}

export interface Item {
  readonly name: string;
  /** Name with the types of the parameters. */
  readonly signature: string;
  /** Keccak-256 of the signature. */
  readonly hash: string;
  readonly inputs: readonly Parameter[];
  readonly outputs: readonly Parameter[];
}

/** What may stand in front of a name, and behind the parameters of a function. */
const modifiers: Readonly<Record<Kind, readonly string[]>> = {
  event: ['indexed'],
  function: ['calldata', 'memory', 'storage'],
  error: [],
};
/** Words of a list whose length is in its type, at the most. */
const mostWords = 1000;

const reserved = new Set(Object.values(modifiers).flat());
const ofFunctions = new Set(['external', 'public', 'pure', 'view', 'payable', 'nonpayable']);

class Reader {
  readonly #words: readonly string[];
  readonly #kind: Kind;
  #at = 0;

  constructor(kind: Kind, text: string) {
    this.#kind = kind;
    this.#words = text.match(/[\w$]+|\S/g) ?? [];
  }

  /** Null where something else stands. */
  item(): Item | null {
    if (!this.#take(this.#kind)) return null;
    const name = this.#name();
    const inputs = name && this.#parameters();
    if (!inputs) return null;
    const isFunction = this.#kind === 'function';
    while (isFunction && ofFunctions.has(this.#next)) this.#at += 1;
    const outputs = isFunction && this.#take('returns') ? this.#parameters() : [];
    if (!outputs || this.#at < this.#words.length) return null;
    const signature = name + tuple(inputs).text;
    const hash = `0x${Buffer.from(keccak_256(signature)).toString('hex')}`;
    return { name, signature, hash, inputs, outputs };
  }

  get #next(): string {
    return this.#words[this.#at] ?? '';
  }

  #take(word: string): boolean {
    if (this.#next !== word) return false;
    this.#at += 1;
    return true;
  }

  #name(): string {
    const word = this.#next;
    if (!/^[a-z_$]/i.test(word) || reserved.has(word)) return '';
    this.#at += 1;
    return word;
  }

  #parameters(): Parameter[] | null {
    const found: Parameter[] = [];
    if (!this.#take('(')) return null;
    if (this.#take(')')) return found;
    do {
      const one = this.#parameter();
      if (!one) return null;
      found.push(one);
    } while (this.#take(','));
    return this.#take(')') ? found : null;
  }

  #parameter(): Parameter | null {
    const type = this.#type();
    if (!type) return null;
    let isIndexed = false;
    while (modifiers[this.#kind].includes(this.#next)) {
      isIndexed ||= this.#next === 'indexed';
      this.#at += 1;
    }
    return { type, isIndexed, name: this.#name() };
  }

  #type(): Type | null {
    let type = this.#next === '(' ? this.#tuple() : plain(this.#word());
    if (type?.text === 'address') this.#take('payable');
    while (type && this.#take('[')) {
      const length = this.#next === ']' ? '' : this.#word();
      const isLength = /^(?:[1-9]\d*)?$/.test(length) && this.#take(']');
      const isShort = type.words * Number(length) <= mostWords;
      type = isLength && isShort ? list(type, length) : null;
    }
    return type;
  }

  /** One without members takes no place, so that there could be any number of them. */
  #tuple(): Type | null {
    const members = this.#parameters();
    return members?.length ? tuple(members) : null;
  }

  #word(): string {
    const word = this.#next;
    this.#at += 1;
    return word;
  }
}

const tuple = (members: readonly Parameter[]): Type => {
  const isDynamic = members.some(({ type }) => type.isDynamic);
  // Not joined, which would copy what is inside once more at each level.
  const texts = members.reduce((text, { type }) => `${text}${text && ','}${type.text}`, '');
  return {
    text: `(${texts})`,
    form: { is: 'tuple', members },
    words: isDynamic ? 1 : members.reduce((all, { type }) => all + type.words, 0),
    isDynamic,
  };
};

const list = (of: Type, given: string): Type => {
  const length = given === '' ? null : Number(given);
  const isDynamic = length === null || of.isDynamic;
  return {
    text: `${of.text}[${given}]`,
    form: { is: 'list', of, length },
    words: isDynamic ? 1 : of.words * length,
    isDynamic,
  };
};

function plain(word: string): Type | null {
  if (word === 'bool' || word === 'address') return oneWord(word, { is: word });
  if (word === 'bytes' || word === 'string') {
    return { text: word, form: { is: word }, words: 1, isDynamic: true };
  }
  const [, kind, digits = ''] = /^(u?int|bytes)([1-9]\d?\d?)?$/.exec(word) ?? [];
  if (kind === undefined) return null;
  if (kind === 'bytes') {
    const bytes = Number(digits);
    return bytes <= 32 ? oneWord(word, { is: 'fixed', bytes }) : null;
  }
  const bits = digits === '' ? 256 : Number(digits);
  const isSigned = kind === 'int';
  if (bits > 256 || bits % 8 !== 0) return null;
  return oneWord(`${kind}${bits}`, { is: 'number', bits, isSigned });
}

const oneWord = (text: string, form: Form): Type => ({ text, form, words: 1, isDynamic: false });

/** Reads one item of a kind; null for any other text. */
export const readItem = (kind: Kind, text: string): Item | null => new Reader(kind, text).item();
