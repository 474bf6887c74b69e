// A mirror node's refusal names a parameter of the contract; what a client has to correct is an argument.
import type { Given } from '../../contract/given.js';
import type { Filter, Lookup } from '../../contract/resource.js';
import { LedgerError } from '../../errors.js';

/**
 * The same refusal of a call, with the argument by which the condition came that it names. Who asks the
 * same by another argument shares the call, and is told of its own.
 */
export function withArgument<E>(error: E, filters: readonly Filter[]): E | LedgerError {
  return named(error, (parameter) => {
    const own = filters.filter((filter) => filter.parameter === parameter && filter.given);
    const names = own.map(({ given }) => given?.argument());
    return names.reduce((one, other) => inCommon(one, other), names[0]);
  });
}

/** The same where it names a part of the key. */
export function withArgumentOfKey<E>(
  error: E,
  { keys = [] }: Lookup,
  given: Given | undefined,
): E | LedgerError {
  return named(error, (name) => {
    const part = keys.findIndex(({ parameter }) => parameter === name);
    return part < 0 ? undefined : given?.argument(part);
  });
}

function named<E>(
  error: E,
  argumentOf: (parameter: string) => string | undefined,
): E | LedgerError {
  if (!(error instanceof LedgerError)) return error;
  const { code, message, detail } = error;
  const argument = detail.parameter === undefined ? undefined : argumentOf(detail.parameter);
  return argument ? new LedgerError(code, message, { ...detail, argument }) : error;
}

/** What holds both arguments, as `filter.timestamp` does its bounds; nothing where there is none. */
function inCommon(one = '', other = ''): string {
  const [steps, others] = [one.split('.'), other.split('.')];
  const end = steps.findIndex((step, at) => step !== others[at]);
  return steps.slice(0, end < 0 ? steps.length : end).join('.');
}
