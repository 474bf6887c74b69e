// The schema: every type file is imported for its effect, and only the built schema is given out.
import './account.js';
import './balance.js';
import './block.js';
import './live.js';
import './owner.js';
import './scalars.js';
import './schedule.js';
import './token.js';
import './token-balance.js';
import './tokens.js';
import './transaction.js';
import { type GraphQLSchema, specifiedDirectives } from 'graphql';
import { builder } from './builder.js';
import { partDirectives } from './directives.js';

export const schema: GraphQLSchema = builder.toSchema({
  directives: [...specifiedDirectives, ...partDirectives],
});
