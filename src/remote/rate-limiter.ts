// Calls in any second: a window that slides, so that no second has more than its share.

export interface RateLimiter {
  /** Milliseconds until a call keeps the pace, with so many ahead of it. */
  wait(now: number, ahead: number): number;
  sent(now: number): void;
  /** The last call was not sent after all. */
  unsent(): void;
}

const second = 1000;

/** A pace of `rate` calls a second; 0 for any number. */
export function openRateLimiter(rate: number): RateLimiter {
  /** When the calls of the last second were sent, oldest first. */
  const times: number[] = [];
  return {
    wait(now, ahead) {
      if (rate === 0) return 0;
      while (times.length > 0 && now - (times[0] as number) >= second) times.shift();
      // The call as many before it as one second takes; further rounds take a second each.
      const before = times[times.length - rate + (ahead % rate)];
      const wait = before === undefined ? 0 : before + second - now;
      return wait + Math.floor(ahead / rate) * second;
    },
    sent(now) {
      if (rate > 0) times.push(now);
    },
    unsent() {
      times.pop();
    },
  };
}
