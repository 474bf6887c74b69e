// Logs of contracts: `logs`, and what is in one by the interface of its contract.

import { sound } from '../../contract/check.js';
import { upper } from '../../contract/operators.js';
import { joinKey } from '../../contract/path-key.js';
import type { Filter } from '../../contract/resource.js';
import { block } from '../../contract/resources/blocks.js';
import { logs, logsOfContract } from '../../contract/resources/contract-logs.js';
import { nanoseconds, naturalNumber, timestamp } from '../../contract/values.js';
import { badInput } from '../../errors.js';
import { decodeEvent } from '../build/abi.js';
import { builder, type InputFields, Order } from '../build/builder.js';
import { connect, type Place } from '../build/connection.js';
import { connectionOf } from '../build/connection-type.js';
import { toContract, toItsAccount } from '../build/contract-link.js';
import { entity } from '../build/entity.js';
import { Int64Filter, readFilters, TimestampFilter } from '../build/filters.js';
import { givenContract } from '../build/given-contract.js';
import { toTransaction, transactionCost } from '../build/links.js';
import { meaningOf, members } from '../build/members.js';
import { Block, ContractLog } from '../build/refs.js';
import type { ConnectionArguments } from '../build/walk.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import type { Context } from '../reading/context.js';
import { rowAt } from '../reading/first-row.js';
import type { Shows } from '../reading/shown.js';
import { abiOf, Decoded } from './decoded.js';

/** What a result and a log say of the block that they are in. */
export const blockOfCall: Shows = { number: 'block_number', hash: 'block_hash' };

/** All of these are of one time. */
const ofOneCall = ['ContractResult.logs'];

entity(ContractLog, {
  description: meaningOf(logs.row),
  id: (row) => joinKey(row.timestamp, String(row.index)),
  kinds: [timestamp, naturalNumber()],
  load: (id, context) => rowAt(context, logs, id.split('/')),
  byId: { apart: true },
  fields: (t) => ({
    ...members(t, logs.row, {
      address: 'address',
      bloom: 'bloom',
      contractId: 'contract_id',
      contract: { member: 'contract_id', ...toContract, cost: { sameBelow: ['Contract.logs'] } },
      account: { member: 'contract_id', ...toItsAccount, cost: { sameBelow: ['Contract.logs'] } },
      data: 'data',
      index: 'index',
      topics: { member: 'topics', type: ['Hex'] },
      blockHash: 'block_hash',
      blockNumber: 'block_number',
      rootContractId: 'root_contract_id',
      rootContract: { member: 'root_contract_id', ...toContract },
      timestamp: 'timestamp',
      transaction: {
        member: 'timestamp',
        ...toTransaction('The transaction that has made the call'),
        cost: { ...transactionCost, sameBelow: ofOneCall },
      },
      transactionHash: 'transaction_hash',
      transactionIndex: 'transaction_index',
    }),
    block: t.field({
      type: Block,
      description: 'The block; null where there is none.',
      extensions: {
        cost: {
          loads: 'each',
          freeById: true,
          sameBelow: ['Block.logs', ...ofOneCall],
        } satisfies FieldCost,
        shows: blockOfCall,
      },
      resolve({ block_number }, _args, { loaders }) {
        const number = sound(block_number);
        return number === null ? null : loaders.of(block).load(String(number));
      },
    }),
    decoded: t.field({
      type: Decoded,
      description:
        'The log by the event that it is; null where it is another one, or not as the event says.',
      args: {
        abi: t.arg.string({
          required: true,
          description: abiOf(
            'The event',
            'event Transfer(address indexed from, address indexed to, uint256 value)',
          ),
        }),
      },
      resolve: ({ topics, data }, { abi }, { operation }) =>
        decodeEvent(abi, sound(topics).map(sound), sound(data) ?? '0x', operation),
    }),
  }),
});

export const ContractLogConnection = connectionOf(ContractLog, {
  one: 'a log',
  many: 'logs',
  edge: 'A log with its place among the logs.',
});

const places = ['topic0', 'topic1', 'topic2', 'topic3'] as const;
export const topics = {
  description:
    'Topics by their places: at each place any of the values, or null for any topic at all. The first is most often the hash of the event.',
};

export const topicsIn = (t: InputFields) =>
  t.field({ ...topics, type: t.listRef(t.listRef('Hex'), { required: false }) });

