// The table of statements in docs/scaling.md is true: it is held against the SQL that is generated.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tableNames } from '../../src/sql/tables/schema.js';
import { statements } from '../support/statements.js';

const page = readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8');
const rows = page
  .slice(page.indexOf('## Statements'))
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (statement|-+) /.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, name, tables, conditions]) => ({
    name: name as string,
    tables: (tables as string).split(', '),
    conditions: Array.from((conditions as string).matchAll(/`([^`]+)`/g), ([, text]) => text),
  }));
const generated = await statements();

describe('the table of statements', () => {
  it('has all of them, and no other', () => {
    expect(rows.map(({ name }) => name)).toEqual(generated.map(({ name }) => name));
  });

  it('names all tables that a role of the database must be let read, as `check` does', () => {
    expect(new Set(rows.flatMap(({ tables }) => tables))).toEqual(new Set(tableNames));
  });

  it.each(rows)('names the tables and the bounds of $name', ({ name, tables, conditions }) => {
    const statement = generated.find((one) => one.name === name);
    expect(statement?.tables).toEqual(tables);
    expect(conditions.length).toBeGreaterThan(0);
    for (const condition of conditions) expect(statement?.text).toContain(condition);
  });

  it.each(generated)('$name is bounded by a limit or by its keys', ({ text }) => {
    expect(/ limit (\d+|\?|\$\d+)/.test(text) || / = asked\.id/.test(text)).toBe(true);
  });

  it.each(generated)('$name only reads', ({ text }) => {
    expect(text).not.toMatch(/\b(insert|update|delete|for share|lock|begin|set)\b (?!is)/i);
  });
});
