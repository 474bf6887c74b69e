// The schema: every type file is imported for its effect, and only the built schema is given out.
import './types/account.js';
import './types/allowance.js';
import './types/balance.js';
import './types/block.js';
import './types/subscription.js';
import './types/owner.js';
import './build/scalars.js';
import './types/network.js';
import './types/airdrop.js';
import './types/history.js';
import './types/hook.js';
import './types/nft-allowance.js';
import './types/contract.js';
import './types/contract-action.js';
import './types/contract-call.js';
import './types/contract-log.js';
import './types/contract-result.js';
import './types/contract-result-query.js';
import './types/block-calls.js';
import './types/log-added.js';
import './types/nft.js';
import './types/nft-transaction.js';
import './types/node.js';
import './types/rates.js';
import './types/registered-node.js';
import './types/reward.js';
import './types/schedule.js';
import './types/staked-accounts.js';
import './types/search.js';
import './types/token.js';
import './types/token-balance.js';
import './types/token-list.js';
import './types/topic.js';
import './types/message.js';
import './types/transaction.js';
import './types/transaction-added.js';
import './types/transaction-family.js';
import './types/transaction-movements.js';
import './types/transaction-query.js';
import './types/transaction-subject.js';
import { type GraphQLSchema, specifiedDirectives } from 'graphql';
import { builder } from './build/builder.js';
import { partDirectives } from './build/directives.js';

export const schema: GraphQLSchema = builder.toSchema({
  directives: [...specifiedDirectives, ...partDirectives],
});
