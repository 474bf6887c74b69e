// The help, and the rows of the documentation's table: every option in words.
import { options, variablesOf } from './options.js';

/** Where the descriptions of the help begin. */
const column = 29;

/** All options as they stand in the documentation. */
export function describeOptions() {
  return Object.entries(options).map(([name, option]) => ({
    name: `--${name}${option.value ? ` ${option.value}` : ''}`,
    variables: variablesOf(name, option),
    fallback: option.default,
    description: option.description,
  }));
}

/** The help text: all options with their environment variables and defaults. */
export function help(): string {
  const rows = describeOptions().map(({ name, variables, fallback, description }) => {
    const tail = fallback === undefined ? '' : ` Default ${fallback}.`;
    const indent = ' '.repeat(column);
    return `${`  ${name}`.padEnd(column)}${description}${tail}\n${indent}[${variables.join(', ')}]`;
  });
  return [
    'mirrorql: one GraphQL endpoint over a ledger mirror',
    '',
    'Usage: mirrorql [options]                     serve',
    '       mirrorql query FILE|TEXT [options]     run an operation, without a server',
    '         --variables JSON                     its variables',
    '         --all                                follow its connection to the end',
    '         --format json|ndjson|csv             the answer, or rows; default json',
    '       mirrorql schema [--federation]         print the schema, or that of a subgraph',
    '',
    'Without --upstream, --network or --database an embedded sample ledger is served.',
    '',
    ...rows,
    '',
  ].join('\n');
}
