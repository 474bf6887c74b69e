// Errors are printed as yoga prints them, for generated ones; and without a look at the query's text.
import fc from 'fast-check';
import { type FieldNode, GraphQLError, type OperationDefinitionNode, parse, Source } from 'graphql';
import { createYoga, processRegularResult } from 'graphql-yoga';
import { expect, it } from 'vitest';
import { withPrintedErrors } from '../../src/graphql/http/printed-errors.js';
import { schema } from '../../src/graphql/schema.js';

const { fetchAPI } = createYoga({ schema, logging: false });

const text = new Source('{\n  a b\n  # a comment\n  c\n}');
const fieldsOf = (source: Source) =>
  (parse(source).definitions[0] as OperationDefinitionNode).selectionSet.selections as FieldNode[];

const http = fc.record(
  {
    status: fc.constantFrom(200, 400, 413, 503),
    spec: fc.boolean(),
    headers: fc.record({ 'retry-after': fc.constantFrom('1', '7') }, { requiredKeys: [] }),
  },
  { requiredKeys: [] },
);
const extensions = fc.record(
  {
    code: fc.constantFrom('BAD_USER_INPUT', 'INTERNAL'),
    argument: fc.string({ unit: 'grapheme' }),
    upstreamStatus: fc.nat(),
    unexpected: fc.boolean(),
    http,
  },
  { requiredKeys: [] },
);
const error = fc
  .record(
    {
      message: fc.string({ unit: 'binary' }),
      extensions: fc.option(extensions),
      path: fc.option(fc.array(fc.oneof(fc.nat(), fc.constantFrom('a', 'b')))),
      nodes: fc.subarray(fieldsOf(text)),
      cause: fc.constantFrom(undefined, new Error('a cause'), new GraphQLError('a reason')),
    },
    { requiredKeys: ['message'] },
  )
  .map(
    ({ message, cause, ...options }) =>
      new GraphQLError(message, { ...options, originalError: cause }),
  );
const result = fc.record(
  {
    data: fc.option(fc.record({ a: fc.nat() })),
    errors: fc.array(error, { maxLength: 4 }),
    extensions: fc.record(
      {
        warnings: fc.array(fc.string()),
        http: fc.record({ status: fc.constantFrom(200, 400) }),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

const shown = async (response: Response | Promise<Response>) => {
  const { status, headers } = await response;
  return { status, headers: [...headers].sort(), text: await (await response).text() };
};

it('a result with errors has the status, the headers and the text that yoga gives it', async () => {
  await fc.assert(
    fc.asyncProperty(
      result,
      fc.constantFrom('application/json', 'application/graphql-response+json'),
      async (made, mediaType) => {
        const ours = await shown(
          processRegularResult(withPrintedErrors(made), fetchAPI, mediaType),
        );
        expect(ours).toEqual(await shown(processRegularResult(made, fetchAPI, mediaType)));
      },
    ),
  );
});

it('the text of a query is not looked at again for each of its errors', async () => {
  const source = new Source(text.body);
  const nodes = fieldsOf(source);
  const errors = nodes.map((node) => new GraphQLError('wrong', { nodes: node }));
  let looks = 0;
  const { body } = source;
  Object.defineProperty(source, 'body', {
    get() {
      looks += 1;
      return body;
    },
  });
  const response = await processRegularResult(
    withPrintedErrors({ data: null, errors }),
    fetchAPI,
    'application/json',
  );
  const [first] = JSON.parse(await response.text()).errors;
  expect(first).toEqual({ message: 'wrong', locations: [{ line: 2, column: 3 }] });
  expect(looks).toBe(0);
});
