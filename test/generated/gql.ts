/* eslint-disable */
import * as types from './graphql.js';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "query AccountWithTokens($id: AccountRef!, $first: Int = 25, $after: String) {\n  account(id: $id) {\n    id\n    entityId\n    evmAddress\n    alias\n    memo\n    key {\n      type\n      key\n    }\n    balance {\n      hbars\n      timestamp\n    }\n    tokens(first: $first, after: $after) {\n      edges {\n        node {\n          tokenId\n          amount\n          token {\n            name\n            symbol\n          }\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}": typeof types.AccountWithTokensDocument,
    "query Balances($first: Int, $after: String) {\n  balances(first: $first, after: $after) {\n    timestamp\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n    edges {\n      cursor\n      node {\n        balance\n        hbars\n        account {\n          id\n          entityId\n          memo\n          evmAddress\n          tokens(first: 5) {\n            edges {\n              node {\n                balance\n                amount\n                relationship {\n                  kycStatus\n                }\n                token {\n                  name\n                  symbol\n                  decimals\n                }\n              }\n            }\n          }\n        }\n      }\n    }\n  }\n}": typeof types.BalancesDocument,
    "query BlockByNumber($number: Int64!) {\n  block(number: $number) {\n    number\n    hash\n    previousHash\n    count\n    gasUsed\n    timestamp {\n      from\n      to\n    }\n  }\n  newest: blocks(first: 5) {\n    nodes {\n      number\n      count\n    }\n  }\n}": typeof types.BlockByNumberDocument,
    "query TokenHolders($id: EntityId!, $at: Timestamp, $first: Int = 25, $after: String) {\n  token(id: $id) {\n    name\n    symbol\n    decimals\n    totalSupply\n    balances(at: $at, first: $first, after: $after) {\n      timestamp\n      edges {\n        node {\n          accountId\n          balance\n          amount\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}": typeof types.TokenHoldersDocument,
    "query AccountInParts($id: AccountRef!, $first: Int = 25) {\n  account(id: $id) {\n    entityId\n    memo\n    balance {\n      hbars\n    }\n    ... @defer(label: \"tokens\") {\n      tokens(first: $first) {\n        edges @stream(initialCount: 2) {\n          node {\n            tokenId\n            amount\n          }\n        }\n      }\n    }\n    ... @defer(label: \"schedules\") {\n      schedules(first: 5) {\n        nodes {\n          entityId\n          memo\n        }\n      }\n    }\n  }\n}": typeof types.AccountInPartsDocument,
    "query SchedulesOfAccount($id: AccountRef!) {\n  account(id: $id) {\n    schedules(first: 10, order: DESC) {\n      nodes {\n        entityId\n        memo\n        consensusTimestamp\n        executedTimestamp\n        deleted\n        signatures {\n          consensusTimestamp\n          type\n        }\n      }\n    }\n  }\n}": typeof types.SchedulesOfAccountDocument,
};
const documents: Documents = {
    "query AccountWithTokens($id: AccountRef!, $first: Int = 25, $after: String) {\n  account(id: $id) {\n    id\n    entityId\n    evmAddress\n    alias\n    memo\n    key {\n      type\n      key\n    }\n    balance {\n      hbars\n      timestamp\n    }\n    tokens(first: $first, after: $after) {\n      edges {\n        node {\n          tokenId\n          amount\n          token {\n            name\n            symbol\n          }\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}": types.AccountWithTokensDocument,
    "query Balances($first: Int, $after: String) {\n  balances(first: $first, after: $after) {\n    timestamp\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n    edges {\n      cursor\n      node {\n        balance\n        hbars\n        account {\n          id\n          entityId\n          memo\n          evmAddress\n          tokens(first: 5) {\n            edges {\n              node {\n                balance\n                amount\n                relationship {\n                  kycStatus\n                }\n                token {\n                  name\n                  symbol\n                  decimals\n                }\n              }\n            }\n          }\n        }\n      }\n    }\n  }\n}": types.BalancesDocument,
    "query BlockByNumber($number: Int64!) {\n  block(number: $number) {\n    number\n    hash\n    previousHash\n    count\n    gasUsed\n    timestamp {\n      from\n      to\n    }\n  }\n  newest: blocks(first: 5) {\n    nodes {\n      number\n      count\n    }\n  }\n}": types.BlockByNumberDocument,
    "query TokenHolders($id: EntityId!, $at: Timestamp, $first: Int = 25, $after: String) {\n  token(id: $id) {\n    name\n    symbol\n    decimals\n    totalSupply\n    balances(at: $at, first: $first, after: $after) {\n      timestamp\n      edges {\n        node {\n          accountId\n          balance\n          amount\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}": types.TokenHoldersDocument,
    "query AccountInParts($id: AccountRef!, $first: Int = 25) {\n  account(id: $id) {\n    entityId\n    memo\n    balance {\n      hbars\n    }\n    ... @defer(label: \"tokens\") {\n      tokens(first: $first) {\n        edges @stream(initialCount: 2) {\n          node {\n            tokenId\n            amount\n          }\n        }\n      }\n    }\n    ... @defer(label: \"schedules\") {\n      schedules(first: 5) {\n        nodes {\n          entityId\n          memo\n        }\n      }\n    }\n  }\n}": types.AccountInPartsDocument,
    "query SchedulesOfAccount($id: AccountRef!) {\n  account(id: $id) {\n    schedules(first: 10, order: DESC) {\n      nodes {\n        entityId\n        memo\n        consensusTimestamp\n        executedTimestamp\n        deleted\n        signatures {\n          consensusTimestamp\n          type\n        }\n      }\n    }\n  }\n}": types.SchedulesOfAccountDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query AccountWithTokens($id: AccountRef!, $first: Int = 25, $after: String) {\n  account(id: $id) {\n    id\n    entityId\n    evmAddress\n    alias\n    memo\n    key {\n      type\n      key\n    }\n    balance {\n      hbars\n      timestamp\n    }\n    tokens(first: $first, after: $after) {\n      edges {\n        node {\n          tokenId\n          amount\n          token {\n            name\n            symbol\n          }\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}"): (typeof documents)["query AccountWithTokens($id: AccountRef!, $first: Int = 25, $after: String) {\n  account(id: $id) {\n    id\n    entityId\n    evmAddress\n    alias\n    memo\n    key {\n      type\n      key\n    }\n    balance {\n      hbars\n      timestamp\n    }\n    tokens(first: $first, after: $after) {\n      edges {\n        node {\n          tokenId\n          amount\n          token {\n            name\n            symbol\n          }\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query Balances($first: Int, $after: String) {\n  balances(first: $first, after: $after) {\n    timestamp\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n    edges {\n      cursor\n      node {\n        balance\n        hbars\n        account {\n          id\n          entityId\n          memo\n          evmAddress\n          tokens(first: 5) {\n            edges {\n              node {\n                balance\n                amount\n                relationship {\n                  kycStatus\n                }\n                token {\n                  name\n                  symbol\n                  decimals\n                }\n              }\n            }\n          }\n        }\n      }\n    }\n  }\n}"): (typeof documents)["query Balances($first: Int, $after: String) {\n  balances(first: $first, after: $after) {\n    timestamp\n    pageInfo {\n      hasNextPage\n      endCursor\n    }\n    edges {\n      cursor\n      node {\n        balance\n        hbars\n        account {\n          id\n          entityId\n          memo\n          evmAddress\n          tokens(first: 5) {\n            edges {\n              node {\n                balance\n                amount\n                relationship {\n                  kycStatus\n                }\n                token {\n                  name\n                  symbol\n                  decimals\n                }\n              }\n            }\n          }\n        }\n      }\n    }\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query BlockByNumber($number: Int64!) {\n  block(number: $number) {\n    number\n    hash\n    previousHash\n    count\n    gasUsed\n    timestamp {\n      from\n      to\n    }\n  }\n  newest: blocks(first: 5) {\n    nodes {\n      number\n      count\n    }\n  }\n}"): (typeof documents)["query BlockByNumber($number: Int64!) {\n  block(number: $number) {\n    number\n    hash\n    previousHash\n    count\n    gasUsed\n    timestamp {\n      from\n      to\n    }\n  }\n  newest: blocks(first: 5) {\n    nodes {\n      number\n      count\n    }\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query TokenHolders($id: EntityId!, $at: Timestamp, $first: Int = 25, $after: String) {\n  token(id: $id) {\n    name\n    symbol\n    decimals\n    totalSupply\n    balances(at: $at, first: $first, after: $after) {\n      timestamp\n      edges {\n        node {\n          accountId\n          balance\n          amount\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}"): (typeof documents)["query TokenHolders($id: EntityId!, $at: Timestamp, $first: Int = 25, $after: String) {\n  token(id: $id) {\n    name\n    symbol\n    decimals\n    totalSupply\n    balances(at: $at, first: $first, after: $after) {\n      timestamp\n      edges {\n        node {\n          accountId\n          balance\n          amount\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query AccountInParts($id: AccountRef!, $first: Int = 25) {\n  account(id: $id) {\n    entityId\n    memo\n    balance {\n      hbars\n    }\n    ... @defer(label: \"tokens\") {\n      tokens(first: $first) {\n        edges @stream(initialCount: 2) {\n          node {\n            tokenId\n            amount\n          }\n        }\n      }\n    }\n    ... @defer(label: \"schedules\") {\n      schedules(first: 5) {\n        nodes {\n          entityId\n          memo\n        }\n      }\n    }\n  }\n}"): (typeof documents)["query AccountInParts($id: AccountRef!, $first: Int = 25) {\n  account(id: $id) {\n    entityId\n    memo\n    balance {\n      hbars\n    }\n    ... @defer(label: \"tokens\") {\n      tokens(first: $first) {\n        edges @stream(initialCount: 2) {\n          node {\n            tokenId\n            amount\n          }\n        }\n      }\n    }\n    ... @defer(label: \"schedules\") {\n      schedules(first: 5) {\n        nodes {\n          entityId\n          memo\n        }\n      }\n    }\n  }\n}"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "query SchedulesOfAccount($id: AccountRef!) {\n  account(id: $id) {\n    schedules(first: 10, order: DESC) {\n      nodes {\n        entityId\n        memo\n        consensusTimestamp\n        executedTimestamp\n        deleted\n        signatures {\n          consensusTimestamp\n          type\n        }\n      }\n    }\n  }\n}"): (typeof documents)["query SchedulesOfAccount($id: AccountRef!) {\n  account(id: $id) {\n    schedules(first: 10, order: DESC) {\n      nodes {\n        entityId\n        memo\n        consensusTimestamp\n        executedTimestamp\n        deleted\n        signatures {\n          consensusTimestamp\n          type\n        }\n      }\n    }\n  }\n}"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;