// What caches of clients are told of the schema: for Apollo Client, and for urql with graphcache; and generators of the scalars. Runs in browsers, and needs no package.
import { lists, possibleTypes, values } from './generated/cache-policies.js';

export { scalars } from './scalars.js';
export { possibleTypes };

/** The members of a field policy of Apollo Client that are looked at. */
interface PagePolicy {
  // biome-ignore lint/suspicious/noExplicitAny: Apollo's types of what is kept say no more
  read?: any;
  // biome-ignore lint/suspicious/noExplicitAny: Apollo's types of what is kept say no more
  merge?: any;
}

/**
 * Options of Apollo Client's `InMemoryCache`: pages of each list become one list, a list with another
 * filter, order or instant is another one, and values without an id belong to what they are in.
 *
 * ```ts
 * new InMemoryCache(apolloCache(relayStylePagination))
 * ```
 *
 * @param pagination `relayStylePagination` of `@apollo/client/utilities`
 */
export function apolloCache<Policy extends PagePolicy>(
  pagination: (keyArgs: string[]) => Policy,
): {
  possibleTypes: Record<string, string[]>;
  typePolicies: Record<
    string,
    { keyFields?: false; merge?: boolean; fields?: Record<string, Policy> }
  >;
} {
  const typePolicies: ReturnType<typeof apolloCache<Policy>>['typePolicies'] = {};
  // Two queries may select different members of one value; neither takes the other's away.
  for (const name of values) typePolicies[name] = { keyFields: false, merge: true };
  for (const [name, fields] of Object.entries(lists)) {
    const policies = Object.entries(fields).map(
      ([field, keyArgs]) => [field, asOneList(pagination(keyArgs))] as const,
    );
    typePolicies[name] = { ...typePolicies[name], fields: Object.fromEntries(policies) };
  }
  return { possibleTypes, typePolicies };
}

/**
 * What the policy by itself would take for a list in which there is nothing stays what it is: one that
 * failed, which is null, and one of which no row has been asked for, as beside `totalCount`. Rows are
 * the same list, whether they were asked for as `nodes` or as `edges`.
 */
function asOneList<Policy extends PagePolicy>(policy: Policy): Policy {
  const { read, merge } = policy;
  return {
    ...policy,
    read(existing: Page | null | undefined, options: Reading) {
      if (!existing) return existing;
      const { edges, hasRows, ...others }: Page = read(existing, options);
      if (!hasRows) return others;
      return { ...others, edges, nodes: edges?.map((edge) => options.readField('node', edge)) };
    },
    merge(existing: Page | null | undefined, incoming: Page | null, options: Reading) {
      if (!incoming) return existing ?? null;
      const { nodes, ...page } = incoming;
      const edges = nodes?.map((node, index) => {
        const edge = incoming.edges?.[index];
        return { ...edge, node: edge?.node ? options.mergeObjects(edge.node, node) : node };
      });
      const hasRows = existing?.hasRows || (edges ?? page.edges) !== undefined;
      const listed = { ...page, ...(edges && { edges }) };
      return { ...merge(existing ?? undefined, listed, options), hasRows };
    },
  };
}

/** A connection as it comes, and as it is kept: there all rows are edges. */
interface Page {
  readonly edges?: readonly { readonly node?: unknown }[];
  readonly nodes?: readonly unknown[];
  /** Whether any page of it has come with its rows. */
  readonly hasRows?: boolean;
}

/** What Apollo hands to a policy. */
interface Reading {
  readField(name: string, from: unknown): unknown;
  mergeObjects(one: unknown, other: unknown): unknown;
}

/**
 * Options of urql's `cacheExchange` of `@urql/exchange-graphcache`: the same for its cache.
 *
 * ```ts
 * cacheExchange(urqlCache(relayPagination))
 * ```
 *
 * @param pagination `relayPagination` of `@urql/exchange-graphcache/extras`
 */
// biome-ignore lint/suspicious/noExplicitAny: a resolver is called with what it is called with
export function urqlCache<Resolver extends (...given: any[]) => any>(
  pagination: () => Resolver,
): {
  keys: Record<string, () => null>;
  possibleTypes: Record<string, string[]>;
  resolvers: Record<string, Record<string, Resolver>>;
} {
  return {
    keys: Object.fromEntries(values.map((name) => [name, () => null])),
    possibleTypes,
    resolvers: Object.fromEntries(
      Object.entries(lists).map(([name, fields]) => [
        name,
        Object.fromEntries(Object.keys(fields).map((field) => [field, asAsked(pagination())])),
      ]),
    ),
  };
}

/** Rows that were asked for as `nodes` alone, or as `edges`, are not there in the other form: not none. */
// biome-ignore lint/suspicious/noExplicitAny: a resolver is called with what it is called with
function asAsked<Resolver extends (...given: any[]) => any>(resolve: Resolver): Resolver {
  const asked = (...given: Parameters<Resolver>): unknown => {
    const page = resolve(...given);
    const { edges, nodes, ...others } = page ?? {};
    if (edges?.length > 0 && nodes?.length === 0) return { ...others, edges };
    return nodes?.length > 0 && edges?.length === 0 ? { ...others, nodes } : page;
  };
  return asked as Resolver;
}
