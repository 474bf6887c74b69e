// The query string of a REST request as the contract reads it (contract A.7).
import { parse } from 'qs';
import { addTo } from '../contract/grouped.js';
import { contractError, type Query } from '../contract/query.js';

// A value that no parameter takes: stands for `name[x]=…`, which the contract has no meaning for.
const notText = '\0';

/**
 * Parameters by lower-case name in order of first appearance; values of `order` and `result` in
 * lower case. Spellings of one name are merged.
 * @throws LedgerError BAD_USER_INPUT for what the parser refuses: depth, too many values.
 */
export function readSearch(search: string, repeats: number): Query {
  let parsed: Record<string, unknown>;
  try {
    parsed = parse(search, {
      depth: 1,
      strictDepth: true,
      arrayLimit: repeats,
      parameterLimit: 1000,
      throwOnLimitExceeded: true,
    });
  } catch (error) {
    throw contractError([{ message: (error as Error).message }]);
  }
  const query = new Map<string, string[]>();
  for (const [name, value] of Object.entries(parsed)) {
    const key = name.toLowerCase();
    const texts = (Array.isArray(value) ? value : [value]).map((item) => {
      if (typeof item !== 'string') return notText;
      return key === 'order' || key === 'result' ? item.toLowerCase() : item;
    });
    for (const text of texts) addTo(query, key, text);
  }
  return query;
}

/** Parameters and values as they came, for flows that tell names apart by letter case. */
export function readExactSearch(search: string): Query {
  const query = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(search)) addTo(query, name, value);
  return query;
}
