// What the command line and the environment say of each option, and which ledger they name.

import { type Given, readLine, suggestion } from './options/line.js';
import { canBeRead, OptionError, readable } from './options/option.js';
import { type Environment, type Option, type OptionName, options, variablesOf } from './options.js';

export { OptionError } from './options/option.js';
export type { Environment };

export interface Config {
  /** Value of an option, from the command line, the environment, or its default. */
  text(name: OptionName): string | undefined;
  /** Values of an option that may have several. */
  texts(name: OptionName): readonly string[];
  number(name: OptionName): number;
  isSet(name: OptionName): boolean;
}

/** Reads options; the command line wins over the environment. @throws OptionError */
export const readConfig = (args: readonly string[], environment: Environment): Config =>
  configOf(readLine(args), environment);

/** What is set, by the command line or else by the environment. @throws OptionError */
export function configOf(given: Given, environment: Environment): Config {
  const values = new Map<string, readonly string[]>();
  for (const [name, option] of Object.entries(options)) {
    const source = variablesOf(name, option).find((variable) => environment[variable]);
    const line = given[name] === true ? (option.bare ?? 'true') : given[name];
    const value = line ?? (source && environment[source]) ?? option.default;
    if (value === undefined) continue;
    const { separator } = option;
    const parts = [value].flat().map(String);
    const split = separator
      ? parts.flatMap((text) => text.split(separator)).filter(Boolean)
      : parts;
    // Nothing at all is a value too, for the pattern to refuse.
    const texts = split.length > 0 ? split : [''];
    for (const text of texts) {
      const rule = brokenRule(option, text);
      if (rule === undefined) continue;
      const from = given[name] === undefined && source ? source : `--${name}`;
      throw new OptionError(`${from} must be ${rule}, but is ${shown(option, text)}`);
    }
    values.set(name, texts);
  }
  const text = (name: OptionName) => values.get(name)?.at(-1);
  return {
    text,
    texts: (name) => values.get(name) ?? [],
    number: (name) => Number(text(name)),
    isSet: (name) => values.has(name) && !isOff(options[name], text(name)),
  };
}

const switched = /^(true|false|1|0)$/;

const isOff = ({ value }: Option, text: string | undefined): boolean =>
  value === undefined && (text === 'false' || text === '0');

/** The rule that a value breaks. */
function brokenRule(option: Option, text: string): string | undefined {
  // A variable holds a word for a switch; one that is no word for it would be taken for either.
  if (option.value === undefined) return switched.test(text) ? undefined : 'true or false, 1 or 0';
  const { pattern, range = [0, Number.POSITIVE_INFINITY], rule = '', isAddress } = option;
  const isOutside = Number(text) < range[0] || Number(text) > range[1];
  if (pattern?.test(text) === false || isOutside) return rule;
  return isAddress && !canBeRead(text) ? `${rule} ${readable}` : undefined;
}

/** A refused value; it may stand in a log that many can read. */
const shown = ({ secret }: Option, text: string): string =>
  secret?.test(text) ? 'not; what came may hold a secret and is not shown' : JSON.stringify(text);

const prefix = 'MIRRORQL_';
const variables = Object.entries(options).flatMap(([name, option]) => variablesOf(name, option));

/** What Kubernetes sets for each pod beside a service of our name. */
const ofService = /_(SERVICE_(HOST|PORT)|PORT_\d+_\w+)/;

/** Variables that are ours by their name and stand for no option: slips, each as a sentence. */
export function unknownVariables(environment: Environment): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith(prefix) && !variables.includes(name) && !ofService.test(name))
    .map((name) => `${name} stands for no option${suggestion(name, variables)}`);
}

/** Seconds from one block of the sample to the next where nobody says; the network's own. */
const usualTick = 2;

/** Seconds from one block to the next that is made up; 0 for none. @throws OptionError for what is no sample */
export function readTick(config: Config, { kind }: { readonly kind: string }): number {
  const given = config.text('tick');
  if (kind === 'embedded') return Number(given ?? usualTick);
  if (Number(given ?? 0) === 0) return 0;
  throw new OptionError(
    `--tick ${given} is for the embedded sample ledger, and another one is named: leave it out, or 0`,
  );
}

/** Which ledger the options name. @throws OptionError where they name none or several. */
export function chooseLedger(config: Config, environment: Environment) {
  const [upstream, database] = [config.texts('upstream'), config.text('database')];
  const isNetwork = config.isSet('network') || config.isSet('scheme');
  const chosen = [
    upstream.length > 0 && '--upstream',
    isNetwork && '--network',
    database !== undefined && '--database (or DATABASE_URL)',
  ].filter((name) => name !== false);
  if (chosen.length > 1) {
    throw new OptionError(`${chosen.join(' and ')} name different ledgers; keep one of them`);
  }
  if (upstream.length > 0) return { kind: 'remote', upstream } as const;
  if (isNetwork) {
    const network = config.text('network') ?? 'testnet';
    const scheme = config.text('scheme') ?? 'https';
    return { kind: 'network', network, scheme } as const;
  }
  if (database !== undefined) return { kind: 'database', url: database } as const;
  const pg = Object.keys(environment).filter(
    (name) => /^PG(HOST|PORT|DATABASE|USER|PASSWORD)/.test(name) && environment[name],
  );
  if (pg.length > 0) {
    throw new OptionError(
      `no database is named beside ${pg.join(', ')}: set --database (or DATABASE_URL) to serve it, or unset what is set to serve the embedded sample ledger`,
    );
  }
  return { kind: 'embedded' } as const;
}
