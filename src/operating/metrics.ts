// Figures for Prometheus: operations, errors, ledger calls, latency, cache, event loop, process.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Report } from '../answers/report.js';
import type { LiveObserver } from '../live/live.js';
import { oneForAll } from '../one-for-all.js';
import { operationLabels } from './operation-labels.js';
import { Timings } from './timings.js';

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface FinishedOperation {
  /** Name of a GraphQL operation, or the route of a REST request. */
  readonly name: string | null;
  readonly face: 'graphql' | 'rest';
  readonly status: number;
  readonly seconds: number;
  readonly codes: readonly string[];
  readonly rows: number;
  readonly cache: Report['cache'];
  /** Whether it was a subscription, which is not over with an answer. */
  readonly isStreamed: boolean;
}

export type Metrics = ReturnType<typeof makeMetrics>;

let ofProcess: Registry | undefined;

/** Made once: what watches the process is never let go of, and looks at each collection of memory. */
function figuresOfProcess(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/**
 * Counters of one server. `known` names are told apart always, others as they come again and there is
 * room; `lostLines` are those that its log could not write.
 */
export function makeMetrics(known: readonly string[] = [], lostLines = () => 0) {
  const figures = figuresOfProcess();
  const registry = new Registry();
  const registers = [registry];
  const operations = new Timings(registry, {
    name: 'mirrorql_operation_seconds',
    help: 'Time from request to answer, by face and operation.',
    labelNames: ['face', 'operation', 'status'],
    bounds: seconds,
  });
  const errors = new Counter({
    name: 'mirrorql_errors_total',
    help: 'Errors in answers, by code.',
    labelNames: ['face', 'code'],
    registers,
  });
  // What each request counts is added up here, and told when somebody asks: labels are looked up then.
  const answers = { hit: 0, shared: 0, miss: 0, off: 0 };
  let rows = 0;
  let underWay = 0;
  new Counter({
    name: 'mirrorql_response_cache_total',
    help: 'GraphQL answers by how they were found: hit, shared, miss, off.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(answers)) {
        if (count > 0) this.inc({ outcome }, count);
      }
    },
  });
  new Counter({
    name: 'mirrorql_rows_total',
    help: 'Items that the ledger gave.',
    registers,
    collect() {
      this.reset();
      this.inc(rows);
    },
  });
  new Gauge({
    name: 'mirrorql_requests_running',
    help: 'Requests that are being answered.',
    registers,
    collect() {
      this.set(underWay);
    },
  });
  const calls = new Timings(registry, {
    name: 'mirrorql_ledger_call_seconds',
    help: 'Time of a call to the ledger, by verb, resource and outcome.',
    labelNames: ['verb', 'resource', 'outcome'],
    bounds: seconds,
  });
  const subscribers = new Gauge({
    name: 'mirrorql_subscribers',
    help: 'Subscriptions that are open, by topic.',
    labelNames: ['topic'],
    registers,
  });
  const polls = new Counter({
    name: 'mirrorql_polls_total',
    help: 'Polls of the ledger for subscriptions, by topic and outcome.',
    labelNames: ['topic', 'outcome'],
    registers,
  });
  const events = new Counter({
    name: 'mirrorql_events_total',
    help: 'Events of subscriptions.',
    registers,
  });
  const newestBlock = new Gauge({
    name: 'mirrorql_newest_block_timestamp_seconds',
    help: 'Consensus time at which the newest block ends, as the ledger last said, in seconds since the epoch.',
    registers,
  });
  // Nothing is known yet, which is no time.
  newestBlock.remove();
  new Counter({
    name: 'mirrorql_log_lines_lost_total',
    help: 'Lines of the log that could not be written.',
    registers,
    collect() {
      this.reset();
      this.inc(lostLines());
    },
  });
  const live: LiveObserver = {
    subscribed: (topic, change) => subscribers.inc({ topic }, change),
    polled: (topic, outcome) => polls.inc({ topic, outcome }),
    sent: () => events.inc(),
  };

  const labelOf = operationLabels(known);

  const all = Registry.merge([figures, registry]);
  /** For all who ask in one turn of the event loop, at its end: nothing else bounds how often they may. */
  const text = oneForAll(async () => {
    await nextTurn();
    return all.metrics();
  });

  return {
    live,
    began() {
      underWay += 1;
    },
    ended() {
      underWay -= 1;
    },
    contentType: registry.contentType,
    text,
    /** The time to which the ledger has come, in nanoseconds since the epoch. */
    cameTo(time: bigint) {
      newestBlock.set(Number(time) / 1e9);
    },
    finished(done: FinishedOperation) {
      const { face, status } = done;
      // How long someone has listened says nothing about how long an answer takes.
      if (!done.isStreamed) {
        const operation = face === 'rest' && done.name ? done.name : labelOf(done.name);
        operations.observe(face, operation, status, done.seconds);
      }
      for (const code of done.codes) errors.inc({ face, code });
      if (face === 'graphql') answers[done.cache] += 1;
      rows += done.rows;
    },
    called(verb: string, resource: string, outcome: string, time: number) {
      calls.observe(verb, resource, outcome, time);
    },
  };
}
