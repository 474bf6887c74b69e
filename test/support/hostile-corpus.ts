// Requests that have broken servers before.
const nest = (open: string, close: string, times: number) =>
  open.repeat(times) + close.repeat(times);

/** Each as a body. */
export const corpus: readonly string[] = [
  '{"query":"{ __typename }","variables":{"__proto__":{"a":1}}}',
  '{"query":"{ a: __typename @include(if: $x) }"}',
  `{"query":${JSON.stringify(`query (${Array.from({ length: 500 }, (_, i) => `$v${i}: Int`).join(' ')}) { __typename }`)}}`,
  `{"query":${JSON.stringify(nest('{ a ', '}', 4000))}}`,
  `{"query":${JSON.stringify(`{ balances(first: ${'9'.repeat(5000)}) { nodes { id } } }`)}}`,
  `{"query":${JSON.stringify(`{ tokens(filter: { token: { in: [${'"0.0.2001" '.repeat(2000)}] } }) { nodes { id } } }`)}}`,
  `{"query":"{__typename}","variables":${nest('[', ']', 5000)}}`,
  `{"query":"query($a:[ID!]!){nodes(ids:$a){id}}","variables":{"a":[${'"QWNjb3VudDowLjAuMTAxMA",'.repeat(1500)}"x"]}}`,
  '{"query":"subscription { x }"}',
  '{"query":"mutation { x }"}',
  '{"query":"{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }"}',
  '{"query":"\\uD800"}',
  '{"query":"{ account(id: \\"\\uD800\\") { memo } }"}',
  '{"operationName":"constructor","query":"query A { __typename } query B { __typename }"}',
  '{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"constructor"}}}',
  '{"extensions":{"persistedQuery":{"version":1,"sha256Hash":{"a":1}}},"query":7}',
  '{"documentId":["a"]}',
  'null',
  '[]',
  '[[[]]]',
];
