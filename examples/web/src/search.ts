// What a text in the search box can be, and one operation that asks for all of it at once.
import { graphql } from './gql/index.js';

export const searchQuery = graphql(`
  query Search(
    $account: AccountRef = "0"
    $entity: EntityId = "0"
    $number: Int64
    $hash: Hex
    $isAccount: Boolean!
    $isEntity: Boolean!
    $isBlock: Boolean!
  ) {
    account(id: $account) @include(if: $isAccount) {
      entityId
    }
    token(id: $entity) @include(if: $isEntity) {
      entityId
    }
    schedule(id: $entity) @include(if: $isEntity) {
      entityId
    }
    block(number: $number, hash: $hash) @include(if: $isBlock) {
      number
    }
  }
`);

/** Variables for a text; null when it can be nothing that a ledger knows. */
export function searchFor(text: string) {
  const isId = /^(\d{1,10}\.){2}\d{1,10}$/.test(text);
  const isNumber = /^\d{1,10}$/.test(text);
  const isHash = /^(0x)?([0-9a-f]{64}|[0-9a-f]{96})$/i.test(text);
  const isAddress = /^(0x)?[0-9a-f]{40}$/i.test(text);
  const isAlias = /^[A-Z2-7]{20,}$/.test(text);
  if (!isId && !isNumber && !isHash && !isAddress && !isAlias) return null;
  return {
    isAccount: isId || isNumber || isAddress || isAlias,
    isEntity: isId || isNumber,
    isBlock: isNumber || isHash,
    ...((isId || isNumber) && { entity: text }),
    ...(!isHash && { account: text }),
    ...(isNumber && { number: text }),
    ...(isHash && { hash: text }),
  };
}
