// Answers in parts: which operations ask for them, who can read them, and what each part may say.
import { useDeferStream } from '@graphql-yoga/plugin-defer-stream';
import { type DirectiveNode, type DocumentNode, type GraphQLError, visit } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { partDirectives } from '../build/directives.js';
import type { Context } from '../reading/context.js';
import { rangesOf } from './accept.js';

interface Request {
  readonly headers: { readonly accept?: string | undefined };
}

/** A context that knows the headers of its request. */
interface Requested extends Pick<Context, 'streams'> {
  readonly incoming: Request;
}

/** One delivery of an answer in parts, the first included. */
export interface Delivery {
  readonly errors?: readonly GraphQLError[];
  readonly incremental?: readonly { readonly errors?: readonly GraphQLError[] }[];
  readonly hasNext?: boolean;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** Errors of one delivery, wherever in it they stand. */
export const errorsOf = ({ errors = [], incremental = [] }: Delivery): readonly GraphQLError[] => [
  ...errors,
  ...incremental.flatMap((part) => part.errors ?? []),
];

/**
 * Whether a client names a media type in which parts can come. One that takes anything at all need
 * not know how to read them, and one that names another format of the parts would misread ours.
 */
export function acceptsParts({ headers: { accept = '' } }: Request): boolean {
  return rangesOf(accept).some(
    ({ type, weight, parameters }) =>
      (type === 'text/event-stream' || type === 'multipart/mixed') &&
      weight > 0 &&
      !parameters.some((one) => one.startsWith('incrementalspec=')),
  );
}

/** Cheap: whether a text can hold the directives at all. Names can not be written otherwise. */
const mentionsParts = (text: string): boolean => text.includes('defer') || text.includes('stream');

/** Whether the answer to a request may come in parts, as far as its text tells. */
export const mayComeInParts = (request: Request, { query }: GraphQLParams): boolean =>
  typeof query === 'string' && mentionsParts(query) && acceptsParts(request);

const names = new Set(partDirectives.map(({ name }) => name));
const leftOut = ({ name }: DirectiveNode) => (names.has(name.value) ? null : undefined);
const strippedOf = new WeakMap<DocumentNode, DocumentNode>();
const stripped = new WeakSet<DocumentNode>();

/** The document without the directives; itself when it has none. Made once for each document. */
function withoutDirectives(document: DocumentNode): DocumentNode {
  let made = strippedOf.get(document);
  if (!made) {
    const isPlain = document.loc && !mentionsParts(document.loc.source.body);
    made = isPlain ? document : visit(document, { Directive: leftOut });
    strippedOf.set(document, made);
    if (made !== document) stripped.add(made);
  }
  return made;
}

/** Whether `@defer` and `@stream` were taken out of a document, for a client that reads no parts. */
export const isStripped = (document: DocumentNode): boolean => stripped.has(document);

/** Whether a document marks parts that may come later, by `@defer` or `@stream`. */
export const asksForParts = (document: DocumentNode): boolean =>
  withoutDirectives(document) !== document;

/**
 * Answers in parts to who can read them, and whole to all others; `mask` is for the errors of
 * later parts, which the server's own masking does not look at.
 */
export function partsPlugin(mask: (error: unknown) => Error): Plugin<Requested> {
  const { onValidate } = useDeferStream();
  return {
    onValidate(event) {
      onValidate?.({
        ...event,
        params: { ...event.params, rules: [] },
        addValidationRule(rule) {
          // Its own version of this rule takes seconds for a text that graphql-js gives up on.
          if (rule.name !== 'OverlappingFieldsCanBeMergedRule') event.addValidationRule(rule);
        },
      } as typeof event);
    },
    onExecute({ args, extendContext }) {
      if (!asksForParts(args.document)) return undefined;
      if (!acceptsParts(args.contextValue.incoming)) {
        args.document = withoutDirectives(args.document);
        return undefined;
      }
      const { loc } = args.document;
      extendContext({ streams: loc?.source.body.includes('stream') ?? true });
      return {
        onExecuteDone: () => ({
          onNext({ result, setResult }) {
            const { incremental } = result as Delivery;
            if (!incremental) return;
            const masked = incremental.map((part) =>
              part.errors ? { ...part, errors: part.errors.map(mask) } : part,
            );
            setResult({ ...result, incremental: masked } as typeof result);
          },
        }),
      };
    },
  };
}
