// Documents that have been read and found valid: kept for when their texts come again, as far as their size allows.
import type { DocumentNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';

/** Bytes that a token of a text takes once it is read, with all that is said of its place: measured. */
const tokenSize = 400;
/** Bytes of all kept documents at the most, roughly: some dozens of the longest, or thousands of usual ones. */
const keptSize = 32_000_000;

/** Bytes that a document takes, roughly. Its tokens are counted, since not every parser has. */
export function sizeOfDocument({ loc }: DocumentNode): number {
  let tokens = 0;
  for (let token = loc?.startToken; token; token = token.next ?? undefined) tokens += 1;
  return 1000 + 2 * (loc?.source.body.length ?? 0) + tokens * tokenSize;
}

/**
 * Gives the same document for the same text. What can not be read or is not valid is read again
 * each time: there is no end to wrong texts, and nobody is served by keeping them.
 */
export function documentsPlugin(maxSize = keptSize): Plugin {
  const valid = new LRUCache<string, DocumentNode>({ maxSize, sizeCalculation: sizeOfDocument });
  return {
    onParse({ params, setParsedDocument }) {
      const { source } = params;
      const document = valid.get(typeof source === 'string' ? source : source.body);
      if (document) setParsedDocument(document);
    },
    onValidate({ params: { documentAST }, setResult }) {
      const text = documentAST.loc?.source.body;
      if (text === undefined) return undefined;
      if (valid.peek(text) === documentAST) return setResult([]);
      return ({ valid: isValid }) => {
        if (isValid) valid.set(text, documentAST);
      };
    },
  };
}
