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
      ([field, keyArgs]) => [field, withFailures(pagination(keyArgs))] as const,
    );
    typePolicies[name] = { ...typePolicies[name], fields: Object.fromEntries(policies) };
  }
  return { possibleTypes, typePolicies };
}

/**
 * A list that failed is null. By itself the policy would make an empty list of it, which says that
 * there is nothing.
 */
function withFailures<Policy extends PagePolicy>(policy: Policy): Policy {
  const { read, merge } = policy;
  return {
    ...policy,
    read: (existing: unknown, options: unknown) => existing && read(existing, options),
    merge: (existing: unknown, incoming: unknown, options: unknown) =>
      incoming ? merge(existing ?? undefined, incoming, options) : (existing ?? null),
  };
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
export function urqlCache<Resolver>(pagination: () => Resolver): {
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
        Object.fromEntries(Object.keys(fields).map((field) => [field, pagination()])),
      ]),
    ),
  };
}
