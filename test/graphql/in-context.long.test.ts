// What a field answers does not depend on what else is asked: neither beside it, nor above it, nor below it.
import fc from 'fast-check';
import {
  type FieldNode,
  type GraphQLObjectType,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionNode,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import { ask } from '../support/ask.js';
import { bothLedgers, bothServers } from '../support/both-ledgers.js';
import { freely } from '../support/ledgers.js';
import { type ListWays, leavesOf, listsInWays } from '../support/list-ways.js';

/** The same operations each time; another seed or more runs find others. */
const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_130);
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 4);

const both = bothServers(freely);

/** All of an object, and of what it leads to all that is no object. */
function bush(type: string, depth = 1): string {
  const links = Object.values((schema.getType(type) as GraphQLObjectType).getFields()).flatMap(
    ({ name, type: of, args }) => {
      const named = getNamedType(of);
      if (isLeafType(named) || !isObjectType(named) || args.some(isRequiredArgument)) return [];
      const nodes = named.getFields()['nodes'];
      if (!nodes) return [`${name} { ${depth > 0 ? bush(named.name, depth - 1) : '__typename'} }`];
      const below = getNamedType(nodes.type).name;
      return depth > 0 ? [`${name}(first: 2) { nodes { ${leavesOf(below)} } }`] : [];
    },
  );
  return `__typename ${leavesOf(type)} ${links.join(' ')}`;
}

function rootOf({ parent, field, type }: ListWays): FieldNode {
  const list = `${field}(first: 4) { nodes { ${bush(type)} } }`;
  const [operation] = parse(parent ? `{ ${parent} { ${list} } }` : `{ ${list} }`).definitions;
  return (operation as OperationDefinitionNode).selectionSet.selections[0] as FieldNode;
}

const queryOf = (fields: readonly FieldNode[]): string =>
  `{ ${fields.map((field) => print(field)).join(' ')} }`;
const nameOf = ({ alias, name }: FieldNode): string => (alias ?? name).value;
const renamed = (field: FieldNode, value: string): FieldNode => ({
  ...field,
  alias: { kind: Kind.NAME, value },
});

/** Links to transactions, which are looked up for more than their ids alone. */
const isByTime = ({ name }: FieldNode): boolean =>
  /^(?:\w+Transaction|transaction|parent)$/.test(name.value);

/** The field with some of what it selects, at least one of each. */
function someOf(field: FieldNode, isKept: () => boolean): FieldNode {
  const { selectionSet } = field;
  if (!selectionSet || isByTime(field)) return field;
  const all = selectionSet.selections as readonly FieldNode[];
  const kept = all.filter(isKept);
  const selections = (kept.length > 0 ? kept : all.slice(0, 1)).map((one) => someOf(one, isKept));
  return { ...field, selectionSet: { ...selectionSet, selections } };
}

/** What of a value some selections show. */
function partOf(value: unknown, selections: readonly SelectionNode[] = []): unknown {
  if (Array.isArray(value)) return value.map((one) => partOf(one, selections));
  if (typeof value !== 'object' || value === null) return value;
  const members = (selections as readonly FieldNode[]).map((one) => {
    const member = (value as Readonly<Record<string, unknown>>)[nameOf(one)];
    return [nameOf(one), partOf(member, one.selectionSet?.selections)];
  });
  return Object.fromEntries(members);
}

describe.each(bothLedgers)('over %s', (name) => {
  it(
    'what is asked for together answers as it does alone',
    async () => {
      const read = async (query: string) => {
        const { data, errors } = await ask(both.of(name), query);
        const codes = errors.map(({ extensions }) => extensions['code']);
        // What a mirror node can not tell it tells nowhere.
        expect(
          codes.filter((code) => code !== 'NOT_ANSWERABLE'),
          query,
        ).toEqual([]);
        return data;
      };
      const property = fc.asyncProperty(fc.gen(), async (draw) => {
        const list = () => listsInWays[draw(fc.nat, { max: listsInWays.length - 1 })] as ListWays;
        const roots = [rootOf(list()), rootOf(list())];
        const wholes = await Promise.all(roots.map((root) => read(queryOf([root]))));
        // Of the same objects each asks for other members.
        for (const share of [15, 40, 75]) {
          const isKept = () => draw(fc.nat, { max: 99 }) < share;
          const copies = [0, 1, 0, 1].map((place, copy) => {
            const some = renamed(someOf(roots[place] as FieldNode, isKept), `copy${copy}`);
            const whole = wholes[place][nameOf(roots[place] as FieldNode)];
            return { some, wanted: partOf(whole, some.selectionSet?.selections) };
          });
          const query = queryOf(copies.map(({ some }) => some));
          const data = await read(query);
          for (const { some, wanted } of copies) expect(data[nameOf(some)], query).toEqual(wanted);
        }
      });
      await fc.assert(property, { seed, numRuns, endOnFailure: true });
    },
    20_000 + numRuns * 3000,
  );
});
