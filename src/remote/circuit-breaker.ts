// A circuit breaker: when a host, or one route of it, is left alone, and by which call it is tried again.

/** What a call's end says of its host: it is there, it fails, it has no connection, or nothing. */
export type Outcome = 'answered' | 'failed' | 'unreachable' | 'unknown';

/** Failures without an answer in between after which calls are held back. */
const failuresToTrip = 10;
/** Failures that count of what has one source: it takes two of them to trip for all. */
const mostOfOne = 5;
const shortestRest = 1000;
const longestRest = 30_000;
/** Milliseconds for which the first call after a pause keeps the others waiting. */
const longestProbe = 1000;

interface Trip {
  readonly until: number;
  /** Whether calls fail at once, since it is down; else they wait, since it has asked for a pause. */
  readonly isDown: boolean;
  /** Who has tried it since its time is over. */
  readonly triers: Set<string>;
  /** How many of them are under way. */
  trying: number;
}

/**
 * Trips for a pause that the host has asked for (calls wait), or since calls fail (they fail at
 * once). When its time is over a pause is tried by a single call. What is down is tried by one of
 * each of those that are told apart, since one route of a host may fail for good where another one
 * answers. Both let all pass when that is answered. After 10 failures, from two sources at least, it
 * trips for 1 s; where all fail that then try it, for 2 s, 4 s and so on, 30 s at the most.
 */
export class CircuitBreaker {
  #trip: Trip | null = null;
  #rest = 0;
  /** Failures that count, and how many of them have come from each source. */
  #failures = 0;
  readonly #sources = new Map<unknown, number>();
  /** Told when the breaker has tripped, or has been reset by itself. */
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Milliseconds until a call may go. */
  left(now: number): number {
    return Math.max(0, (this.#trip?.until ?? 0) - now);
  }

  /** Whether the call is under way that tries a pause. */
  get isProbing(): boolean {
    return this.#trip?.isDown === false && this.#trip.trying > 0;
  }

  /** Whether a call that comes now may go at once. */
  allows(now: number, by = ''): boolean {
    if (!this.#trip) return true;
    const isTried = this.#trip.isDown ? this.#trip.triers.has(by) : this.#trip.trying > 0;
    return this.left(now) === 0 && !isTried;
  }

  /** Whether a call that comes now fails at once. */
  isDown(now: number, by = ''): boolean {
    return this.#trip?.isDown === true && !this.allows(now, by);
  }

  /** Holds calls back for so long: `isDown` lets them fail, else they wait. */
  trip(milliseconds: number, isDown: boolean): void {
    const until = Math.max(performance.now() + milliseconds, this.#trip?.until ?? 0);
    const isDownNow = isDown || this.#trip?.isDown === true;
    this.#trip = { until, isDown: isDownNow, triers: new Set(), trying: 0 };
    this.#changed();
  }

  /**
   * A call is sent, which tries a tripped one. Gives what must be called at its end, with the
   * sources of a failure, such as an operation and its question; without any it counts in full.
   * `isOld`: a call that was sent later has been answered, so that a failure says nothing new.
   */
  send(by = ''): (outcome: Outcome, sources: readonly unknown[], isOld: boolean) => void {
    const tried = this.#trip;
    if (tried) {
      tried.triers.add(by);
      tried.trying += 1;
    }
    // A probe that hangs must not hold up what only waits for a pause to end.
    const patience =
      tried && !tried.isDown && setTimeout(() => this.#reset(tried), longestProbe).unref();
    return (outcome, sources, isOld) => {
      if (patience) clearTimeout(patience);
      if (tried) tried.trying -= 1;
      if (outcome === 'answered') {
        this.#forget();
        this.#reset(tried);
      } else if (tried?.isDown) {
        if (outcome === 'unknown') tried.triers.delete(by);
        this.#triedInVain(tried);
      } else if (outcome !== 'unknown' && !isOld) {
        this.#fail(tried, sources);
      }
    };
  }

  /** Trips anew when all have failed that have tried it; one that is under way may be answered. */
  #triedInVain(tried: Trip): void {
    if (tried === this.#trip && tried.trying === 0 && tried.triers.size > 0) this.#tripForLonger();
  }

  #fail(tried: Trip | null, sources: readonly unknown[]): void {
    // Whatever else is wrong with it, it is not too busy any more.
    this.#reset(tried);
    // While it is down nothing is counted, nor held, which may be for days.
    if (this.#trip?.isDown) return;
    const counts = (source: unknown) => (this.#sources.get(source) ?? 0) < mostOfOne;
    if (sources.every(counts)) {
      this.#failures += 1;
      for (const source of sources) {
        this.#sources.set(source, (this.#sources.get(source) ?? 0) + 1);
      }
    }
    if (this.#failures >= failuresToTrip) this.#tripForLonger();
  }

  #tripForLonger(): void {
    this.#rest = Math.min(longestRest, Math.max(shortestRest, this.#rest * 2));
    this.trip(this.#rest, true);
  }

  #forget(): void {
    if (this.#failures === 0) return;
    this.#failures = 0;
    this.#sources.clear();
  }

  /** Lets all pass again, unless it has tripped anew. */
  #reset(tried: Trip | null): void {
    if (!tried || this.#trip !== tried) return;
    this.#trip = null;
    this.#rest = 0;
    this.#changed();
  }
}
