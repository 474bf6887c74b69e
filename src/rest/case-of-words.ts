// Paths whose words are told from keys by their spelling, though routes take any case (contract F.1).
import type { List, Lookup } from '../contract/resource.js';

type Resource = List | Lookup;

const partsOf = (path: string): string[] => path.split('/');
const isPlace = (part: string | undefined): boolean => part?.startsWith('{') ?? false;

/** Whether a path can be one of both: a word of the one stands where the other has the same, or a key. */
function meet(a: Resource, b: Resource): boolean {
  const [own, others] = [partsOf(a.path), partsOf(b.path)];
  return (
    own.length === others.length &&
    own.every((part, at) => part === others[at] || isPlace(part) || isPlace(others[at]))
  );
}

/** How a path is a resource's as it is spelled: for each part, from the last on, whether it is a word; null where it is none. */
function rankOf({ path }: Resource, parts: readonly string[]): string | null {
  const own = partsOf(path);
  const fits = own.every((part, at) => isPlace(part) || part === parts[at]);
  return fits
    ? own
        .map((part) => (isPlace(part) ? '0' : '1'))
        .reverse()
        .join('')
    : null;
}

/** What a path asks for, and the parts of its key. */
interface Named {
  readonly resource: Resource;
  readonly keys: readonly string[];
}

/**
 * Of the resources that a path may name, the one with words as they are spelled, the last of them
 * first: `/contracts/results/state` is the state of a contract named `results`, and
 * `/contracts/Results` a contract of that name. A path that is spelled like none is the route's own.
 */
export function namedBy(route: Resource, all: readonly Resource[]) {
  const { area } = route.documents;
  const rivals = area.spelled
    ? all.filter((other) => other.documents.area === area && meet(route, other))
    : [];
  return (path: string, keys: readonly string[]): Named => {
    if (rivals.length < 2) return { resource: route, keys };
    const parts = partsOf(path).map(decoded);
    const fits = rivals.flatMap((resource) => {
      const rank = rankOf(resource, parts);
      return rank === null ? [] : [{ resource, rank }];
    });
    const [best] = fits.sort((a, b) => (a.rank < b.rank ? 1 : -1));
    if (!best || best.resource === route) return { resource: route, keys };
    const own = partsOf(best.resource.path).flatMap((part, at) =>
      isPlace(part) ? [parts[at] ?? ''] : [],
    );
    return { resource: best.resource, keys: own };
  };
}

/** A part of a path that the router has taken. */
const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
