// Attacks by what one operation, or the texts of many, may cost the server itself.
import {
  type Attack,
  type Outcome,
  type Question,
  send,
  summed,
  type Target,
  times,
} from './attack.js';

const account = `fragment A on Account { entityId memo alias evmAddress autoRenewPeriod createdTimestamp
  declineReward deleted ethereumNonce expiryTimestamp maxAutomaticTokenAssociations pendingReward
  receiverSigRequired stakedAccountId stakedNodeId stakePeriodStart id }`;
const introspection =
  '__schema { types { name description fields { name description type { name kind } args { name } } } }';

/** Queries of one request each, sent several times since what comes often is answered another way. */
const queries: Readonly<Record<string, string>> = {
  '190 aliases of nodes with 17 fields each': `{ accounts(first: 1000) { ${times(190, (i) => `a${i}: nodes { ...A }`)} } } ${account}`,
  'the largest page that passes': `{ accounts(first: 1000) { nodes { ...A ${times(30, (i) => `a${i}: memo`)} } } } ${account}`,
  'global ids, up to the limit': `{ accounts(first: 1000) { nodes { ${times(48, (i) => `a${i}: id`)} } } }`,
  'cursors, up to the limit': `{ accounts(first: 1000) { edges { ${times(48, (i) => `a${i}: cursor`)} } } }`,
  'decimals, up to the limit': `{ accounts(first: 1000) { nodes { balance { ${times(46, (i) => `a${i}: hbars`)} } } } }`,
  'tokens read one by one, under 150 names': `{ tokens(first: 250) { nodes { ${times(150, (i) => `a${i}: createdTimestamp`)} } } }`,
  'lists of lists, each item with a read':
    '{ tokens(first: 25) { nodes { balances(first: 25) { nodes { account { memo stakedAccount { memo } } } } } } }',
  'transfers under 60 names': `{ transactions(first: 1000) { nodes { ${times(60, (i) => `a${i}: transfers { tinybars }`)} } } }`,
  'transfers, as many as there are':
    '{ transactions(first: 1000) { nodes { transfers { tinybars hbars accountId isApproval } tokenTransfers { units amount } nftTransfers { tokenId } } } }',
  'custom fees under 100 names': `{ tokens(first: 1000) { nodes { customFees { ${times(100, (i) => `a${i}: fixed { units }`)} } } } }`,
  'keys under 190 names': `{ accounts(first: 1000) { nodes { ${times(95, (i) => `a${i}: key { type b${i}: key }`)} } } }`,
  'tokens of balances, 50 a row':
    '{ balances(first: 180) { nodes { tokens(first: 50) { nodes { tokenId balance } } } } }',
  'lists of 1000 accounts': `{ accounts(first: 1000) { nodes { ${times(4, (i) => `a${i}: tokens(first: 1) { nodes { balance } }`)} } } }`,
  'a thousand errors for sizes': `{ accounts(first: 1000) { nodes { ${times(4, (i) => `a${i}: tokens(first: 2000) { nodes { id } }`)} } } }`,
  'thousands of errors for cursors': `{ accounts(first: 1000) { nodes { ${times(4, (i) => `a${i}: tokens(first: 1, after: "x") { nodes { id } }`)} } } }`,
  'thousands of wrong ids': `{ nodes(ids: [${'"x" '.repeat(3500)}]) { id } }`,
  'errors at the end of a long text': `{ accounts(first: 1000) { nodes { ${'\n'.repeat(80_000)} a: tokens(first: 2000) { nodes { id } } } } }`,
  'errors behind a long comment': `{ accounts(first: 950) { nodes { # ${'x'.repeat(150_000)}\n a: tokens(first: 2000) { nodes { id } } } } }`,
  'nodes by a fragment on the interface': `{ accounts(first: 1000) { nodes { ... on Node { ...A } ${times(150, (i) => `a${i}: __typename`)} } } } ${account}`,
  'the schema 20 times': `{ ${times(20, (i) => `a${i}: ${introspection}`)} }`,
  'fields that have to be merged': `{ ${times(60, () => `accounts(first: 2) { nodes { ${'key { type } '.repeat(8)} } }`)} }`,
  'one field a thousand times': `{ ${'account(id: "2") { memo } '.repeat(440)} }`,
  'arguments that differ': `{ ${times(400, (i) => `account(id: "${i}") { memo }`)} }`,
  'fragments that spread all others': `{ ...F0 } ${times(60, (i) => `fragment F${i} on Query { ${times(59 - i, (j) => `...F${i + j + 1}`)} __typename }`)}`,
  'fragments that double at each level': `{ account(id: "2") { ...F0 } } ${times(16, (i) => `fragment F${i} on Account { a${i}: stakedAccount { ...F${i + 1} } b${i}: stakedAccount { ...F${i + 1} } }`)} fragment F16 on Account { memo }`,
  'types that exclude each other': `{ node(id: "x") { ${times(190, () => '... on Account { key { type } } ... on Token { key: adminKey { type } }')} } }`,
  'fields that do not exist': `{ ${times(4900, (i) => `f${i}`)} }`,
  'a list of 4000 literals': `{ accounts(filter: { account: { in: [${times(4000, (i) => `"0.0.${i}"`)}] } }) { nodes { memo } } }`,
};

