// Errors as they are sent: yoga makes each anew before it prints it, and counts the lines of the query's text for each.
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { withoutStack } from '../../errors.js';

/** What yoga asks for its own text. */
interface Printable extends ExecutionResult {
  stringify?(sent: ExecutionResult): string;
}

/**
 * A result for yoga, which reads the status and the headers off its errors: they have no place
 * there, and their text is made of the errors that have.
 */
export function withPrintedErrors(result: ExecutionResult): Printable {
  const { errors } = result;
  if (!errors?.length) return result;
  return {
    ...result,
    errors: errors.map(withoutPlace),
    stringify: (sent) => JSON.stringify({ ...sent, errors: errors.map(printed) }),
  };
}

/** The same for results that yoga has run itself; what comes in events or in parts is left as it is. */
export const printedErrorsPlugin: Plugin = {
  onResultProcess({ result, setResult }) {
    if (isWhole(result)) setResult(withPrintedErrors(result));
  },
};

const isWhole = (result: object): result is ExecutionResult =>
  !Array.isArray(result) && !(Symbol.asyncIterator in result);

const withoutPlace = ({ message, extensions, originalError }: GraphQLError): GraphQLError =>
  withoutStack(() => new GraphQLError(message, { extensions, originalError }));

/** An error without what is the server's own: what HTTP should say of it, and whether it was expected. */
function printed(error: GraphQLError): object {
  const { http, unexpected, ...extensions } = error.extensions;
  const { message, locations, path } = error.toJSON();
  const isExtended = Object.keys(extensions).length > 0;
  return { message, locations, path, ...(isExtended && { extensions }) };
}
