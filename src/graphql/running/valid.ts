// What is wrong with an operation, for those who ask before it comes as a request: as a server would say it.
import { type DocumentNode, type GraphQLSchema, specifiedRules, validate } from 'graphql';
import { explained } from './errors.js';
import { newerRules } from './newer-rules.js';

const rules = [...specifiedRules, ...newerRules];

export const faultsIn = (schema: GraphQLSchema, document: DocumentNode): readonly Error[] =>
  explained(document, validate(schema, document, rules));
