// graphql-yoga with DataLoader and undici, as a good engineer writes it in an afternoon.
import { createServer } from 'node:http';
import { createSchema, createYoga } from 'graphql-yoga';
import { paths, plainResolvers, typeDefs } from './schema.js';
import { get, makeLoaders, port } from './upstream.js';

const resolvers = {
  ...plainResolvers,
  Query: {
    balances: async (_root, args) => (await get(paths.balances(args))).balances,
    blocks: async (_root, args) => (await get(paths.blocks(args))).blocks,
    account: (_root, { id }, { accounts }) => accounts.load(id),
  },
  Balance: { owner: ({ account }, _args, { accounts }) => accounts.load(account) },
  Account: {
    ...plainResolvers.Account,
    tokens: async ({ account }, { limit }) =>
      (await get(paths.accountTokens(account, limit))).tokens,
  },
  TokenBalance: {
    ...plainResolvers.TokenBalance,
    token: ({ token_id }, _args, { tokens }) => tokens.load(token_id),
  },
};

const yoga = createYoga({
  schema: createSchema({ typeDefs, resolvers }),
  context: makeLoaders,
  logging: false,
});
createServer(yoga).listen(Number(port), '127.0.0.1');
