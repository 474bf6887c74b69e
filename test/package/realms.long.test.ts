// Shard and realm are those of the process: a second ledger with others would read the first one's ids wrongly.
import { expect, it, onTestFinished } from 'vitest';
import { openLedger } from '../../src/index.js';
import { startStub } from '../support/stub.js';

it('a ledger of another realm is opened when those of the first one are closed, and not before', async () => {
  const stub = await startStub(() => undefined);
  onTestFinished(() => stub.close());
  const open = (shard: number, realm: number) =>
    openLedger({ upstream: stub.url, shard, realm, log: 'silent' });
  const asked = async (ledger: Awaited<ReturnType<typeof open>>) => {
    stub.reset();
    await ledger.query('{ account(id: 5) { memo } }');
    return stub.calls[0]?.path;
  };

  await expect(openLedger({ upstream: 'no address', shard: 3 })).rejects.toThrow('upstream');
  const [first, same] = [await open(1, 2), await open(1, 2)];
  for (const [shard, realm] of [
    [0, 0],
    [1, 0],
    [2, 2],
  ] as const) {
    await expect(open(shard, realm)).rejects.toThrow(
      `--shard and --realm are ${shard} and ${realm}, but a ledger of 1.2 is open in this process`,
    );
  }
  expect(await asked(first)).toBe('/api/v1/accounts/1.2.5');
  await first.close();
  await expect(open(0, 0)).rejects.toThrow('a ledger of 1.2 is open');
  expect(await asked(same)).toBe('/api/v1/accounts/1.2.5');
  await same.close();
  const other = await open(0, 0);
  expect(await asked(other)).toBe('/api/v1/accounts/0.0.5');
  await other.close();
});
