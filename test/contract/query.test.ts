// Query strings: which are refused, with which messages in which order, and what the others ask for.
import { describe, expect, test } from 'vitest';
import { readQuery } from '../../src/contract/query.js';
import { defaultLimits } from '../../src/contract/resource.js';
import { lists, lookups } from '../../src/contract/resources/index.js';
import { LedgerError } from '../../src/errors.js';
import { readSearch } from '../../src/rest/search.js';

const limits = { ...defaultLimits, repeats: 3 };
const resources = new Map([...lists, ...lookups].map((resource) => [resource.name, resource]));

function read(name: string, search: string) {
  const resource = resources.get(name);
  if (!resource) throw new Error(`no resource ${name}`);
  return readQuery(resource, readSearch(search, 100), limits);
}

/** The messages of the refusal; none where the query is taken. */
function messages(name: string, search: string): readonly string[] {
  try {
    read(name, search);
    return [];
  } catch (error) {
    expect(error).toBeInstanceOf(LedgerError);
    expect(error).toMatchObject({ code: 'BAD_USER_INPUT', status: 400 });
    const all = (error as LedgerError).detail.messages ?? [];
    return all.map(({ message, detail }) => (detail ? `${message} / ${detail}` : message));
  }
}

const invalid = (key: string) => `Invalid parameter: ${key}`;
const unknown = (key: string) => `Unknown query parameter: ${key}`;
const count = (key: string, values: number) =>
  `Parameter values count exceeds maximum number allowed: ${key} count: ${values} max: 3`;

describe('messages (A.8)', () => {
  const bad = 'foo=1&limit=0&foo=2&account.id=x&account.id=y&Order=up&BAR=3';

  test('of the first flow come in order of the query, an unknown name once', () => {
    const [id, limit] = [invalid('account.id'), invalid('limit')];
    const wanted = [unknown('foo'), limit, id, id, invalid('order'), unknown('bar')];
    expect(messages('accounts', bad)).toEqual(wanted);
    // Of these ids there only the operator is looked at so far (B.1).
    expect(messages('balances', bad)).toEqual(wanted.filter((text) => text !== id));
    expect(messages('balances', `${bad}&account.id=no:5`)).toEqual(wanted.toSpliced(2, 1));
  });

  test('of the second flow come by kind of mistake, an unknown name once for each value', () => {
    const [id, limit] = [invalid('account.id'), invalid('limit')];
    const wanted = [
      limit,
      id,
      id,
      invalid('order'),
      unknown('foo'),
      unknown('foo'),
      unknown('bar'),
    ];
    expect(messages('transactions', bad)).toEqual(wanted);
    expect(messages('schedules', bad)).toEqual(wanted);
  });

  test('of items that take no parameters are those of the first flow', () => {
    const bare = lookups.filter(({ flow, parameters }) => {
      return typeof flow === 'number' && Object.keys(parameters).length === 0;
    });
    expect(bare.map(({ name }) => name)).toEqual(expect.arrayContaining(['nft', 'schedule']));
    for (const { name } of bare) expect(messages(name, 'foo=1&foo=2')).toEqual([unknown('foo')]);
  });

  const many = 'foo=1&limit=x&account.id=1&account.id=y&account.id=3&account.id=4';

  test('about too many values stand in their place in the first flow, for the values themselves', () => {
    expect(messages('accounts', many)).toEqual([
      unknown('foo'),
      invalid('limit'),
      count('account.id', 4),
    ]);
  });

  test('about too many values come first in the second flow, before the values themselves', () => {
    expect(messages('transactions', many)).toEqual([
      ...[count('account.id', 4), invalid('limit'), invalid('account.id'), unknown('foo')],
    ]);
  });

  test('say of resources without parameters that each one is unknown', () => {
    expect(messages('schedule', 'limit=1&order=asc')).toEqual([unknown('limit'), unknown('order')]);
    expect(messages('block', 'x=1')).toEqual([unknown('x')]);
  });

  test.each(['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf'])(
    'never take %s for a parameter',
    (name) => {
      for (const resource of resources.keys()) {
        const all = messages(resource, `${name}=1`);
        expect(all.length === 0 || all.every((text) => text === unknown(name.toLowerCase()))).toBe(
          true,
        );
      }
    },
  );
});

