// Typed documents out of the printed schema: of the example operations, and of the example front end.
import type { CodegenConfig } from '@graphql-codegen/cli';
import { scalars } from './src/scalars.js';

const client = {
  preset: 'client',
  presetConfig: { fragmentMasking: false },
  config: {
    useTypeImports: true,
    enumsAsTypes: true,
    strictScalars: true,
    scalars,
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
