// Counts what passed and failed by area, and prints it.
import { type Difference, type Expected, shown } from './compare.js';
import { type Deviation, deviations, deviationsOf } from './deviations.js';

interface Counts {
  passed: number;
  failed: number;
  deviating: number;
  notServed: number;
}

/** One answer that was looked at. */
interface Result {
  readonly area: string;
  readonly url: string;
  /** Where the expectation stands: a case file, or a line of recorded answers. */
  readonly source: string;
  readonly expected: Expected;
  readonly difference: Difference | undefined;
}

export interface Tally {
  /** Notes a result; a failure is printed at once. */
  add(result: Result): void;
  /** Notes a case that is about a route of the reference which is not ours. */
  skip(area: string): void;
  /**
   * Prints the table and the last line; whether nothing failed that should pass. Where every
   * deviation must have been seen, one that no request was about is a failure too.
   */
  finish(mustSee: boolean): boolean;
}

export function startTally(print: (line: string) => void): Tally {
  const areas = new Map<string, Counts>();
  const unseen = new Set<Deviation>(deviations);

  function countsOf(area: string): Counts {
    const known = areas.get(area);
    if (known) return known;
    const counts = { passed: 0, failed: 0, deviating: 0, notServed: 0 };
    areas.set(area, counts);
    return counts;
  }

  return {
    add({ area, url, source, expected, difference }) {
      const counts = countsOf(area);
      const listed = deviationsOf(area, url, expected);
      for (const deviation of listed) unseen.delete(deviation);
      const certain = listed.find(({ sometimes }) => !sometimes);
      const isListed = ({ at, explains }: Deviation, { path, body }: Difference) =>
        at.test(path) && (explains?.(expected.body, body) ?? true);
      if (difference && listed.some((deviation) => isListed(deviation, difference))) {
        counts.deviating += 1;
      } else if (difference) {
        counts.failed += 1;
        const { path, got } = difference;
        const wanted = shown(difference.expected);
        print(`FAIL ${source} ${url}\n  ${path}: expected ${wanted}, got ${shown(got)}`);
      } else if (certain) {
        counts.failed += 1;
        print(`FAIL ${source} ${url}\n  passes, but is listed as deviating: ${certain.reason}`);
      } else {
        counts.passed += 1;
      }
    },
    skip(area) {
      countsOf(area).notServed += 1;
    },
    finish(mustSee) {
      const unmet = mustSee ? [...unseen] : [];
      for (const { reason } of unmet)
        print(`FAIL a listed deviation is about no answer: ${reason}`);
      const total = { passed: 0, failed: unmet.length };
      print('');
      for (const [area, { passed, failed, deviating, notServed }] of [...areas].sort()) {
        total.passed += passed;
        total.failed += failed;
        const apart = [
          ...(deviating > 0 ? [`${deviating} deviating`] : []),
          ...(notServed > 0 ? [`${notServed} not served`] : []),
        ].join(', ');
        const row = `${area.padEnd(16)} ${String(passed).padStart(4)} / ${passed + failed}`;
        print(apart === '' ? row : `${row.padEnd(28)} ${apart}`);
      }
      print(`${total.passed} passed, ${total.failed} failed`);
      return total.failed === 0 && areas.size > 0;
    },
  };
}
