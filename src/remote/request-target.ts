// The target of a request to a mirror node, whichever of them: a path, and a query string in the contract's spelling.

/** Names and values of a query string, in order. */
export type Pairs = readonly (readonly [name: string, value: string])[];

/** What is asked for, of whichever mirror node. */
export interface RequestTarget {
  /** Path of the resource, with `{id}` in the place of a key. */
  readonly route: string;
  readonly path: string;
  /** Query string, without a question mark; empty for none. */
  readonly search: string;
  /** Whether a kept answer must be asked for anew. */
  readonly isFresh: boolean;
}

/** The text of a query string. Colons stay, since the contract's operators are written with them. */
export function searchOf(pairs: Pairs): string {
  let text = '';
  for (const [name, value] of pairs) {
    if (text !== '') text += '&';
    text += `${encode(name)}=${encode(value)}`;
  }
  return text;
}

const plain = /^[\w.:-]*$/;
const encode = (text: string) =>
  plain.test(text) ? text : encodeURIComponent(text).replaceAll('%3A', ':');
