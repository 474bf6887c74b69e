// Query strings of the reference's endpoints in Java: their messages, and what counts.
import { describe, expect, test } from 'vitest';
import { storedReference } from '../../src/contract/java-kinds.js';
import { readQuery } from '../../src/contract/query.js';
import { defaultLimits, type List } from '../../src/contract/resource.js';
import { readOrNull } from '../../src/contract/values.js';
import { readExactSearch } from '../../src/rest/search.js';
import { bySingleObject, failed, list, messages, read } from '../support/java-list.js';

describe('arguments one by one', () => {
  test.each([
    ['foo=1&LIMIT=0&limit[]=x&Order=up', []],
    ['receiver.id=GTE:5&token.id=Lt:7&order=DESC&limit=100', []],
    ['receiver.id=&limit=&order=&timestamp=&owner=', []],
    ['receiver.id=ne:5&serialnumber=NE:1', []],
    ['limit=0', ['Bad Request / limit must be greater than 0']],
    ['limit=-5', ['Bad Request / limit must be greater than 0']],
    ['limit=101', ['Bad Request / limit must be less than or equal to 100']],
    ['limit=5&limit=x', []],
    ...['x', 'gt:5', 'eq:5', '1.5', '99999999999', '2147483648'].map((text) => [
      `limit=${text}`,
      [failed('limit')],
    ]),
    ['order=up', [failed('order')]],
    ['order=eq:asc', [failed('order')]],
    ['owner=maybe', [failed('owner')]],
    ...[
      'x',
      'gt:',
      'gt:gt:5',
      'like:5',
      '1024.0.1',
      '0.0.274877906944',
      `${'0'.repeat(38)}12`,
      '-1',
    ].map((text) => [`receiver.id=${text}`, [failed('receiver.id')]]),
    ...['-1', '9223372036854775808', '0x1'].map((text) => [
      `serialnumber=${text}`,
      [failed('serialnumber')],
    ]),
    ...['ne:5', '1.', '1.1234567890'].map((text) => [`timestamp=${text}`, [failed('timestamp')]]),
    ['token.id=1&token.id=2&token.id=3', ['Bad Request / tokenIds size must be between 0 and 2']],
    [
      'timestamp=1&timestamp=2&timestamp=3',
      ['Bad Request / timestamp size must be between 0 and 2'],
    ],
    ['timestamp=1&timestamp=&timestamp=3', []],
    ['token.id=x&receiver.id=x&limit=0', [failed('receiver.id')]],
    ['limit=0&token.id=1&token.id=2&token.id=x', [failed('token.id')]],
    [
      'limit=0&token.id=1&token.id=2&token.id=3',
      [
        'Bad Request / tokenIds size must be between 0 and 2',
        'Bad Request / limit must be greater than 0',
      ],
    ],
  ] as [string, string[]][])('?%s', (search, wanted) => {
    expect(messages(search)).toEqual(wanted);
  });

  test('give a page of 25, and of 100 at the most, whatever a service sets', () => {
    expect(read('')).toEqual({ filters: [], limit: 25, order: undefined });
    const wide = { ...defaultLimits, page: 5, maxPage: 1000 };
    expect(readQuery(list, readExactSearch(''), wide).limit).toBe(25);
    expect(() => readQuery(list, readExactSearch('limit=101'), wide)).toThrow(/equal to 100/);
  });

  test('take spaces for nothing where a text is taken apart, and for a wrong word elsewhere', () => {
    expect(read('receiver.id=+&token.id=%20%09&timestamp=+').filters).toEqual([]);
    expect(messages('limit=+')).toEqual(["Bad Request / Failed to convert 'limit'"]);
  });

  test('count the last bound of each side, and an equality as one from below', () => {
    const values = (search: string) => read(search).filters.map((f) => `${f.operator}:${f.value}`);
    expect(values('receiver.id=5&receiver.id=gte:7')).toEqual(['gte:0.0.7']);
    expect(values('receiver.id=gt:7&receiver.id=5')).toEqual(['eq:0.0.5']);
    expect(values('receiver.id=lt:7&receiver.id=lte:5')).toEqual(['lte:0.0.5']);
    expect(values('receiver.id=lt:7&receiver.id=gt:5')).toEqual(['lt:0.0.7', 'gt:0.0.5']);
  });

  test('read a fraction of a second as a number of nanoseconds', () => {
    expect(read('timestamp=1.5').filters[0]?.value).toBe('1.000000005');
    expect(read('timestamp=gt:1.500000000').filters[0]?.value).toBe('1.500000000');
    expect(read('timestamp=99999999999999999').filters).toHaveLength(1);
  });
});

describe('one object of all arguments', () => {
  test.each([
    [
      'token.id=x&receiver.id=y&limit=0',
      ['receiver.id', 'token.id', 'limit'].map((n) => `Invalid parameter: ${n}`),
    ],
    ['token.id=x&token.id=y', ['Invalid parameter: token.id']],
    ['token.id=1&token.id=2&token.id=3', ['Invalid parameter: token.id']],
    ['limit=101', ['Invalid parameter: limit']],
    ['limit=1&limit=2', ['Bad Request / Only a single instance is supported for limit']],
    ['order=asc&order=x&limit=0', ['Bad Request / Only a single instance is supported for order']],
  ])('?%s', (search, wanted) => expect(messages(search, bySingleObject)).toEqual(wanted));

  test('takes page sizes of its own, and more than those as the most', () => {
    const pages = { page: 10, maxPage: 25, beyond: 'clamped' } as const;
    const nodes: List = { ...bySingleObject, pages };
    expect([read('', nodes).limit, read('limit=26', nodes).limit]).toEqual([10, 25]);
    expect(messages('limit=0', nodes)).toEqual(['Invalid parameter: limit']);
  });
});

describe('references to accounts', () => {
  const hex = 'ab'.repeat(20);
  test.each([
    ['5', '0.0.5'],
    ['1.2.3', '1.2.3'],
    [`0x${hex.toUpperCase()}`, `0x${hex}`],
    [`7.9.${hex}`, `0x${hex}`],
    [`0x${'5'.padStart(40, '0')}`, `0x${'5'.padStart(40, '0')}`],
    [`9.8.${'A'.repeat(40)}`, `0x${'a'.repeat(40)}`],
    [`9.8.${'H'.repeat(40)}`, 'H'.repeat(40)],
    [`0x0.${hex}`, null],
    ['HIQQ', null],
    ['274877906944', null],
    ['-5', null],
  ])('%s is %s', (text, canonical) => {
    expect(readOrNull(storedReference, text)).toBe(canonical);
    if (canonical?.startsWith('0x')) expect(storedReference.toInt64?.(canonical)).toBeNull();
  });
});
