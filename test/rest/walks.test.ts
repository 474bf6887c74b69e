// A client that follows nothing but `links.next` reads each row of each list once, in either order.
import { describe, expect, test } from 'vitest';
import { printJson } from '../../src/contract/json.js';
import { filledPath, keyParts } from '../../src/contract/path-key.js';
import { comparePositions, positionOf } from '../../src/contract/position.js';
import { sampleClient } from '../support/get.js';
import { parts } from '../support/ledger-reading.js';

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
