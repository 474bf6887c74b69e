// A client that follows nothing but `links.next` reads each row of each list once, in either order.
import { describe, expect, test } from 'vitest';
import { printJson } from '../../src/contract/json.js';
import { filledPath, keyParts } from '../../src/contract/path-key.js';
import { comparePositions, positionOf } from '../../src/contract/position.js';
import type { List, SortKey } from '../../src/contract/resource.js';
import { lists } from '../../src/contract/resources/index.js';
import { sampleClient } from '../support/get.js';
import { parts, type Row } from '../support/ledger-reading.js';

const get = sampleClient();

/** All rows from a path on, by its links. */
async function follow(path: string, items: string): Promise<object[]> {
  const rows: object[] = [];
  for (let link: string | null = path; link !== null; ) {
    const { status, body } = await get(link);
    expect(status, link).toBe(200);
    expect(body[items].length > 0 || body.links.next === null, link).toBe(true);
    rows.push(...body[items]);
    link = body.links.next;
  }
  return rows;
}

describe.each(parts)('$label', ({ list, request, least }) => {
  const path = filledPath(list.path, keyParts(list, request.key ?? ''));
  const conditions = (request.filters ?? []).map(
    ({ parameter, operator, value }) => `${parameter}=${operator}:${value}&`,
  );

  test.each([
    [7, 'asc', 1],
    [11, 'desc', -1],
  ] as const)('is read by %i, %s', async (limit, order, sign) => {
    const all = await follow(`${path}?${conditions.join('')}limit=100&order=${order}`, list.items);
    const small = `${path}?${conditions.join('')}limit=${limit}&order=${order}`;
    expect((await follow(small, list.items)).map(printJson)).toEqual(all.map(printJson));
    expect(all.length).toBeGreaterThan(least);
    const places = all.map((row) => positionOf(list, row));
    for (const [index, place] of places.slice(1).entries()) {
      const compared = comparePositions(list.sort, 'asc', place, places[index] ?? []);
      expect(compared, `${places[index]}, then ${place}`).toBe(sign);
    }
  });
});

describe('as many values of a key as are taken at once', () => {
  const one = (name: string) => lists.find((list) => list.name === name) as List<Row>;
  const idsOf = async (list: List<Row>, search: string) =>
    (await follow(`${list.path}?${search}`, list.items)).map((row) => positionOf(list, row)[0]);

  test.each(['asc', 'desc'])('are each read once, %s', async (order) => {
    for (const list of ['accounts', 'balances', 'tokens', 'contracts'].map(one)) {
      const [{ parameter }] = list.sort as [SortKey<Row>];
      const { body } = await get(`${list.path}?limit=100&order=${order}`);
      const ids: string[] = body[list.items].map((row: Row) => positionOf(list, row)[0]);
      const asked = Array.from({ length: 100 }, (_, at) => `${parameter}=${ids[at % ids.length]}`);
      const search = `${asked.reverse().join('&')}&limit=7&order=${order}`;
      expect(await idsOf(list, search), list.name).toEqual(ids);
    }
  });

  test('may be values that are not wanted', async () => {
    const list = one('accounts');
    const [first, ...ids] = await idsOf(list, 'account.id=lt:0.0.1100');
    const unwanted = Array.from({ length: 99 }, () => `account.id=ne:${first}&`).join('');
    expect(await idsOf(list, `${unwanted}account.id=lt:0.0.1100&limit=7`)).toEqual(ids);
  });

  test('are two bounds of one side, or one and what is no condition there', async () => {
    const list = one('registeredNodes');
    const all = await idsOf(list, 'registerednode.id=lte:15');
    expect(all.length).toBeGreaterThan(3);
    for (const other of ['lte:21', 'lte:15', 'lt:16', 'ne:3']) {
      const search = `registerednode.id=${other}&registerednode.id=lte:15&limit=2`;
      expect(await idsOf(list, search), other).toEqual(all);
    }
    const down = await idsOf(list, 'registerednode.id=gt:3&order=desc');
    const search = 'registerednode.id=gt:3&registerednode.id=gte:3&limit=2&order=desc';
    expect(await idsOf(list, search)).toEqual(down);
  });
});
