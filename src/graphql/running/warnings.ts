// What an answer lacks without being wrong: lists that stop early say so, and why, in its extensions.
import { type ExecutionResult, locatedError } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { Context } from '../reading/context.js';
import type { StoppedList } from '../reading/stopped-lists.js';
import type { Mask } from './errors.js';

/** The result, or one part of it, with `extensions.warnings`: masked and logged as errors are. */
export function withWarnings<R extends Pick<ExecutionResult, 'data' | 'extensions'>>(
  result: R,
  { warnings }: Pick<Context, 'warnings'>,
  mask: Mask,
): R {
  const stops = warnings.take();
  if (stops.length === 0) return result;
  const ordered = [...stops].sort((a, b) => comparePaths(a.path, b.path, result.data));
  const told = ordered.map(({ path, error }) => {
    const { message, extensions } = mask(locatedError(error, undefined, path));
    return { path, code: extensions['code'], message };
  });
  return { ...result, extensions: { ...result.extensions, warnings: told } };
}

/** By the order in which the data has the places, as far as it is there; what came first may vary. */
function comparePaths(a: StoppedList['path'], b: StoppedList['path'], data: unknown): number {
  let value = data;
  for (const [depth, key] of a.entries()) {
    const other = b[depth];
    if (typeof value !== 'object' || value === null || other === undefined) return 0;
    if (typeof key === 'number' && typeof other === 'number' && key !== other) return key - other;
    if (key !== other) {
      const keys = Object.keys(value);
      return keys.indexOf(String(key)) - keys.indexOf(String(other));
    }
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return 0;
}

/** Adds the warnings to each part of an answer in parts; a whole one has them when it is finished. */
export function warningsPlugin(mask: Mask): Plugin<Context> {
  return {
    onExecute: ({ args: { contextValue } }) => ({
      onExecuteDone({ result }) {
        if (!isAsyncIterable(result)) return undefined;
        return {
          onNext: (part) => part.setResult(withWarnings(part.result, contextValue, mask)),
        };
      },
    }),
  };
}
