// What a resource of the contract is: the data from which URLs, routes, checks and cursors follow.
import type { ErrorMessage } from '../errors.js';
import type { ExtraParts } from './extra-parts.js';
import type { Given } from './given.js';
import type { Shape } from './shape.js';
import type { Kind } from './values.js';

export const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const;
export type Operator = (typeof operators)[number];
export type Order = 'asc' | 'desc';
export const flipped = { asc: 'desc', desc: 'asc' } as const satisfies Record<Order, Order>;

/** One condition on a parameter; `value` is canonical text of the parameter's kind. */
export interface Filter {
  readonly parameter: string;
  readonly operator: Operator;
  readonly value: string;
  /** Whether the client has typed it, so that what is wrong with it is the client's to correct. */
  readonly given?: Given;
}

/** The sort-key values of a row as canonical text, in sort order: a place in a list. */
export type Position = readonly string[];

export interface Parameter {
  /** All that the ledger can hold. */
  readonly kind: Kind;
  /**
   * Narrower pattern (`^…$`) of what a REST client may type. A bound of a sort key is not held to
   * it: links of ours name the places of rows that way, and a row is where the ledger has it.
   */
  readonly typed?: RegExp;
  readonly description: string;
  /** Operators that the endpoint takes; any other is refused. */
  readonly operators: readonly Operator[];
  /** Which values an operator does not go with; left out, each goes with all. */
  refuses?(operator: Operator, value: string): boolean;
  /**
   * What repeated values mean (contract A.10, J.1): `any` = equal to any of the eq values and all other
   * conditions, `all` = every condition, `last` or `first` = that value alone, `once` = a mistake,
   * `sides` = of what bounds or equals from below the last one, and of what bounds from above.
   */
  readonly repeat: 'any' | 'all' | 'last' | 'first' | 'once' | 'sides';
  /** How many values it takes, where that is not the same for all, and what messages call it then. */
  readonly values?: { readonly maximum: number; readonly argument?: string };
  /** Operators that the reference reads and then forgets, so that there is no condition (contract J.1). */
  readonly forgets?: readonly Operator[];
  /** Whether operators are taken in lower case only, where others of its endpoint are in any. */
  readonly isLowerCase?: true;
  /** Nothing stands before the value, not even `eq:`: ids, numbers of rows and times alone have operators (contract J.1). */
  readonly isBare?: true;
  /** The reference takes any operator here and does not look at it. */
  readonly anyOperator?: boolean;
  /** Message of the reference for an operator outside of `operators`, in place of the usual one. */
  readonly refusal?: string;
  /** What it is taken to be where it is left out. */
  readonly default?: string;
  /** What a right value counts as behind an operator, be it `eq`: the reference looks at the text as it came (contract B.3). */
  readonly behindOperator?: string;
  /** A value that is none is told after all other mistakes, and alone; its operator is looked at with the others (contract B.1). */
  readonly isLate?: true;
  /** Message of the reference for an id of the right shape that can not exist, in place of the usual one. */
  readonly impossible?: string;
  /** Where a reference equals nobody, nothing is found at all, instead of none. */
  readonly mustExist?: true;
  /**
   * It says how the answer is printed, and is nothing to a ledger; a function tells what the text that
   * a client has typed makes of each item, and undefined leaves them as they are.
   */
  readonly prints?: true | ((typed: string) => ((item: never) => unknown) | undefined);
}

export interface SortKey<T> {
  readonly parameter: string;
  readonly kind: Kind;
  /** The key's value in an item, as the contract prints it; the conditions may say which of its members that is. */
  of(item: T, filters?: readonly Filter[]): string | number | bigint | null;
  /** Canonical text that stands for an item without this key; links leave it out. */
  readonly absent?: string;
}

/** A part of a resource's path key. */
export interface KeyRule {
  /** Name that error messages use (contract A.2). */
  readonly parameter: string;
  readonly kind: Kind;
  readonly description: string;
  /** Message of the reference for text of another kind, in place of the usual one. */
  readonly refusal?: string | ((text: string) => string | undefined);
  /** An id of the right shape that can not exist is told as such, and not as any other mistake. */
  readonly tellsIds?: true;
}

