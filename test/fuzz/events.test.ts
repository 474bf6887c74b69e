// What an event of a subscription shows is what a query of its list shows, whatever is selected of it.
import { isDeepStrictEqual } from 'node:util';
import {
  GraphQLSchema,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  validate,
} from 'graphql';
import { beforeAll, expect, it } from 'vitest';
import { defaultQueryLimits } from '../../src/graphql/running/limits.js';
import { schema } from '../../src/graphql/schema.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { openSample, serve } from '../support/ledgers.js';
import { listen } from '../support/listen.js';
import { fuzzRequest } from './operations.js';
import { type Asked, aloneIn } from './rewritten.js';
import { smallest } from './smallest.js';

/** Selections of each kind of event: some with each run of the tests, many by `npm run fuzz`. */
const wanted = Number(process.env['FUZZ_REQUESTS'] ?? (process.env['MODE'] === 'fuzz' ? 500 : 8));
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_130);
/** Events that are compared, the last ones of their lists. */
const size = 3;

let server: Server;
beforeAll(async () => {
  const shape = { depth: 60, aliases: 5000, directives: 5000, tokens: 50_000 };
  server = await serve(await openSample('embedded'), {
    bodyLimit: 1_000_000,
    graphql: { limits: { ...defaultQueryLimits, ...shape } },
  });
  return () => server.close();
});

interface Failure {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: unknown;
}

interface Answer {
  // biome-ignore lint/suspicious/noExplicitAny: each operation has an answer of its own shape
  readonly data?: any;
  readonly errors?: readonly Failure[];
  readonly extensions?: { readonly warnings?: readonly Failure[] };
}

/** The errors or warnings below a path, by what is behind it, in no order. */
const below = (failures: readonly Failure[] = [], ...place: readonly (string | number)[]) =>
  failures
    .filter(({ path = [] }) => place.every((key, index) => path[index] === key))
    .map(({ message, path = [], extensions }) =>
      JSON.stringify([message, path.slice(place.length), extensions]),
    )
    .sort();

/** The selections of an object of a type, which a seed makes up. */
function selectionOf(edge: string, number: number): Asked | null {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && !/^__|^Query$|^Subscription$/.test(type.name),
  );
  const root = schema.getType(edge);
  if (!isObjectType(root)) throw new TypeError(`${edge} is no type of an object`);
  const own = new GraphQLSchema({ query: root, types });
  const { query, askings } = fuzzRequest(number, own);
  const [{ variables, operationName } = {}] = askings;
  return validate(own, parse(query)).length > 0 ? null : aloneIn(query, operationName, variables);
}

/** The same selections of another operation, at the place of `…` in its text. */
function placed(kind: string, text: string, { query }: Asked): string {
  const { definitions } = parse(query);
  const one = definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION);
  const { selectionSet, variableDefinitions = [] } = one as OperationDefinitionNode;
  const heads = variableDefinitions.map(print);
  const head = heads.length > 0 ? `(${heads.join(' ')})` : '';
  const others = definitions.filter((definition) => definition !== one).map(print);
  const body = text.replace('…', () => print(selectionSet));
  return [`${kind} Shown${head} ${body}`, ...others].join('\n');
}

it.each([
  ['BlockEdge', 'blockAdded(', '{ list: blocks(', ' }'],
  [
    'MessageEdge',
    'messageAdded(topic: "0.0.4001" ',
    '{ of: topic(id: "0.0.4001") { list: messages(',
    ' } }',
  ],
  [
    'TransactionEdge',
    'transactionAdded(account: "0.0.1001" ',
    '{ of: account(id: "0.0.1001") { list: transactions(',
    ' } }',
  ],
  ['ContractLogEdge', 'logAdded(', '{ list: logs(', ' }'],
])('of %s', { timeout: 3_600_000 }, async (edge, event, list, end) => {
  const listOf = ({ data }: Answer) => (data.of ?? data).list;
  const newest = await ask(
    server,
    `${list}first: ${size + 1}, order: DESC) { edges { cursor } }${end}`,
  );
  const after = `after: "${listOf(newest).edges[size].cursor}"`;
  const counts = { whole: 0, 'with errors': 0, refused: 0 };

  /** What the list shows of its rows and what the events do, where both are answered at all. */
  async function shown(asked: Asked) {
    const { variables } = asked;
    const rows = `${list}first: ${size}, order: ASC, ${after}) { edges … }${end}`;
    const query = placed('query', rows, asked);
    const subscription = placed('subscription', `{ one: ${event}${after}) … }`, asked);
    if (validate(schema, parse(query)).length > 0) return null;
    const answer = (await ask(server, query, variables)) as Answer & { readonly text: string };
    const { extensions } = JSON.parse(answer.text) as Answer;
    const edges: unknown[] | undefined = answer.data && listOf(answer)?.edges;
    if (!edges) return null;
    const place = answer.data.of ? ['of', 'list', 'edges'] : ['list', 'edges'];
    const listener = listen(server, subscription, variables);
    const events: Answer[] = await listener.first(size);
    listener.leave();
    return edges.map((data, index) => {
      const { data: told, ...one } = events[index] as Answer;
      return [
        [data, answer.errors, extensions?.warnings, [...place, index]] as const,
        [told.one, one.errors, one.extensions?.warnings, ['one']] as const,
      ].map(([seen, errors, warnings, path]) => ({
        data: JSON.stringify(seen),
        errors: below(errors, ...path),
        warnings: below(warnings, ...path),
      }));
    });
  }

  const differing = (pairs: Awaited<ReturnType<typeof shown>>) =>
    (pairs ?? []).filter(([row, told]) => !isDeepStrictEqual(row, told));
  const faultsOf = async (asked: Asked) => differing(await shown(asked));

  let next = seed;
  for (; counts.whole + counts['with errors'] < wanted; next += 1) {
    const asked = selectionOf(edge, next);
    if (!asked) continue;
    const pairs = await shown(asked);
    const isFailed = pairs?.some(([row]) => (row?.errors.length ?? 0) > 0);
    counts[pairs ? (isFailed ? 'with errors' : 'whole') : 'refused'] += 1;
    if (differing(pairs).length === 0) continue;
    const isFault = async ({ query }: { readonly query: string }) =>
      (await faultsOf({ ...asked, query })).length > 0;
    const { query } = await smallest({ ...asked, askings: [] }, isFault);
    const least = { ...asked, query };
    expect.fail(JSON.stringify({ seed: next, least, faults: await faultsOf(least) }, null, 1));
  }
  console.info(
    `events of ${edge}: ${JSON.stringify(counts)} with seeds from ${seed} to ${next - 1}`,
  );
});
