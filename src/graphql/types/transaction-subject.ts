// What a transaction is about: an object of whatever type the ledger has of it.

import { brandWithType } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { sound } from '../../contract/check.js';
import { schedule } from '../../contract/resources/schedules.js';
import { builder } from '../build/builder.js';
import { contractWith } from '../build/contract-link.js';
import { accountLink, tokenLink, topicLink } from '../build/links.js';
import { Account, Contract, Schedule, Token, Topic, Transaction } from '../build/refs.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import type { Context } from '../reading/context.js';
import { narrowed, needsOnly } from '../reading/selection.js';

/** A type of what transactions are about. */
interface Subject {
  readonly type: { readonly name: string };
  /** The names of transactions whose entity is one, or can be. */
  readonly names: RegExp;
  /** The object, or null where the entity is none; `info` says what is selected of this type. */
  load(id: string, context: Context, info: GraphQLResolveInfo): unknown;
}

/** In the order in which they are tried; a type that comes later is added here and nowhere else. */
const subjects: readonly Subject[] = [
  { type: Contract, names: /^(CONTRACT|ETHEREUM)/, load: contractWith },
  // Calls can be of accounts that are no contracts.
  {
    type: Account,
    names: /^(CRYPTO|CONTRACTCALL$|ETHEREUM|TOKEN(ASSOCIATE|DISSOCIATE)$)/,
    load: accountLink,
  },
  { type: Token, names: /^TOKEN(?!ASSOCIATE|DISSOCIATE)/, load: tokenLink },
  { type: Topic, names: /^CONSENSUS/, load: topicLink },
  {
    type: Schedule,
    names: /^SCHEDULE/,
    load: (id, { loaders }, info) =>
      needsOnly(info, 'id') ? { schedule_id: id } : loaders.of(schedule).load(id),
  },
];

const TransactionSubject = builder.unionType('TransactionSubject', {
  description: 'What a transaction can be about.',
  types: subjects.map(({ type }) => type) as [typeof Account],
});

builder.objectFields(Transaction, (t) => ({
  entity: t.field({
    type: TransactionSubject,
    nullable: true,
    description:
      'What it is about, or has made, as it is now: of a call the contract, or the account where that is none. Null where it is about nothing, or about something of another type.',
    extensions: {
      looksAt: ['entity_id', 'name'],
      // That it is a contract has to be found out.
      cost: { loads: 'batch', byType: true } satisfies FieldCost,
    },
    async resolve({ entity_id, name }, _args, context, info) {
      const [id, told] = [sound(entity_id), sound(name)];
      if (id === null) return null;
      for (const { type, load } of subjects.filter(({ names }) => names.test(told))) {
        const found = await load(id, context, narrowed(info, type.name));
        if (!found) continue;
        brandWithType(found as object, type.name as never);
        return found as never;
      }
      return null;
    },
  }),
}));
