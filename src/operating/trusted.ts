// Trusted documents from disk: what Relay, Apollo and the codegen client preset write, or .graphql files.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

const idOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Documents by id. A `.json` file is a map of ids to texts, or Apollo's manifest; any other file is
 * one document, whose id is the sha256 of its text. A folder is all such files in it.
 * @throws Error that names the file
 */
export function readTrusted(path: string): Map<string, string> {
  const documents = new Map<string, string>();
  if (!statSync(path).isDirectory()) {
    addFile(documents, path);
  } else {
    for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' }).sort()) {
      if (/\.(graphql|gql|json)$/.test(name)) addFile(documents, join(path, name));
    }
  }
  if (documents.size === 0) throw new Error(`${path} holds no operation`);
  return documents;
}

function addFile(documents: Map<string, string>, path: string): void {
  // A byte order mark is no part of a text, and none of what clients hash.
  const content = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  if (extname(path) !== '.json') {
    documents.set(idOf(content), content);
    // Clients hash what they send, which has no line end after it.
    documents.set(idOf(content.trim()), content);
    return;
  }
  for (const [id, text] of entriesOf(content, path)) documents.set(id, text);
}

function entriesOf(content: string, path: string): [string, string][] {
  let read: unknown;
  try {
    read = JSON.parse(content);
  } catch (cause) {
    throw new Error(`${path} is no JSON`, { cause });
  }
  const { operations } = (read ?? {}) as { readonly operations?: unknown };
  const entries = Array.isArray(operations)
    ? operations.map((one) => [one?.id, one?.body])
    : Object.entries(read ?? {});
  const isObject = typeof read === 'object' && read !== null && !Array.isArray(read);
  const isMap =
    isObject && entries.every(([id, text]) => typeof id === 'string' && typeof text === 'string');
  if (!isMap) throw new Error(`${path} must map ids to the texts of operations`);
  return entries as [string, string][];
}

/** Names of the operations in texts; metrics tell them apart. */
export function namesIn(texts: Iterable<string>): string[] {
  const named = /^\s*(?:query|subscription)\s+(\w+)/gm;
  return [...texts].flatMap((text) => [...text.matchAll(named)].map((match) => match[1] as string));
}
