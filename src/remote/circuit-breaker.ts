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
  /** Whether calls fail at once, since it is down; else they wait, since it has asked for a pause. */
  readonly isDown: boolean;
  /** The number of a call after which each one that is answered shows that it is over. */
  readonly since: number;
  /** When it may be tried by those who have not yet. */
  opens: number;
  /** When it may be tried by those who have tried it in vain. */
  until: number;
  readonly inVain: Set<string>;
  /** Who is trying it. */
  readonly trying: Set<string>;
}

/**
 * Trips for a pause that the host has asked for (calls wait), or since calls fail (they fail at
 * once). When its time is over a pause is tried by a single call. What is down is tried by one of
 * each of those that are told apart, since one route of a host may fail for good where another one
 * answers. Both let all pass when that is answered. After 10 failures, from two sources at least, it
 * trips for 1 s; whoever then tries it in vain comes back after 2 s, 4 s and so on, 30 s at the most.
 */
export class CircuitBreaker {
  #trip: Trip | null = null;
  #rest = 0;
  /** Failures that count, and how many of them have come from each source. */
  #failures = 0;
  readonly #sources = new Map<unknown, number>();
  /** Calls by their numbers: the last one, the last that was answered, the first that failed since. */
  #last = 0;
  #lastAnswered = 0;
  #firstFailed = 0;
  /** Told when the breaker has tripped, or has been reset by itself. */
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Milliseconds until a call may go. */
  left(now: number, by = ''): number {
    const trip = this.#trip;
    if (!trip) return 0;
    return Math.max(0, (trip.inVain.has(by) ? trip.until : trip.opens) - now);
  }

  /** Whether the call is under way that tries a pause. */
  get isProbing(): boolean {
    return this.#trip?.isDown === false && this.#trip.trying.size > 0;
  }

  /** Whether it has answered, and fails no more than once in a while. */
  get isAnswering(): boolean {
    return this.#lastAnswered > 0 && this.#failures < mostOfOne;
  }

  /** Whether a call that comes now may go at once. */
  allows(now: number, by = ''): boolean {
    if (!this.#trip) return true;
    const { isDown, trying } = this.#trip;
    return this.left(now, by) === 0 && !(isDown ? trying.has(by) : trying.size > 0);
  }

  /** Whether a call that comes now fails at once. */
  isDown(now: number, by = ''): boolean {
    return this.#trip?.isDown === true && !this.allows(now, by);
  }

  /** Holds calls back for so long: `isDown` lets them fail, else they wait. */
  trip(milliseconds: number, isDown: boolean, since = this.#last): void {
    const end = performance.now() + milliseconds;
    this.#trip = {
      since,
      isDown: isDown || this.#trip?.isDown === true,
      opens: Math.max(end, this.#trip?.opens ?? 0),
      until: Math.max(end, this.#trip?.until ?? 0),
      inVain: new Set(this.#trip?.inVain),
      trying: new Set(),
    };
    this.#changed();
  }

  /**
   * A call is sent, which tries a tripped one. Gives what must be called at its end, with the
   * sources of a failure, such as an operation and its question; without any it counts in full.
   * Where it `counts` not it says nothing, but of the trip that was tried by it.
   */
  send(by = ''): (outcome: Outcome, sources: readonly unknown[], counts?: boolean) => void {
    this.#last += 1;
    const call = this.#last;
    const tried = this.#trip;
    tried?.trying.add(by);
    // A probe that hangs must not hold up what only waits for a pause to end.
    const patience =
      tried && !tried.isDown && setTimeout(() => this.#reset(tried), longestProbe).unref();
    return (outcome, sources, counts = true) => {
      if (patience) clearTimeout(patience);
      tried?.trying.delete(by);
      if (outcome === 'unknown') return;
      if (outcome === 'answered') this.#answer(call);
      else if (tried?.isDown) this.#triedInVain(tried, by, sources);
      else {
        // Whatever else is wrong with it, it is not too busy any more.
        this.#reset(tried);
        // Where a call that was sent later is answered, it says nothing new.
        if (counts && call > this.#lastAnswered) this.#fail(sources, call);
      }
    };
  }

  #answer(call: number): void {
    this.#lastAnswered = Math.max(this.#lastAnswered, call);
    if (this.#failures > 0) {
      this.#failures = 0;
      this.#sources.clear();
    }
    if (this.#trip && call > this.#trip.since) this.#reset(this.#trip);
  }

  /** Keeps whoever has tried for longer, and all where the failure is nobody's own. */
  #triedInVain(tried: Trip, by: string, sources: readonly unknown[]): void {
    if (tried !== this.#trip) return;
    tried.inVain.add(by);
    const now = performance.now();
    if (now >= tried.until) tried.until = now + this.#longerRest();
    if (sources.length === 0) tried.opens = tried.until;
    this.#changed();
  }

  #fail(sources: readonly unknown[], call: number): void {
    // While it is down nothing is counted, nor held, which may be for days.
    if (this.#trip?.isDown) return;
    if (this.#failures === 0) this.#firstFailed = call;
    const counts = (source: unknown) => (this.#sources.get(source) ?? 0) < mostOfOne;
    if (sources.every(counts)) {
      this.#failures += 1;
      for (const source of sources) {
        this.#sources.set(source, (this.#sources.get(source) ?? 0) + 1);
      }
    }
    if (this.#failures >= failuresToTrip) this.trip(this.#longerRest(), true, this.#firstFailed);
  }

  #longerRest(): number {
    this.#rest = Math.min(longestRest, Math.max(shortestRest, this.#rest * 2));
    return this.#rest;
  }

  /** Lets all pass again, unless it has tripped anew. */
  #reset(tried: Trip | null): void {
    if (!tried || this.#trip !== tried) return;
    this.#trip = null;
    this.#rest = 0;
    this.#changed();
  }
}
