// `npm run attack`: tries to bring the server down, on every ledger that there is, and tells what came of it.
import type { LedgerName } from './attack.js';
import { clientAttacks } from './client-attacks.js';
import { costAttacks } from './cost-attacks.js';
import { attackLedger, limitOf, type Result } from './measure.js';

const [wanted = '', only = ''] = process.argv.slice(2);
const patient = Number(process.env['ATTACK_PATIENCE'] ?? 0);
const attacks = [...costAttacks, ...clientAttacks].filter(({ name }) => name.includes(only));
const columns = ['size', 'held ms', 'server ms', 'ledger ms', 'RSS MB', 'heap MB'];

function print({ name, status, size, held, server, ledger, memory, heap, failures }: Result): void {
  const numbers = [size, held, server, ledger, memory, heap].map((number, index) =>
    String(number).padStart((columns[index] as string).length + 2),
  );
  const verdict = failures.length === 0 ? 'ok' : `FAILED: ${failures.join('; ')}`;
  process.stdout.write(
    `${name.slice(0, 58).padEnd(60)}${status.slice(0, 34).padEnd(36)}${numbers.join('')}  ${verdict}\n`,
  );
}

let failed = 0;
for (const ledger of ['embedded', 'PostgreSQL', 'upstream'] as const satisfies LedgerName[]) {
  if (wanted && wanted !== ledger) continue;
  const limit = limitOf(ledger, patient);
  process.stdout.write(`\n${ledger}: others may wait ${limit.atFirst} ms\n`);
  process.stdout.write(`${''.padEnd(96)}${columns.map((name) => `  ${name}`).join('')}\n`);
  const results = await attackLedger(ledger, attacks, limit, print);
  if (!results) process.stdout.write('not covered, since there is none\n');
  failed += (results ?? []).filter(({ failures }) => failures.length > 0).length;
}
process.stdout.write(failed === 0 ? '\nall is well\n' : `\n${failed} attacks had an effect\n`);
process.exit(failed === 0 ? 0 : 1);
