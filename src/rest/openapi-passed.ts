// Operations of the OpenAPI document that are passed on to a mirror node.

import { placesIn } from '../contract/path-key.js';
import type { LedgerKind } from '../contract/resource.js';
import {
  type PassedOn,
  type PassedOnDocuments,
  passedOn,
} from '../contract/resources/passed-on.js';
import type { ParameterObject } from './openapi-parameters.js';
import { type Schema, type Schemas, schemaOf } from './openapi-schemas.js';

interface Documented extends PassedOn {
  readonly documents: PassedOnDocuments;
}

/** Those that are described, and that a kind of ledger answers. */
export const documentedOf = (kind: LedgerKind | undefined): readonly Documented[] =>
  passedOn.filter(
    (one): one is Documented =>
      one.documents !== undefined && (!kind || one.answeredBy.ledger === kind),
  );

const json = (schema: Schema) => ({ 'application/json': { schema } });

/** What is special about such an operation; `errorOf` names the components of common errors. */
export function passedOperation(
  { description, path, documents }: Documented,
  schemas: Schemas,
  errorOf: (name: string) => { readonly $ref: string },
) {
  const { area, operation, sent, answer, key, flags = {}, statuses = {} } = documents;
  const places = placesIn(path).map(
    (name): ParameterObject => ({
      name,
      in: 'path',
      required: true,
      description: key?.description ?? '',
      schema: {
        type: 'string',
        description: 'a hash of 64 hex digits, or a transaction id',
        ...(key && { pattern: key.pattern }),
      },
    }),
  );
  const query = Object.entries(flags).map(
    ([name, { description: meaning, without }]): ParameterObject => ({
      name,
      in: 'query',
      description: meaning,
      schema: { type: 'boolean', description: 'true or false', default: without },
    }),
  );
  const errors = Object.entries(statuses).map(([status, meaning]) => [
    status,
    { description: meaning, content: json({ $ref: '#/components/schemas/Error' }) },
  ]);
  return {
    operationId: operation,
    tags: [area.name],
    summary: description.split(/[:.]/)[0] as string,
    description,
    parameters: [...places, ...query],
    ...(sent && {
      requestBody: { required: true as const, content: json(schemaOf(sent, schemas)) },
    }),
    responses: {
      200: {
        description: 'What the mirror node has answered.',
        content: json(schemaOf(answer, schemas)),
      },
      400: errorOf('InvalidParameter'),
      ...Object.fromEntries(errors),
      default: errorOf('Failure'),
    },
  };
}
