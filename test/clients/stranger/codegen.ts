// Typed documents out of the schema that the package brings along.
import type { CodegenConfig } from '@graphql-codegen/cli';
import { scalars } from 'mirrorql/client';

const config: CodegenConfig = {
  schema: 'node_modules/mirrorql/schema.graphql',
  documents: 'src/**/*.tsx',
  generates: { 'src/gql/': { preset: 'client', config: { scalars, useTypeImports: true } } },
};

export default config;
