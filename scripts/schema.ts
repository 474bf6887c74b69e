// Prints the schema to schema.graphql, and what caches of clients must know of it; with --check fails where one is stale.
import { readFileSync, writeFileSync } from 'node:fs';
import { printedSchema } from '../src/graphql/printed.js';
import { schema } from '../src/graphql/schema.js';
import { cachePolicies } from './cache-policies.js';

const files = {
  'schema.graphql': printedSchema(),
  'src/generated/cache-policies.ts': cachePolicies(schema),
};

for (const [name, printed] of Object.entries(files)) {
  const file = new URL(`../${name}`, import.meta.url);
  if (!process.argv.includes('--check')) writeFileSync(file, printed);
  else if (readFileSync(file, 'utf8') !== printed) {
    process.stderr.write(`${name} is stale: run \`npm run schema\` and commit it\n`);
    process.exitCode = 1;
  }
}
