// Typed documents of the example operations, for the tests, out of the printed schema.
import type { CodegenConfig } from '@graphql-codegen/cli';

const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: ['examples/*.graphql'],
  emitLegacyCommonJSImports: false,
  generates: {
    'test/generated/': {
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
          Timestamp: { input: 'string', output: 'string' },
        },
      },
    },
  },
};

export default config;
