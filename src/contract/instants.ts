// Parameters by which the endpoints in Java are asked for the state at a time (contract J.1).
import { nanosecondTimestamp } from './java-kinds.js';
import { ranges } from './operators.js';
import type { Parameter } from './resource.js';

export const instantOf = (description: string): Parameter => ({
  kind: nanosecondTimestamp,
  operators: ranges,
  repeat: 'all',
  values: { maximum: 2 },
  description,
});

/** The parameter by which they take it, beside which they check its range by rules of their own. */
export const knownAt = { instant: 'timestamp' } as const;
