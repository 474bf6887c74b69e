// Writes the table of options into docs/operating.md; with --check fails where it is stale.
import { readFileSync, writeFileSync } from 'node:fs';
import { describeOptions } from '../src/help.js';

const file = new URL('../docs/operating.md', import.meta.url);
const [start, end] = ['<!-- options -->', '<!-- /options -->'];

const cell = (text: string): string => text.replaceAll('|', '\\|');
const rows = describeOptions().map(({ name, variables, fallback, description }) => {
  const shown = fallback === undefined ? '' : `\`${fallback}\``;
  const names = variables.map((one) => `\`${one}\``).join(', ');
  return `| \`${name}\` | ${shown} | ${cell(description)} | ${names} |`;
});
const table = ['| option | default | what it does | variables |', '|---|---|---|---|', ...rows];

const before = readFileSync(file, 'utf8');
const [head, rest] = before.split(start) as [string, string];
const tail = rest.split(end)[1] as string;
const after = `${head}${start}\n${table.join('\n')}\n${end}${tail}`;

if (!process.argv.includes('--check')) writeFileSync(file, after);
else if (before !== after) {
  process.stderr.write('docs/operating.md is stale: run `npm run docs` and commit it\n');
  process.exit(1);
}
