// Options of the ledger: which one is served, and how it is asked.
import { anAddress, type Option, whole } from './option.js';

export const ledgerOptions = {
  upstream: {
    ...anAddress,
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
    secret: /^/,
    separator: /\n+/,
    description:
      "Header of every call to a mirror node, as 'Name: value'; may be given several times.",
  },
  'upstream-ca': {
    value: 'FILE',
    pattern: /\S/,
    rule: 'the name of a file',
    description:
      'Certificates (PEM) that https to a mirror node is trusted by, in place of the usual; read anew each minute.',
  },
  network: {
    value: 'NAME',
    pattern: /^(mainnet-public|mainnet|previewnet|testnet)$/,
    rule: 'one of mainnet-public, mainnet, previewnet, testnet',
    description:
      'Serve the public mirror node of a network: mainnet-public, mainnet, previewnet or testnet.',
  },
  scheme: {
    value: 'SCHEME',
    pattern: /^https?$/,
    rule: 'http or https',
    description:
      'Scheme of the public mirror node, which without --network is that of testnet; default https.',
  },
  database: {
    ...anAddress,
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
    '64',
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
  chunk: whole(
    'N',
    [1, 100],
    '20',
    'Ids that one call to a mirror node asks for; some refuse more than 20.',
  ),
  connections: whole(
    'N',
    [1, 10_000],
    undefined,
    'Connections to a mirror node or database at most. Default 64 to a mirror node, 32 to a database.',
  ),
  'no-prepared-statements': {
    description:
      'Let a database plan each statement anew, for poolers that pin a connection to its statements.',
  },
} as const satisfies Record<string, Option>;
