// The rate limiter by its own clock: no second has more than its share of calls.
import { expect, it } from 'vitest';
import { openRateLimiter } from '../../src/remote/rate-limiter.js';

it('is a window that slides, and tells each call in the line its time', () => {
  const limiter = openRateLimiter(3);
  for (const now of [100, 200, 900]) {
    expect(limiter.wait(now, 0)).toBe(0);
    limiter.sent(now);
  }
  expect([0, 1, 2, 3, 7].map((ahead) => limiter.wait(950, ahead))).toEqual([
    150, 250, 950, 1150, 2250,
  ]);
  expect(limiter.wait(1100, 0)).toBe(0);
  limiter.sent(1100);
  limiter.unsent();
  expect([0, 1, 2].map((ahead) => limiter.wait(1150, ahead))).toEqual([0, 50, 750]);
  expect(openRateLimiter(0).wait(0, 1000)).toBe(0);
});