/** The two kinds of ledger: a mirror node over HTTP, and its database. */
export type LedgerKind = 'remote' | 'sql';

/** A rule over the conditions of a request, whichever face they come by; answers the error that it breaks. */
export type Rule = (filters: readonly Filter[]) => ErrorMessage | undefined;

/** A rule over the text of parameters as it came; answers the error that it breaks, if any. */
export type Check = (query: ReadonlyMap<string, readonly string[]>) => ErrorMessage | undefined;

/** Two parameters that exclude each other, and the contract's words for who gives both. */
interface Apart {
  readonly parameters: readonly [string, string];
  readonly message: string;
}

/**
 * The reference's ways of reading a query string: two in JavaScript (contract A.8), and two in Java,
 * by single arguments or by an object of them (contract A.15, J.1).
 */
export type FlowName = 1 | 2 | 'java' | 'java object';

/** Items of a page: when the request names no limit, at the most, and what more than that means. */
export interface PageSizes {
  readonly page: number;
  readonly maxPage: number;
  readonly beyond: 'clamped' | 'refused';
}

/** What resources are grouped by in the documents; its name is the first part of their paths. */
interface Area {
  readonly name: string;
  readonly description: string;
  /** Words of paths are told from keys by their case (contract F.1). */
  readonly spelled?: true;
}

/** What a resource is called in the documents: names of the contract, so clients may rely on them. */
interface DocumentNames {
  readonly area: Area;
  readonly operation: string;
  /** Component of the whole body where that is more than the item. */
  readonly body?: string;
  /** A path key to try; the embedded sample has it. */
  readonly example?: string;
}

interface Resource<T> {
  readonly name: string;
  readonly description: string;
  readonly documents: DocumentNames;
  /** The only kind of ledger that can answer this, and why the other can not. */
  readonly answeredBy?: { readonly ledger: LedgerKind; readonly reason: string };
  /** What an item is: its members, their kinds and their meaning. */
  readonly row: Shape & { readonly static: T };
  readonly parts?: ExtraParts;
  /** What there is where the ledger has only a part of what belongs to it (`isPartial`, status 206). */
  readonly canBePartial?: string;
  /** Parameter by which the state at an instant can be asked for. */
  readonly instant?: string;
  /** Whether what these conditions name will never be another; `now` in milliseconds. */
  isFinal?(filters: readonly Filter[], now: number): boolean;
  /** Path below the base address; `{id}` and the like stand for the parts of the key. */
  readonly path: string;
  /** The parts of the key, in the order of the path; none where there is one such list or item. */
  readonly keys?: readonly KeyRule[];
  /** Whether the key is checked before the query string (contract A.8). */
  readonly keyFirst?: boolean;
  /** Whether all parts of the key that are wrong are told, instead of the first of them. */
  readonly keysTogether?: true;
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** By which rules the reference reads a query string; they are in `flows`. */
  readonly flow: FlowName;
  /** What a client is told where the key names nothing, in place of the usual words. */
  readonly missing?: string | ((key: string) => string);
  /** Parameters that must not come together, whatever their values are. */
  readonly apart?: readonly Apart[];
  /** Rules over several conditions, tried when each of them is right by itself. */
  readonly rules?: readonly Rule[];
  /** Rules over how values are spelled, of which conditions know nothing; tried before the `rules`. */
  readonly spelled?: readonly Check[];
  /** The same, tried before the path and all else. */
  readonly first?: readonly Check[];
}

/**
 * A search that the contract takes only within a span of time. It is the contract's rule and not one of
 * databases: a ledger over HTTP walks from span to span by itself.
 */
export interface Search {
  /** Parameters that make a request a search. */
  readonly by: readonly string[];
  /** Nanoseconds that its range of times has at the most. */
  readonly span: bigint;
  /** What is wrong with the range of times that a client gives. */
  readonly broken: Rule;
}

