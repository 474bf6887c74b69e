// Every option as data, by its name: those of the ledger, and those of serving it.
import { ledgerOptions } from './options/ledger.js';
import type { Option } from './options/option.js';
import { servingOptions } from './options/serving.js';

export type { Option } from './options/option.js';

const table = { ...ledgerOptions, ...servingOptions };

export type OptionName = keyof typeof table;

/** Environment variables by their names. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Options as another program gives them, such as `{ network: 'testnet', 'max-page': 50 }`. */
export type Options = {
  readonly [Name in OptionName]?: string | number | boolean | readonly string[] | undefined;
};

/** All options by their names, in the order of the help. */
export const options: Readonly<Record<OptionName, Option>> = table;

/** Environment variables of an option; the first that is set counts. */
export const variablesOf = (name: string, { variables = [] }: Option): readonly string[] => [
  `MIRRORQL_${name.toUpperCase().replaceAll('-', '_')}`,
  ...variables,
];
