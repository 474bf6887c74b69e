// The REST face: a route for each declared resource, and nothing that is special to one of them.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { entityIdOf, referenceForm } from '../contract/entity.js';
import { flowOf } from '../contract/flows.js';
import { Given } from '../contract/given.js';
import { printNextLink } from '../contract/next-link.js';
import { equals } from '../contract/operators.js';
import { isPartial, lackOf } from '../contract/partial.js';
import { filledPath, keyParts, placesIn } from '../contract/path-key.js';
import { checkFirst, type Query, readQuery, wideHeader } from '../contract/query.js';
import { type Filter, type Limits, type List, type Lookup, sortOf } from '../contract/resource.js';
import { account } from '../contract/resources/accounts.js';
import { lists, lookups } from '../contract/resources/index.js';
import { isPast, timestampRange, withoutEqual } from '../contract/timestamps.js';
import type { InTurn } from '../in-turn.js';
import type { Ledger, Operation, Page, PageRequest } from '../ledger.js';
import { tellAge } from './caching.js';
import { namedBy } from './case-of-words.js';
import { notFound } from './errors.js';
import { tellMethods } from './methods.js';
import { contractNotFound, missing, readKeys } from './path-keys.js';
import { readExactSearch, readSearch } from './search.js';
import { type Answer, send } from './send.js';
import { maximumOf, type User } from './users.js';

export interface RestOptions {
  readonly limits: Limits;
  /** Whether accounts show their delegation address. */
  readonly delegation: boolean;
  /** The service's clock, in milliseconds since the epoch. */
  now(): number;
  /** Basic-auth users with a maximum page size of their own. */
  readonly users: readonly User[];
  /** Whether clients may keep answers; they may where it is left out. */
  readonly isKept?: boolean;
}

/** A request as the routes see it. */
interface Asked {
  readonly path: string;
  /** Parts of the path key as they came. */
  readonly keys: readonly string[];
  readonly query: Query;
  readonly limits: Limits;
  /** Whether values are taken that no client may type. */
  readonly isWide: boolean;
  readonly operation: Operation;
}

/** Registers the routes of all resources. */
export function restFace(
  app: FastifyInstance,
  ledger: Ledger,
  options: RestOptions,
  inTurn: InTurn,
): void {
  const face = resourceFace(ledger, options);
  const all = [...lists, ...lookups];
  for (const one of all) {
    const places = placesIn(one.path);
    const route = filledPath(
      one.path,
      places.map((name) => `:${name}`),
    );
    const named = namedBy(one, all);
    app.get(route, async (request, reply) => {
      const params = request.params as Readonly<Record<string, string | undefined>>;
      const path = pathOf(request);
      const { resource, keys } = named(
        path,
        places.map((name) => params[name] ?? ''),
      );
      // An empty part of a path is no key: there is no such route (contract A.13).
      if (keys.includes('')) throw contractNotFound({ message: notFound });
      return inTurn(request, async (operation) => {
        const query = readQueryOf(resource, request, options);
        const answer = await face.answer(resource, { path, keys, operation, ...query });
        tellAge(reply, answer.maxAge, operation, options.isKept ?? true);
        return send(reply, answer);
      });
    });
    tellMethods(app, one, route);
  }
}

/** The path as it came, without a slash at its end. */
const pathOf = ({ raw }: FastifyRequest): string =>
  (raw.url ?? '').split('?', 1).join('').replace(/\/$/, '');

/** What a request asks for beside the path. */
function readQueryOf(
  resource: List | Lookup,
  request: FastifyRequest,
  options: RestOptions,
): Pick<Asked, 'query' | 'limits' | 'isWide'> {
  const [, ...search] = (request.raw.url ?? '').split('?');
  const limits = { ...options.limits, maxPage: maximumOf(request.headers, options) };
  return {
    query: flowOf(resource).isExact
      ? readExactSearch(search.join('?'))
      : readSearch(search.join('?'), limits.repeats),
    limits,
    isWide: request.headers[wideHeader] === '1',
  };
}

