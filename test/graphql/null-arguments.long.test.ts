// Null by a variable that may be null, for every argument and input field there is: an answer, or an error that names it.
import {
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LedgerError } from '../../src/errors.js';
import { schema } from '../../src/graphql/schema.js';
import type { Ledger } from '../../src/ledger.js';
import { sampleIds } from '../../src/sample/sample.js';
import type { Server } from '../../src/server.js';
import { ask } from '../support/ask.js';
import { overHttp } from '../support/batching.js';
import { stepsTo } from '../support/exposed.js';
import { openSample, serve } from '../support/ledgers.js';

const { manyTokens, maxToken } = sampleIds;
const node = Buffer.from(`Account:${manyTokens}`).toString('base64url');
const roots = ['Query', 'Subscription'];

/** A literal of each type that is there to be a variable's default. */
const defaults: Readonly<Record<string, string>> = {
  AccountRef: `"${manyTokens}"`,
  Base64: '"AAAA"',
  Boolean: 'true',
  Decimal: '"1"',
  EntityId: `"${maxToken}"`,
  Hex: `"${'ab'.repeat(32)}"`,
  ID: `"${node}"`,
  Int: '1',
  Int64: '1',
  String: '"abc"',
  Timestamp: '"1795174500"',
  TransactionRef: '"0.0.1014@1795175682.965058832"',
};

interface Place {
  /** The argument, with the input fields on the way. */
  readonly name: string;
  /** The field with its argument, where the variable is. */
  readonly call: string;
  readonly type: GraphQLInputType;
  readonly parent: string;
}

/** Each place in the value of an argument that a variable can stand in. */
function* placesIn(
  type: GraphQLInputType,
  wrap: (value: string) => string,
  name: string,
): Generator<Pick<Place, 'name' | 'type'> & { readonly value: string }> {
  yield { name, type, value: wrap('$v') };
  const inner = getNullableType(type);
  if (isListType(inner)) yield* placesIn(inner.ofType, (value) => wrap(`[${value}]`), name);
  if (!isInputObjectType(inner)) return;
  for (const field of Object.values(inner.getFields())) {
    const wrapField = (value: string) => wrap(`{ ${field.name}: ${value} }`);
    yield* placesIn(field.type, wrapField, `${name}.${field.name}`);
  }
}

function callsOf(parent: GraphQLObjectType): Place[] {
  return Object.values(parent.getFields()).flatMap((field) => {
    const leaves = isCompositeType(getNamedType(field.type)) ? '{ __typename }' : '';
    const others = (argument: GraphQLArgument) =>
      field.args
        .filter((one) => one !== argument && isRequiredArgument(one))
        .map((one) => `, ${one.name}: ${defaults[getNamedType(one.type).name]}`);
    return field.args.flatMap((argument) =>
      [...placesIn(argument.type, (value) => value, argument.name)].map(
        ({ name, type, value }) => ({
          name,
          type,
          parent: parent.name,
          call: `${field.name}(${argument.name}: ${value}${others(argument).join('')}) ${leaves}`,
        }),
      ),
    );
  });
}

/** What no database has: the calls of contracts have tests of their own, over a mirror node. */
const elsewhere = ['ContractCall'];

const all = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => !name.startsWith('__') && !elsewhere.includes(name))
  .flatMap(callsOf);

/** The operation with the variable, which has a default wherever there is a literal of its type. */
function operationOf({ type, parent, call }: Place): string {
  const nullable = getNullableType(type);
  const own = getNamedType(type);
  const named = isEnumType(own) ? own.getValues()[0]?.name : defaults[own.name];
  const literal = named === undefined || !isListType(nullable) ? named : `[${named}]`;
  const inner = stepsTo(parent).reduceRight(
    (below, step) => `${step} { __typename ${below} }`,
    call,
  );
  const kind = parent === 'Subscription' ? 'subscription' : 'query';
  return `${kind} ($v: ${nullable}${literal === undefined ? '' : ` = ${literal}`}) { ${inner} }`;
}

