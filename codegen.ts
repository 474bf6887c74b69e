// Typed documents out of the printed schema: of the example operations, and of the example front end.
import type { CodegenConfig } from '@graphql-codegen/cli';

const client = {
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
} satisfies NonNullable<CodegenConfig['generates']>[string];

const config: CodegenConfig = {
  schema: 'schema.graphql',
  emitLegacyCommonJSImports: false,
  generates: {
    'test/generated/': {
      ...client,
      documents: ['examples/*.graphql', 'examples/explorer/*.graphql'],
    },
    'examples/web/src/gql/': {
      ...client,
      documents: ['examples/web/src/**/*.{ts,tsx}', '!examples/web/src/gql/**'],
    },
  },
};

export default config;
