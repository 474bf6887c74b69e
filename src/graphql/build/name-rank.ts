// Which of the tokens whose names contain a text are meant most likely.
import type { TokenRow } from '../../contract/tokens.js';

const folded = (text: string): string => text.normalize('NFC').toLowerCase();

/** Characters that stand for others where a ledger compares names. */
const wildcard = /[%_\\]/;

/**
 * The tokens, best first: the text is the whole name, or the symbol, or the name begins with it, or
 * has it anywhere; among equals as they came. Where the text has characters that a ledger may take
 * for others, only those stay that have the text itself.
 */
export function rankedByName(text: string, tokens: readonly TokenRow[]): TokenRow[] {
  const sought = folded(text);
  const rank = ({ name, symbol }: TokenRow): number => {
    const own = folded(String(name));
    if (own === sought) return 0;
    if (folded(String(symbol)) === sought) return 1;
    if (own.startsWith(sought)) return 2;
    return own.includes(sought) ? 3 : 4;
  };
  const ranked = tokens.map((token) => ({ token, rank: rank(token) }));
  const kept = wildcard.test(text) ? ranked.filter((one) => one.rank < 4) : ranked;
  return kept.sort((a, b) => a.rank - b.rank).map(({ token }) => token);
}
