// Every links.next of the reference's own cases follows from its request and its last row.
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCases } from '../../conformance/cases.js';
import { printNextLink } from '../../src/contract/next-link.js';
import type { Order } from '../../src/contract/resource.js';
import { lists } from '../../src/contract/resources/index.js';
import {
  entityIdOrEvm,
  evmWord,
  type Kind,
  naturalNumber,
  timestamp,
} from '../../src/contract/values.js';
import { readSearch } from '../../src/rest/search.js';

type Row = Readonly<Record<string, string | number | bigint>>;
/** Members of the body and of a row, parameters and kinds, order: what a link is made of. */
type Sorted = readonly [string, Order, string, readonly (readonly [string, Kind, string])[]];

const byTime = (member: string) => [['timestamp', timestamp, member]] as const;

/** Lists that we do not declare, by the end of their path. */
const undeclared: readonly Sorted[] = [
  [
    'accounts/[^/]+/nfts',
    'desc',
    'nfts',
    [
      ['token.id', entityIdOrEvm, 'token_id'],
      ['serialnumber', naturalNumber(), 'serial_number'],
    ],
  ],
  ['allowances/crypto', 'desc', 'allowances', [['spender.id', entityIdOrEvm, 'spender']]],
  [
    'allowances/tokens',
    'asc',
    'allowances',
    [
      ['spender.id', entityIdOrEvm, 'spender'],
      ['token.id', entityIdOrEvm, 'token_id'],
    ],
  ],
  ['rewards', 'desc', 'rewards', byTime('timestamp')],
  ['tokens/[^/]+/nfts', 'desc', 'nfts', [['serialnumber', naturalNumber(), 'serial_number']]],
  ['nfts/[^/]+/transactions', 'desc', 'transactions', byTime('consensus_timestamp')],
  ['accounts/[^/]+', 'desc', 'transactions', byTime('consensus_timestamp')],
  ['topics/[^/]+/messages', 'asc', 'messages', byTime('consensus_timestamp')],
  ['contracts', 'desc', 'contracts', [['contract.id', entityIdOrEvm, 'contract_id']]],
  ['results', 'desc', 'results', byTime('timestamp')],
  [
    'results/logs',
    'desc',
    'logs',
    [
      ['timestamp', timestamp, 'timestamp'],
      ['index', naturalNumber(), 'index'],
    ],
  ],
  ['actions', 'asc', 'actions', [['index', naturalNumber(), 'index']]],
  ['state', 'asc', 'state', [['slot', evmWord, 'slot']]],
];

const folder = process.env['SPECS'] ?? new URL('../../../shared/specs', import.meta.url).pathname;
const isThere = existsSync(folder);
if (!isThere)
  process.stdout.write(
    `not covered: links of the cases, since ${folder} does not exist; SPECS names another\n`,
  );

const parametersOf = (url: string) => String([...new URLSearchParams(url.split('?')[1])].sort());
const same = (a: string, b: string) => parametersOf(a) === parametersOf(b);

function rebuilt(url: string, body: Readonly<Record<string, readonly Row[]>>): string | null {
  const [path = '', search = ''] = url.replace(/\/(?=\?|$)/, '').split('?');
  const query = readSearch(search, 100);
  const declared = lists.find((list) =>
    new RegExp(`${list.path.replace('{id}', '[^/]+')}$`).test(path),
  );
  const other = undeclared.find(([end]) => new RegExp(`/${end}$`).test(path));
  const order = query.get('order')?.at(-1) as Order | undefined;
  if (declared) {
    const last = body[declared.items]?.at(-1);
    const position = declared.sort.map(({ of }) => String(of(last)));
    return printNextLink({ path, query, list: declared, order: order ?? declared.order }, position);
  }
  if (!other) throw new Error(`no sort keys for ${path}`);
  const [, standard, items, keys] = other;
  const sort = keys.map(([parameter, kind]) => ({ parameter, kind, of: () => null }));
  const list = { sort, flow: 2, parameters: {} } as const;
  const position = keys.map(([, , member]) => String(body[items]?.at(-1)?.[member]));
  return printNextLink({ path, query, list, order: order ?? standard }, position);
}

test.runIf(isThere)(
  'all links of the cases are ours, save those that lead to their own page',
  () => {
    const wrong: unknown[] = [];
    const own: string[] = [];
    let count = 0;
    for (const { file, cases } of readCases(folder)) {
      for (const { url, expected } of cases) {
        const body = expected.body as { links?: { next?: string | null } } | null;
        const next = body?.links?.next;
        if (typeof next !== 'string') continue;
        count += 1;
        const ours = rebuilt(url, body as never);
        if (ours === next) continue;
        const isOwn = same(next, url) && (ours === null || !same(ours, url));
        if (isOwn) own.push(url);
        else wrong.push({ file, url, next, ours });
      }
    }
    expect(count).toBeGreaterThan(60);
    expect(wrong).toEqual([]);
    const reason = 'the reference leads back to the same page, since the key is pinned';
    for (const url of own) process.stdout.write(`not our link: ${url} (${reason})\n`);
  },
);
