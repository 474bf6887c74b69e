// Mercurius on Fastify with its compiler (JIT) and its own loaders, over undici.
import fastify from 'fastify';
import mercurius from 'mercurius';
import cache from 'mercurius-cache';
import { paths, plainResolvers, typeDefs } from './schema.js';
import { get, loadAccounts, loadTokens, port } from './upstream.js';

const app = fastify();
app.register(mercurius, {
  schema: typeDefs,
  resolvers: {
    ...plainResolvers,
    Query: {
      balances: async (_root, args) => (await get(paths.balances(args))).balances,
      blocks: async (_root, args) => (await get(paths.blocks(args))).blocks,
      account: async (_root, { id }) => (await loadAccounts([id]))[0],
    },
    Account: {
      ...plainResolvers.Account,
      tokens: async ({ account }, { limit }) =>
        (await get(paths.accountTokens(account, limit))).tokens,
    },
  },
  loaders: {
    Balance: {
      owner: {
        loader: (queries) => loadAccounts(queries.map(({ obj }) => obj.account)),
        opts: { cache: false },
      },
    },
    TokenBalance: {
      async token(queries) {
        const ids = queries.map(({ obj }) => obj.token_id);
        const found = await loadTokens([...new Set(ids)]);
        const rows = new Map(found.map((row) => [row.token_id, row]));
        return ids.map((id) => rows.get(id));
      },
    },
  },
  jit: 1,
});
// Seconds for which its answers are kept, as long as mirrorql keeps an account.
if (process.env.KEEP) {
  app.register(cache, { ttl: Number(process.env.KEEP), policy: { Query: { account: true } } });
}
app.listen({ port: Number(port), host: '127.0.0.1' });
