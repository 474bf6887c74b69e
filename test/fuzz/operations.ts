// Requests for the fuzzer: documents with all that GraphQL has for saying what is selected, and variables.
import {
  doTypesOverlap,
  type GraphQLArgument,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { cursorOf, pool } from '../support/operations.js';
import { someKnown as known } from '../support/some-known.js';
import { numbersFrom } from './numbers.js';

/** What a document is asked with. */
export interface Asking {
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly operationName?: string | null;
}

/** One document, asked in several ways by turns: what one has decided must not decide for another. */
export interface FuzzRequest {
  readonly query: string;
  readonly askings: readonly Asking[];
}

const aliases = ['a', 'b', '__proto__', 'constructor', 'toString', 'then_', 'data', 'errors'];
const paging = ['first', 'last', 'after', 'before'];
interface Fragment {
  readonly name: string;
  readonly type: GraphQLCompositeType;
  readonly body: string;
}

/** One request: up to three operations in a document, which share fragments; of pages and lists below `most`. */
export function fuzzRequest(seed: number, schema: GraphQLSchema, most = 4): FuzzRequest {
  const number = numbersFrom(seed);
  const chance = (share: number) => number(100) < share;
  const oneOf = <T>(values: readonly T[]) => values[number(values.length)] as T;

  /** Variables by name, with the type of the place where each stands. */
  const declared = new Map<string, { readonly type: string; readonly value: unknown }>();
  /** What one key of one type stands for: one meaning in a document, so that fields can be merged. */
  const meanings = new Map<string, string>();
  const fragments: Fragment[] = [];
  let isPlain = false;

  /** A variable for a place of a type; its value fits most of the time. */
  function variable(type: string, value: () => unknown): string {
    const same = [...declared].filter(([, one]) => one.type === type);
    if (same.length > 0 && chance(60)) return `$${oneOf(same)[0]}`;
    const name = `v${declared.size}`;
    declared.set(name, { type, value: value() });
    return `$${name}`;
  }

  function condition(name: string): string {
    const literal = oneOf(['true', 'false']);
    const value = chance(60) ? variable('Boolean!', () => chance(50)) : literal;
    return ` @${name}(if: ${value})`;
  }

  function conditions(): string {
    if (!chance(18)) return '';
    const [one, other] = chance(50) ? ['skip', 'include'] : ['include', 'skip'];
    return condition(one as string) + (chance(15) ? condition(other as string) : '');
  }

  function valueFor(type: GraphQLInputType, name: string, hint: string): unknown {
    if (isNonNullType(type)) return valueFor(type.ofType, name, hint) ?? valueFor(type, name, hint);
    if (chance(4)) return null;
    if (isListType(type)) {
      // One value stands for a list of it.
      if (chance(12)) return valueFor(type.ofType, name, hint);
      const length = name === 'in' && chance(most) ? number(101) : number(most);
      return Array.from({ length }, () => valueFor(type.ofType, name, hint));
    }
    if (isInputObjectType(type)) {
      const fields = Object.values(type.getFields());
      const chosen = fields.filter((field) => isNonNullType(field.type) || chance(40));
      return Object.fromEntries(
        chosen.map((field) => [
          field.name,
          valueFor(field.type, field.name, ['eq', 'in'].includes(field.name) ? hint : field.name),
        ]),
      );
    }
    if (paging.includes(name) && getNamedType(type).name === 'Int') return number(most);
    if (type.name === 'Int') return number(5);
    if (type.name === 'Boolean') return chance(50);
    if (type.name === '_Any') return { __typename: 'Account', entityId: '0.0.1001' };
    if (/^(AccountRef|EntityId)$/.test(type.name) && chance(most - 4))
      return `0.0.${1001 + number(200)}`;
    return oneOf(pool(getNamedType(type), hint, known));
  }

  /** Text without variables, as in a default. */
  function plainly(text: () => string): string {
    isPlain = true;
    const made = text();
    isPlain = false;
    return made;
  }

  function literal(type: GraphQLInputType, value: unknown): string {
    if (isNonNullType(type)) return literal(type.ofType, value);
    if (value === null) return 'null';
    if (isListType(type)) {
      if (!Array.isArray(value)) return literal(type.ofType, value);
      return `[${value.map((item) => literal(type.ofType, item)).join(' ')}]`;
    }
    if (isInputObjectType(type)) {
      const fields = type.getFields();
      const parts = Object.entries(value as object).map(([name, inner]) => {
        const inside = fields[name]?.type as GraphQLInputType;
        return `${name}: ${!isPlain && chance(15) ? variable(String(inside), () => inner) : literal(inside, inner)}`;
      });
      return `{ ${parts.join(' ')} }`;
    }
    if (typeof value === 'object') return `{ __typename: "Account" entityId: "0.0.1001" }`;
    return isEnumType(type) ? String(value) : JSON.stringify(value);
  }

  function argument({ name, type }: GraphQLArgument, hint: string): string {
    const value = valueFor(type, name, hint);
    return `${name}: ${chance(30) ? variable(String(type), () => value) : literal(type, value)}`;
  }

  function argumentsOf(field: GraphQLField<unknown, unknown>, parent: string): string {
    const own = field.args
      .filter(({ name }) => !paging.includes(name))
      .filter(({ type, name }) => isNonNullType(type) || chance(name === 'number' ? 70 : 25))
      .map((one) => argument(one, one.name === 'id' ? field.name : one.name));
    const first = field.args.find(({ name }) => name === 'first');
    const isPaged = field.args.some(({ name }) => name === 'after');
    const isFirst = !isPaged || chance(80);
    if (first) own.unshift(argument(isFirst ? first : { ...first, name: 'last' }, 'first'));
    if (isPaged && chance(12)) own.push(`after: "${cursorOf(field.name, parent)}"`);
    return own.length > 0 ? `(${own.join(' ')})` : '';
  }

  function fieldOf(parent: GraphQLNamedType, depth: number): string {
    if (!isObjectType(parent) && !isInterfaceType(parent)) return `__typename${conditions()}`;
    if (chance(8)) return `__typename${conditions()}`;
    if (parent.name === 'Query' && chance(2)) {
      return oneOf([
        '__schema { queryType { name } }',
        '__type(name: "Account") { name fields { name } }',
        'tellsItself: __type(name: "Key") { kind }',
      ]);
    }
    const fields = Object.values(parent.getFields()).filter(
      ({ type }) => depth > 0 || isLeafType(getNamedType(type)),
    );
    if (fields.length === 0) return '__typename';
    const field = oneOf(fields);
    const alias = chance(25) ? oneOf(aliases) : field.name;
    const place = `${parent.name}.${alias}`;
    const meaning = meanings.get(place) ?? `${field.name}${argumentsOf(field, parent.name)}`;
    meanings.set(place, meaning);
    const [name = ''] = meaning.split('(');
    const type = getNamedType(parent.getFields()[name]?.type ?? field.type);
    const below = isLeafType(type) ? '' : ` ${selection(type, depth - 1)}`;
    return `${alias === name ? '' : `${alias}: `}${meaning}${conditions()}${below}`;
  }

  /** Types that an object of a type may be of too. */
  function typesWith(type: GraphQLNamedType): readonly GraphQLNamedType[] {
    if (isAbstractType(type)) return [type, ...schema.getPossibleTypes(type)];
    return isObjectType(type) ? [type, ...type.getInterfaces()] : [type];
  }

  function selected(type: GraphQLNamedType, depth: number): string {
    if (chance(12)) {
      const on = chance(70) ? oneOf(typesWith(type)) : null;
      return `...${on ? ` on ${on.name}` : ''}${conditions()} ${selection(on ?? type, depth)}`;
    }
    const fitting = fragments.filter(
      (one) => isCompositeType(type) && doTypesOverlap(schema, type, one.type),
    );
    if (fitting.length > 0 && chance(22)) return `...${oneOf(fitting).name}${conditions()}`;
    return fieldOf(type, depth);
  }

  function selection(type: GraphQLNamedType, depth: number): string {
    const parts = Array.from({ length: 1 + number(depth > 0 ? 4 : 3) }, () =>
      selected(type, Math.max(depth, 0)),
    );
    if (isAbstractType(type)) {
      const on = oneOf(schema.getPossibleTypes(type));
      parts.push(`... on ${on.name} ${selection(on, depth - 1)}`);
    }
    return `{ ${parts.join(' ')} }`;
  }

  const composite = Object.values(schema.getTypeMap())
    .filter(isCompositeType)
    .filter(({ name }) => !name.startsWith('__'));
  for (let left = number(5); left > 0; left--) {
    const type = oneOf(composite);
    // One that is made now can spread those that are there, and no circle comes of it.
    const body = selection(type, 1 + number(3));
    fragments.push({ name: `F${fragments.length}`, type, body });
  }

  const count = chance(75) ? 1 : 2 + number(2);
  const query = schema.getQueryType() as GraphQLNamedType;
  const operations = Array.from({ length: count }, (_, index) => ({
    name: count === 1 && chance(50) ? '' : `Q${index}`,
    body: selection(query, 3 + number(2)),
  }));

  /** Names of the fragments that a text reaches. */
  function reached(text: string, found = new Set<string>()): Set<string> {
    for (const [, name = ''] of text.matchAll(/\.\.\.(F\d+)/g)) {
      const fragment = fragments.find((one) => one.name === name);
      if (!fragment || found.has(name)) continue;
      found.add(name);
      reached(fragment.body, found);
    }
    return found;
  }
  const bodyOf = (name: string) => fragments.find((one) => one.name === name)?.body ?? '';

  const defaults = new Map<string, string>();
  const texts = operations.map(({ name, body }) => {
    const all = [body, ...[...reached(body)].map(bodyOf)].join(' ');
    const used = [...declared].filter(([one]) => new RegExp(`\\$${one}\\b`).test(all));
    const heads = used.map(([one, { type }]) => {
      // A default lets a variable that may be null stand where nothing may be null.
      if (!defaults.has(one)) defaults.set(one, declaration(type));
      return `$${one}: ${defaults.get(one)}`;
    });
    const head = heads.length > 0 ? `(${heads.join(' ')})` : '';
    return name || head ? `query ${name}${head} ${body}` : body;
  });

  /** The type of a variable, with a default that it may have: null too, and such as do not fit its value. */
  function declaration(type: string): string {
    const bare = type.replace(/!$/, '');
    const known = schema.getType(bare.replace(/[[\]!]/g, ''));
    if (!bare.startsWith('[') && isInputObjectType(known) && chance(25)) {
      const members = Object.values(known.getFields()).filter(() => chance(20));
      const given = members.map(({ name, type: inside }) => {
        const value = valueFor(inside, name, name);
        return `${name}: ${plainly(() => literal(inside, value))}`;
      });
      return `${bare} = { ${given.join(' ')} }`;
    }
    if (isEnumType(known) && !bare.startsWith('[') && chance(30)) {
      return `${bare} = ${oneOf(known.getValues()).name}`;
    }
    if (bare === 'Boolean' && chance(40)) return `Boolean = ${oneOf(['true', 'false'])}`;
    if (bare === 'Int' && chance(30)) return `Int = ${number(4)}`;
    return !type.endsWith('!') && chance(20) ? `${bare}!` : type;
  }

  /** Values for the variables; conditions are as likely to be the other way round. */
  function variables(): Record<string, unknown> {
    const isWrong = chance(20);
    const given: Record<string, unknown> = {};
    for (const [name, { type, value }] of declared) {
      if (isWrong && chance(8)) continue;
      if (isWrong && chance(6)) given[name] = null;
      else if (isWrong && chance(4)) {
        given[name] = oneOf<unknown>(['x', [], {}, 1.5, -1, true, [[]], '']);
      } else given[name] = type.startsWith('Boolean') ? chance(50) : value;
    }
    return given;
  }

  const asking = (): Asking => ({
    ...(declared.size > 0 || chance(10) ? { variables: variables() } : {}),
    ...(count > 1 || chance(20) ? { operationName: nameOf(oneOf(operations).name) } : {}),
  });

  const used = operations.flatMap(({ body }) => [...reached(body)]);
  const spread = fragments.filter(({ name }) => used.includes(name));
  const document = [
    ...texts,
    ...spread.map(({ name, type, body }) => `fragment ${name} on ${type.name} ${body}`),
  ];
  if (chance(30)) document.reverse();
  return { query: document.join('\n'), askings: [asking(), asking()] };

  function nameOf(name: string): string | null {
    if (chance(6)) return oneOf(['', 'Nobody', null]);
    return name === '' ? null : name;
  }
}
