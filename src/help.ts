// The rows of the documentation's table: every option in words.
import { options, variablesOf } from './options.js';

/** All options as they stand in the documentation. */
export function describeOptions() {
  return Object.entries(options).map(([name, option]) => ({
    name: `--${name}${option.value ? ` ${option.value}` : ''}`,
    variables: variablesOf(name, option),
    fallback: option.default,
    description: option.description,
  }));
}