describe('operators (A.8, A.9)', () => {
  test.each([
    ['accounts', 'account.id=gt:lt:5', ['account.id']],
    ['transactions', 'timestamp=gt:lt:5', []],
    ['transactions', 'timestamp=x:gt:5', []],
    ['transactions', 'timestamp=gt:x:5', ['timestamp']],
    ['accounts', 'account.id=GT:5', ['account.id']],
    ['transactions', 'timestamp=GT:5', ['timestamp']],
    ['transactions', 'timestamp=:5', ['timestamp']],
    ['accounts', 'account.id=eq:5&account.id=ne:6&account.id=gte:7', []],
    ['accounts', 'balance=ne:true', ['balance']],
    ['accounts', 'balance=eq:TRUE', []],
    ['accounts', 'account.balance=lte:9223372036854775807', []],
    ['accounts', 'account.balance=9223372036854775808', ['account.balance']],
    ['accounts', 'account.balance=-1', ['account.balance']],
    ['balances', 'account.balance=12345678901', ['account.balance']],
    ['blocks', 'block.number=ne:5', ['block.number']],
    ['blocks', 'block.number=0x1F&block.number=lt:99', []],
    ['blocks', 'timestamp=ne:5', []],
    ['token', 'timestamp=gt:5&timestamp=ne:5&timestamp=lte:5', ['timestamp', 'timestamp']],
    ['tokens', 'name=gt:abc', ['name']],
    ['tokens', 'name=ab', ['name']],
    ['tokens', 'token.id=ne:5&type=fungible_common', []],
    ['tokens', 'type=nft', ['type']],
    [`tokens`, `token.id=${'f'.repeat(40)}`, ['token.id']],
    ['accounts', `account.id=${'f'.repeat(40)}`, []],
    ['accounts', 'account.id=AAAAAAAA', ['account.id']],
    ['transactions', 'result=gt:SUCCESS&type=ne:Credit&transactiontype=lt:cryptotransfer', []],
    [
      'transactions',
      'result=ok&type=both&transactiontype=none',
      ['result', 'type', 'transactiontype'],
    ],
    ['account', 'transactions=FALSE&transactions=eq:true', []],
    ['account', 'transactions=ne:true&balance=true', ['transactions', '']],
    ['account', 'limit=gt:5&order=lt:ASC', []],
    ['accounts', 'limit=9223372036854775807', []],
    ['accounts', 'limit=9223372036854775808', ['limit']],
    ['accounts', 'limit=&limit=1.0&limit=-1&order=', ['limit', 'limit', 'limit', 'order']],
    ['accounts', 'account.publickey=zz', ['account.publickey']],
  ])('of %s, ?%s', (name, search, keys) => {
    expect(messages(name, search)).toEqual(
      keys.map((key) => (key ? invalid(key) : unknown('balance'))),
    );
  });
});

