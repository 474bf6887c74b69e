// Timings are told as prom-client's own histogram tells them, whatever has been observed.
import fc from 'fast-check';
import { Histogram, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { Timings } from '../../src/operating/timings.js';

const bounds = [0.005, 0.1, 1, 10];
const named = { name: 'some_seconds', help: 'Time of some.', labelNames: ['a', 'b', 'c'] };

/** Times on a bound, beside one and beyond all of them. */
const time = fc.oneof(
  fc.constantFrom(0, ...bounds),
  fc.double({ min: 0, max: 20, noNaN: true, noDefaultInfinity: true }),
);
/** Few words, so that labels come again; with what has to be escaped. */
const word = fc.constantFrom('one', 'two', '', 'a "quote"', 'a\\b');

describe('timings of a request', () => {
  it('have the text of the library', async () => {
    const observation = fc.tuple(word, word, fc.constantFrom('x', 200, 404), time);
    await fc.assert(
      fc.asyncProperty(fc.array(observation, { maxLength: 40 }), async (observations) => {
        const [ours, theirs] = [new Registry(), new Registry()];
        const timings = new Timings(ours, { ...named, bounds });
        const histogram = new Histogram({ ...named, buckets: [...bounds], registers: [theirs] });
        for (const [a, b, c, seconds] of observations) {
          timings.observe(a, b, c, seconds);
          histogram.observe({ a, b, c }, seconds);
        }
        expect(await ours.metrics()).toBe(await theirs.metrics());
      }),
    );
  });

  it('have labels of which the library keeps the text: each line the same object every time', async () => {
    const timings = new Timings(new Registry(), { ...named, bounds });
    timings.observe('one', 'two', 'x', 0.5);
    const labels = async () => (await timings.get()).values.map((line) => line.sharedLabels);
    const before = await labels();
    timings.observe('one', 'two', 'x', 0.5);
    expect(before).toEqual(Array(bounds.length + 3).fill(expect.objectContaining({ a: 'one' })));
    for (const [index, one] of (await labels()).entries()) expect(one).toBe(before[index]);
  });

  it('begin anew when a registry is reset', async () => {
    const registry = new Registry();
    const timings = new Timings(registry, { ...named, bounds });
    timings.observe('one', 'two', 'x', 0.5);
    registry.resetMetrics();
    timings.observe('one', 'two', 'x', 0.5);
    expect(await registry.metrics()).toContain('some_seconds_count{a="one",b="two",c="x"} 1\n');
  });
});
