// Every option as data: its name, environment variables, default, check and description.
export interface Option {
  /** What the value is, for the help; without it the option is a switch. */
  readonly value?: string;
  readonly default?: string | undefined;
  /** Environment variables beside `MIRRORQL_<NAME>`, which every option has. */
  readonly variables?: readonly string[];
  /** The value where the option is given without one; others need theirs. */
  readonly bare?: string;
  readonly pattern?: RegExp;
  /** The smallest and the largest of its numbers. */
  readonly range?: readonly [minimum: number, maximum: number];
  /** The rule in words, for a value that the pattern refuses. */
  readonly rule?: string;
  /** The option may be given several times, and once with several values between these. */
  readonly separator?: RegExp;
  readonly description: string;
}

const whole = (
  value: string,
  range: readonly [minimum: number, maximum: number],
  fallback: string | undefined,
  description: string,
) => ({
  value,
  default: fallback,
  pattern: /^\d{1,9}$/,
  range,
  rule: `a whole number from ${range[0]} to ${range[1]}`,
  description,
});

const table = {
  upstream: {
    value: 'URL',
    pattern: /^https?:\/\/\S+$/,
    rule: 'an http or https address',
    separator: /[\s,]+/,
    description:
      'Serve a mirror node at this address; given several times, or with commas, mirror nodes of one network of which the first that answers is asked.',
  },
  'upstream-header': {
    value: 'LINE',
    pattern: /^[\w!#$%&'*+.^`|~-]+:[\t\x20-\x7e]*$/,
    rule: "a header in the form 'Name: value'",
    separator: /\n+/,
    description:
      "Header of every call to a mirror node, as 'Name: value'; may be given several times.",
  },
  'upstream-ca': {
    value: 'FILE',
    pattern: /\S/,
    rule: 'the name of a file',
    description:
      'Certificates (PEM) that https to a mirror node is trusted by, in place of the usual.',
  },
  network: {
    value: 'NAME',
    pattern: /^(mainnet-public|mainnet|previewnet|testnet)$/,
    rule: 'one of mainnet-public, mainnet, previewnet, testnet',
    description: 'Serve the public mirror node of a network.',
  },
  scheme: {
    value: 'SCHEME',
    pattern: /^https?$/,
    rule: 'http or https',
    description: 'Scheme of the public mirror node; default https.',
  },
  database: {
    value: 'URL',
    variables: ['DATABASE_URL'],
    pattern: /^postgres(ql)?:\/\/\S+$/,
    rule: 'a postgres:// address',
    description: "Serve a mirror node's PostgreSQL database.",
  },
  shard: {
    value: 'N',
    default: '0',
    pattern: /^(\d{1,3}|10[01]\d|102[0-3])$/,
    rule: 'a whole number from 0 to 1023',
    description: 'Shard that completes short ids; of a database, long-zero addresses too.',
  },
  realm: {
    value: 'N',
    default: '0',
    pattern: /^([0-5]?\d{1,4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])$/,
    rule: 'a whole number from 0 to 65535',
    description: 'Realm that completes short ids; of a database, long-zero addresses too.',
  },
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
  'max-page': whole(
    'N',
    [1, 100_000],
    '1000',
    'Items of a connection at the most; beyond 100 several pages are read.',
  ),
  'max-calls': whole('N', [1, 1_000_000], '200', 'Ledger calls of one operation at the most.'),
  timeout: whole('MS', [1, 3_600_000], '15000', 'Milliseconds that an operation may take.'),
  'upstream-timeout': whole(
    'MS',
    [1, 3_600_000],
    '10000',
    'Milliseconds in which a call to a mirror node or a statement must have answered.',
  ),
  'upstream-rate': whole(
    'N',
    [0, 1_000_000],
    undefined,
    'Calls a second to a mirror node at the most; 0 for any number. Default 50 for --network, else 0.',
  ),
  'upstream-concurrency': whole(
    'N',
    [1, 10_000],
    '32',
    'Calls to a mirror node under way at the most; further ones wait.',
  ),
  'upstream-retries': whole(
    'N',
    [0, 100],
    '2',
    'How often a failed call to a mirror node is made again, in time.',
  ),
  'upstream-cache': whole(
    'BYTES',
    [0, 999_999_999],
    '67108864',
    'Answers of mirror nodes kept as their Cache-Control allows; 0 keeps none.',
  ),
  'upstream-max-body': whole(
    'BYTES',
    [1, 500_000_000],
    '10485760',
    'Size of an answer of a mirror node at the most.',
  ),
  'max-wait': whole(
    'MS',
    [0, 3_600_000],
    '5000',
    'Milliseconds that a request with x-mirrorql-wait-for may wait.',
  ),
  chunk: whole(
    'N',
    [1, 100],
    '20',
    'Ids that one call to a mirror node asks for; some refuse more than 20.',
  ),
  connections: whole('N', [1, 10_000], '32', 'Connections to a mirror node or database at most.'),
  'no-prepared-statements': {
    description:
      'Let a database plan each statement anew, for poolers that pin a connection to its statements.',
  },
  'max-body': whole('BYTES', [1, 100_000_000], '200000', 'Size of a request body at the most.'),
  'max-connections': whole('N', [1, 1_000_000], '10000', 'Connections of clients at the most.'),
  'max-held': whole(
    'BYTES',
    [1_000_000, 999_999_999],
    '67108864',
    'Size of all answers that clients have not taken yet; beyond it the slowest connections are ended.',
  ),
  'max-depth': whole('N', [1, 1000], '20', 'Levels of nested fields in a query.'),
  'max-aliases': whole('N', [0, 100_000], '200', 'Aliases in a query.'),
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
    '500',
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
    value: 'URL',
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
    description: 'Sites whose pages may read answers.',
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
    'Different accounts and schedules that subscriptions may watch.',
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
    description: 'What is logged, as JSON lines on standard error.',
  },
  help: { description: 'Show this help.' },
  version: { description: 'Show the version.' },
} as const satisfies Record<string, Option>;

export type OptionName = keyof typeof table;

/** All options by their names, in the order of the help. */
export const options: Readonly<Record<OptionName, Option>> = table;

/** Environment variables of an option; the first that is set counts. */
export const variablesOf = (name: string, { variables = [] }: Option): readonly string[] => [
  `MIRRORQL_${name.toUpperCase().replaceAll('-', '_')}`,
  ...variables,
];
