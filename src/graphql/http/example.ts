// The query that GraphiQL opens with and that the start prints.

export const exampleQuery = `# Balances with accounts and their tokens, in one request.
# Every number is exact: int64 comes as a string of digits.
query BalancesAndTokens {
  balances(first: 5, order: ASC, filter: { account: { gte: "0.0.1001" } }) {
    timestamp
    edges {
      node {
        hbars
        account {
          entityId
          memo
          evmAddress
          tokens(first: 3) {
            edges {
              node {
                amount
                relationship { kycStatus }
                token { name symbol decimals }
              }
            }
          }
        }
      }
    }
    pageInfo { hasNextPage endCursor }
  }
}
`;
