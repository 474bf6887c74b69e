// What an option is: its environment variables, default, check and description.
export interface Option {
  /** What the value is, for the help; without it the option is a switch. */
  readonly value?: string;
  readonly default?: string | undefined;
  /** Environment variables beside `MIRRORQL_<NAME>`, which every option has. */
  readonly variables?: readonly string[];
  /** The value where the option is given without one; others need theirs. */
  readonly bare?: string;
  readonly pattern?: RegExp;
  /** The smallest and the largest of its numbers. */
  readonly range?: readonly [minimum: number, maximum: number];
  /** The rule in words, for a value that the pattern refuses. */
  readonly rule?: string;
  /** The value is an address, whose parts must be readable. */
  readonly isAddress?: boolean;
  /** What a value looks like that may hold a secret: it is not shown where it is refused. */
  readonly secret?: RegExp;
  /** The option may be given several times, and once with several values between these. */
  readonly separator?: RegExp;
  readonly description: string;
}

/** An option that takes a whole number. */
export const whole = (
  value: string,
  range: readonly [minimum: number, maximum: number],
  fallback: string | undefined,
  description: string,
) => ({
  value,
  default: fallback,
  pattern: /^\d{1,9}$/,
  range,
  rule: `a whole number from ${range[0]} to ${range[1]}`,
  description,
});

/** What an address must be beside its scheme. */
export const readable =
  'whose user, password, host and port can be read (/ ? # @ % in a password are written %2F %3F %23 %40 %25)';

/** PostgreSQL's may leave out the host behind a user, which no other URL may. */
const withHost = (text: string) => text.replace(/^(postgres\w*:\/\/[^/]*@)(?=\/)/, '$1localhost');

/**
 * Whether an address is taken apart as it is meant. A password with a slash or a hash of its own
 * would end the host, so that its rest would be shown as a path.
 */
export function canBeRead(text: string): boolean {
  try {
    const { username, password, pathname, hash } = new URL(withHost(text));
    decodeURIComponent(`${username}:${password}`);
    return !pathname.includes('@') && hash === '';
  } catch {
    return false;
  }
}

/** What may hold a password, in an address or in what was meant to be one. */
const withPassword = /[@?]|:.*:/;

/** What every option has that takes an address. */
export const anAddress = { value: 'URL', isAddress: true, secret: withPassword } as const;

/** A mistake in the options; its message is all that the user needs. */
export class OptionError extends Error {}
