// GraphQL Hive Gateway with its compiler (JIT) over the composed supergraph, without a log.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createGatewayRuntime } from '@graphql-hive/gateway';

const [, , upstream, port] = process.argv;
const composed = readFileSync(new URL('supergraph.graphql', import.meta.url), 'utf8');
const gateway = createGatewayRuntime({
  supergraph: composed.replaceAll('http://upstream', upstream),
  jit: true,
  logging: false,
  landingPage: false,
});
createServer(gateway).listen(Number(port), '127.0.0.1');
