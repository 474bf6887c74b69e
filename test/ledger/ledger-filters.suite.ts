// Filters of lists behind the port: each answer is the whole list without what does not meet them.
import { beforeAll, expect, it } from 'vitest';
import { encodeEntityId as id } from '../../src/contract/entity.js';
import type { Key } from '../../src/contract/keys.js';
import { comparePositions, positionOf } from '../../src/contract/position.js';
import { brokenRule } from '../../src/contract/query.js';
import type { Filter, Operator } from '../../src/contract/resource.js';
import { type AccountRow, accounts, accountTokens } from '../../src/contract/resources/accounts.js';
import { tokenBalances, tokens } from '../../src/contract/resources/tokens.js';
import { type TransactionRow, transactions } from '../../src/contract/resources/transactions.js';
import { readOrNull } from '../../src/contract/values.js';
import type { Ledger } from '../../src/ledger.js';
import { sampleIds } from '../../src/sample/sample.js';
import { eq, is, missing, type Part, parts, type Row, readsOf } from '../support/ledger-reading.js';

type Value = bigint | string | null;
const time = (text: string) => BigInt(text.replace('.', ''));
const keyText = (key: Key | null) => (key && key._type !== 'ProtobufEncoded' ? key.key : null);

/** What a comparison of SQL says; nothing compares with null. */
function holds(value: Value, operator: Operator, bound: Value): boolean {
  if (value === null || bound === null) return false;
  if (operator === 'eq' || operator === 'ne') return (value === bound) === (operator === 'eq');
  if (value === bound) return operator === 'gte' || operator === 'lte';
  return value > bound === operator.startsWith('gt');
}

