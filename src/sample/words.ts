// The invented names, symbols and memos of the sample ledger.
import type { Random } from './random.js';

const first = [
  'Amber',
  'Birch',
  'Cobalt',
  'Copper',
  'Driftwood',
  'Ember',
  'Fern',
  'Glasswing',
  'Harbour',
  'Indigo',
  'Juniper',
  'Kestrel',
  'Lantern',
  'Marble',
  'Nightjar',
  'Orchard',
  'Pebble',
  'Quartz',
  'Rook',
  'Saffron',
  'Tidal',
  'Umber',
  'Velvet',
  'Willow',
  'Zephyr',
];
const coins = [
  'Credit',
  'Points',
  'Share',
  'Litre',
  'Kilowatt',
  'Ticket',
  'Dollar',
  'Grain',
  'Carbon',
  'Mile',
];
const collections = [
  'Foxes',
  'Postcards',
  'Passes',
  'Teacups',
  'Maps',
  'Turtles',
  'Kites',
  'Ferries',
  'Clocks',
];

/** Names that break careless searching, quoting, sorting or cutting. */
const oddNames: readonly (readonly [name: string, symbol: string])[] = [
  ['Café Crème', 'CAFÉ'],
  ['日本の庭', '庭'],
  ['Moon 🚀 Cheese', '🧀'],
  ['The "Quoted" Coin', 'QUOTE'],
  ['Back\\slash', 'B\\S'],
  ['50% Off', '50%'],
  ['under_score', 'UND_SC'],
  ['Größe Null', 'NULL'],
  ["Keeper's <b>Gold</b>", 'K&G'],
  ['L'.repeat(100), 'LONG'],
];

const memos = [
  '',
  '',
  '',
  '',
  '',
  'auto-created account',
  'lazy-created account',
  'savings',
  'Order 20417',
  'payroll 2026-11',
  'café ☕ 日本語',
  'Grüße aus dem Norden',
  '🌊🚢',
  'He said "thanks"\\',
  'first line\nsecond line',
  'tab\there',
  '<i>not html</i> &amp;',
  "it's fine",
  '0.0.1001',
  'm'.repeat(100),
];

export const memo = (random: Random): string => random.pick(memos);

/** 250 pairs of words; the odd names come first, so that low numbers show them. */
export function tokenName(
  index: number,
  nonFungible: boolean,
): readonly [name: string, symbol: string] {
  const odd = oddNames[index];
  if (odd) return odd;
  const adjective = first[index % first.length] as string;
  const nouns = nonFungible ? collections : coins;
  // One noun further with each round of the adjectives, so that no pair comes twice.
  const noun = nouns[
    ((index % first.length) + Math.floor(index / first.length)) % nouns.length
  ] as string;
  return [`${adjective} ${noun}`, (adjective.slice(0, 3) + noun.slice(0, 2)).toUpperCase()];
}
