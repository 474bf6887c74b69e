// A transfer of tokens that only logs tell of is a result in the list of all calls, and nowhere else.
import { describe, expect, it } from 'vitest';
import { ask } from '../support/ask.js';
import { backends, open } from '../support/backends.js';
import { get } from '../support/get.js';

const log = { consensus_timestamp: 1_700_000_000_000_000_000n, contract_id: 701, synthetic: true };

describe.each(backends)('a result that logs tell of, on %s', (backend) => {
  it('has in GraphQL what the list says of it, and no changes that nobody knows', async () => {
    const server = await open(backend, { contractlogs: [log] });
    const { body } = await get(server, '/api/v1/contracts/results');
    const { data, errors } = await ask(
      server,
      '{ contractResults { nodes { gasLimit functionParameters failedInitcode stateChanges { slot } } } }',
    );
    expect(body.results).toMatchObject([{ gas_limit: 0, function_parameters: '0x' }]);
    expect({ data, errors }).toEqual({
      data: {
        contractResults: {
          nodes: [
            { gasLimit: '0', functionParameters: '0x', failedInitcode: null, stateChanges: null },
          ],
        },
      },
      errors: [],
    });
    await server.close();
  });
});
