// Operations as the page of a front end asks them: one root field, few fields, lists of which each level is a full page.
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { isConnection } from '../../src/graphql/costing/cost-lists.js';
import { pool } from '../support/operations.js';
import { someKnown as known } from '../support/some-known.js';
import { numbersFrom } from './numbers.js';
import type { FuzzRequest } from './operations.js';

/** What bounds a list, or is no way to name an object by. */
const besides = ['first', 'last', 'after', 'before', 'order', 'orderBy', 'filter', 'at'];

type Field = GraphQLField<unknown, unknown>;

/** One operation of up to three levels, whose lists are pages of one of the sizes. */
export function pageRequest(
  seed: number,
  schema: GraphQLSchema,
  sizes: readonly number[],
): FuzzRequest {
  const number = numbersFrom(seed);
  const oneOf = <T>(all: readonly T[]) => all[number(all.length)] as T;

  function argumentsOf(field: Field): string {
    const isPaged = field.args.some(({ name }) => name === 'after');
    const first = field.args.some(({ name }) => name === 'first');
    const names = field.args.filter(({ name }) => !besides.includes(name));
    const required = field.args.filter(isRequiredArgument);
    // Of what is named in one of several ways one is taken.
    const chosen = required.length > 0 || isPaged || names.length === 0 ? required : [oneOf(names)];
    const given = chosen.map(({ name, type }) => {
      const hint = name === 'id' || name === 'ref' ? field.name : name;
      const named = getNamedType(type);
      const isNamed = named.name === 'AccountRef' && number(2) === 0;
      const value = oneOf(isNamed ? known.aliases : pool(named, hint, known));
      const isBare = ['Int', 'Boolean'].includes(named.name);
      return `${name}: ${isBare ? value : JSON.stringify(value)}`;
    });
    if (first) given.unshift(`first: ${oneOf(sizes)}`);
    return given.length > 0 ? `(${given.join(' ')})` : '';
  }

  function textOf(field: Field, depth: number): string {
    const type = getNamedType(field.type);
    const start = `${field.name}${argumentsOf(field)}`;
    if (isLeafType(type)) return start;
    if (!isObjectType(type)) return `${start} { __typename }`;
    if (!isConnection(type)) return `${start} ${selection(type, depth)}`;
    const node = getNamedType((type.getFields()['nodes'] as Field).type);
    const count = type.getFields()['totalCount'] && number(5) === 0 ? ' totalCount' : '';
    return `${start} { nodes ${selection(node, depth)}${count} pageInfo { hasNextPage } }`;
  }

  /** Two leaves, and two objects or lists at the most. */
  function selection(type: GraphQLNamedType, depth: number): string {
    if (!isObjectType(type)) return '{ __typename }';
    const fields = Object.values(type.getFields());
    const leaves = fields.filter((one) => isLeafType(getNamedType(one.type)));
    const others = depth > 1 ? fields.filter((one) => !leaves.includes(one)) : [];
    const chosen = new Set<Field>();
    for (let left = leaves.length > 0 ? 2 : 0; left > 0; left -= 1) chosen.add(oneOf(leaves));
    for (let left = others.length > 0 ? number(3) : 0; left > 0; left -= 1) {
      chosen.add(oneOf(others));
    }
    return `{ __typename ${[...chosen].map((one) => textOf(one, depth - 1)).join(' ')} }`;
  }

  const roots = Object.values(schema.getQueryType()?.getFields() ?? {});
  // Half of all pages are of one object.
  const single = roots.filter(({ args }) => args.some(isRequiredArgument));
  const root = oneOf(number(2) === 0 ? single : roots);
  return { query: `{ ${textOf(root, 3)} }`, askings: [{}] };
}