function resourceFace(ledger: Ledger, options: RestOptions) {
  /** What the ledger is asked for beyond the plain members of an item. */
  const partsOf = ({ parts = {} }: List | Lookup, limits: Limits) => ({
    ...(parts.tokens && { tokens: limits[parts.tokens] }),
    ...(parts.delegation && { delegation: options.delegation }),
  });

  async function answerList(list: List, asked: Asked): Promise<Answer> {
    const { query, limits, operation } = asked;
    const keyed = () => list.keys && readKeys(list, asked.keys);
    const early = list.keyFirst ? keyed() : undefined;
    const read = await readQueryBelow(list, early, asked);
    const key = early ?? keyed();
    const order = read.order ?? list.order;
    const { filters, limit } = read;
    const parts = partsOf(list, limits);
    const below = key !== undefined && { key, given: true };
    const asks = filters.filter(({ parameter }) => !list.parameters[parameter]?.prints);
    const request = { filters: typed(asks), order, limit, parts, ...below };
    const page = await ledger.page(list, request, operation);
    if (!page) throw missing(list, key);
    operation.note({ rows: page.items.length });
    const next = list.unpaged?.(filters) ? null : linkOf(list, asked, request, page);
    const timestamp = list.timestamped ? { timestamp: page.timestamp } : {};
    const beside = list.beside && key !== undefined && (await besideOf(list, key, operation));
    const items = printed(list, query, page.items);
    const shown = { [list.items]: items, links: { next } };
    const body = Object.assign({}, timestamp, beside, shown);
    return { body, maxAge: list.maxAge, next, status: statusOf(list, page) };
  }

  /** What a body says of its list; where the key has an address or alias, of the id that it stands for. */
  async function besideOf(list: List, key: string, operation: Operation): Promise<object> {
    const parts = keyParts(list, key).map(async (part, at) => {
      if (list.keys?.[at]?.kind.isReference === undefined || referenceForm(part) === 'id')
        return part;
      return (await ledger.one(account, part, { filters: [] }, operation))?.account ?? part;
    });
    return list.beside?.of(await Promise.all(parts)) ?? {};
  }

  /** Below a key that must exist, its absence is told before mistakes in the query (contract A.8). */
  async function readQueryBelow(list: List, key: string | undefined, asked: Asked) {
    try {
      return readQuery(list, asked.query, asked.limits, asked.isWide);
    } catch (error) {
      if (key !== undefined && list.keyMustExist && flowOf(list).isKeyFirst) {
        const request = { key, filters: [], order: list.order, limit: 1 };
        if (!(await ledger.page(list, request, asked.operation))) throw missing(list, key);
      }
      throw error;
    }
  }

  async function answerLookup(lookup: Lookup, asked: Asked): Promise<Answer> {
    const { query, limits, isWide, operation } = asked;
    checkFirst(lookup, query);
    const early = lookup.keyFirst ? readKeys(lookup, asked.keys) : undefined;
    const read = readQuery(lookup, query, limits, isWide);
    const key = early ?? readKeys(lookup, asked.keys);
    const filters = typed(ownFilters(lookup, read.filters));
    const parts = partsOf(lookup, limits);
    const told = leavesNoTime(lookup, filters) ? lookup.noTime : undefined;
    const item = await ledger.one(
      lookup,
      key,
      { filters: told === undefined ? filters : [], parts, given: true },
      operation,
    );
    if (item === null && (told === undefined || entityIdOf(key) === null)) {
      // The alias of an account that only was not there at that time is not unknown.
      const isKnown =
        referenceForm(key) === 'alias' &&
        isPast(lookup, filters) &&
        (await ledger.one(lookup, key, { filters: [] }, operation)) !== null;
      throw isKnown ? contractNotFound({ message: notFound }) : missing(lookup, key);
    }
    if (told !== undefined) throw contractNotFound({ message: told });
    operation.note({ rows: 1 });
    const lack = item === null ? undefined : lackOf(item as object);
    if (lack !== undefined) throw contractNotFound(flowOf(lookup).words.missing(key, lack));
    const embedded = await embeddedList(lookup, item, read, asked);
    return {
      body: { ...(item as object), ...embedded?.members },
      maxAge: lookup.maxAge(item, options.now(), read.filters, key),
      next: embedded?.next ?? null,
      status: statusOf(lookup, item),
      plain: lookup.plain?.(item, read.filters),
    };
  }

  async function embeddedList(
    { embedded }: Lookup,
    item: unknown,
    { filters: conditions, limit, order: given }: ReturnType<typeof readQuery>,
    asked: Asked,
  ) {
    if (!embedded) return undefined;
    const { list, by, unless } = embedded;
    const isLeftOut = conditions.some((f) => f.parameter === unless && f.value === 'false');
    if (isLeftOut) return { members: { [list.items]: [], links: { next: null } }, next: null };
    const order = given ?? list.order;
    const shared = typed(conditions).filter(({ parameter }) =>
      Object.hasOwn(list.parameters, parameter),
    );
    const filters = [equals(by, embedded.of(item)), ...shared];
    const request = { filters, order, limit };
    const page = await ledger.page(list, request, asked.operation);
    if (!page) return undefined;
    asked.operation.note({ rows: page.items.length });
    const next = linkOf(list, asked, request, page);
    return { members: { [list.items]: page.items, links: { next } }, next };
  }

  return {
    answer: (resource: List | Lookup, asked: Asked) =>
      resource.is === 'list' ? answerList(resource, asked) : answerLookup(resource, asked),
  };
}

const leavesNoTime = (lookup: Lookup, filters: readonly Filter[]) =>
  timestampRange(withoutEqual(lookup, filters), lookup.instant, 'upper').isEmpty;

/** Of what was found for a resource; undefined for the usual one. */
const statusOf = ({ canBePartial }: List | Lookup, found: unknown) =>
  canBePartial && isPartial(found as object) ? 206 : undefined;

/** Items as the client wants them printed. */
function printed(
  { parameters }: List,
  query: Query,
  items: readonly unknown[],
): readonly unknown[] {
  let shown = items;
  for (const [name, { prints }] of Object.entries(parameters)) {
    const typed = query.get(name)?.at(-1);
    const print = typeof prints === 'function' && typed !== undefined ? prints(typed) : undefined;
    if (print) shown = shown.map((item) => print(item as never));
  }
  return shown;
}

/** All conditions of a query string are the client's own words. */
const typed = (filters: readonly Filter[]) =>
  filters.map((filter) => ({ given: byName, ...filter }));

/** The arguments of this face are the parameters themselves. */
const byName = new Given();

/** Conditions of a look-up itself, which are for the ledger: neither of the list in its body, nor of how it is printed. */
const ownFilters = ({ embedded, instant, parameters }: Lookup, filters: readonly Filter[]) =>
  filters.filter(({ parameter: name }) => {
    const isOfList =
      name === embedded?.unless || Object.hasOwn(embedded?.list.parameters ?? {}, name);
    return name === instant || !(isOfList || parameters[name]?.prints);
  });

function linkOf(
  list: List,
  { path, query, limits }: Asked,
  { order, filters }: Pick<PageRequest, 'order' | 'filters'>,
  { next }: Page<unknown>,
) {
  const linked = { ...list, sort: sortOf(list, filters) };
  const { repeats } = limits;
  return next && printNextLink({ path, query, list: linked, order, repeats }, next);
}
