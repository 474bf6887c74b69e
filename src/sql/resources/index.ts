// The query of every resource, under the name that the contract has for it; `sql.ts` holds it complete.
export { account, accounts, accountTokens } from './accounts.js';
export { hbarAllowances, tokenAllowances } from './allowances.js';
export { balances } from './balances.js';
export { block, blocks } from './blocks.js';
export { networkStake, networkSupply } from './network.js';
export { nftTransactions } from './nft-transactions.js';
export { nft, nfts, tokenNfts } from './nfts.js';
export { nodes } from './nodes.js';
export { exchangeRate, networkFees } from './rates.js';
export { rewards } from './rewards.js';
export { schedule, schedules } from './schedules.js';
export { token, tokenBalances, tokens } from './tokens.js';
export { message, messageAt, messages } from './topic-messages.js';
export { topic } from './topics.js';
export { transaction } from './transaction.js';
export { transactions } from './transactions.js';
