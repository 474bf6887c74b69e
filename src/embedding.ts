// The server and the ledgers for other programs that import them.
import { type DocumentNode, GraphQLError, getOperationAST, parse } from 'graphql';
import { type Config, configOf, type Environment, OptionError } from './config.js';
import { readDocuments } from './documents.js';
import { makeContext } from './graphql/reading/context.js';
import { maskError } from './graphql/running/errors.js';
import { execute } from './graphql/running/execute.js';
import { faultsIn } from './graphql/running/valid.js';
import { withWarnings } from './graphql/running/warnings.js';
import { schema } from './graphql/schema.js';
import { openLedger } from './open.js';
import type { MirrorqlServer, OpenLedger } from './opened.js';
import { openLog } from './operating/log.js';
import { startOperation } from './operation.js';
import { type Given, suggestion } from './options/line.js';
import { options as known, type Options } from './options.js';
import { serve } from './serve.js';

/** The options as if they stood on a command line. */
const givenBy = (options: Options): Given =>
  Object.fromEntries(
    Object.entries(options)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [
        name,
        value === true || Array.isArray(value) ? value : String(value),
      ]),
  );

/** @throws OptionError for a name that stands for no option, or a value that an option does not take. */
function readOptions(options: Options, environment: Environment): Config {
  const names = Object.keys(known);
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue;
    throw new OptionError(`${name} is no option${suggestion(name, names)}`);
  }
  return configOf(givenBy(options), environment);
}

export async function startFrom(
  options: Options,
  environment: Environment,
): Promise<MirrorqlServer> {
  const config = readOptions(options, environment);
  const documents = readDocuments(config);
  const opened = await openLedger(config, environment);
  try {
    const server = await serve(config, documents, opened, openLog(config.text('log') as string));
    return {
      url: server.url,
      async close() {
        await server.close();
        await opened.ledger.close();
      },
    };
  } catch (error) {
    await opened.ledger.close();
    throw error;
  }
}

/** Names the code that a server has for errors which bring none. */
function coded(errors: readonly Error[], code: string): readonly Error[] {
  for (const error of errors) {
    if (error instanceof GraphQLError) error.extensions['code'] ??= code;
  }
  return errors;
}

/** The document, or what is wrong with it. */
function read(source: string | DocumentNode): DocumentNode | readonly Error[] {
  try {
    const document = typeof source === 'string' ? parse(source) : source;
    const errors = faultsIn(schema, document);
    if (errors.length > 0) return coded(errors, 'GRAPHQL_VALIDATION_FAILED');
    const operation = getOperationAST(document);
    if (!operation) {
      const none = new GraphQLError('There must be one operation, and no more');
      return coded([none], 'OPERATION_RESOLUTION_FAILURE');
    }
    if (operation.operation !== 'subscription') return document;
    return [new GraphQLError('A subscription never ends; ask a server for it')];
  } catch (error) {
    return coded([error as Error], 'GRAPHQL_PARSE_FAILED');
  }
}

export async function openFrom(options: Options, environment: Environment): Promise<OpenLedger> {
  const config = readOptions(options, environment);
  const { ledger } = await openLedger(config, environment);
  const mask = maskError(openLog(config.text('log') as string));
  const limits = { timeout: config.number('timeout'), calls: config.number('max-calls') };
  return {
    description: ledger.description,
    async query(source, variables) {
      const document = read(source);
      if (!('kind' in document)) return { errors: document.map(mask) };
      const operation = startOperation(limits);
      try {
        const contextValue = makeContext(ledger, operation, config.number('max-page'));
        const { errors, ...result } = await execute({
          schema,
          document,
          variableValues: variables as Readonly<Record<string, unknown>>,
          contextValue,
        });
        const told = { ...result, ...(errors && { errors: errors.map(mask) }) };
        return withWarnings(told, contextValue, mask) as never;
      } finally {
        operation.end();
      }
    },
    close: () => ledger.close(),
  };
}
