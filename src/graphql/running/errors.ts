// The one place where an error becomes a GraphQL error with a code; what is unknown is masked.
import {
  type ArgumentNode,
  type ASTNode,
  type DocumentNode,
  GraphQLError,
  isValueNode,
  Kind,
  type ObjectFieldNode,
  print,
  visit,
} from 'graphql';
import type { Logger } from 'pino';
import { errorTable, failureOf, LedgerError } from '../../errors.js';
import { errorAt } from './located.js';

/** Extensions of a ledger's error: its code and what a client can act on. */
export function extensionsOf({ code, detail }: LedgerError): Record<string, unknown> {
  const { argument, upstreamStatus, retryAfter } = detail;
  return {
    code,
    ...(argument !== undefined && { argument }),
    ...(upstreamStatus !== undefined && { upstreamStatus }),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

/** Has no effect on what it has masked already. */
export type Mask = (error: unknown) => GraphQLError;

/** Turns what a resolver threw into what a client may see. */
export function maskError(log: Logger): Mask {
  return (error) => {
    if (isTooDeep(error)) return tooDeep();
    if (!(error instanceof GraphQLError)) return masked(log, error);
    const original = error.originalError;
    if (original instanceof LedgerError) {
      const failure = failureOf(original);
      if (failure) log.warn({ ...failure, path: error.path }, 'ledger failed');
      return rewritten(error, original.message, extensionsOf(original));
    }
    if (original && error.path && badValue.test(original.message)) {
      // It says what came, which is for those who run the ledger: the fault is there.
      log.warn({ err: original, path: error.path }, 'wrong value');
      const { message } = errorTable.UPSTREAM_BAD_RESPONSE;
      return rewritten(error, message, { code: 'UPSTREAM_BAD_RESPONSE' });
    }
    if (original && wrongType.test(original.message)) return masked(log, original, error);
    if (original && !(original instanceof GraphQLError)) {
      // Of a value that comes by a variable, the executor tells no more than that it is wrong.
      if (original.message.startsWith('initialCount must be')) {
        const extensions = { code: 'BAD_USER_INPUT', argument: 'initialCount' };
        return rewritten(error, wrongInitialCount(error), extensions);
      }
      return masked(log, original, error);
    }
    if (error.extensions['argument'] !== undefined) return error;
    // What a scalar has refused has a code, and not yet the name of what it came by.
    const variable = wrongVariable.exec(error.message)?.[1];
    if (variable !== undefined) {
      return rewritten(error, error.message, { code: 'BAD_USER_INPUT', argument: variable });
    }
    const argument = wrongArgument.exec(error.message)?.[1];
    if (argument !== undefined) {
      const message = `${argument}: ${error.message}`;
      return rewritten(error, message, { code: 'BAD_USER_INPUT', argument });
    }
    if (error.extensions['code'] !== undefined) return error;
    // Other errors of the executor, such as that variables have too many of them, bring no code.
    return rewritten(error, error.message, { ...error.extensions, code: 'BAD_USER_INPUT' });
  };
}

/**
 * What an operation is refused with before it runs: 400 for clients that take GraphQL's own media
 * type. The server leaves `http` out of what it sends.
 */
export const refusal = (error: GraphQLError): GraphQLError =>
  rewritten(error, error.message, { ...error.extensions, http: { spec: true, status: 400 } });

// What graphql-js says of values that the schema does not let be, when they are about to go out.
const badValue =
  /^(?:Cannot return null for non-nullable field|Expected Iterable|Expected `|Enum "|\w+ cannot represent)/;

// An object of no known type, which is a fault of ours.
const wrongType = /^(?:Abstract type|Runtime Object type|Expected value of type) /;

// What graphql-js says of a variable whose value its type does not take, or that is missing.
const wrongVariable = /^Variable "(\$\w+)" (?:got invalid value|of (?:required|non-null) type)/;

// What it says of an argument that comes out as null, or wrong, by a variable that may be that.
const wrongArgument =
  /^Argument "(\w+)" (?:of (?:non-null|required) type|has invalid value|of type "[^"]+" is required)/;

/** Names the value as the query has it: a number, or a variable. */
function wrongInitialCount({ nodes }: GraphQLError): string {
  const values = (nodes ?? [])
    .flatMap((node) => (node.kind === Kind.FIELD ? (node.directives ?? []) : []))
    .flatMap((directive) => directive.arguments ?? [])
    .filter(({ name }) => name.value === 'initialCount')
    .map(({ value }) => print(value));
  return `initialCount: must be a whole number from 0 on, but got ${values.join()}`;
}

// The parser and others walk a query recursively; thousands of levels end at the stack's end.
const isTooDeep = (error: unknown): boolean =>
  error instanceof RangeError && error.message.includes('call stack');

const tooDeep = (): GraphQLError =>
  new GraphQLError('The query is nested too deep to be read', {
    extensions: { code: 'COST_LIMIT' },
  });

function masked(log: Logger, cause: unknown, at?: GraphQLError): GraphQLError {
  log.error({ err: cause, path: at?.path }, 'unexpected error');
  const { message } = errorTable.INTERNAL;
  const extensions = { code: 'INTERNAL' };
  return at ? rewritten(at, message, extensions) : new GraphQLError(message, { extensions });
}

const rewritten = (at: GraphQLError, message: string, extensions: Record<string, unknown>) =>
  errorAt(at, message, { path: at.path ?? null, extensions });

/** What graphql-js says, and no more, of fields that it has compared as often as it does at the most. */
const givenUp = 'Validation aborted.';

const tooManyAlike = (): GraphQLError =>
  new GraphQLError(
    'The query selects fields under one name so often that it is not known whether they are alike: 500000 comparisons are the limit; select each field once, or name each by an alias',
    { extensions: { code: 'COST_LIMIT' } },
  );

/**
 * Makes errors of validation say what to do about them: those of literal values name the argument
 * (and input fields) that they stand in, and one of too many comparisons the limit.
 */
export function explained(document: DocumentNode, errors: readonly Error[]): Error[] {
  const literals = new Map(errors.map((error) => [error, literalOf(error)]));
  const names = argumentsOf(document, new Set(literals.values()));
  return errors.map((error) => {
    if (error.message === givenUp) return tooManyAlike();
    const argument = names.get(literals.get(error));
    if (!argument || !(error instanceof GraphQLError)) return error;
    const extensions = { ...error.extensions, code: 'BAD_USER_INPUT', argument };
    const bare = argument === 'filter' ? undefined : bareValue.exec(error.message)?.[1];
    const told = bare
      ? `must be a condition such as { eq: ${bare} }, but got ${bare}`
      : error.message;
    return rewritten(error, `${argument}: ${told}`, extensions);
  });
}

// What graphql-js says of a value, and no long one, in the place of conditions on it.
const bareValue = /^Expected value of type "\w+Filter", found ([^[{].{0,60})\.$/s;

/** The literal value that an error is about, and does not name yet: results of validation are kept by the server. */
function literalOf(error: Error): ASTNode | undefined {
  if (!(error instanceof GraphQLError) || 'argument' in error.extensions) return undefined;
  const node = error.nodes?.[0];
  // A variable that is not defined is a mistake of the query, and no value.
  return node && isValueNode(node) && node.kind !== Kind.VARIABLE ? node : undefined;
}

type Wanted = ASTNode | undefined;

/** Dotted paths of the arguments that hold value nodes, such as `filter.account.eq`; or their variables. */
function argumentsOf(document: DocumentNode, wanted: ReadonlySet<Wanted>): Map<Wanted, string> {
  const names: string[] = [];
  const found = new Map<Wanted, string>();
  // Once for all of them: there may be a hundred, in a text of thousands of words.
  visit(document, {
    enter(node) {
      if (isNaming(node)) names.push(nameOf(node));
      if (wanted.has(node)) found.set(node, names.join('.'));
    },
    leave(node) {
      if (isNaming(node)) names.pop();
    },
  });
  return found;
}

const isNaming = ({ kind }: ASTNode): boolean =>
  kind === Kind.ARGUMENT || kind === Kind.OBJECT_FIELD || kind === Kind.VARIABLE_DEFINITION;

const nameOf = (node: ASTNode): string =>
  node.kind === Kind.VARIABLE_DEFINITION
    ? `$${node.variable.name.value}`
    : (node as ArgumentNode | ObjectFieldNode).name.value;
