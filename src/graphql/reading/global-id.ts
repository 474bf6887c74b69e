// Global ids: their text, and what it says.
import { entities } from './entities.js';

/** Stands for the type of what is no global id; the text itself is kept for the message. */
export const noType = '';

export function encodeGlobalID(typename: string, id: string | number | bigint): string {
  return Buffer.from(`${typename}:${id}`).toString('base64url');
}

interface Decoded {
  readonly typename: string;
  readonly id: string;
}

/** Whether what a text says is what a field `id` can have given. */
export const isGlobalID = ({ typename, id }: Decoded): boolean =>
  entities.get(typename)?.isOwn(id) ?? false;

/** Type and own part of a global id as it is given out; of any other text, `noType` and the text. */
export function decodeGlobalID(text: string): Decoded {
  // What most texts are is no base64url: the id of an entity, or a time.
  if (text.includes('.')) return { typename: noType, id: text };
  const parts = /^(\w+):(.+)$/.exec(Buffer.from(text, 'base64url').toString());
  const [, typename = '', id = ''] = parts ?? [];
  const isOne = entities.has(typename) && encodeGlobalID(typename, id) === text;
  return isOne ? { typename, id } : { typename: noType, id: text };
}
