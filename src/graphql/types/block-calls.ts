// What calls of contracts have come to in a block: their results, and what they have logged.
import { sound } from '../../contract/check.js';
import { equals } from '../../contract/operators.js';
import { contractResults } from '../../contract/resources/contract-results.js';
import { builder, Order } from '../build/builder.js';
import { conditions } from '../build/conditions.js';
import { listField } from '../build/list-field.js';
import { Block, ContractLog, ContractResult } from '../build/refs.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import { withinTime } from './block.js';
import { ContractLogConnection, connectLogs, topicsIn } from './contract-log.js';
import { listedParts } from './contract-result-loading.js';

const ofBlock = conditions('BlockResultsFilter', 'results of calls of a block', contractResults, {
  from: 'from',
  internal: { by: 'internal', type: 'Boolean' },
});

const BlockLogsFilter = builder.inputType('BlockLogsFilter', {
  description: 'Conditions on the logs of a block.',
  fields: (t) => ({ topics: topicsIn(t) }),
});

builder.objectFields(Block, (t) => ({
  contractResults: listField(t, {
    list: contractResults,
    type: ContractResult,
    description: 'Results of calls of contracts in the block, newest first by default.',
    by: 'time',
    filter: ofBlock,
    below: ({ number }) => ({ filters: [equals('block.number', String(sound(number)))] }),
    parts: listedParts,
    cost: { apart: true },
  }),
  logs: t.connection(
    {
      type: ContractLog,
      description:
        'What calls of contracts have logged in the block, newest first by default; null where the ledger does not know when it ends.',
      args: {
        filter: t.arg({ type: BlockLogsFilter, description: 'Which logs.' }),
        order: t.arg({ type: Order, description: 'Order by time and place; default DESC.' }),
      },
      extensions: { cost: { apart: true } satisfies FieldCost },
      resolve(block, args, context, info) {
        const own = withinTime(block);
        return own && connectLogs(context, info, args, { own });
      },
    },
    ContractLogConnection,
  ),
}));
