// Prints the schema to schema.graphql; with --check fails where the committed file is stale.
import { readFileSync, writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../src/graphql/schema.js';

const file = new URL('../schema.graphql', import.meta.url);
const printed = `${printSchema(lexicographicSortSchema(schema))}\n`;

if (process.argv.includes('--check')) {
  if (readFileSync(file, 'utf8') !== printed) {
    process.stderr.write('schema.graphql is stale: run `npm run schema` and commit it\n');
    process.exit(1);
  }
} else {
  writeFileSync(file, printed);
}
