// The directives by which an answer comes in parts: what can wait is marked in the operation.
import {
  DirectiveLocation,
  GraphQLBoolean,
  GraphQLDirective,
  GraphQLInt,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql';

const labelled = (what: string) => ({
  if: {
    type: new GraphQLNonNull(GraphQLBoolean),
    description: `False: ${what} comes with the rest.`,
    defaultValue: true,
  },
  label: {
    type: GraphQLString,
    description: 'Comes back with each part, to tell them apart; unique in the operation.',
  },
});

const deferDirective = new GraphQLDirective({
  name: 'defer',
  description:
    'The fragment may come later, in a part of its own, to a client that accepts `multipart/mixed` or `text/event-stream`; to others everything comes at once.',
  locations: [DirectiveLocation.FRAGMENT_SPREAD, DirectiveLocation.INLINE_FRAGMENT],
  args: labelled('the fragment'),
});

const streamDirective = new GraphQLDirective({
  name: 'stream',
  description:
    'The items of the list may come later, as they are read, to a client that accepts `multipart/mixed` or `text/event-stream`; to others everything comes at once.',
  locations: [DirectiveLocation.FIELD],
  args: {
    ...labelled('the whole list'),
    initialCount: {
      type: new GraphQLNonNull(GraphQLInt),
      description: 'Items that come with the list itself; not negative.',
      defaultValue: 0,
    },
  },
});

export const partDirectives: readonly GraphQLDirective[] = [deferDirective, streamDirective];