const stray: unknown[] = [];
const note = (error: unknown) => stray.push(error);
const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A ledger that fails late: what was begun for an operation is refused when that is over. */
const late = async () => {
  await later(20);
  throw new LedgerError('UPSTREAM_TIMEOUT');
};
const failing: Ledger = {
  description: 'fails late',
  kind: 'sql',
  batching: overHttp,
  one: late,
  many: late,
  page: late,
  pages: late,
  ready: late,
  close: async () => {},
};

let sample: Server;
let broken: Server;

beforeAll(async () => {
  const ledger = await openSample('embedded');
  sample = await serve(ledger);
  broken = await serve(failing);
  process.on('unhandledRejection', note);
});
afterAll(async () => {
  process.off('unhandledRejection', note);
  await sample.close();
  await broken.close();
});
beforeEach(() => {
  stray.length = 0;
});

describe('null by a variable', () => {
  const queried = all.filter(({ parent }) => parent !== 'Subscription');

  it('is tried in every type that has arguments', () => {
    const nowhere = all.filter(
      ({ parent }) => !roots.includes(parent) && stepsTo(parent).length < 1,
    );
    expect(nowhere).toEqual([]);
    const required = all.filter(({ call }) => call.includes('undefined'));
    expect(required).toEqual([]);
    expect(all.length).toBeGreaterThan(100);
  });

  it.each([...new Set(queried.map(({ parent }) => parent))])(
    'is answered, or refused by name: arguments of %s',
    async (parent) => {
      const tried = all.filter((one) => one.parent === parent);
      const refused = tried.map(async (place) => {
        const query = operationOf(place);
        const { errors, status } = await ask(sample, query, { v: null });
        expect(status, query).toBe(200);
        for (const { extensions, message } of errors) {
          expect(extensions, `${query}: ${message}`).toEqual({
            code: 'BAD_USER_INPUT',
            argument: expect.any(String),
          });
        }
        if (isNonNullType(place.type)) {
          expect(errors, query).toHaveLength(1);
          // An item of a list inside of a filter has the name of the whole argument.
          expect(errors[0]?.extensions['argument'], query).toBe(place.name.split('.')[0]);
        }
      });
      await Promise.all(refused);
      expect(stray).toEqual([]);
    },
  );

  it('leaves nothing behind that was begun, where the ledger fails when all is over', async () => {
    await Promise.all(queried.map((place) => ask(broken, operationOf(place), { v: null })));
    await later(100);
    expect(stray).toEqual([]);
  });

  it('is refused by name where a stream would begin', async () => {
    const streams = all.filter((one) => one.parent === 'Subscription' && isNonNullType(one.type));
    expect(streams.length).toBeGreaterThan(1);
    for (const place of streams) {
      const response = await fetch(`${sample.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: JSON.stringify({ query: operationOf(place), variables: { v: null } }),
      });
      const text = await response.text();
      const [argument] = place.name.split('.');
      expect(text).toContain(`{"code":"BAD_USER_INPUT","argument":"${argument}"}`);
    }
    expect(stray).toEqual([]);
  });

  it('of an argument below an object does not end the process, however often it is asked', async () => {
    const query = `query ($t: EntityId = "0.0.2001") {
      account(id: "0.0.1001") { memo token(id: $t) { balance } }
    }`;
    for (const server of [sample, broken]) {
      for (let count = 0; count < 5; count += 1) {
        const { errors } = await ask(server, query, { t: null });
        const own = errors.filter(({ path }) => path?.[1] === 'token');
        if (server === sample) expect(own).toHaveLength(1);
        for (const { extensions } of own) {
          expect(extensions).toEqual({ code: 'BAD_USER_INPUT', argument: 'id' });
        }
      }
    }
    await later(100);
    expect(stray).toEqual([]);
  });
});
