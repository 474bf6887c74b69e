// Options of serving: where, to whom, what, how much of it, and what operators see.
import { anAddress, type Option, whole } from './option.js';

export const servingOptions = {
  host: {
    value: 'HOST',
    default: 'localhost',
    variables: ['HOST'],
    pattern: /^\S+$/,
    rule: 'a host name or address',
    description: 'Address to listen on.',
  },
  port: {
    variables: ['PORT'],
    ...whole('PORT', [0, 65_535], '4000', 'Port to listen on; 0 takes any free one.'),
  },
  tick: whole(
    'SECONDS',
    [0, 3600],
    undefined,
    'Seconds from one block of the embedded sample ledger to the next; 0 lets it stand still. Default 2 for the sample, and of no other ledger.',
  ),
  'max-page': whole(
    'N',
    [1, 100_000],
    '1000',
    'Items of a connection at the most; beyond 100 several pages are read.',
  ),
  'max-calls': whole('N', [1, 1_000_000], '700', 'Ledger calls of one operation at the most.'),
  timeout: whole('MS', [1, 3_600_000], '15000', 'Milliseconds that an operation may take.'),
  'max-wait': whole(
    'MS',
    [0, 3_600_000],
    '5000',
    'Milliseconds that a request with x-mirrorql-wait-for may wait.',
  ),
  'max-body': whole('BYTES', [1, 100_000_000], '200000', 'Size of a request body at the most.'),
  'max-connections': whole('N', [1, 1_000_000], '10000', 'Connections of clients at the most.'),
  'max-held': whole(
    'BYTES',
    [1_000_000, 999_999_999],
    '67108864',
    'Size of all answers that clients have not taken yet; beyond it the slowest connections are ended.',
  ),
  'max-depth': whole('N', [1, 1000], '20', 'Levels of nested fields in a query.'),
  'max-aliases': whole('N', [0, 100_000], '200', 'Aliases in a query, beside those of __typename.'),
  'max-tokens': whole('N', [1, 1_000_000], '5000', 'Words and punctuation marks in a query.'),
  trace: { description: 'Say in every GraphQL answer what it has cost; see x-mirrorql-trace.' },
  'max-cost-rows': whole(
    'N',
    [1, 999_999_999],
    '10000',
    'Rows that a query may cost, computed before it runs; also counted while it runs.',
  ),
  'max-cost-calls': whole(
    'N',
    [1, 999_999_999],
    '700',
    'Ledger calls that a query may cost, computed before it runs as if nothing were shared.',
  ),
  'max-cost-values': whole(
    'N',
    [1, 999_999_999],
    '50000',
    'Values of an answer, computed before it is made; what lists have beyond that is counted too.',
  ),
  'max-answer': whole(
    'CHARS',
    [1, 500_000_000],
    '10000000',
    'Size of a GraphQL answer at the most.',
  ),
  'no-graphiql': { description: 'Do not serve GraphiQL.' },
  'no-introspection': { description: 'Do not tell the schema to clients.' },
  federation: {
    description:
      'Serve a subgraph of Apollo Federation 2 too: _service and _entities for a router.',
  },
  operations: {
    value: 'PATH',
    pattern: /\S/,
    rule: 'a path',
    description:
      'Trusted operations: a JSON map of ids to texts, or a folder of such or of .graphql files.',
  },
  'only-persisted': { description: 'Run trusted operations only (--operations).' },
  'no-cache': { description: 'Make each answer anew, and tell clients not to keep any.' },
  'cache-size': whole(
    'CHARACTERS',
    [0, 999_999_999],
    '50000000',
    'Size of all kept answers at the most; 0 keeps none.',
  ),
  redis: {
    ...anAddress,
    variables: ['REDIS_URL'],
    pattern: /^rediss?:\/\/\S+$/,
    rule: 'a redis:// address',
    description: 'Share answers and rate limits between servers in this Redis.',
  },
  'rate-limit': whole(
    'N',
    [1, 999_999_999],
    undefined,
    'Requests per minute and client address; without it any number.',
  ),
  'trust-proxy': {
    value: 'PROXIES',
    bare: 'true',
    pattern: /^(true|false|\d{1,2}|[\da-f.:]+(\/\d{1,3})?(\s*,\s*[\da-f.:]+(\/\d{1,3})?)*)$/i,
    rule: 'a number of proxies, or their addresses and networks with commas between',
    description:
      "Take the client's address from X-Forwarded-For: how many proxies are in front (1 when nothing is said), or their networks, such as 10.0.0.0/8.",
  },
  'cors-origin': {
    value: 'ORIGINS',
    default: '*',
    pattern: /^(\*|none|https?:\/\/[^\s,/]+\/?(,\s*https?:\/\/[^\s,/]+\/?)*)$/,
    rule: '*, none, or origins such as https://app.example with commas between',
    description:
      'Sites whose pages may read answers, such as https://app.example, with commas between; or none.',
  },
  poll: whole(
    'MS',
    [100, 3_600_000],
    '3000',
    'Milliseconds from one poll of the ledger for subscriptions to the next.',
  ),
  'max-streams': whole('N', [0, 1_000_000], '1000', 'Subscriptions that may be open; 0 for none.'),
  'max-streams-per-client': whole(
    'N',
    [0, 1_000_000],
    '100',
    'Subscriptions that may be open from one client address.',
  ),
  'max-watched': whole(
    'N',
    [1, 999_999],
    '1000',
    'Different accounts, schedules, topics and contracts that subscriptions may watch.',
  ),
  'stream-life': whole(
    'S',
    [0, 2_000_000],
    '3600',
    'Seconds after which a subscription has to be made again; 0 for never.',
  ),
  'ready-timeout': whole(
    'MS',
    [1, 600_000],
    '2000',
    'Milliseconds in which the ledger must answer for /ready to be 200.',
  ),
  'shutdown-timeout': whole(
    'MS',
    [0, 3_600_000],
    '10000',
    'Milliseconds that running operations get after SIGTERM.',
  ),
  'no-metrics': { description: 'Do not serve /metrics.' },
  log: {
    value: 'LEVEL',
    default: 'warn',
    pattern: /^(debug|info|warn|error|silent)$/,
    rule: 'one of debug, info, warn, error, silent',
    description:
      'What is logged, as JSON lines on standard error: debug, info, warn, error or silent.',
  },
  slow: whole(
    'MS',
    [1, 3_600_000],
    '1000',
    'Milliseconds from which a request is logged as slow, with what it has cost.',
  ),
} as const satisfies Record<string, Option>;
