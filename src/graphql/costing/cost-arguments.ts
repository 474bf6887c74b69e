// What arguments say of the cost of a field: how long its lists are, and how much there is to read in them.
import { type FieldNode, type GraphQLField, getArgumentValues } from 'graphql';
import { entityIdOf } from '../../contract/entity.js';
import { defaultLimits } from '../../contract/resource.js';
import { accountReference, readOrNull } from '../../contract/values.js';

type Arguments = Readonly<Record<string, unknown>>;

/** What a field loads where its type does not tell; as `extensions.cost` of the field. */
export interface FieldCost {
  /** One read per parent (`each`), or one for several (`batch`); objects with an id are batched. Of a page, its `count`. */
  readonly loads?: 'each' | 'batch' | 'count';
  /** Calls that one such read takes at the most; left out, one. */
  readonly calls?: number;
  /** Calls that may follow, as they seldom do: charged once for all objects, and beyond that as they come. */
  readonly further?: number;
  /** What its arguments say of that: the calls, and what its objects are seen as below it, such as in `freeBelow`. */
  by?(given: Arguments): { readonly calls?: number; readonly via?: string };
  /** Items of a page of its list at the most, where they are fewer than usual. */
  readonly page?: number;
  /** Rows that it reads at the least, however few of them are shown. */
  readonly rows?: number;
  /** Argument that says how many items there are at the most; they come of one read. */
  readonly atMost?: string;
  /** Fields whose objects bring the value along, or what is shared. */
  readonly freeBelow?: readonly string[];
  /** Whether nothing is loaded where no more is selected than what its id is made of. */
  readonly freeById?: true;
  /** Whether one read per parent gives the ids of a list, and the objects are read by these where more is selected. */
  readonly thenEach?: true;
  /** Whether the object is of one of several types, and read as that where more is selected than its id. */
  readonly byType?: true;
  /** Lists whose items share what is shared with the object that has the list; where nothing is, those of one list are read together. */
  readonly sharedBelow?: readonly string[];
  /** Lists whose items lead to one object all: that which has the list. */
  readonly sameBelow?: readonly string[];
  /** Argument that says how many items a plain list has at the most, each of which is a read of its own over HTTP. */
  readonly times?: string;
  /** Argument, or field of `filter`, that may be an address or an alias, of which the account is found out first. */
  readonly names?: string;
  /** Argument without which nothing is loaded of an object as it is now. */
  readonly onlyWith?: string;
  /** Field of `filter` of which each value is one item at the most. */
  readonly unique?: string;
  /** Fields of `filter` for which rows are looked through, each with the calls that a page takes for it. */
  readonly scans?: Readonly<Record<string, number>>;
  /** Name of one read per parent that all fields which say it share; `calls` are those of that. */
  readonly shares?: string;
  /** Name of a read that follows it, which is shared in the same way and is made also where it is brought along. */
  readonly thenShares?: string;
  /** Calls that it takes below some fields, where these are others than elsewhere; each of them may give its rows. */
  readonly callsBelow?: Readonly<Record<string, number>>;
  /** Whether that read is made in place of the one of the object which has the field. */
  readonly instead?: true;
  /** Whether that read gives the objects of the field themselves, and not only what leads to them. */
  readonly gives?: true;
  /** Whether lists of what was at a time are read again together, as rows of that time. */
  readonly ofPast?: true;
  /** What the parents are that alone have it: none is of two such kinds. */
  readonly ofKind?: string;
  /** What is asked for parent by parent on every ledger. */
  readonly apart?: boolean;
  /** Fields below which it is, since their objects are each of a time of its own. */
  readonly apartBelow?: readonly string[];
}

/** Fields whose objects are named by their global ids. */
export const byGlobalId: readonly string[] = ['Query.node', 'Query.nodes', 'Query._entities'];

/** Fields whose object is what was looked up by its key: `field`, and those of global ids. */
export const lookedUp = (...fields: string[]): readonly string[] => [...fields, ...byGlobalId];

/** Points of a history at the most: a leap year of days. */
export const mostPoints = 366;

/** Pages that are looked through for rows that meet a condition. */
export const mostScanned = 10;

type Filters = Readonly<
  Record<string, { readonly eq?: unknown; readonly in?: readonly unknown[] | null } | null>
>;

const none: Arguments = {};

