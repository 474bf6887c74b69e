// Bodies that are longer than others: those of operations with a field whose arguments may be long.
import { errorCodes, type FastifyInstance } from 'fastify';
import { isObjectType } from 'graphql';
import type { Ledger } from '../../ledger.js';
import { schema } from '../schema.js';

/** Fields that say `extensions.longBody`: by name, the bytes that their arguments may have. */
const longFields = (): [name: string, bytes: number][] =>
  Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()))
    .flatMap(({ name, extensions: { longBody } }): [string, number][] =>
      typeof longBody === 'number' ? [[name, longBody]] : [],
    );

/** Bytes of one of JavaScript's letters in UTF-8. */
const mostBytes = 3;

export interface BodyLimits {
  /** Bytes that any body may have at the most. */
  readonly longest: number;
  /** @throws what a server says to a body that is too long */
  check(text: string): void;
}

/** The limits of a server, which knows nothing of long bodies where its ledger has no use for them. */
export function bodyLimits(app: FastifyInstance, ledger: Ledger): BodyLimits {
  const plain = app.initialConfig.bodyLimit as number;
  const long = ledger.pass ? longFields() : [];
  return {
    longest: plain + Math.max(0, ...long.map(([, bytes]) => bytes)),
    check(text) {
      // Most are so short that their bytes need not be counted.
      if (text.length * mostBytes <= plain || Buffer.byteLength(text) <= plain) return;
      // What a kept document asks for is not known yet, and it brings nothing but its variables.
      const isKept = !text.includes('"query"');
      if (isKept || long.some(([name]) => text.includes(name))) return;
      throw new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE();
    },
  };
}
