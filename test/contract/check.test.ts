// The check of what a mirror node answers: right answers pass untouched, wrong members never travel on.
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { readCases } from '../../conformance/cases.js';
import { checker, WrongMember } from '../../src/contract/check.js';
import { parseJson, printJson } from '../../src/contract/json.js';
import { lists, lookups } from '../../src/contract/resources/index.js';
import * as t from '../../src/contract/shape.js';

type Body = Readonly<Record<string, unknown>>;

const resources = [...lists, ...lookups].map((resource) => ({
  resource,
  route: new RegExp(`^${resource.path.replace('{id}', '[^/]+')}/?$`),
  check: checker(resource.row),
}));

/** Counts the rows of an answer of the reference, and notes each that does not pass as it is. */
function look(url: string, body: Body, wrong: string[]): number {
  const found = resources.find(({ route }) => route.test(url.split('?')[0] as string));
  if (!found || body['_status']) return 0;
  const { resource, check } = found;
  const rows = resource.is === 'list' ? (body[resource.items] as unknown[]) : [body];
  for (const row of rows) if (check(row) !== row) wrong.push(`${url}: ${causeIn(check(row))}`);
  return rows.length;
}

function causeIn(value: unknown): string {
  if (value instanceof WrongMember) return String((value.cause as Error).message);
  if (value === null || typeof value !== 'object') return '';
  const inside = Object.getOwnPropertyNames(value).map((name) => causeIn(value[name as never]));
  return inside.filter((text) => text !== '').join('; ');
}

const cases = process.env['SPECS'] ?? '../shared/specs';
const recorded = process.env['RECORDED'] ?? '../shared/recorded/answers.ndjson.gz';
for (const place of [cases, recorded].filter((path) => !existsSync(path)))
  process.stdout.write(
    `not covered: answers of the reference, since ${place} does not exist; SPECS and RECORDED name others\n`,
  );

describe('no member of the reference is called wrong', () => {
  test.runIf(existsSync(cases))('in its own cases', () => {
    const wrong: string[] = [];
    let count = 0;
    for (const file of readCases(cases)) {
      for (const { url, expected } of file.cases) {
        if (expected.status === 200) count += look(url, expected.body as Body, wrong);
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(300);
  });

  test.runIf(existsSync(recorded))('in its recorded answers', () => {
    const wrong: string[] = [];
    let count = 0;
    for (const line of gunzipSync(readFileSync(recorded)).toString().trim().split('\n')) {
      const { url, status, body } = JSON.parse(line);
      if (status === 200) count += look(url, parseJson(body) as Body, wrong);
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(5000);
  });
});

const holding = t.object('A holding.', {
  token: t.entityId('The token.'),
  amount: t.int64('How much.'),
  note: t.optional(t.text('A note.')),
});
const shape = t.object(
  'A row.',
  {
    id: t.entityId('Which.'),
    word: t.oneOf('A word.', ['A', 'B']),
    since: t.timestampOrNull('Since when.'),
    best: t.nullable(holding),
    all: t.list(holding, 'All.'),
  },
  'Row',
);
const check = checker(shape) as (value: unknown, found?: object) => t.Static<typeof shape>;
const one = { token: '0.0.5', amount: 9223372036854775807n };
const right = { id: '0.0.1', word: 'A', since: null, best: { ...one, note: '' }, all: [one, one] };

const causeOf = (value: unknown) => ((value as WrongMember).cause as Error).message;

describe('a row', () => {
  it.each([
    ['as it is declared', right],
    ['with a member that is not declared', { ...right, more: { all: 5 } }],
    ['with a word that is not', { ...right, word: 'C' }],
    ['without what may be missing or null', { id: '0.0.1', word: 'A', all: [] }],
  ])('passes untouched %s', (_case, row) => {
    expect(check(row)).toBe(row);
  });

  it('has an error in the place of the innermost member, and its other members are the same', () => {
    const row = { ...right, all: [one, { ...one, amount: 'abc' }] };
    const text = printJson(row);
    const { all, best } = check(row);
    expect(printJson(row)).toBe(text);
    expect(best).toBe(row.best);
    expect(all[0]).toBe(row.all[0]);
    expect(all[1]?.token).toBe('0.0.5');
    expect(all[1]?.amount).toBeInstanceOf(WrongMember);
    expect(all[1]?.amount).toMatchObject({ code: 'UPSTREAM_BAD_RESPONSE', status: 502 });
    expect(causeOf(all[1]?.amount)).toBe(
      'Row.all[].amount: promised a whole number of 64 bits, but got "abc"',
    );
    expect(causeOf(check({ ...right, all: {} }).all)).toBe('Row.all: promised a list, but got {}');
  });

  it('is printed without a member that was left out, which is an error for those who read it', () => {
    const { all: _all, ...row } = right;
    expect(printJson(check(row))).toBe(printJson(row));
    expect(causeOf(check(row).all)).toBe('Row.all: promised a list, but got nothing');
  });

  it('shares its errors with rows of the same answer that are wrong alike', () => {
    const found = {};
    const [a, b] = [1, 2].map((word) => check({ ...right, word }, found).word);
    expect(a).toBe(b);
    expect(check({ ...right, word: 1 }).word).not.toBe(a);
  });
});

describe('an error in the place of a member', () => {
  const error = check({ ...right, word: 5 }).word as unknown as WrongMember;

  it.each<[string, () => unknown]>([
    ['text', () => `${error}`],
    ['text by its own method', () => error.toString()],
    ['a number', () => Number(error)],
    ['a sum', () => (error as never) + 1],
    ['JSON', () => JSON.stringify([error])],
    ['JSON with a bigint before it', () => printJson([9223372036854775807n, { error }])],
    ['JSON with a bigint behind it', () => printJson([{ error }, 9223372036854775807n])],
  ])('throws itself instead of becoming %s', (_form, make) => {
    expect(make).toThrow(error);
  });
});
