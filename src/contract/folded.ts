// Text as a search compares it: letter case and accents are nothing.

/** What Unicode takes off a letter as its accents, when it is laid out in parts. */
const accents = /[\u0300-\u036f]/g;

/**
 * A text without accents and in lower case, as `sql/query/folded.ts` has it of a database. Letters
 * that Unicode does not lay out in parts stay what they are: `ø` is no `o`, `ß` no `ss`.
 */
export const folded = (text: string): string =>
  text.normalize('NFD').replaceAll(accents, '').toLowerCase();

/** Whether an index of three characters each can narrow what has this text in it. */
export const isNarrow = (text: string): boolean => /[\p{L}\p{N}]{3}/u.test(folded(text));
