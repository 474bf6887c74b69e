// The supergraph of one source: a mirror node's REST API, by the OpenAPI document that mirrorql serves.
import { defineConfig } from '@graphql-mesh/compose-cli';
import { loadOpenAPISubgraph } from '@omnigraph/openapi';
import { tsImport } from 'tsx/esm/api';

const { openapiDocument } = await tsImport('../../../src/rest/openapi.ts', import.meta.url);

// Of a document that names servers the first one would be called.
const source = { ...openapiDocument(), servers: [] };
const sourceHandler = loadOpenAPISubgraph('mirror', { source, endpoint: 'http://upstream' });

export const composeConfig = defineConfig({ subgraphs: [{ sourceHandler }] });
