// Apollo Server with its REST data source, one per request, as its documentation shows.
import { RESTDataSource } from '@apollo/datasource-rest';
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import DataLoader from 'dataloader';
import { paths, plainResolvers, typeDefs } from './schema.js';
import { port, upstream } from './upstream.js';

class Ledger extends RESTDataSource {
  baseURL = upstream;
  accounts = new DataLoader(async (ids) => {
    if (ids.length === 1) return [await this.get(paths.account(ids[0]))];
    const { accounts } = await this.get(paths.accounts(ids));
    return ids.map((id) => accounts.find((row) => row.account === id));
  });
  tokens = new DataLoader(async (ids) => {
    const { tokens } = await this.get(paths.tokens(ids));
    return ids.map((id) => tokens.find((row) => row.token_id === id));
  });
}

const resolvers = {
  ...plainResolvers,
  Query: {
    balances: async (_root, args, { ledger }) => (await ledger.get(paths.balances(args))).balances,
    blocks: async (_root, args, { ledger }) => (await ledger.get(paths.blocks(args))).blocks,
    account: (_root, { id }, { ledger }) => ledger.accounts.load(id),
  },
  Balance: { owner: ({ account }, _args, { ledger }) => ledger.accounts.load(account) },
  Account: {
    ...plainResolvers.Account,
    tokens: async ({ account }, { limit }, { ledger }) =>
      (await ledger.get(paths.accountTokens(account, limit))).tokens,
  },
  TokenBalance: {
    ...plainResolvers.TokenBalance,
    token: ({ token_id }, _args, { ledger }) => ledger.tokens.load(token_id),
  },
};

const server = new ApolloServer({ typeDefs, resolvers });
await startStandaloneServer(server, {
  listen: { port: Number(port), host: '127.0.0.1' },
  context: async () => ({ ledger: new Ledger() }),
});
