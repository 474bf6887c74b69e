// gql.tada: TypeScript alone infers what a query answers, out of the introspection.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { introspectionFromSchema } from 'graphql';
import { expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';

const operation = (type: string) => `
import { initGraphQLTada, type ResultOf, type VariablesOf } from 'gql.tada';
import type { introspection } from './graphql-env.js';

const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { AccountRef: string; Decimal: string; EntityId: string; Int64: string; Timestamp: string };
}>();
const query = graphql(\`
  query ($id: AccountRef!) {
    account(id: $id) {
      balance { hbars }
      tokens(first: 5) { edges { node { balance relationship { kycStatus } } } }
    }
  }
\`);
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Node = NonNullable<NonNullable<ResultOf<typeof query>['account']>['tokens']>['edges'][number]['node'];
export const balance: Same<Node['balance'], ${type}> = true;
export const status: 'GRANTED' | 'NOT_APPLICABLE' | 'REVOKED' | 'UNKNOWN' | null | undefined =
  {} as NonNullable<Node['relationship']>['kycStatus'];
export const variables: VariablesOf<typeof query> = { id: '0.0.2' };
`;

it('gql.tada infers the types of a nested query, digits as strings', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mirrorql-tada-'));
  const typescript = dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
  const tsc = join(typescript, 'bin/tsc');
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext'];
  const check = (file: string) =>
    promisify(execFile)(process.execPath, [tsc, ...flags, file], { cwd: folder }).then(
      () => 'right',
      ({ stdout }: { stdout: string }) => stdout,
    );
  try {
    const introspection = minifyIntrospection(introspectionFromSchema(schema) as never);
    const types = outputIntrospectionFile(introspection, {
      fileType: '.d.ts',
      shouldPreprocess: true,
    });
    await symlink(dirname(typescript), join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'graphql-env.d.ts'), types);
    await writeFile(join(folder, 'right.ts'), operation('string'));
    await writeFile(join(folder, 'wrong.ts'), operation('number'));
    expect(await check('right.ts')).toBe('right');
    expect(await check('wrong.ts')).toContain("Type 'true' is not assignable to type 'false'");
  } finally {
    await rm(folder, { recursive: true });
  }
});
