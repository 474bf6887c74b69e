// What a flow is: the rules by which the reference reads a query string, and what it says of mistakes.
import type { ErrorMessage } from '../errors.js';
import type { PageSizes, Parameter } from './resource.js';

/** Operator and value of a text, as they came. */
export interface Split {
  readonly operator: string;
  readonly value: string;
}

/**
 * A mistake in a query string: too many values, a value that is none, one outside of what is taken,
 * or a name that nobody knows.
 */
export interface Mistake {
  readonly kind: 'repeated' | 'count' | 'invalid' | 'range' | 'unknown';
  readonly message: ErrorMessage;
}

/** How mistakes are worded. */
export interface Words {
  invalid(name: string): ErrorMessage;
  unknown(name: string): ErrorMessage;
  tooMany(name: string, argument: string, count: number, maximum: number): ErrorMessage;
  /** A parameter that takes one value has come more often. */
  repeated(name: string): ErrorMessage;
  /** A number is not what `rule` says, such as `greater than 0`. */
  outside(name: string, rule: string): ErrorMessage;
  /** Conditions that are right each by itself, and wrong together. */
  rule(message: ErrorMessage): ErrorMessage;
  /** The path is there, but not for this method; left out where it counts as not there. */
  method?(method: string): ErrorMessage;
  /** A part of the path that is no key. */
  key(parameter: string): ErrorMessage;
  /** The key names nothing; `told` is what the resource itself says. */
  missing(key: string | undefined, told: string | undefined): ErrorMessage;
}

export interface Flow {
  /** Whether names are told apart by letter case; else `LIMIT` is `limit`, and `limit[]` too. */
  readonly isExact: boolean;
  /** The two parameters that every list takes. */
  readonly shared: Readonly<Record<'limit' | 'order', Parameter>>;
  /** Page sizes, where no service sets them otherwise. */
  readonly pages?: PageSizes;
  /** Whether parameters are looked at in the order of the query, or in that of the declaration. */
  readonly inOrderOf: 'query' | 'declaration';
  /** Null where a text has more colons than are taken. */
  split(text: string): Split | null;
  /** Whether operators have any letter case. */
  readonly isAnyCase: boolean;
  /** Whether an empty value is the same as none. */
  readonly isBlankAbsent: boolean;
  /** How often a name that nobody knows is told. */
  readonly unknown: 'once' | 'each' | 'never';
  /** Whether single values are looked at where there are too many of them. */
  readonly readsTooMany: boolean;
  /** Whether an id that can not exist is told after other mistakes, by the id; else by its parameter. */
  readonly isIdLate: boolean;
  /** The mistakes that are told, in their order. */
  told(mistakes: readonly Mistake[]): readonly Mistake[];
  /** Whether an order that is repeated, or has an operator, is passed over (contract A.10, A.11). */
  readonly isOrderPlain: boolean;
  /** Whether a key that names nothing is told before mistakes in the query (contract A.8). */
  readonly isKeyFirst: boolean;
  /**
   * Whether a cursor key that has lost all its values goes to the end of a link, however many they
   * were; else only a single value does, and one of several keeps its place.
   */
  readonly isLostKeyLast: boolean;
  readonly words: Words;
}

export const ofKind = (mistakes: readonly Mistake[], ...kinds: readonly Mistake['kind'][]) =>
  kinds.flatMap((kind) => mistakes.filter((mistake) => mistake.kind === kind));

/** What a text of a parameter says its operator is. */
export const operatorOf = ({ split }: Pick<Flow, 'split'>, text: string): string =>
  split(text)?.operator.toLowerCase() ?? 'eq';
