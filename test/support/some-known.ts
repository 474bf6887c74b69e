// What operations may name without having read the sample: an alias and an address of nobody among it.
import type { Known } from './operations.js';

export const someKnown: Known = {
  keys: ['ab'.repeat(32)],
  aliases: ['HIQQ', 'ZATALQNO3APHOQKO5VSM7F2RSNSEMT6X', `0xabcdef${'01'.repeat(17)}`],
  hashes: ['0xab'],
};
