// The schema as text, in an order that does not depend on the code's.
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from './schema.js';

export const printedSchema = (): string => `${printSchema(lexicographicSortSchema(schema))}\n`;
