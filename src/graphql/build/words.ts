// Words of the contract as enums: one that the schema does not know is told as such, and spoils nothing.
import { Meanings, newerWord, type Shape } from '../../contract/shape.js';
import { badInput } from '../../errors.js';
import { notOfKind } from './amount.js';
import { builder } from './builder.js';

const newer: keyof typeof newerWord = 'UNKNOWN';

/**
 * The enum of a member that is one of some words; `as`, by which fields of that type show the
 * enum's value for what a ledger says; and `asked`, by which conditions take it.
 */
export function words<W extends string>(
  name: string,
  shape: Shape & { readonly static: W | null },
) {
  const { description = '', [Meanings as never]: declared } = shape;
  const meanings: Readonly<Record<string, string>> = {
    ...newerWord,
    ...(declared as object),
  };
  const values = Object.fromEntries(
    Object.entries(meanings).map(([word, meaning]) => [word, { description: meaning }]),
  );
  const type = builder.enumType(name, { description, values: values as Values<W> });

  /** @throws LedgerError UPSTREAM_BAD_RESPONSE for what is no word at all. */
  function as(word: unknown): string | null {
    if (word === null) return null;
    if (typeof word !== 'string') throw notOfKind(name);
    return Object.hasOwn(values, word) ? word : newer;
  }

  /** @throws LedgerError BAD_USER_INPUT for the word of newer ones, by which nothing can be found. */
  function asked(argument: string, word: string | null | undefined): void {
    if (word !== newer) return;
    const known = Object.keys(values).filter((one) => one !== newer);
    throw badInput(argument, word, `must be one of ${known.join(', ')}`);
  }
  return { type, as, asked };
}

type Values<W extends string> = {
  readonly [word in W | keyof typeof newerWord]: { readonly description: string };
};
