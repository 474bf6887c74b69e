// Which of the tokens whose names contain a text are meant most likely.
import { folded } from '../../contract/folded.js';
import type { TokenRow } from '../../contract/resources/tokens.js';

/** Characters that stand for others where a ledger compares names. */
const wildcard = /[%_\\]/;

/**
 * The tokens, best first: the text is the whole name, or the symbol, or the name begins with it, or
 * the symbol, or the name has it anywhere; among equals as they came. Where the text has characters
 * that a ledger may take for others, only those stay that have the text itself.
 */
export function rankedByName(text: string, tokens: readonly TokenRow[]): TokenRow[] {
  const sought = folded(text);
  const rank = (token: TokenRow): number => {
    const name = folded(String(token.name));
    const symbol = folded(String(token.symbol));
    if (name === sought) return 0;
    if (symbol === sought) return 1;
    if (name.startsWith(sought)) return 2;
    if (symbol.startsWith(sought)) return 3;
    return name.includes(sought) ? 4 : 5;
  };
  const ranked = tokens.map((token) => ({ token, rank: rank(token) }));
  const kept = wildcard.test(text) ? ranked.filter((one) => one.rank < 5) : ranked;
  return kept.sort((a, b) => a.rank - b.rank).map(({ token }) => token);
}
