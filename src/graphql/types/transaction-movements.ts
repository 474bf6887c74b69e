// What has come of a transaction that its row does not tell as it is: transfers without the fee, and associated tokens.

import { sound } from '../../contract/check.js';
import { defaultLimits, type Position } from '../../contract/resource.js';
import { accountTokens } from '../../contract/resources/accounts.js';
import { LedgerError } from '../../errors.js';
import { builder } from '../build/builder.js';
import { tokenLink } from '../build/links.js';
import { loadNodes } from '../build/nodes.js';
import { Token, Transaction, type TransactionSource } from '../build/refs.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import type { Context } from '../reading/context.js';
import { netOf } from './net-transfers.js';
import { familyMembers, scheduleCost, scheduleOf } from './transaction-family.js';
import { moved, Transfer } from './transfer.js';

/** Pages of an account's tokens that are looked through at the most. */
const mostPages = 4;

/** Name of the transactions that associate tokens. */
const associating = 'TOKENASSOCIATE';

/** Who has paid the fee: of what a schedule has executed whom that names, else who has sent it. */
async function feePayer(row: TransactionSource, context: Context): Promise<string | null> {
  const id = sound(row.transaction_id);
  const own = id.slice(0, id.indexOf('-'));
  if (!sound(row.scheduled) || sound(row.name) === 'SCHEDULECREATE') return own;
  const schedule = await scheduleOf(row, context);
  return schedule ? (sound(schedule.payer_account_id) ?? own) : null;
}

const tokensPage = (account: string, { loaders }: Context, after?: Position) =>
  loaders.pages(accountTokens).load({
    key: account,
    filters: [],
    order: accountTokens.order,
    limit: defaultLimits.maxPage,
    ...(after && { after }),
  });

builder.objectFields(Transaction, (t) => ({
  netTransfers: t.field({
    type: [Transfer],
    nullable: true,
    description:
      'Hbar that it has moved, without its fee. A ledger tells sums of both: null where they can not be told apart, since who has a part of the fee has received other hbars too.',
    extensions: {
      looksAt: [
        ...familyMembers,
        'charged_tx_fee',
        'entity_id',
        'node',
        'staking_reward_transfers',
        'transfers',
      ],
      cost: scheduleCost,
    },
    async resolve(row, _args, context, info) {
      const transfers = sound(row.transfers);
      const tinybars = BigInt(sound(row.charged_tx_fee) ?? 0);
      const payer = tinybars === 0n ? '' : await feePayer(row, context);
      if (payer === null) return null;
      const rewards = sound(row.staking_reward_transfers).reduce(
        (sum, { amount }) => sum + BigInt(amount),
        0n,
      );
      const net = netOf(transfers, { tinybars, payer, node: sound(row.node), rewards });
      return net && (moved(net, 'Transfer', row, info) as never);
    },
  }),
  associatedTokens: t.field({
    type: [Token],
    nullable: { list: true, items: true },
    description: `Tokens that it has associated its account with, as far as they are so still; empty where it is of another type. What can not be read is an error in its place, and what the ledger does not have null. Of an account with more than ${mostPages * defaultLimits.maxPage} tokens, only those that are among the first are found, and \`extensions.warnings\` says so.`,
    extensions: {
      looksAt: ['name', 'result', 'entity_id', 'consensus_timestamp'],
      cost: {
        loads: 'each',
        further: mostPages - 1,
        ofKind: associating,
        thenEach: true,
      } satisfies FieldCost,
    },
    async resolve({ name, result, entity_id, consensus_timestamp }, _args, context, info) {
      const account = sound(entity_id);
      const hasDone = sound(name) === associating && sound(result) === 'SUCCESS';
      if (!hasDone || account === null) return [];
      const at = sound(consensus_timestamp);
      const ids: string[] = [];
      let next: Position | undefined;
      for (let page = 0; page < mostPages; page += 1) {
        const found = await tokensPage(account, context, next);
        for (const one of found?.items ?? []) {
          if (sound(one.created_timestamp) === at) ids.push(sound(one.token_id));
        }
        next = found?.next ?? undefined;
        if (!next) break;
      }
      if (next) {
        const told = `Account ${account} has more tokens than are looked through`;
        context.warn(info, new LedgerError('UPSTREAM_PAGINATION', told));
      }
      return loadNodes(ids, (id) => tokenLink(id, context, info));
    },
  }),
}));
