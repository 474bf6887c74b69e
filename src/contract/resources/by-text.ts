// Tokens by what they are called, letter case and accents ignored, which no endpoint of the contract can be asked for.
import { folded } from '../folded.js';
import { furtherList } from '../further-list.js';
import type { List } from '../resource.js';
import { entityId, text } from '../values.js';
import { type TokenRow, tokens } from './tokens.js';

/** Tokens in the order of a folded text of theirs; one page of it, which begins with the best. */
function byText(name: string, of: (row: TokenRow) => string, description: string): List<TokenRow> {
  return furtherList(tokens, {
    name,
    reason:
      'A mirror node finds tokens by a part of the name alone; a server over its database finds them by how names and symbols begin',
    sort: [
      { parameter: 'name', kind: text(0, 400), of: (row) => folded(of(row)) },
      { parameter: 'token.id', kind: entityId, of: ({ token_id }) => token_id },
    ],
    unpaged: () => true,
    parameters: {
      text: { kind: text(1, 100), operators: ['eq'], repeat: 'all', description },
    },
  });
}

const nameOf = ({ name }: TokenRow) => String(name);

export const tokensByName = byText('tokensByName', nameOf, 'How the name begins.');
export const tokensBySymbol = byText(
  'tokensBySymbol',
  ({ symbol }) => String(symbol),
  'How the symbol begins.',
);
/** Text must have three letters or digits in a row (`isNarrow`), by which an index finds it. */
export const tokensByPart = byText('tokensByPart', nameOf, 'A part of the name.');
