// Words of the contract as enums: one that the schema does not know is told as such, and spoils nothing.
import { notOfKind } from './amount.js';
import { builder } from './builder.js';

interface Meaning {
  readonly description: string;
}

/** Stands for every word that is younger than the schema. */
const newer = 'UNKNOWN';
const newerMeaning = { description: 'Another word of the ledger, newer than this schema.' };

/**
 * An enum of the contract's words, and `of`, by which fields of that type resolve: the enum's value
 * for what a ledger says. Where a ledger says UNKNOWN itself, the meaning of that is given too.
 */
export function wordType<M extends Readonly<Record<string, Meaning>>>(
  name: string,
  description: string,
  meanings: M,
) {
  type Word = (keyof M & string) | typeof newer;
  const values = { [newer]: newerMeaning, ...meanings } as { readonly [word in Word]: Meaning };
  const type = builder.enumType(name, { description, values });

  /** @throws LedgerError UPSTREAM_BAD_RESPONSE for what is no word at all. */
  function of<W extends string | null | undefined>(word: W): W extends string ? Word : Word | null {
    const given: unknown = word ?? null;
    if (given instanceof Error) throw given;
    if (given !== null && typeof given !== 'string') throw notOfKind(name);
    const known = given === null || Object.hasOwn(values, given) ? given : newer;
    return known as W extends string ? Word : Word | null;
  }
  return { type, of };
}
