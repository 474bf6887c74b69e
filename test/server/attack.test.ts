// The short attacks of `npm run attack`, on a real process with a small heap: others are answered all the while.
import { expect, it } from 'vitest';
import { costAttacks } from '../../attack/cost-attacks.js';
import { attackLedger } from '../../attack/measure.js';

it('others are answered while a server is attacked, and it stays', {
  timeout: 180_000,
}, async () => {
  const short = costAttacks.filter(({ isLong }) => !isLong);
  const results = await attackLedger('embedded', short);
  expect(results?.length).toBe(short.length);
  const failed = results?.filter(({ failures }) => failures.length > 0);
  expect(failed).toEqual([]);
  const sizes = results?.map(({ size }) => size) ?? [];
  expect(Math.max(...sizes)).toBeLessThan(30_000_000);
});
