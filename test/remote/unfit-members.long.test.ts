// A look-up whose rule of what it goes by meets a member that is none of its kind: the mirror node's fault, and no error of ours.
import { expect, it } from 'vitest';
import { filledPath, keyParts } from '../../src/contract/path-key.js';
import type { Lookup } from '../../src/contract/resource.js';
import { lookups } from '../../src/contract/resources/index.js';
import { openStub } from '../support/backends.js';
import { whole } from '../support/damage.js';

const longZero = `0x${'3e9'.padStart(40, '0')}`;
const address = `0x${'ab'.repeat(20)}`;
const alias = 'CIQEN25ORE2F73TRYSYMMBVPR2HU4PPFGTQENJTIGVLLELP4PZ2M76A';
/** Other keys than those of the documents: such as go by what is in the body. */
const keys: Readonly<Record<string, readonly string[]>> = {
  account: ['0.0.1001', longZero, address, alias],
  block: [`0x${'ab'.repeat(48)}`],
  contract: ['0.0.1001', longZero, address],
  contractResult: [`0x${'ab'.repeat(32)}`],
  nft: ['0.0.1001/5', `${longZero}/5`],
  token: ['0.0.1001', longZero],
  transaction: [`0x${'ab'.repeat(48)}`],
};
const unfit = [5, null, {}, undefined];

function* damaged(body: object): Iterable<object> {
  for (const name of Object.keys(body)) for (const value of unfit) yield { ...body, [name]: value };
}

function* bodiesOf({ row, several }: Lookup): Iterable<object> {
  const own = whole(row) as Readonly<Record<string, readonly object[]>>;
  yield* damaged(own);
  // An account without a name goes by its id and its address alone.
  if ('alias' in own) yield* damaged({ ...own, alias: null });
  const [first] = (several && own[several]) || [];
  if (first) for (const one of damaged(first)) yield { ...own, [several as string]: [one] };
}

it.each(lookups.map((lookup) => [lookup.name, lookup] as const))('%s', async (name, lookup) => {
  let body: object = {};
  const server = await openStub(() => ({ body }));
  const isOfThen = 'timestamp' in lookup.parameters;
  const all = [lookup.documents.example ?? '', ...(keys[name] ?? [])];
  const paths = all
    .map((key) => filledPath(lookup.path, keyParts(lookup, key)))
    .flatMap((path) => [path, ...(isOfThen ? [`${path}?timestamp=1.5`] : [])]);
  for (body of bodiesOf(lookup)) {
    for (const path of paths) {
      const { status } = await fetch(`${server.url}${path}`);
      expect([path, body, status === 500]).toEqual([path, body, false]);
    }
  }
  await server.close();
});
