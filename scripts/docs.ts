// Writes the tables of options and of routes into the documents; with --check fails where one is stale.
import { readFileSync, writeFileSync } from 'node:fs';
import { lists, lookups } from '../src/contract/resources/index.js';
import { passedOn } from '../src/contract/resources/passed-on.js';
import { describeOptions } from '../src/help.js';

const cell = (text: string): string => text.replaceAll('|', '\\|');

const options = describeOptions().map(({ name, variables, fallback, description }) => {
  const shown = fallback === undefined ? '' : `\`${fallback}\``;
  const names = variables.map((one) => `\`${one}\``).join(', ');
  return `| \`${name}\` | ${shown} | ${cell(description)} | ${names} |`;
});

// Routes stand as the contract groups them, each look-up behind its list.
const areas = [...new Set(lists.map(({ documents }) => documents.area.name))];
const routes = areas.flatMap((area) =>
  [...lists, ...lookups]
    .filter(({ documents }) => documents.area.name === area)
    .sort((one, other) => (one.path < other.path ? -1 : 1))
    .map(({ path, description }) => `| \`${path}\` | ${cell(description)} |`),
);

const onlyPassedOn = passedOn.map(
  ({ method, path, description }) =>
    `| \`${method} ${path}\` | ${cell(description)} Passed on to a mirror node. |`,
);

const tables = {
  options: {
    file: 'docs/operating.md',
    rows: ['| option | default | what it does | variables |', '|---|---|---|---|', ...options],
  },
  routes: {
    file: 'docs/rest.md',
    rows: ['| path | what |', '|---|---|', ...routes, ...onlyPassedOn],
  },
};

for (const [name, { file, rows }] of Object.entries(tables)) {
  const place = new URL(`../${file}`, import.meta.url);
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const before = readFileSync(place, 'utf8');
  const [head, rest] = before.split(start) as [string, string];
  const tail = rest.split(end)[1] as string;
  const after = `${head}${start}\n${rows.join('\n')}\n${end}${tail}`;
  if (!process.argv.includes('--check')) writeFileSync(place, after);
  else if (before !== after) {
    process.stderr.write(`${file} is stale: run \`npm run docs\` and commit it\n`);
    process.exitCode = 1;
  }
}
