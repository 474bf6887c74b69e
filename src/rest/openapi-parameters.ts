// Parameters of the OpenAPI document out of a resource's declaration.
import { pageSizes } from '../contract/flows.js';
import { bounds } from '../contract/operators.js';
import { keyParts, placesIn } from '../contract/path-key.js';
import { isPlaced, parametersOf } from '../contract/query.js';
import type { KeyRule, Limits, List, Lookup, Parameter } from '../contract/resource.js';
import { flag, type Kind } from '../contract/values.js';
import type { Schema } from './openapi-schemas.js';

export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly description: string;
  readonly required?: true;
  readonly schema: Schema;
  readonly style?: 'form';
  readonly explode?: true;
  readonly example?: string;
  /** Operators that may stand before the value, when there are more than equality. */
  readonly 'x-operators'?: readonly string[];
}

const repetition = {
  any: 'Repeated values: equal to any of those with eq, and meeting all the others.',
  all: 'Repeated values must all be met.',
  sides: 'Of repeated values the last lower bound (or equality) counts, and the last upper one.',
} as const;

/** The path parameter, if there is one, and the query parameters of a resource. */
export function parameterObjects(
  resource: List | Lookup,
  limits: Limits,
  example: string | undefined,
): ParameterObject[] {
  const query = Object.entries(parametersOf(resource)).map(([name, parameter]) =>
    queryParameter(resource, name, parameter, limits),
  );
  const examples = example === undefined ? [] : keyParts(resource, example);
  const { keys = [] } = resource;
  const places = placesIn(resource.path).map((name, part): ParameterObject => {
    const { kind, description } = keys[part] as KeyRule;
    const schema: Schema = { type: 'string', description: kind.rule, ...whole(kind) };
    const given = examples[part] === undefined ? {} : { example: examples[part] };
    return { name, in: 'path', required: true, description, schema, ...given };
  });
  return [...places, ...query];
}

function queryParameter(
  resource: List | Lookup,
  name: string,
  parameter: Parameter,
  limits: Limits,
): ParameterObject {
  const { description, operators, repeat } = parameter;
  const schema = valueSchema(resource, name, parameter, limits);
  const base = { name, in: 'query' } as const;
  const taken = hasOperators(parameter) ? { 'x-operators': operators } : {};
  if (repeat === 'last' || repeat === 'first' || repeat === 'once') {
    return { ...base, description, schema, ...taken };
  }
  const maxItems = parameter.values?.maximum ?? limits.repeats;
  const items: Schema = {
    type: 'array',
    ...(maxItems < Number.POSITIVE_INFINITY && { maxItems }),
    items: schema,
  };
  const meaning = isChoice(parameter.kind) ? '' : repetition[repeat];
  const text = `${description} ${meaning}`.trim();
  return { ...base, description: text, schema: items, style: 'form', explode: true, ...taken };
}

const hasOperators = ({ operators }: Parameter) => operators.length > 1;

function valueSchema(
  resource: List | Lookup,
  name: string,
  parameter: Parameter,
  limits: Limits,
): Schema {
  const { kind, default: byDefault } = parameter;
  if (name === 'limit') {
    const { page, maxPage, beyond } = pageSizes(resource, limits);
    const more = beyond === 'clamped' ? `answered with ${maxPage} items` : 'refused';
    return {
      type: 'integer',
      format: 'int32',
      description: `a whole number; more than ${maxPage} is ${more}`,
      minimum: 1,
      maximum: maxPage,
      default: page,
    };
  }
  if (kind === flag) {
    return {
      type: 'boolean',
      description: 'true or false',
      ...withDefault(byDefault === undefined ? undefined : byDefault === 'true'),
    };
  }
  const words = wordsOf(kind);
  if (words && !hasOperators(parameter)) {
    const order = resource.is === 'list' ? resource.order : resource.embedded?.list.order;
    return {
      type: 'string',
      description: 'one of these words, in any letter case',
      enum: words,
      ...withDefault(name === 'order' ? (byDefault ?? order) : byDefault),
    };
  }
  return {
    type: 'string',
    description: kind.rule,
    ...prefixed(resource, name, parameter),
    ...withDefault(byDefault),
  };
}

/** What a parameter is taken to be where it is left out, if anything. */
const withDefault = (value: string | boolean | undefined): Pick<Schema, 'default'> =>
  value === undefined ? {} : { default: value };

const isChoice = (kind: Kind) => kind.name === 'word';

/** The words of a kind that takes nothing else; its pattern lists them. */
const wordsOf = (kind: Kind) =>
  isChoice(kind) ? kind.pattern?.slice(1, -1).split('|') : undefined;

const whole = ({ pattern }: Kind) => (pattern === undefined ? {} : { pattern: `^${pattern}$` });

function prefixed(
  resource: List | Lookup,
  name: string,
  { kind, typed, operators }: Parameter,
): { pattern?: string } {
  const pattern = typed?.source.slice(1, -1) ?? kind.pattern;
  if (pattern === undefined) return {};
  const given = `((${operators.join('|')}):)?${pattern}`;
  if (!typed || !isPlaced(resource, name)) return { pattern: `^${given}$` };
  // A link's own bound is wider than what is typed.
  const placed = operators.filter((operator) => bounds.includes(operator));
  return { pattern: `^(${given}|(${placed.join('|')}):${kind.pattern})$` };
}
