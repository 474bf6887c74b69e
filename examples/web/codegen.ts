// Types of this folder's operations. The schema is a server's, or the file that SCHEMA names.
import type { CodegenConfig } from '@graphql-codegen/cli';

const server = process.env['MIRRORQL'] ?? 'http://localhost:4000';

const config: CodegenConfig = {
  schema: process.env['SCHEMA'] ?? `${server}/graphql/schema.graphql`,
  emitLegacyCommonJSImports: false,
  generates: {
    'src/gql/': {
      documents: ['src/**/*.{ts,tsx}', '!src/gql/**'],
      preset: 'client',
      presetConfig: { fragmentMasking: false },
      config: {
        useTypeImports: true,
        enumsAsTypes: true,
        strictScalars: true,
        scalars: {
          AccountRef: { input: 'string | number', output: 'string' },
          Base64: 'string',
          Decimal: 'string',
          EntityId: { input: 'string | number', output: 'string' },
          Hex: 'string',
          Int64: { input: 'string | number', output: 'string' },
          Timestamp: 'string',
          TransactionRef: { input: 'string | number', output: 'string' },
        },
      },
    },
  },
};

export default config;
