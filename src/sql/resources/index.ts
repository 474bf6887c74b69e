// The query of every resource, under the name that the contract has for it; `sql.ts` holds it complete.
export { account, accounts, accountTokens } from './accounts.js';
export { balances } from './balances.js';
export { block, blocks } from './blocks.js';
export { nft, nfts } from './nfts.js';
export { rewards } from './rewards.js';
export { schedule, schedules } from './schedules.js';
export { token, tokenBalances, tokens } from './tokens.js';
export { message, messageAt, messages } from './topic-messages.js';
export { topic } from './topics.js';
export { transactions } from './transactions.js';