const asked =
  (question: Question, often = 3) =>
  async (target: Target): Promise<Outcome> => {
    const outcomes: Outcome[] = [];
    for (let time = 0; time < often; time += 1) outcomes.push(await send(target, question));
    return summed(outcomes);
  };

/** Texts of 5000 tokens that differ, or other large things, one after the other. */
const several =
  (count: number, question: (index: number) => Question) =>
  async (target: Target): Promise<Outcome> => {
    const outcomes: Outcome[] = [];
    for (let index = 0; index < count; index += 1)
      outcomes.push(await send(target, question(index)));
    return summed(outcomes);
  };

async function metricsStayShort(target: Target): Promise<Outcome> {
  const name = (index: number) => `${'N'.repeat(190_000)}${index}`;
  await several(104, (index) => ({ query: `query ${name(index)} { __typename }` }))(target);
  const text = await (await fetch(`${target.url}/metrics`)).text();
  const isShort = text.length < 200_000;
  return { status: '200', size: text.length, ...(!isShort && { failure: '/metrics is too long' }) };
}

/** Questions whose variables are long, each of which is read at many places. */
const longValues: Readonly<Record<string, Question>> = {
  'a cursor of 180 kB under 190 names': {
    query: `query ($a: String) { ${times(190, (i) => `a${i}: accounts(first: 1, after: $a) { nodes { memo } }`)} }`,
    variables: { a: 'x'.repeat(180_000) },
  },
  'a cursor of 90,000 letters beyond ASCII, refused 450 times': {
    query:
      'query ($a: String) { accounts(first: 450) { nodes { tokens(first: 1, after: $a) { nodes { id } } } } }',
    variables: { a: 'é'.repeat(90_000) },
  },
  'a name of 180 kB under 190 names': {
    query: `query ($a: String) { ${times(190, (i) => `a${i}: tokens(first: 1, filter: { name: $a }) { nodes { name } }`)} }`,
    variables: { a: 'A'.repeat(180_000) },
  },
  '150 interfaces of a kilobyte, each for 100 logs': {
    query: `query (${times(150, (i) => `$v${i}: String!`)}) { logs(first: 100) { nodes { ${times(150, (i) => `a${i}: decoded(abi: $v${i}) { name }`)} } } }`,
    variables: Object.fromEntries(
      Array.from({ length: 150 }, (_, i) => [
        `v${i}`,
        `event e${i}(${Array(110).fill('uint256')})`,
      ]),
    ),
  },
  '28,000 numbers of 300 digits': {
    query: 'query ($a: [ID!]!) { nodes(ids: $a) { id } }',
    variables: { a: Array.from({ length: 28_000 }, () => 1e308) },
  },
};

export const costAttacks: readonly Attack[] = [
  ...Object.entries(longValues).map(([name, question]) => ({ name, run: asked(question) })),
  ...Object.entries(queries).map(([name, query]) => ({ name, run: asked({ query }) })),
  {
    name: 'streamed nodes',
    run: asked({
      query: `{ accounts(first: 1000) { nodes @stream { ${times(20, (i) => `a${i}: memo`)} } } }`,
      accept: 'multipart/mixed',
    }),
  },
  {
    name: 'errors for sizes in parts',
    run: asked({
      query: `{ accounts(first: 1000) { nodes { ... @defer { ${times(4, (i) => `a${i}: tokens(first: 2000) { nodes { id } }`)} } } } }`,
      accept: 'multipart/mixed',
    }),
  },
  {
    name: 'a variable of 40,000 wrong values',
    run: asked({
      query: 'query ($a: [ID!]!) { nodes(ids: $a) { id } }',
      variables: { a: Array.from({ length: 40_000 }, () => [1]) },
    }),
  },
  {
    name: '155 texts of 5000 tokens',
    run: several(155, (index) => ({
      query: `{ ${'__typename '.repeat(2400)}${'...F '.repeat(1200)} } fragment F on Query { __typename } #${index}`,
    })),
  },
  {
    name: '400 valid texts of as many tokens',
    isLong: true,
    run: several(400, (index) => ({
      query: `{ ${times(190, (i) => `a${i}: __typename`)} ${'...F '.repeat(2000)} } fragment F on Query { __typename } #${index}`,
    })),
  },
  {
    name: '200 variables with large names that nobody has declared',
    run: several(200, (index) => ({
      query: '{ __typename }',
      variables: { [`${'v'.repeat(180_000)}${index}`]: 1 },
    })),
  },
  { name: '104 operation names of 190 kB', run: metricsStayShort },
];
