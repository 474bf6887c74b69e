// The supergraph of one source: a mirror node's REST API, by the OpenAPI document that mirrorql serves.
import { defineConfig } from '@graphql-mesh/compose-cli';
import { loadOpenAPISubgraph } from '@omnigraph/openapi';
import { openapiDocument } from '../../../dist/rest/openapi.js';

// Of a document that names servers the first one would be called.
const source = { ...openapiDocument(), servers: [] };
const sourceHandler = loadOpenAPISubgraph('mirror', { source, endpoint: 'http://upstream' });

export const composeConfig = defineConfig({ subgraphs: [{ sourceHandler }] });