const ofAnyLogs = (t: InputFields) => ({
  index: t.field({
    type: Int64Filter,
    description: 'Place among the logs of its call; needs `timestamp`.',
  }),
  timestamp: t.field({
    type: TimestampFilter,
    description: meaningOf(logs.row, 'timestamp'),
  }),
  topics: topicsIn(t),
});

export const ContractLogsFilter = builder.inputType('ContractLogsFilter', {
  description: 'Conditions on the logs of a contract; all that are given must hold.',
  fields: ofAnyLogs,
});

const LogsFilter = builder.inputType('LogsFilter', {
  description: 'Conditions on logs; all that are given must hold.',
  fields: (t) => ({
    contract: t.field({
      type: 'AccountRef',
      description: 'The contract; cursors of its logs are its own.',
    }),
    ...ofAnyLogs(t),
    transactionHash: t.field({
      type: 'Hex',
      description: 'Hash of the transaction; not together with `contract`.',
    }),
  }),
});

export type GivenTopics = readonly (readonly string[] | null)[] | null | undefined;

/** Conditions on topics. @throws LedgerError BAD_USER_INPUT for more places than a log has */
export function readTopics(given: GivenTopics, argument = 'filter.topics'): Filter[] {
  if ((given?.length ?? 0) > places.length) {
    throw badInput(argument, `${given?.length} places`, `must have ${places.length} at the most`);
  }
  return (given ?? []).flatMap((values, place) => {
    const parameter = places[place] as string;
    if (values?.length === 0) throw badInput(argument, '[]', 'must have a value, or be null');
    return readFilters(logs, { [argument]: parameter }, { [argument]: values }, '');
  });
}

interface Given extends Readonly<Record<string, unknown>> {
  readonly topics?: GivenTopics;
}

export const walking =
  'A mirror node searches by topic in a week at a time: the weeks are walked as far as the budget of the operation goes, and a page can come empty and yet have a next one.';

const filterMap = { index: 'index', timestamp: 'timestamp', transactionHash: 'transaction.hash' };

/**
 * Conditions on logs up to an instant. The contract takes one upper bound of their time, or the
 * time itself: the nearer one counts.
 */
function upTo(instant: string | undefined, filters: readonly Filter[]): readonly Filter[] {
  if (instant === undefined) return filters;
  const end: Filter = { parameter: 'timestamp', operator: 'lte', value: instant };
  const isEnd = ({ operator }: Filter) => upper.includes(operator);
  const own = filters.find(
    (one) => one.parameter === 'timestamp' && (one.operator === 'eq' || isEnd(one)),
  );
  if (own && nanoseconds(own.value) <= nanoseconds(instant)) return filters;
  // Nothing lies at a time that is later, and nothing has to meet anything else.
  if (own?.operator === 'eq') return [{ ...own, operator: 'gte' }, end];
  // An upper bound of the index is of the bound that has gone.
  return [...filters.filter((one) => !isEnd(one)), end];
}

/** A page of logs: of one contract where there is a key, else of all. */
export function connectLogs(
  context: Context,
  info: Place,
  args: ConnectionArguments & { readonly filter?: object | null | undefined },
  {
    key,
    own = [],
    until,
  }: {
    readonly key?: string | undefined;
    readonly own?: readonly Filter[];
    readonly until?: string | undefined;
  },
) {
  const { topics: asked, ...others } = (args.filter ?? {}) as Given;
  const list = key === undefined ? logs : logsOfContract;
  if (key !== undefined && others['transactionHash'] != null) {
    throw badInput(
      'filter.transactionHash',
      others['transactionHash'],
      'must not be combined with contract; take one of them',
    );
  }
  const given = [...own, ...readFilters(list, filterMap, others), ...readTopics(asked)];
  const below = { filters: upTo(until, given), ...(key !== undefined && { key }) };
  return connect(context, info, { list, args, below, node: (row) => row });
}

builder.queryField('logs', (t) =>
  t.connection(
    {
      type: ContractLog,
      description: `Logs of contracts by time, newest first by default. ${walking}`,
      args: {
        filter: t.arg({ type: LogsFilter, description: 'Which logs.' }),
        order: t.arg({ type: Order, description: 'Order by time and place; default DESC.' }),
      },
      extensions: { cost: { names: 'contract' } satisfies FieldCost },
      resolve(_root, args, context, info) {
        const { contract, ...filter } = (args.filter ?? {}) as { contract?: string | null };
        const by = 'filter.contract';
        const key =
          contract == null ? undefined : context.loaders.typed(givenContract(by, contract), by);
        return connectLogs(context, info, { ...args, filter }, { key });
      },
    },
    ContractLogConnection,
  ),
);
