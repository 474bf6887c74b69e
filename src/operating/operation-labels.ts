// By which names operations are told apart in metrics: clients choose them, so there must be an end.
import { LRUCache } from 'lru-cache';
import { shownName } from '../answers/report.js';

/** Names beside the known ones that get a label. */
const maxNames = 100;
/** How often a name must have come to get the first one, and how much more often for each that is given. */
const timesForFirst = 2;
const moreForEach = 3;
/** Names that are counted until they have come so often. */
const counted = 1000;

/**
 * Labels of operations: `known` ones, such as trusted operations and routes, by their names, and
 * others once they have come again and again; anonymous ones, and the rest together as `other`. The
 * first label takes 2 requests, the tenth 29, the last 299: who makes up names can hardly take them.
 */
export function operationLabels(known: readonly string[]): (name: string | null) => string {
  const always = new Set(known.map(shownName));
  const usual = new Set<string>();
  const times = new LRUCache<string, number>({ max: counted });
  return (name) => {
    if (name === null) return 'anonymous';
    if (always.has(name) || usual.has(name)) return name;
    if (usual.size >= maxNames) return 'other';
    const seen = (times.get(name) ?? 0) + 1;
    times.set(name, seen);
    if (seen < timesForFirst + moreForEach * usual.size) return 'other';
    times.delete(name);
    usual.add(name);
    return name;
  };
}
