// What generators of types are told of the scalars.

/**
 * For `config.scalars` of `@graphql-codegen`: all scalars are strings in answers, so that no digit is
 * lost, and some take a number as an argument.
 */
export const scalars = {
  AccountRef: { input: 'string | number', output: 'string' },
  Base64: 'string',
  Decimal: 'string',
  EntityId: { input: 'string | number', output: 'string' },
  Hex: 'string',
  Int64: { input: 'string | number', output: 'string' },
  Timestamp: 'string',
  TransactionRef: { input: 'string | number', output: 'string' },
} as const;
