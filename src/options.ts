// Every option as data: its name, environment variables, default, check and description.
export interface Option {
  /** What the value is, for the help; without it the option is a switch. */
  readonly value?: string;
  readonly default?: string;
  /** Environment variables beside `MIRRORQL_<NAME>`, which every option has. */
  readonly variables?: readonly string[];
  readonly pattern?: RegExp;
  /** The rule in words, for a value that the pattern refuses. */
  readonly rule?: string;
  /** The option may be given several times, and once with several values between these. */
  readonly separator?: RegExp;
  readonly description: string;
}

const wholeNumber = { pattern: /^\d{1,9}$/, rule: 'a whole number' };

const most = (value: string, usual: string, description: string) => ({
  value,
  default: usual,
  ...wholeNumber,
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
  host: {
    value: 'HOST',
    default: 'localhost',
    variables: ['HOST'],
    pattern: /^\S+$/,
    rule: 'a host name or address',
    description: 'Address to listen on.',
  },
  port: {
    value: 'PORT',
    default: '4000',
    variables: ['PORT'],
    ...wholeNumber,
    description: 'Port to listen on; 0 takes any free one.',
  },
  'max-page': {
    value: 'N',
    default: '1000',
    ...wholeNumber,
    description: 'Items of a connection at the most; beyond 100 several pages are read.',
  },
  'max-calls': {
    value: 'N',
    default: '200',
    ...wholeNumber,
    description: 'Calls to the ledger that one operation may make.',
  },
  timeout: {
    value: 'MS',
    default: '15000',
    ...wholeNumber,
    description: 'Milliseconds in which an operation must have answered.',
  },
  'upstream-timeout': {
    value: 'MS',
    default: '10000',
    ...wholeNumber,
    description: 'Milliseconds in which a call to a mirror node or a statement must have answered.',
  },
  'upstream-rate': {
    value: 'N',
    ...wholeNumber,
    description:
      'Calls a second to a mirror node at the most; 0 for any number. Default 50 for --network, else 0.',
  },
  'upstream-concurrency': {
    value: 'N',
    default: '32',
    pattern: /^[1-9]\d{0,8}$/,
    rule: 'a whole number above 0',
    description: 'Calls to a mirror node under way at the most; further ones wait.',
  },
  'upstream-retries': {
    value: 'N',
    default: '2',
    ...wholeNumber,
    description: 'How often a failed call to a mirror node is made again, in time.',
  },
  'upstream-cache': {
    value: 'BYTES',
    default: '67108864',
    ...wholeNumber,
    description: 'Answers of mirror nodes kept as their Cache-Control allows; 0 keeps none.',
  },
  'upstream-max-body': {
    value: 'BYTES',
    default: '10485760',
    ...wholeNumber,
    description: 'Size of an answer of a mirror node at the most.',
  },
  'max-wait': {
    value: 'MS',
    default: '5000',
    ...wholeNumber,
    description: 'Milliseconds that a request with x-mirrorql-wait-for may wait.',
  },
  chunk: {
    value: 'N',
    default: '20',
    ...wholeNumber,
    description: 'Ids that one call to a mirror node asks for; some refuse more than 20.',
  },
  connections: {
    value: 'N',
    default: '32',
    ...wholeNumber,
    description: 'Connections to a mirror node, or to a database, at the most.',
  },
  'no-prepared-statements': {
    description:
      'Let a database plan each statement anew, for poolers that pin a connection to its statements.',
  },
  'max-body': most('BYTES', '200000', 'Size of a request body at the most.'),
  'max-depth': most('N', '20', 'Levels of nested fields in a query.'),
  'max-aliases': most('N', '200', 'Aliases in a query.'),
  'max-tokens': most('N', '5000', 'Words and punctuation marks in a query.'),
  trace: { description: 'Say in every GraphQL answer what it has cost; see x-mirrorql-trace.' },
  'max-cost-rows': most(
    'N',
    '10000',
    'Rows that a query may cost, computed before it runs; also counted while it runs.',
  ),
  'max-cost-calls': most(
    'N',
    '500',
    'Ledger calls that a query may cost, computed before it runs as if nothing were shared.',
  ),
  'max-cost-values': most(
    'N',
    '50000',
    'Values of an answer, computed before it is made; what lists have beyond that is counted too.',
  ),
  'max-answer': most('CHARACTERS', '10000000', 'Size of an answer of GraphQL at the most.'),
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
  'cache-size': {
    value: 'CHARACTERS',
    default: '50000000',
    ...wholeNumber,
    description: 'Size of all kept answers at the most.',
  },
  redis: {
    value: 'URL',
    variables: ['REDIS_URL'],
    pattern: /^rediss?:\/\/\S+$/,
    rule: 'a redis:// address',
    description: 'Share answers and rate limits between servers in this Redis.',
  },
  'rate-limit': {
    value: 'N',
    pattern: /^[1-9]\d{0,8}$/,
    rule: 'a whole number from 1',
    description: 'Requests per minute and client address; without it any number.',
  },
  'trust-proxy': {
    description: "Take the client's address from the proxy's X-Forwarded-For.",
  },
  'cors-origin': {
    value: 'ORIGINS',
    default: '*',
    pattern: /^(\*|none|https?:\/\/[^\s,/]+\/?(,\s*https?:\/\/[^\s,/]+\/?)*)$/,
    rule: '*, none, or origins such as https://app.example with commas between',
    description: 'Sites whose pages may read answers.',
  },
  poll: {
    value: 'MS',
    default: '3000',
    pattern: /^[1-9]\d{2,8}$/,
    rule: 'a whole number from 100',
    description: 'Milliseconds from one poll of the ledger for subscriptions to the next.',
  },
  'max-streams': {
    value: 'N',
    default: '1000',
    ...wholeNumber,
    description: 'Subscriptions that may be open; 0 for none.',
  },
  'max-streams-per-client': {
    value: 'N',
    default: '100',
    ...wholeNumber,
    description: 'Subscriptions that may be open from one client address.',
  },
  'max-watched': {
    value: 'N',
    default: '1000',
    pattern: /^[1-9]\d{0,5}$/,
    rule: 'a whole number from 1 to 999999',
    description: 'Different accounts and schedules that subscriptions may watch.',
  },
  'stream-life': {
    value: 'S',
    default: '3600',
    ...wholeNumber,
    description: 'Seconds after which a subscription has to be made again; 0 for never.',
  },
  'ready-timeout': {
    value: 'MS',
    default: '2000',
    ...wholeNumber,
    description: 'Milliseconds in which the ledger must answer for /ready to be 200.',
  },
  'shutdown-timeout': {
    value: 'MS',
    default: '10000',
    ...wholeNumber,
    description: 'Milliseconds that running operations get after SIGTERM.',
  },
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
