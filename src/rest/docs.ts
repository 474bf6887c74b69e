// The documents of the REST face: OpenAPI in YAML and JSON, and a page for people.
import type { FastifyInstance } from 'fastify';
import { defaultLimits, type LedgerKind, type Limits } from '../contract/resource.js';
import { once } from '../pages/once.js';
import { docsPage, pagePolicy } from './docs-page.js';
import { openapiDocument } from './openapi.js';

const base = '/api/v1/docs';

/** Registers the documents of a service with these limits; they are made when first asked for. */
export function docsFace(
  app: FastifyInstance,
  limits: Limits = defaultLimits,
  kind?: LedgerKind,
): void {
  const document = once(async () => openapiDocument(limits, kind));
  const yaml = once(async () => {
    // Bundled, it has its members on what it exports by default, as in Node.
    const { default: yaml } = await import('yaml');
    return yaml.stringify(await document(), { aliasDuplicateObjects: false, lineWidth: 0 });
  });
  const json = once(async () => JSON.stringify(await document(), null, 2));
  const page = once(async () =>
    docsPage(await document(), { YAML: `${base}/openapi.yml`, JSON: `${base}/openapi.json` }),
  );
  serve(`${base}`, 'text/html', page, { 'content-security-policy': pagePolicy });
  serve(`${base}/openapi.yml`, 'text/yaml', yaml);
  serve(`${base}/openapi.yaml`, 'text/yaml', yaml);
  serve(`${base}/openapi.json`, 'application/json', json);

  // A slash at the end of a path is for the router to ignore.
  function serve(
    path: string,
    type: string,
    text: () => Promise<string>,
    headers: Readonly<Record<string, string>> = {},
  ): void {
    app.get(path, async (_request, reply) => {
      reply.headers({
        ...headers,
        'cache-control': 'public, max-age=600',
        'x-content-type-options': 'nosniff',
      });
      reply.type(`${type}; charset=utf-8`);
      return text();
    });
  }
}
