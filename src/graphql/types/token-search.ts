// Tokens by what they are called, for the search: as the ledger can tell, the best of them first.
import type { GraphQLResolveInfo } from 'graphql';

import { sound } from '../../contract/check.js';
import { folded, isNarrow } from '../../contract/folded.js';
import { equals, typedBy } from '../../contract/operators.js';
import { defaultLimits, type List, type Parameter } from '../../contract/resource.js';
import { tokensByName, tokensByPart, tokensBySymbol } from '../../contract/resources/by-text.js';
import { type TokenRow, tokens } from '../../contract/resources/tokens.js';
import { readOrNull } from '../../contract/values.js';
import { LedgerError } from '../../errors.js';
import { settled } from '../../ledger.js';
import type { Context } from '../reading/context.js';
import { rankedByName } from './name-rank.js';

/** What there is to go by in one look-up of a search. */
export interface Search {
  readonly key: string;
  readonly first: number;
  readonly context: Context;
  readonly info: GraphQLResolveInfo;
}

interface Look {
  readonly list: List<TokenRow>;
  readonly parameter: string;
  readonly limit: number;
}

/** Lists that may have a text; none for one that is no name, or that no index narrows. */
function looksFor(text: string, { first, context: { loaders } }: Search): readonly Look[] {
  const limit = Math.min(first, defaultLimits.maxPage);
  // The best of those that have a part of it may be any of them: all that one page can have.
  const page = defaultLimits.maxPage;
  if (!loaders.canAnswer(tokensByName)) {
    const { kind } = tokens.parameters['name'] as Parameter;
    return readOrNull(kind, text) !== null
      ? [{ list: tokens, parameter: 'name', limit: page }]
      : [];
  }
  if (folded(text) === '') return [];
  return [
    { list: tokensByName, parameter: 'text', limit },
    { list: tokensBySymbol, parameter: 'text', limit },
    ...(isNarrow(text) ? [{ list: tokensByPart, parameter: 'text', limit: page }] : []),
  ];
}

/** @throws LedgerError where all looks fail; what fails beside others is told as a warning. */
export async function tokensCalled(search: Search): Promise<TokenRow[]> {
  const { key: text, context, info } = search;
  const looks = looksFor(text, search);
  const answers = await Promise.all(
    looks.map(async ({ list, parameter, limit }) => {
      const filters = [typedBy('text', equals(parameter, text))];
      const page = context.loaders.pages(list).load({ filters, order: list.order, limit });
      const answer = await settled(page);
      // A database need not have the index of parts: names and symbols are found by how they begin.
      const isLeftOut =
        list === tokensByPart && answer instanceof LedgerError && answer.code === 'NOT_ANSWERABLE';
      return isLeftOut ? null : answer;
    }),
  );
  const failures = answers.filter((answer) => answer instanceof LedgerError);
  if (failures[0] && failures.length === answers.length) throw failures[0];
  for (const failure of failures) context.warn(info, failure);
  const found = new Map<string, TokenRow>();
  for (const answer of answers) {
    if (answer === null || answer instanceof LedgerError) continue;
    for (const token of sound(answer.items)) {
      if (!found.has(token.token_id)) found.set(token.token_id, token);
    }
  }
  return rankedByName(text, [...found.values()]);
}
