// Trusted documents of the options, read before anything is opened.
import { type Config, OptionError } from './config.js';
import { readTrusted } from './operating/trusted.js';

/** Trusted documents by id; none where the options name none. @throws OptionError */
export function readDocuments(config: Config): ReadonlyMap<string, string> {
  const path = config.text('operations');
  if (path === undefined) {
    if (!config.isSet('only-persisted')) return new Map();
    throw new OptionError('--only-persisted needs --operations, which names the operations');
  }
  try {
    return readTrusted(path);
  } catch (error) {
    throw new OptionError(`--operations: ${(error as Error).message}`);
  }
}
