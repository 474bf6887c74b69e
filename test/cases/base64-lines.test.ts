// Base64 is in one line, which decoders that keep to the standard want; the contract's own form has line feeds.
import { describe, expect, it } from 'vitest';
import { sampleIds } from '../../src/sample/sample.js';
import { ask } from '../support/ask.js';
import { bothLedgers, bothServers } from '../support/both-ledgers.js';

interface Signature {
  readonly signature: string;
  readonly [prefix: string]: string;
}

describe.each(bothLedgers)('over %s', (name) => {
  const both = bothServers();

  it('a signature has the bytes that REST tells in two lines', async () => {
    const server = both.of(name);
    const id = sampleIds.executedSchedule;
    const query = `{ schedule(id: "${id}") { signatures { signature publicKeyPrefix } } }`;
    const { data } = await ask(server, query);
    const response = await fetch(`${server.url}/api/v1/schedules/${id}`);
    const { signatures } = (await response.json()) as { signatures: Signature[] };
    expect(signatures.length).toBeGreaterThan(0);
    for (const { signature } of signatures) expect(signature).toMatch(/^[\w+/]{76}\n[\w+/]+=*$/);
    const inOneLine = (text = '') => text.replaceAll('\n', '');
    expect(data.schedule.signatures).toEqual(
      signatures.map((one) => ({
        signature: inOneLine(one.signature),
        publicKeyPrefix: inOneLine(one['public_key_prefix']),
      })),
    );
    // An operation that comes again is run in another way.
    for (let time = 0; time < 3; time += 1) expect((await ask(server, query)).data).toEqual(data);
  });
});
