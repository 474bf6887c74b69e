// The schema of the hand-written peers: plain lists, whole numbers as text so that digits survive.
export const typeDefs = /* GraphQL */ `
  type Query {
    balances(below: String, limit: Int = 25): [Balance!]!
    account(id: String!): Account
    blocks(below: String, limit: Int = 25): [Block!]!
  }
  type Balance {
    account: String!
    balance: String
    tokens: [TokenBalance!]!
    owner: Account
  }
  type TokenBalance {
    tokenId: String!
    balance: String!
    token: Token
  }
  type Token {
    tokenId: String!
    name: String!
    symbol: String!
    decimals: String
  }
  type Account {
    account: String!
    memo: String
    balance: String
    evmAddress: String
    createdTimestamp: String
    tokens(limit: Int = 25): [TokenBalance!]!
  }
  type Block {
    number: String!
    hash: String!
    previousHash: String!
    count: String!
    gasUsed: String
    hapiVersion: String
    name: String!
    size: String
  }
`;

/** Resolvers that every peer has alike; those that load differ. */
export const plainResolvers = {
  TokenBalance: { tokenId: (row) => row.token_id },
  Token: { tokenId: (row) => row.token_id },
  Account: {
    balance: (row) => row.balance.balance,
    evmAddress: (row) => row.evm_address,
    createdTimestamp: (row) => row.created_timestamp,
  },
  Block: {
    previousHash: (row) => row.previous_hash,
    gasUsed: (row) => row.gas_used,
    hapiVersion: (row) => row.hapi_version,
  },
};

export const paths = {
  balances: ({ below, limit }) =>
    `/api/v1/balances?${below ? `account.id=lt:${below}&` : ''}limit=${limit}&order=desc`,
  blocks: ({ below, limit }) =>
    `/api/v1/blocks?${below ? `block.number=lt:${below}&` : ''}limit=${limit}&order=desc`,
  account: (id) => `/api/v1/accounts/${id}?transactions=false`,
  accounts: (ids) => `/api/v1/accounts?${ids.map((id) => `account.id=${id}`).join('&')}&limit=100`,
  accountTokens: (id, limit) => `/api/v1/accounts/${id}/tokens?limit=${limit}&order=asc`,
  tokens: (ids) => `/api/v1/tokens?${ids.map((id) => `token.id=${id}`).join('&')}&limit=100`,
};
