// Times in ISO 8601 are read exactly, and a date or time that there is not is refused.
import fc from 'fast-check';
import type { GraphQLScalarType } from 'graphql';
import { describe, expect, it, test } from 'vitest';
import { schema } from '../../src/graphql/schema.js';

const scalar = schema.getType('Timestamp') as GraphQLScalarType;
const read = (text: string) => scalar.parseValue(text);
const two = (n: number) => String(n).padStart(2, '0');

describe('an ISO 8601 time', () => {
  it.each([
    ['1970-01-01T00:00:00Z', '0.000000000'],
    ['2024-02-29T23:59:59.999999999Z', '1709251199.999999999'],
    ['2026-11-20T12:00:00.5+02:00', '1795168800.500000000'],
    ['2026-11-20T12:00:00-11:30', '1795217400.000000000'],
    ['2026-01-01T00:30:00+01:00', '1767223800.000000000'],
    ['2000-02-29T00:00:00Z', '951782400.000000000'],
  ])('%s is %s', (text, time) => expect(read(text)).toBe(time));

  it.each([
    ...['2026-02-30T00:00:00Z', '2026-02-29T00:00:00Z', '2100-02-29T00:00:00Z'],
    ...['2026-04-31T00:00:00Z', '2026-02-31T00:00:00+05:00', '2026-13-01T00:00:00Z'],
    ...['2026-00-01T00:00:00Z', '2026-01-00T00:00:00Z', '2026-01-32T00:00:00Z'],
    ...['2026-01-01T24:00:00Z', '2026-01-01T25:00:00Z', '2026-01-01T00:60:00Z'],
    ...['2016-12-31T23:59:60Z', '2026-01-01T00:00:61Z', '2026-01-01T00:00:00+24:00'],
    ...['2026-01-01T00:00:00+00:60', '2026-01-01T00:00:00+0100', '2026-01-01T00:00:00'],
    ...['2026-1-1T00:00:00Z', '2026-01-01 00:00:00Z', '2026-01-01T00:00Z', '2026-01-01'],
    ...['2026-01-01T00:00:00.Z', '2026-01-01T00:00:00.1234567890Z', '2026-01-01T00:00:00z'],
    ...['+002026-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '2026-W01-1T00:00:00Z'],
  ])('such as %s is refused', (text) =>
    expect(() => read(text)).toThrow(/Timestamp must be .* such as 2026-11-20T12:00:00Z/),
  );

  test('is taken exactly when the calendar has it', () => {
    const fields = fc.record({
      year: fc.integer({ min: 1970, max: 2200 }),
      month: fc.integer({ min: 0, max: 14 }),
      day: fc.integer({ min: 0, max: 33 }),
      hour: fc.integer({ min: 0, max: 25 }),
      minute: fc.integer({ min: 0, max: 61 }),
      second: fc.integer({ min: 0, max: 61 }),
    });
    const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
    const daysOf = (year: number, month: number) =>
      month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
    const check = fc.property(fields, ({ year, month, day, hour, minute, second }) => {
      const time = [hour, minute, second].map(two).join(':');
      const text = `${year}-${two(month)}-${two(day)}T${time}Z`;
      const isDay = month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month);
      if (!isDay || hour > 23 || minute > 59 || second > 59) {
        expect(() => read(text), text).toThrow();
        return;
      }
      const seconds = Date.UTC(year, month - 1, day, hour, minute, second) / 1000;
      expect(read(text)).toBe(`${seconds}.000000000`);
    });
    fc.assert(check, { numRuns: 2000 });
  });

  test('comes back as it was, in any zone', () => {
    const check = fc.property(
      fc.integer({ min: 86_400, max: 9_999_999_999 }),
      fc.integer({ min: 0, max: 999_999_999 }),
      fc.integer({ min: -23 * 60, max: 23 * 60 }),
      (seconds, nanoseconds, offset) => {
        const local = new Date((seconds + offset * 60) * 1000).toISOString().slice(0, 19);
        const size = Math.abs(offset);
        const zone = `${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
        const fraction = String(nanoseconds).padStart(9, '0');
        expect(read(`${local}.${fraction}${zone}`)).toBe(`${seconds}.${fraction}`);
      },
    );
    fc.assert(check, { numRuns: 1000 });
  });
});
