// The search: whatever a text names, of whatever type, from the look-ups that its form allows.
import { brandWithType } from '@pothos/core';
import { defaultLimits } from '../../contract/resource.js';
import { badInput, LedgerError } from '../../errors.js';
import { type Settled, settled } from '../../ledger.js';
import { builder } from '../build/builder.js';
import { accountParts } from '../build/links.js';
import type { Account } from '../build/refs.js';
import { soughtBy } from '../build/text-forms.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import { type EntityType, entities } from '../reading/entities.js';
import { decodeGlobalID, isGlobalID, noType } from '../reading/global-id.js';
import { finders } from './search-finders.js';
import type { Search } from './token-search.js';

const types = [...new Set(Object.values(finders).map(({ type }) => type))];

const SearchResult = builder.unionType('SearchResult', {
  description: 'What a search can find.',
  types: types as unknown as [typeof Account],
});

type Asked = Omit<Search, 'key'>;

/** A look-up of the search: the type of what it finds, and how. */
interface Look {
  readonly type: string;
  find(): unknown;
}

/** A global id says the type itself; null for what is none, and no look-up for one of a type that is not sought. */
function looksById(text: string, { context, info }: Asked): readonly Look[] | null {
  const { typename, id } = decodeGlobalID(text.trim());
  if (typename === noType) return null;
  if (!types.some(({ name }) => name === typename) || !isGlobalID({ typename, id })) return [];
  const { load, parts } = entities.get(typename) as EntityType;
  parts?.(context as never, info);
  return [{ type: typename, find: () => load(id, context as never) }];
}

const looksByForm = (text: string, search: Asked): readonly Look[] =>
  soughtBy(text).map(({ by, key }) => {
    const { type, find } = finders[by];
    return { type: type.name, find: () => find({ ...search, key }) };
  });

/** All that one look-up has found; nothing where the ledger can not even read what was typed. */
async function found({ type, find }: Look): Promise<Settled<object[]>> {
  const run = async () => find() as object | null | readonly object[];
  const answer = await settled(run());
  if (answer instanceof LedgerError) return answer.code === 'BAD_USER_INPUT' ? [] : answer;
  const all = answer === null ? [] : [answer].flat();
  for (const one of all) brandWithType(one, type as never);
  return all;
}

/** Each object once, in the place where it came first. */
function distinct(looks: readonly Look[], answers: readonly Settled<object[]>[]): object[] {
  const objects = new Map<string, object>();
  for (const [index, { type }] of looks.entries()) {
    const answer = answers[index];
    for (const one of Array.isArray(answer) ? answer : []) {
      const key = `${type}:${entities.get(type)?.id(one as never)}`;
      if (!objects.has(key)) objects.set(key, one);
    }
  }
  return [...objects.values()];
}

/** Results where nobody says how many. */
const page = 10;

builder.queryField('search', (t) =>
  t.field({
    type: [SearchResult],
    nullable: { list: true, items: false },
    description: `Whatever a text names, best first and always in the same order. A text may be

- an id (\`1234\`, \`0.0.1234\`, a global one), an EVM address, an alias or a public key
- the number or hash of a block, the id or hash of a transaction, or a consensus time
- an NFT (\`0.0.1234/5\`)
- the name of a token as far as it is typed, where the text can be no id, number, hash or time

Over a database a name is how the name or the symbol begins, letter case and accents ignored (\`cafe\` finds \`Café\`; \`ø\` and \`ß\` are letters of their own), which needs indexes of both; with an index of trigrams any part of a name is found, of three letters or more, among 1,000 tokens at the most. Over a mirror node it is a part of the name, of 3 bytes or more, letter case ignored, among the 100 of the lowest ids that match. 100 bytes are the most.

What is not there is left out, and is no error. What fails is told in \`extensions.warnings\`, and the rest is there; only where all of it fails, so does the field.`,
    args: {
      text: t.arg.string({
        required: true,
        description: 'What is sought, as it was typed or pasted.',
      }),
      first: t.arg.int({
        defaultValue: page,
        description: `Results at the most, from 0 to ${defaultLimits.maxPage}.`,
      }),
    },
    extensions: {
      cost: {
        loads: 'each',
        calls: 7,
        atMost: 'first',
        rows: defaultLimits.maxPage,
      } satisfies FieldCost,
    },
    async resolve(_root, { text, first: given }, context, info) {
      const first = given ?? page;
      if (first < 0 || first > defaultLimits.maxPage) {
        throw badInput('first', first, `must be from 0 to ${defaultLimits.maxPage}`);
      }
      if (first === 0) return [];
      accountParts(context, info);
      // Names hold a letter and its accent in one; some keyboards type them as two.
      const search = { first, context, info };
      const looks = looksById(text, search) ?? looksByForm(text.normalize('NFC'), search);
      const answers = await Promise.all(looks.map(found));
      const failures = answers.filter((answer) => answer instanceof LedgerError);
      if (failures[0] && failures.length === answers.length) throw failures[0];
      for (const failure of failures) context.warn(info, failure);
      return distinct(looks, answers).slice(0, first) as never;
    },
  }),
);
