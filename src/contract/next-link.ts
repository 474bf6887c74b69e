// `links.next` of the contract: how one is printed, and which place one names.
import { type Compared, compare, comparedOf } from './compared.js';
import { type Flow, operatorOf } from './flow.js';
import { flowOf } from './flows.js';
import { type Bound, isBound, isEmptyInterval } from './interval.js';
import { isInstant } from './log-rules.js';
import { isStrict, meets, sideOf } from './operators.js';
import { boundsAfter, isForward, type Sort } from './position.js';
import type { Query } from './query.js';
import {
  defaultLimits,
  type Filter,
  type List,
  type Operator,
  type Order,
  type Position,
} from './resource.js';
import { type Kind, readOrNull } from './values.js';

/** What of a list a link depends on. */
type Linked = Pick<List<never>, 'sort' | 'flow' | 'parameters' | 'pairIsEqual'>;

/** A page as it was asked for. */
interface Asked {
  readonly path: string;
  readonly query: Query;
  readonly list: Linked;
  readonly order: Order;
  /** How many values a parameter takes at the most. */
  readonly repeats?: number;
}

/**
 * `links.next` of a full page (contract A.14, A.15): the request's own parameters with the position
 * put in, or null where no row can lie beyond it.
 *
 * Where the reference repeats the request itself, because the key is pinned by equality, this
 * gives the page beyond the position, or null when all pinned values have been passed. Of values that
 * are too many for a parameter it has those that still say something, since it is to be taken too.
 */
export function printNextLink(
  { path, query, list, order, repeats = defaultLimits.repeats }: Asked,
  position: Position,
): string | null {
  const { sort } = list;
  const flow = flowOf(list);
  const next = new Map(
    [...query].map(([name, texts]) => [name, textsThatCount(list, name, texts)]),
  );
  const isPinned = (name: string) => {
    const kind = kindOf(list, name);
    const given = (next.get(name) ?? []).map((text) => {
      return { operator: operatorOf(flow, text), value: readOrNull(kind, valueIn(text)) ?? '' };
    });
    const isOne = list.pairIsEqual && name === sort[0]?.parameter && isInstant(given);
    return isOne || given.some(({ operator }) => operator === 'eq');
  };
  const after = boundsAfter(sort, order, position, isPinned);
  // All keys are pinned, or absent: there is no other row.
  if (after.length === 0) return null;
  for (const bound of after) place(next, list, order, bound);
  const first = sort[0];
  const bounds = (next.get(first?.parameter ?? '') ?? []).map((text) =>
    boundOf(flow, first?.kind as Kind, text),
  );
  if (isEmptyInterval(first?.kind as Kind, bounds)) return null;
  for (const bound of after) {
    const texts = next.get(bound.parameter) ?? [];
    const { values } = list.parameters[bound.parameter] ?? {};
    const isTooMany = texts.length > (values?.maximum ?? repeats);
    if (isTooMany) next.set(bound.parameter, textsBeyond(list, order, bound, texts));
  }
  const pairs = [...next].flatMap(([name, values]) =>
    values.map((value) => `${escaped(name)}=${escaped(value)}`),
  );
  return `${path}?${pairs.join('&')}`;
}

/** Kind of a sort key. */
const kindOf = ({ sort }: Linked, parameter: string): Kind =>
  sort.find((key) => key.parameter === parameter)?.kind as Kind;

/**
 * The texts of a parameter, without those after which another of their side counts: a position is to be
 * the last of its side. A blank one of a key pins nothing, where it is taken for absent.
 */
function textsThatCount(list: Linked, name: string, texts: readonly string[]): string[] {
  const { repeat, operators = [] } = list.parameters[name] ?? {};
  const flow = flowOf(list);
  const isKey = list.sort.some(({ parameter }) => parameter === name);
  const all = texts.filter((text) => text.trim() !== '' || !(isKey && flow.isBlankAbsent));
  if (repeat !== 'sides') return all;
  const sides = all.map((text) => {
    const operator = operatorOf(flow, text) as Operator;
    return operators.includes(operator) ? sideOf(operator) : undefined;
  });
  const isLast = (index: number) => sides.lastIndexOf(sides[index]) === index;
  return all.filter((_text, index) => sides[index] === undefined || isLast(index));
}

