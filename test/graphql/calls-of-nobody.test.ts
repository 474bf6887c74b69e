// Results of calls that no contract has taken: each is found by way of its transaction, and those go together.
import { describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { engines, openCase, remote, serve } from '../support/ledgers.js';

const seconds = [1, 2, 3, 4, 5];

describe.each(engines)('results without a contract on %s', (engine) => {
  it('are read whole in three statements, however many there are', async () => {
    const consensus = seconds.map((second) => ({ consensus_timestamp: `${second}000000000` }));
    const ledger = await openCase(engine, {
      transactions: consensus.map((own) => ({ ...own, payerAccountId: '0.0.300' })),
      contractresults: consensus.map((own, index) => ({
        ...own,
        function_parameters: `0x0${index}`,
        payer_account_id: '0.0.300',
        transaction_hash: `0x${String(index).padStart(64, '0')}`,
      })),
    });
    const onDatabase = await serve(ledger, { graphql: { trace: true } });
    const upstream = remote(onDatabase.url, { cache: 0 });
    const overHttp = await serve(upstream);
    const query =
      '{ contractResults(order: ASC) { nodes { contract { id } functionParameters } } }';
    const { data, text } = await ask(onDatabase, query);
    expect(data.contractResults.nodes).toEqual(
      seconds.map((_, index) => ({ contract: null, functionParameters: `0x0${index}` })),
    );
    expect(JSON.parse(text).extensions.mirrorql.calls).toBe(3);
    expect(await ask(overHttp, query)).toMatchObject({ data, errors: [] });
    await overHttp.close();
    await upstream.close();
    await onDatabase.close();
    await ledger.close();
  });
});
