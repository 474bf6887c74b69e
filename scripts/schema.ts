// Prints the schema to schema.graphql; with --check fails where the committed file is stale.
import { readFileSync, writeFileSync } from 'node:fs';
import { printedSchema } from '../src/graphql/printed.js';

const file = new URL('../schema.graphql', import.meta.url);
const printed = printedSchema();

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== printed) {
    process.stderr.write('schema.graphql is stale: run `npm run schema` and commit it\n');
    process.exit(1);
  }
} else {
  writeFileSync(file, printed);
}
