// A histogram for what is observed with each request: what belongs to a set of labels is found by one look.
//
// prom-client checks, copies and spells out the labels of each observation, which for the two of a
// request comes to a twentieth of it. Here that is done once for a set of labels, and its own text is
// made when somebody asks.
import type { Metric, Registry } from 'prom-client';

/**
 * A line of the text. Its labels stay the same object, of which the library keeps the text that it has
 * made of them; to spell them out anew was most of what a text of thousands of lines took.
 */
interface Line {
  readonly metricName: string;
  readonly sharedLabels: Readonly<Record<string, string | number>>;
  value: number;
}

/** Observations under one set of labels. */
interface Series {
  /** For each bound how many were not above it, and above the one before. */
  readonly counts: number[];
  /** A line for each bound, in the same order. */
  readonly buckets: readonly Line[];
  readonly all: Line;
  readonly sum: Line;
  readonly count: Line;
}

interface Histogram {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
  /** Upper bounds, ascending. */
  readonly bounds: readonly number[];
}

export class Timings {
  readonly type = 'histogram';
  readonly aggregator = 'sum';
  readonly name: string;
  readonly help: string;
  readonly #labelNames: readonly string[];
  readonly #bounds: readonly number[];
  readonly #series = new Map<string, Series>();

  constructor(registry: Registry, { name, help, labelNames, bounds }: Histogram) {
    this.name = name;
    this.help = help;
    this.#labelNames = labelNames;
    this.#bounds = bounds;
    registry.registerMetric(this as unknown as Metric);
  }

  /** Counts one; its labels come in the order of their names, none with a line break in it. */
  observe(first: string, second: string, third: string | number, seconds: number): void {
    const key = `${first}\n${second}\n${third}`;
    let series = this.#series.get(key);
    if (!series) {
      series = this.#newSeries([first, second, third]);
      this.#series.set(key, series);
    }
    series.sum.value += seconds;
    series.count.value += 1;
    const bounds = this.#bounds;
    for (let index = 0; index < bounds.length; index += 1) {
      if (seconds > (bounds[index] as number)) continue;
      (series.counts[index] as number) += 1;
      return;
    }
  }

  reset(): void {
    this.#series.clear();
  }

  /** What a registry makes its text of: counts up to each bound, and of all. */
  async get() {
    const { name, help, type, aggregator } = this;
    const values = [...this.#series.values()].flatMap(told);
    return { name, help, type, aggregator, values };
  }

  #newSeries(values: readonly (string | number)[]): Series {
    const labels = Object.fromEntries(
      values.map((value, index) => [this.#labelNames[index], value]),
    );
    const line = (suffix: string, sharedLabels: Line['sharedLabels']): Line => ({
      metricName: `${this.name}_${suffix}`,
      sharedLabels,
      value: 0,
    });
    const bucket = (le: number | string) => line('bucket', { le, ...labels });
    return {
      counts: this.#bounds.map(() => 0),
      buckets: this.#bounds.map(bucket),
      all: bucket('+Inf'),
      sum: line('sum', labels),
      count: line('count', labels),
    };
  }
}

/** The lines of a series as they are now. */
function told({ counts, buckets, all, sum, count }: Series): readonly Line[] {
  let below = 0;
  for (const [index, bucket] of buckets.entries()) {
    below += counts[index] as number;
    bucket.value = below;
  }
  all.value = count.value;
  return [...buckets, all, sum, count];
}