export function filterSentences(ledger: () => Ledger): void {
  const { pageOf, walk, whole } = readsOf(ledger);
  const keys = new Map<string, Value>();
  /** Holders whose key can be asked for: of a token's holders, the contract counts accounts alone. */
  const keyed = new Set<string>();

  beforeAll(async () => {
    for (const row of (await whole(accounts)) as AccountRow[]) {
      keys.set(row.account, keyText(row.key));
    }
    const filters = [is('account.publickey', 'gte', '0'.repeat(64))];
    for (const row of await walk(tokenBalances, { key: sampleIds.maxToken, filters })) {
      keyed.add(row.account);
    }
  });

  const id0 = (row: Row) => id(row.account);
  const fields: readonly (readonly [number, string, (row: Row) => Value])[] = [
    [0, 'account.id', id0],
    [0, 'account.balance', (row) => row.balance && BigInt(row.balance)],
    [0, 'account.publickey', (row) => keys.get(row.account) ?? null],
    [1, 'account.id', id0],
    [1, 'account.balance', (row) => BigInt(row.balance.balance)],
    [1, 'account.publickey', (row) => keyText(row.key)],
    [2, 'token.id', (row) => id(row.token_id)],
    [4, 'token.id', (row) => id(row.token_id)],
    [4, 'publickey', (row) => keyText(row.admin_key)],
    [5, 'account.id', id0],
    [5, 'account.balance', (row) => BigInt(row.balance)],
    [
      5,
      'account.publickey',
      (row) => (keyed.has(row.account) ? (keys.get(row.account) ?? null) : null),
    ],
    [6, 'account.id', (row) => row.creator_account_id && id(row.creator_account_id)],
    [6, 'schedule.id', (row) => id(row.schedule_id)],
    [7, 'block.number', (row) => BigInt(row.number)],
    [7, 'timestamp', (row) => time(row.timestamp.to)],
    [8, 'timestamp', (row) => time(row.consensus_timestamp)],
  ];
  const written = fields.map(([part, parameter, of]) => {
    return { ...(parts[part] as Part), parameter, of };
  });
  /** Lists that nothing is written of, by what they are sorted by. */
  const sorted = parts
    // Where bounds of several keys go together, a key by itself is not what is asked for.
    .filter(({ list }) => !list.together && written.every((one) => one.list !== list))
    .flatMap((part) =>
      part.list.sort
        .filter(({ parameter }) => part.list.parameters[parameter])
        .map(({ parameter, kind, of: value }) => {
          const text = (row: Row) => readOrNull(kind, String(value(row)));
          const of = (row: Row): Value => {
            const canonical = text(row);
            return canonical === null ? null : (kind.toInt64?.(canonical) ?? canonical);
          };
          return { ...part, parameter, of };
        }),
    );
  const filtered = [...written, ...sorted];

  it.each(filtered)('filters $label by $parameter', async ({ list, request, parameter, of }) => {
    const all = await whole(list, request);
    const { kind, typed, operators: known, repeat } = list.parameters[parameter] as Row;
    const text = (value: Value): string =>
      typeof value === 'string' ? value : kind.fromInt64(value);
    const half = all.slice(all.length / 2).map(of);
    // A mirror node holds what it is asked for to what may be typed.
    const usable = half.filter(
      (value) => value !== null && (typed?.test(text(value)) ?? kind.read(text(value)) !== null),
    );
    const middle = usable[0] as Value;
    const other = usable.find((value) => value !== middle) as Value;
    const own = request.filters ?? [];
    for (const operator of known as Operator[]) {
      const filters = [...own, is(parameter, operator, text(middle))];
      const wanted = all.filter((row) => holds(of(row), operator, middle));
      expect(await walk(list, { ...request, filters }), operator).toEqual(wanted);
    }
    if (repeat === 'last') return;
    const [low = null, high = null] = [middle, other].sort((a, b) =>
      (a ?? 0) < (b ?? 0) ? -1 : 1,
    );
    const between = [is(parameter, 'gte', text(low)), is(parameter, 'lt', text(high))];
    expect(await walk(list, { ...request, filters: [...own, ...between] }), 'range').toEqual(
      all.filter((row) => holds(of(row), 'gte', low) && holds(of(row), 'lt', high)),
    );
    const both = [eq(parameter, text(middle)), eq(parameter, text(other))];
    if (brokenRule(list, both)) return;
    expect(await walk(list, { ...request, filters: [...own, ...both] }), 'repeated').toEqual(
      repeat === 'any' ? all.filter((row) => [middle, other].includes(of(row))) : [],
    );
  });

  it.each(parts.filter(({ list }) => list.together))(
    'takes bounds of all keys of $label for a place',
    async ({ list, request }) => {
      const all = await whole(list, { ...request, order: 'asc' });
      const bounds = [
        ['gte', 'gt', 1, 1],
        ['gte', 'gte', 0, 1],
        ['lte', 'lt', -1, -1],
        ['lte', 'lte', 0, -1],
      ] as const;
      let asked = 0;
      const step = Math.ceil(all.length / 4);
      for (const row of all.filter((_row, index) => index % step === 1)) {
        const place = positionOf(list, row) as string[];
        for (const [first, last, least, side] of bounds) {
          const filters = list.sort.map(({ parameter }, index) =>
            is(parameter, index < list.sort.length - 1 ? first : last, place[index] as string),
          );
          if (brokenRule(list, filters)) continue;
          asked += 1;
          const wanted = all.filter((other) => {
            const compared = comparePositions(
              list.sort,
              'asc',
              positionOf(list, other) as string[],
              place,
            );
            return compared === side || compared === least;
          });
          const found = await walk(list, { ...request, order: 'asc', filters });
          expect(found, `${first} … ${last} ${place}`).toEqual(wanted);
        }
      }
      expect(asked).toBeGreaterThan(7);
    },
  );

  it('filters tokens by owner, name and type', async () => {
    const all = await whole(tokens);
    const owned = await walk(accountTokens, { key: sampleIds.fiftyOneTokens });
    const of = async (...filters: Filter[]) =>
      (await walk(tokens, { filters })).map((row) => row.token_id);
    const ids = (rows: readonly Row[]) => rows.map((row) => row.token_id);
    expect(await of(eq('account.id', sampleIds.fiftyOneTokens))).toEqual(ids(owned));
    expect(await of(eq('account.id', missing))).toEqual([]);
    for (const type of ['FUNGIBLE_COMMON', 'NON_FUNGIBLE_UNIQUE']) {
      expect(await of(eq('type', type))).toEqual(ids(all.filter((row) => row.type === type)));
    }
    expect(await of(eq('type', 'ALL'))).toEqual(ids(all));
    const part = all[20].name.slice(1, 5).toUpperCase();
    const page = await pageOf(tokens, { filters: [eq('name', part)], limit: 1 });
    // There is no way to go on, but it is said that there is more.
    expect(page.next).not.toBeNull();
    expect(await of(eq('name', part))).toEqual(
      ids(all.filter(({ name: text }) => text.toUpperCase().includes(part))).slice(0, 100),
    );
  });

  it('filters transactions by account, result, type, and the way of transfers', async () => {
    const { request } = parts[8] as Part;
    const all: readonly TransactionRow[] = await whole(transactions, request);
    const of = async (...filters: Filter[]) =>
      walk(transactions, { filters: [...(request.filters ?? []), ...filters] });
    const failed = await of(eq('result', 'fail'));
    const done = await of(eq('result', 'success'));
    expect(failed.every(({ result }) => result !== 'SUCCESS')).toBe(true);
    expect(done.length + failed.length).toBe(all.length);
    const types = [...new Set(all.map((row) => row.name))].slice(0, 2);
    expect(await of(...types.map((type) => eq('transactiontype', type)))).toEqual(
      all.filter((row) => types.includes(row.name)),
    );
    const payer = (all[0] as TransactionRow).transaction_id.split('-')[0] as string;
    const moves = (row: TransactionRow) =>
      [...row.transfers, ...row.token_transfers].filter((move) => move.account === payer);
    const gains = all.filter((row) => moves(row).some(({ amount }) => amount > 0));
    const losses = all.filter((row) => moves(row).some(({ amount }) => amount < 0));
    expect(losses.length).toBeGreaterThan(0);
    expect(await of(eq('account.id', payer), eq('type', 'credit'))).toEqual(gains);
    expect(await of(eq('account.id', payer), eq('type', 'debit'))).toEqual(losses);
    const own = await of(eq('account.id', payer));
    expect(own).toEqual(expect.arrayContaining([...new Set([...gains, ...losses])]));
  });
}
