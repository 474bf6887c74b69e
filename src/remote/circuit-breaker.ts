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
}

/**
 * Trips for a pause that the host has asked for (calls wait), or since calls fail (they fail at
 * once). Either is tried by a single call when its time is over, and lets all pass when that is
 * answered. After 10 failures, from two sources at least, it trips for 1 s; where the call that
 * then tries it fails, for 2 s, 4 s and so on, 30 s at the most.
 */
export class CircuitBreaker {
  #trip: Trip | null = null;
  /** The trip that a call under way tries. */
  #tried: Trip | null = null;
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

  /** Whether the call that tries it is under way. */
  get isProbing(): boolean {
    return this.#trip !== null && this.#tried === this.#trip;
  }

  /** Whether a call that comes now may go at once. */
  allows(now: number): boolean {
    return this.left(now) === 0 && !this.isProbing;
  }

  /** Whether a call that comes now fails at once. */
  isDown(now: number): boolean {
    return this.#trip?.isDown === true && !this.allows(now);
  }

  /** Holds calls back for so long: `isDown` lets them fail, else they wait. */
  trip(milliseconds: number, isDown: boolean): void {
    const until = Math.max(performance.now() + milliseconds, this.#trip?.until ?? 0);
    this.#trip = { until, isDown: isDown || this.#trip?.isDown === true };
    this.#changed();
  }

  /**
   * A call is sent, which tries a tripped one. Gives what must be called at its end, with the
   * sources of a failure, such as an operation and its question; without any it counts in full.
   * `isOld`: a call that was sent later has been answered, so that a failure says nothing new.
   */
  send(): (outcome: Outcome, sources: readonly unknown[], isOld: boolean) => void {
    const tried = this.#trip;
    this.#tried = tried;
    // A probe that hangs must not hold up what only waits for a pause to end.
    const patience =
      tried && !tried.isDown && setTimeout(() => this.#reset(tried), longestProbe).unref();
    return (outcome, sources, isOld) => {
      if (patience) clearTimeout(patience);
      if (this.#tried === tried) this.#tried = null;
      if (outcome === 'answered') {
        this.#forget();
        this.#reset(tried);
      } else if (outcome !== 'unknown' && (tried?.isDown || !isOld)) {
        this.#fail(tried, sources);
      }
    };
  }

  #fail(tried: Trip | null, sources: readonly unknown[]): void {
    // Whatever else is wrong with it, it is not too busy any more.
    if (!tried?.isDown) this.#reset(tried);
    const isDown = this.#trip?.isDown === true;
    // While it is down nothing is counted, nor held, which may be for days.
    const counts = (source: unknown) => (this.#sources.get(source) ?? 0) < mostOfOne;
    if (!isDown && sources.every(counts)) {
      this.#failures += 1;
      for (const source of sources) {
        this.#sources.set(source, (this.#sources.get(source) ?? 0) + 1);
      }
    }
    if (!tried?.isDown && (isDown || this.#failures < failuresToTrip)) return;
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