describe('semantic checks', () => {
  const onlyEquals = `${invalid('account.id')} / EVM address or alias only supports equals operator`;
  const onlyOne = `${invalid('account.id')} / Only one EVM address or alias is allowed.`;
  const evm = 'ab'.repeat(20);
  const five = '5'.padStart(40, '0');
  const notEqual = 'Not equal (ne)';
  const onlyOneOf = (name: string) => `Only one equal (eq) operator is allowed for ${name}`;

  test.each([
    ['accounts', 'account.id=274877906944', 'Invalid entity ID "0.0.274877906944"'],
    ['schedules', 'schedule.id=1024.0.5', 'Invalid entity ID "1024.0.5"'],
    ['tokens', 'token.id=-5', 'Invalid entity ID "0.0.-5"'],
    ['balances', 'account.id=0.65536.5&account.id=1.99999.1', 'Invalid entity ID "0.65536.5"'],
    [
      'accountTokens',
      'token.id=ne:5',
      'Not equal (ne) comparison operator is not supported for token.id',
    ],
    ['balances', `account.id=gt:${evm}`, onlyEquals],
    ['balances', 'account.id=ne:AAAAAAAA', onlyEquals],
    ['balances', `account.id=${evm}&account.id=gt:5`, onlyEquals],
    ['balances', `account.id=${evm}&account.id=AAAAAAAA`, onlyOne],
    ['balances', `account.id=0.0.${evm}`, invalid('account.id')],
    ['balances', `account.id=1.0.${evm}`, invalid('account.id')],
    ['accounts', `account.id=1.0.${evm}`, `Invalid entity ID "1.0.${evm}"`],
    ['schedules', `schedule.id=1.${evm}`, `Invalid entity ID "0.1.${evm}"`],
    ['tokens', `token.id=0.1.${five}`, `Invalid entity ID "0.1.${five}"`],
    ['tokens', `token.id=0.1.${evm}`, invalid('token.id')],
    ['balances', 'account.id=0.0.AAAAAAAA', invalid('account.id')],
    ['balances', 'account.id=AAA', invalid('account.id')],
    [
      'tokens',
      'name=abc&token.id=x',
      'token.id and name can not be used together. Use a more specific name instead.',
    ],
    ['tokens', 'name=a&account.id=5&limit=0', 'account.id and name cannot be used together'],
    ['tokens', 'account.id=5&account.id=6', 'Entity ID "5,6" is not a string'],
    ['tokens', 'account.id=gt:5', invalid('account.id')],
    ['nfts', 'token.id=5&serialnumber=0', invalid('serialnumber')],
    // What bounds may be is looked at before all else, ids before that (B.5).
    ['nfts', 'spender.id=ne:5&token.id=ne:6', `${notEqual} operator is not supported for token.id`],
    ['nfts', 'spender.id=ne:5&serialnumber=1', 'serialnumber without a token.id parameter filter'],
    ['nfts', 'token.id=ne:5&token.id=6&token.id=7', onlyOneOf('token.id')],
    ['nfts', 'token.id=ne:5&spender.id=274877906944', 'Invalid entity ID "0.0.274877906944"'],
    ['nfts', 'token.id=5&spender.id=ne:5', 'Not equals (ne) comparison operator is not supported'],
    ['tokenAllowances', 'token.id=ne:5&spender.id=5&spender.id=6', onlyOneOf('spender.id')],
  ])('of %s refuse ?%s', (name, search, message) => {
    expect(messages(name, search)).toEqual([message]);
  });

  test('tell mistakes of values before others, and those one at a time', () => {
    expect(messages('accounts', 'account.id=274877906944&limit=0')).toEqual([invalid('limit')]);
    expect(messages('balances', `account.id=gt:${evm}&x=1`)).toEqual([unknown('x')]);
    expect(messages('balances', `account.id=gt:5&account.id=${evm}`)).toEqual([]);
  });

  test('tell of account ids of balances the first mistake alone, in the order of the values', () => {
    const [none, other] = ['account.id=x', `account.id=${evm}`];
    const foreign = `account.id=1.0.${evm}`;
    for (const first of [none, foreign, 'account.id=gt:', 'account.id=99999999999'])
      expect(messages('balances', `${first}&${other}&${other}`)).toEqual([invalid('account.id')]);
    expect(messages('balances', `${other}&${other}&${none}`)).toEqual([onlyOne]);
    expect(messages('balances', `${other}&account.id=gt:5&${foreign}`)).toEqual([onlyEquals]);
  });
});

describe('repeated parameters, limit and order (A.10, A.11)', () => {
  test.each([
    ['accounts', '', 25, undefined],
    ['accounts', 'limit=1000&order=desc', 100, 'desc'],
    ['accounts', 'limit=9223372036854775807', 100, undefined],
    ['accounts', 'limit=2&limit=3', 3, undefined],
    ['accounts', 'order=asc&order=desc', 25, undefined],
    ['accounts', 'order=eq:desc', 25, undefined],
    ['tokens', 'order=asc&order=desc&limit=gt:5', 5, 'desc'],
    ['tokens', 'ORDER=eq:DESC', 25, 'desc'],
  ])('of %s ?%s', (name, search, limit, order) => {
    expect(read(name, search)).toMatchObject({ limit, order, filters: [] });
  });

  test('where the last value counts leave out the others', () => {
    expect(read('accounts', 'balance=true&balance=false').filters).toEqual([
      { parameter: 'balance', operator: 'eq', value: 'false' },
    ]);
    // Of this flag the raw text counts, which is not `true` behind an operator (B.3).
    expect(read('accounts', 'balance=eq:true').filters).toEqual([
      { parameter: 'balance', operator: 'eq', value: 'false' },
    ]);
    expect(read('token', 'timestamp=1&timestamp=lt:2').filters).toEqual([
      { parameter: 'timestamp', operator: 'lt', value: '2.000000000' },
    ]);
  });

  test('where all count are kept in their order, in canonical text', () => {
    const { filters } = read('accounts', `account.id=5&ACCOUNT.ID=lt:${'9'.padStart(40, '0')}`);
    expect(filters).toEqual([
      { parameter: 'account.id', operator: 'eq', value: '0.0.5' },
      { parameter: 'account.id', operator: 'lt', value: `0x${'9'.padStart(40, '0')}` },
    ]);
  });
});
