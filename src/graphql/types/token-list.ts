// Look-ups of tokens: `token`, `tokens`.
import { tokensByTreasury } from '../../contract/resources/by-treasury.js';
import { type TokenRow, token, tokens } from '../../contract/resources/tokens.js';
import { badInput } from '../../errors.js';
import { builder, Order } from '../build/builder.js';
import { connect } from '../build/connection.js';
import { connectionOf } from '../build/connection-type.js';
import { asItWas } from '../build/entity.js';
import { atFilters, EntityIdFilter, readFilters } from '../build/filters.js';
import { tokenWith } from '../build/links.js';
import { givenKey } from '../build/nodes.js';
import { Token, type TokenSource } from '../build/refs.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import { tokenType } from './token-enums.js';

builder.queryField('token', (t) =>
  t.field({
    type: Token,
    description: 'One token; null when there is none.',
    args: {
      id: t.arg({ type: 'EntityId', required: true, description: 'Id of the token.' }),
      at: t.arg({
        type: 'Timestamp',
        description:
          'The token as it was at this instant, with a global id of its own. Its balances are those of then, `nfts`, which the contract tells as of now alone, is null, and what it leads to is as of now.',
      }),
    },
    async resolve(_root, { id, at }, context, info) {
      const key = context.loaders.typed(givenKey('Token', 'id', id), 'id');
      if (!at) return tokenWith(key, context, info);
      return asItWas(await context.loaders.of(token, atFilters(token, at, [])).load(key), at);
    },
  }),
);

const TokensFilter = builder.inputType('TokensFilter', {
  description: 'Conditions on tokens; all that are given must hold.',
  fields: (t) => ({
    account: t.field({
      type: 'EntityId',
      description: 'An account that is associated with the token.',
    }),
    name: t.string({
      description:
        'Part of the name, 3 to 100 bytes, letter case ignored; not together with `token` or `account`. The contract gives one page of such a search, 100 items at the most: when `hasNextPage` is true, narrow the name instead of going on.',
    }),
    publicKey: t.field({
      type: 'Hex',
      description: 'Public key of the admin key, raw or DER, in hex.',
    }),
    token: t.field({ type: EntityIdFilter, description: 'The token.' }),
    treasury: t.field({
      type: 'EntityId',
      description:
        'Account that receives newly made units; together with `token` alone. Cursors of such a list are its own. Over a mirror node, or a database that has no index for it, this is `NOT_ANSWERABLE`.',
    }),
    type: t.field({ type: tokenType.type, description: 'Kind of the token.' }),
  }),
});

const filterMap = {
  account: 'account.id',
  name: 'name',
  publicKey: 'publickey',
  token: 'token.id',
  type: 'type',
};

const ofTreasury = { token: 'token.id', treasury: 'treasury' };

/** Conditions under which tokens of a treasury are found. @throws LedgerError BAD_USER_INPUT for any other */
function treasuryFilters(filter: Readonly<Record<string, unknown>>) {
  for (const [name, value] of Object.entries(filter)) {
    if (value != null && !Object.hasOwn(ofTreasury, name)) {
      const rule = 'must not be combined with treasury; take one of them';
      throw badInput(`filter.${name}`, value as string, rule);
    }
  }
  return readFilters(tokensByTreasury, ofTreasury, filter);
}

const TokenConnection = connectionOf(Token, { one: 'a token', many: 'tokens' });

builder.queryField('tokens', (t) =>
  t.connection(
    {
      type: Token,
      description:
        'Tokens by id. Over a mirror node, lists are updated less often than the look-up of one.',
      args: {
        filter: t.arg({ type: TokensFilter, description: 'Which tokens.' }),
        order: t.arg({ type: Order, description: 'Order by token id; default ASC.' }),
      },
      extensions: { cost: { unique: 'token' } satisfies FieldCost },
      resolve(_root, args, context, info) {
        const { filter } = args;
        tokenType.asked('filter.type', filter?.type);
        const isOfTreasury = filter?.treasury != null;
        const filters = isOfTreasury
          ? treasuryFilters(filter)
          : readFilters(tokens, filterMap, filter);
        return connect(context, info, {
          list: isOfTreasury ? tokensByTreasury : tokens,
          args,
          below: { filters },
          node(row: TokenRow): TokenSource {
            context.loaders.rows(token, tokens).prime(row.token_id, row);
            return row;
          },
        });
      },
    },
    TokenConnection,
  ),
);