/** A list of items behind one path, in the order of its sort keys. */
export interface List<T = unknown> extends Resource<T> {
  readonly is: 'list';
  /** Member of the body that holds the items. */
  readonly items: string;
  readonly sort: readonly SortKey<T>[];
  /** The same keys where a state in the past is asked for, of which databases keep another order. */
  readonly instantSort?: readonly SortKey<T>[];
  readonly order: Order;
  /** Page sizes of its own, which no service sets otherwise. */
  readonly pages?: Partial<PageSizes>;
  /** Seconds for which an answer may be cached. */
  readonly maxAge: number;
  /** What the body says of the list itself, beside its items: of the canonical parts of its key. */
  readonly beside?: {
    readonly members: Readonly<Record<string, Shape>>;
    of(key: readonly string[]): object;
  };
  /** The body carries a `timestamp` of its own. */
  readonly timestamped?: boolean;
  /** Conditions on the sort keys make one range over all of them (contract A.14). */
  readonly together?: boolean;
  /** A range from one value of the first key to the same counts as equality (contract H.1). */
  readonly pairIsEqual?: boolean;
  readonly search?: Search;
  /** Parameter by which several items can be asked at once. */
  readonly batch?: string;
  /**
   * What a key that names nothing means: a 404 (`always`), a 404 where it is a reference such as an
   * alias and an empty list where it is an id (`reference`); left out, an empty list.
   */
  readonly keyMustExist?: 'always' | 'reference';
  /** Whether the contract answers these conditions with one page and no link, however many match. */
  unpaged?(filters: readonly Filter[]): boolean;
}

/** Rows of a list in the place of an item, or its first one in an order. */
export interface Elsewhere {
  readonly list: List;
  readonly filters: readonly Filter[];
  readonly first?: Order;
  /** Nanoseconds by which rows follow each other, about: rows of times that are near come of one page. */
  readonly every?: bigint;
}

/** The sort keys of a list under these conditions. */
export const sortOf = <T>(list: List<T>, filters: readonly Filter[]): readonly SortKey<T>[] =>
  list.instantSort && filters.some(({ parameter }) => parameter === list.instant)
    ? list.instantSort
    : list.sort;

/** One item behind one path. */
export interface Lookup<T = unknown> extends Resource<T> {
  readonly is: 'lookup';
  /** Member of the body that holds what one key names, where that is several things; none of them is no item. */
  readonly several?: string;
  /** The key is no place in the list in whose path the item stands: numbers or hashes in one that goes by time. */
  readonly keyedApart?: true;
  /** Whether an item goes by a key that is not its id, such as a hash; left out, any item does. */
  goesBy?(key: string, item: T, filters: readonly Filter[]): boolean;
  /** Seconds for which an answer may be cached; `now` in milliseconds. */
  maxAge(item: T, now: number, filters: readonly Filter[], key: string): number;
  /** The conditions of a list for a key that the path does not take; undefined for any other key. */
  elsewhere?(key: string): Elsewhere | undefined;
  /** What is said where the bounds of the instant leave no time, in place of the usual words. */
  readonly noTime?: string;
  /** The item as plain text, where the conditions ask for that. */
  plain?(item: T, filters: readonly Filter[]): string | undefined;
  /** The list whose rows are whole items too, so that several keys can be asked at once. */
  readonly batch?: List<T>;
  /** A list that the body carries beside the item, unless a parameter says not to. */
  readonly embedded?: {
    readonly list: List;
    /** Parameter of the list by which its items belong to this one. */
    readonly by: string;
    /** That parameter's value for an item. */
    of(item: T): string;
    /** Flag of the look-up that leaves the list out. */
    readonly unless: string;
  };
}

/** Numbers of the contract that a service may set otherwise; these are its defaults. */
export const defaultLimits = {
  /** Items of a page when the request names no limit. */
  page: 25,
  /** Items of a page at the most; a greater limit is answered with this many. */
  maxPage: 100,
  /** Token balances in a row of a list. */
  tokensPerRow: 50,
  /** Token balances in a single account. */
  tokensPerAccount: 1000,
  /** Values of one parameter. */
  repeats: 100,
} as const;

export type Limits = { readonly [name in keyof typeof defaultLimits]: number };
