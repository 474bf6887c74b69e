// Which tokens of an account are asked for: by the token, and by what the contract has no parameter for.

import { sound } from '../../contract/check.js';
import { accountTokens, type TokenRelationshipRow } from '../../contract/resources/accounts.js';
import { token, tokens } from '../../contract/resources/tokens.js';
import { conditions } from '../build/conditions.js';
import { Int64Filter } from '../build/filters.js';
import { type FurtherConditions, meetsAll } from '../build/further-conditions.js';
import { tokenType } from './token-enums.js';

const further: FurtherConditions<TokenRelationshipRow> = {
  fields: {
    balance: { type: Int64Filter, description: 'Balance in the smallest unit.' },
    type: { type: tokenType.type, description: 'Type of the token, which is looked up.' },
  },
  read({ balance, type }, { loaders }) {
    tokenType.asked('filter.type', type);
    return async (rows) => {
      const held = rows.map((row) => !balance || meetsAll(BigInt(sound(row.balance)), balance));
      if (!type) return held;
      const types = rows.map(async ({ token_id }, index) => {
        if (!held[index]) return false;
        const found = await loaders.rows(token, tokens).load(sound(token_id));
        return found !== null && sound(found.type) === type;
      });
      return Promise.all(types);
    };
  },
};

export const ofTokens = conditions(
  'AccountTokensFilter',
  { of: 'the tokens of an account', further },
  accountTokens,
  { token: { by: 'token.id', description: 'The token.' } },
);

/** Tokens whose type is looked up go by twenty. */
export const tokenScans = { balance: 1, type: 6 } as const;
