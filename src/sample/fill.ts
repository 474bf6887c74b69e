// A program that fills an empty PostgreSQL (DATABASE_URL) with the sample ledger; one that has tables is left as it is.
import pg from 'pg';
import { causeOf } from '../errors.js';
import { seed } from './seed.js';

async function fill(): Promise<void> {
  const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
  await client.connect();
  const { rows } = await client.query("select to_regclass('entity') is not null as filled");
  if (!rows[0].filled) {
    // All of it or nothing, so that a run that was cut off is followed by one that fills.
    await client.query('begin');
    await seed(
      (text) => client.query(text),
      (text, values) => client.query(text, values),
    );
    await client.query('commit');
  }
  await client.end();
}

await fill().catch((error: unknown) => {
  process.stderr.write(`mirrorql: the database of DATABASE_URL is not filled: ${causeOf(error)}\n`);
  process.exit(1);
});