/** The texts of a key that still say something beyond a bound which is among them. */
function textsBeyond(list: Linked, order: Order, bound: Filter, texts: string[]): string[] {
  const flow = flowOf(list);
  const { parameter, operator, value } = bound;
  const kind = kindOf(list, parameter);
  const { forgets = [] } = list.parameters[parameter] ?? {};
  const at = comparedOf(kind, value) as Compared;
  const sign = order === 'asc' ? 1 : -1;
  const ends = texts
    .map((text) => ({ text, end: boundOf(flow, kind, text) }))
    .filter(({ end: [name, end] }) => isBound(name) && end !== null && !isForward(order, name))
    .sort(({ end: [a, x] }, { end: [b, y] }) => {
      const side = sign * compare(x as Compared, y as Compared);
      return side || Number(isStrict(b as Operator)) - Number(isStrict(a as Operator));
    });
  return [...new Set(texts)].filter((text) => {
    const [name, other] = boundOf(flow, kind, text);
    if ((forgets as readonly string[]).includes(name)) return false;
    if (other === null || isForward(order, name)) return true;
    return isBound(name) ? text === ends[0]?.text : meets(operator, compare(other, at));
  });
}

/**
 * Names that nobody knows may be any text, as may be what is passed over before an operator; and a
 * link is a header too. All else of a query is written without escapes.
 */
const escaped = (text: string) => encodeURIComponent(text).replaceAll('%3A', ':');

/** Puts a bound where the reference puts it: behind what stays of the key, else at the end. */
function place(
  query: Map<string, string[]>,
  list: Linked,
  order: Order,
  { parameter: name, operator, value }: Filter,
): void {
  const flow = flowOf(list);
  const bound = `${operator}:${value}`;
  const before = query.get(name) ?? [];
  const kept = before.filter((text) => !isForward(order, operatorOf(flow, text)));
  if (kept.length === 0 && (flow.isLostKeyLast || before.length === 1)) query.delete(name);
  // Behind an address or alias the contract takes no bound, before it it does (contract B.1).
  const kind = kindOf(list, name);
  const isPlain = kept.every((text) => boundOf(flow, kind, text)[1] !== null);
  query.set(name, isPlain ? [...kept, bound] : [bound, ...kept]);
}

const valueIn = (text: string) => text.slice(text.lastIndexOf(':') + 1);

function boundOf(flow: Flow, kind: Kind, text: string): Bound {
  const canonical = readOrNull(kind, valueIn(text));
  return [operatorOf(flow, text), canonical === null ? null : comparedOf(kind, canonical)];
}

/**
 * The position that an upstream's `links.next` names. Reads the declared keys and nothing else of
 * the link: neither its host nor its path is ever followed. Null where a key is missing.
 */
export function positionInLink(sort: Sort, order: Order, link: string): Position | null {
  const query = new URLSearchParams(link.slice(link.indexOf('?') + 1));
  const position = sort.map(({ parameter, kind, absent = null }) => {
    const bounds = query.getAll(parameter).map((text) => /^(?:(\w+):)?(.*)$/s.exec(text));
    // A key that is pinned has no bound beside it, and stays what it is.
    const pinned = sort.length > 1 && bounds.length === 1 ? bounds[0] : undefined;
    const isPinned = (pinned?.[1] ?? 'eq') === 'eq';
    const bound = bounds.find((b) => isForward(order, b?.[1] ?? '')) ?? (isPinned ? pinned : null);
    return bound ? readOrNull(kind, bound[2] as string) : absent;
  });
  return position.includes(null) ? null : (position as Position);
}
