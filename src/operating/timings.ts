// A histogram for what is observed with each request: what belongs to a set of labels is found by one look.
//
// prom-client checks, copies and spells out the labels of each observation, which for the two of a
// request comes to a twentieth of it. Here that is done once for a set of labels, and its own text is
// made when somebody asks.
import type { Metric, Registry } from 'prom-client';

/** Observations under one set of labels. */
interface Series {
  readonly labels: Readonly<Record<string, string | number>>;
  /** For each bound how many were not above it, and above the one before. */
  readonly counts: number[];
  sum: number;
  count: number;
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
      const labels = Object.fromEntries(
        [first, second, third].map((value, index) => [this.#labelNames[index], value]),
      );
      series = { labels, counts: this.#bounds.map(() => 0), sum: 0, count: 0 };
      this.#series.set(key, series);
    }
    series.sum += seconds;
    series.count += 1;
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
    const values = [...this.#series.values()].flatMap((series) => this.#told(series));
    return { name, help, type, aggregator, values };
  }

  #told({ labels, counts, sum, count }: Series) {
    let below = 0;
    const buckets = this.#bounds.map((le, index) => {
      below += counts[index] as number;
      return { metricName: `${this.name}_bucket`, labels: { le, ...labels }, value: below };
    });
    return [
      ...buckets,
      { metricName: `${this.name}_bucket`, labels: { le: '+Inf', ...labels }, value: count },
      { metricName: `${this.name}_sum`, labels, value: sum },
      { metricName: `${this.name}_count`, labels, value: count },
    ];
  }
}
