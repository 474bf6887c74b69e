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

/** A mistake in the options; its message is all that the user needs. */
export class OptionError extends Error {}