/** Arguments of the fields of one operation, each read once however often it is reached. */
export class GivenArguments {
  readonly #variables: Readonly<Record<string, unknown>>;
  readonly #read = new Map<FieldNode, { readonly field: unknown; readonly given: Arguments }>();
  readonly #members = new Map<FieldNode, number>();

  constructor(variables: Readonly<Record<string, unknown>>) {
    this.#variables = variables;
  }

  /** Arguments of a field; none where a value is wrong, since the field is refused then. */
  of(field: GraphQLField<unknown, unknown>, node: FieldNode): Arguments {
    if (field.args.length === 0) return none;
    const known = this.#read.get(node);
    if (known?.field === field) return known.given;
    let given = none;
    try {
      given = getArgumentValues(field, node, this.#variables as Record<string, unknown>);
    } catch {}
    this.#read.set(node, { field, given });
    return given;
  }

  /** Values in the arguments, which are read once for each object that has the field. */
  members(field: GraphQLField<unknown, unknown>, node: FieldNode): number {
    if (!node.arguments?.length) return 0;
    let members = this.#members.get(node);
    if (members === undefined) {
      members = countIn(this.of(field, node)) - 1;
      this.#members.set(node, members);
    }
    return members;
  }

  /** Items that a connection is asked for; null counts as not given, and too many are refused there. */
  size(field: GraphQLField<unknown, unknown>, node: FieldNode, maxPage: number): number {
    const { first, last, filter } = this.of(field, node);
    const size = first ?? last ?? defaultLimits.page;
    if (typeof size !== 'number' || size <= 0 || size > maxPage) return 0;
    const given = uniqueIn(field, filter);
    if (given?.eq) return 1;
    return given?.in ? Math.min(size, given.in.length) : size;
  }

  /** Calls beside those for its pages that a list takes which is asked for by ids, of which one takes so many. */
  further(field: GraphQLField<unknown, unknown>, node: FieldNode, keys: number): number {
    const { length = 0 } = uniqueIn(field, this.of(field, node)['filter'])?.in ?? {};
    return Math.max(Math.ceil(length / keys) - 1, 0);
  }

  /** Whether the account that a field is asked about is named by an address or an alias. */
  isNamed(field: GraphQLField<unknown, unknown>, node: FieldNode): boolean {
    const { names } = (field.extensions['cost'] ?? {}) as FieldCost;
    if (names === undefined) return false;
    const given = this.of(field, node);
    const text = given[names] ?? (given['filter'] as Arguments | null | undefined)?.[names];
    const reference = typeof text === 'string' ? readOrNull(accountReference, text) : null;
    return reference !== null && entityIdOf(reference) === null;
  }

  /** Calls that looking through pages for rows takes at the most; 0 where all rows are wanted. */
  scans(field: GraphQLField<unknown, unknown>, node: FieldNode): number {
    const { scans = {} } = (field.extensions['cost'] ?? {}) as FieldCost;
    const filter = this.of(field, node)['filter'] as Arguments | null | undefined;
    const given = Object.keys(scans).filter((name) => filter?.[name] != null);
    return mostScanned * given.reduce((most, name) => Math.max(most, scans[name] ?? 1), 0);
  }

  /** Items of a plain list of which an argument says how many; too many are refused there. */
  times(field: GraphQLField<unknown, unknown>, node: FieldNode, argument: string): number {
    const times = this.of(field, node)[argument];
    return typeof times === 'number' && times > 0 && times <= mostPoints ? times : 0;
  }

  /** Objects of a plain list that is bounded, or asked for by keys; undefined for any other. */
  listLength(field: GraphQLField<unknown, unknown>, node: FieldNode): number | undefined {
    const { atMost } = (field.extensions['cost'] ?? {}) as FieldCost;
    const argument = field.args.find(({ name }) => name === atMost);
    const bound = argument && (this.of(field, node)[argument.name] ?? argument.defaultValue);
    if (typeof bound === 'number') return bound > 0 ? Math.min(bound, defaultLimits.maxPage) : 0;
    return Object.values(this.of(field, node)).find(Array.isArray)?.length;
  }
}

/** What is given of the field of `filter` of which each value is one item at the most. */
function uniqueIn({ extensions }: GraphQLField<unknown, unknown>, filter: unknown) {
  const { unique = '' } = (extensions['cost'] ?? {}) as FieldCost;
  return (filter as Filters | null | undefined)?.[unique];
}

/** Scalars, lists and objects in a value, itself included. */
function countIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  let members = 1;
  for (const member of Object.values(value)) members += countIn(member);
  return members;
}
