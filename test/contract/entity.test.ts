// Entity ids, EVM addresses and aliases: all spellings of one lead to one canonical text.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPublicKeyAlias } from '../../src/contract/alias.js';
import {
  aliasBytes,
  decodeEntityId,
  encodeEntityId,
  entityIdOf,
  longZeroAddress,
  NoSuchEntityId,
  printAlias,
  readAlias,
  referenceForm,
  setSystemRealm,
  systemEntity,
} from '../../src/contract/entity.js';
import * as kinds from '../../src/contract/values.js';

const ids = fc
  .tuple(
    fc.bigInt(0n, 1023n),
    fc.bigInt(0n, 65_535n),
    fc.oneof(fc.bigInt(1n, 2n ** 38n - 1n), fc.constantFrom(1n, 2n ** 38n - 1n)),
  )
  .map((parts) => parts.join('.'));
const nums = fc.bigInt(0n, 2n ** 38n - 1n);

describe('an entity id', () => {
  test('has one canonical text for all its spellings, and another for those of its address', () => {
    fc.assert(
      fc.property(nums, (num) => {
        const evm = num.toString(16).padStart(40, '0');
        const addresses = [evm, evm.toUpperCase(), `0x${evm}`, `0.0.${evm}`];
        for (const kind of [kinds.entityId, kinds.entityIdOrEvm, kinds.accountReference]) {
          for (const text of [`${num}`, `0.${num}`, `0.0.${num}`, `00.000.${num}`]) {
            expect([text, kind.read(text)]).toEqual([text, `0.0.${num}`]);
          }
          for (const text of addresses) {
            expect([text, kind.read(text)]).toEqual([text, `0x${evm}`]);
          }
          expect(kind.toInt64?.(`0x${evm}`)).toBe(num);
        }
        expect(entityIdOf(`0x${evm}`)).toBe(`0.0.${num}`);
      }),
    );
  });

  test('is completed by shard and realm of the network', () => {
    setSystemRealm(1, 2);
    try {
      const evm = `0x${'3'.padStart(40, '0')}`;
      expect(['3', '2.3', '1.2.3', '0.0.3'].map(kinds.plainEntityId.read)).toEqual([
        ...['1.2.3', '1.2.3', '1.2.3'],
        '0.0.3',
      ]);
      expect(kinds.accountReference.toInt64?.(evm)).toBe(encodeEntityId('1.2.3'));
      expect(kinds.accountReference.read(`1.2.${evm.slice(2)}`)).toBe(evm);
      const foreign = `0.0.${evm.slice(2)}`;
      expect(() => kinds.accountReference.read(foreign)).toThrow(`Invalid entity ID "${foreign}"`);
      expect(systemEntity(2n)).toBe(encodeEntityId('1.2.2'));
    } finally {
      setSystemRealm(0, 0);
    }
  });

  test('goes through its int64 and back, also with shard 1023', () => {
    fc.assert(
      fc.property(ids, (id) => {
        const encoded = encodeEntityId(id);
        expect(BigInt.asIntN(64, encoded)).toBe(encoded);
        expect(encoded < 0n).toBe(Number(id.split('.')[0]) >= 512);
        expect(decodeEntityId(encoded)).toBe(id);
        expect(kinds.entityId.fromInt64?.(kinds.entityId.toInt64?.(id) as bigint)).toBe(id);
      }),
    );
  });

  test('comes out of every int64, save that a num of 0 names none', () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), (encoded) => {
        const text = decodeEntityId(encoded);
        if ((encoded & (2n ** 38n - 1n)) === 0n) expect(text).toBeNull();
        else expect(encodeEntityId(text as string)).toBe(encoded);
      }),
    );
    for (const nothing of [0, 0n, null, -(2n ** 63n)]) expect(decodeEntityId(nothing)).toBeNull();
    expect(decodeEntityId(1234)).toBe('0.0.1234');
    expect(decodeEntityId(-(2n ** 54n) + 1n)).toBe('1023.0.1');
  });

  test.each(['274877906944', '0.0.999999999999', '-5', '1024.0.1', '0.65536.1', '1234567890123'])(
    '%s has the shape of one but names none',
    (text) => {
      expect(() => kinds.plainEntityId.read(text)).toThrow(NoSuchEntityId);
      expect(kinds.readOrNull(kinds.plainEntityId, text)).toBeNull();
    },
  );

  test('that names none is shown with shard and realm', () => {
    expect(() => kinds.entityId.read('274877906944')).toThrow(
      'Invalid entity ID "0.0.274877906944"',
    );
    expect(() => kinds.entityId.read('-5')).toThrow('Invalid entity ID "0.0.-5"');
  });

  test.each([
    '',
    ' 5',
    '5 ',
    '5\n',
    '0.0.0.5',
    '0..5',
    '.5',
    '5.',
    '+5',
    '0x5',
    'gt:5',
    '10000.0.5',
  ])('is not %j', (text) => expect(kinds.plainEntityId.read(text)).toBeNull());
});

describe('an EVM address', () => {
  test('that is not long-zero is opaque: it stays an address and names no number', () => {
    const opaque = [
      'ff'.repeat(20),
      '4000000000'.padStart(40, '0'),
      `${'0'.repeat(23)}1${'0'.repeat(16)}`,
    ];
    for (const text of opaque) {
      expect(kinds.entityIdOrEvm.read(text.toUpperCase())).toBe(`0x${text}`);
      expect(kinds.entityIdOrEvm.toInt64?.(`0x${text}`)).toBeNull();
      expect(kinds.entityId.read(text)).toBeNull();
      expect(referenceForm(`0x${text}`)).toBe('evm');
    }
  });

  test('of a num of 38 bits is an id, one number above it is an address', () => {
    expect(kinds.entityId.read('3fffffffff'.padStart(40, '0'))).toBe(
      `0x${'3fffffffff'.padStart(40, '0')}`,
    );
    expect(kinds.entityId.read('4000000000'.padStart(40, '0'))).toBeNull();
    expect(longZeroAddress(2n ** 38n - 1n)).toBe(`0x${'3fffffffff'.padStart(40, '0')}`);
    expect(longZeroAddress(encodeEntityId('1023.5.255'))).toBe(`0x${'ff'.padStart(40, '0')}`);
  });

  test('takes shard and realm of the system only, and not with 0x', () => {
    const evm = 'ab'.repeat(20);
    expect(kinds.accountReference.read(`0.0.${evm}`)).toBe(`0x${evm}`);
    for (const text of [`1.0.${evm}`, `0.1.${evm}`, `1.${evm}`]) {
      expect(() => kinds.accountReference.read(text)).toThrow(NoSuchEntityId);
    }
    for (const text of [`0.0.0x${evm}`, `0X${evm}`]) {
      expect(kinds.accountReference.read(text)).toBeNull();
    }
    expect(kinds.plainEntityId.read(evm)).toBeNull();
  });

  test('of letters A to F and digits 2 to 7 is no alias', () => {
    expect(referenceForm(kinds.accountReference.read('ABCDEF2345'.repeat(4)) as string)).toBe(
      'evm',
    );
  });
});

describe('an alias', () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 60 });

  test('decodes exactly to its bytes, with shard and realm or without', () => {
    fc.assert(
      fc.property(bytes, (given) => {
        const text = printAlias(given);
        // Digits alone are always a number.
        const canonical = /^\d+$/.test(text) ? null : text;
        for (const spelling of [text, `0.${text}`, `0.0.${text}`]) {
          expect(readAlias(spelling)).toBe(canonical);
        }
        expect(aliasBytes(text)).toEqual(given);
        expect(readAlias(text.toLowerCase())).toBe(text === text.toLowerCase() ? canonical : null);
        expect(readAlias(`1.${text}`)).toBeNull();
      }),
    );
  });

  test('has one spelling: no other text decodes to the same bytes', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z2-7]{1,30}$/), (text) => {
        const canonical = readAlias(text);
        if (canonical !== null) expect(printAlias(aliasBytes(canonical))).toBe(text);
      }),
    );
  });

  test.each([
    '',
    'A',
    'AAA',
    'AAAAAA',
    'AB',
    'AAAA====',
    'aaaa',
    'AAA1',
    'AAAA AAAA',
    '0.0.',
    '0.0.0.AAAA',
    '0.0.AAAA\n',
  ])('is not %j', (text) => expect(readAlias(text)).toBeNull());

  test('of digits only is a number where it has the shape of one', () => {
    expect(kinds.accountReference.read('22222222')).toBe('0.0.22222222');
  });

  test.each([8, 9, 10, 11])(
    'of %i bytes that prints as digits only is its own canonical text',
    (n) => {
      const text = '2'.repeat(Math.ceil((n * 8) / 5));
      const canonical = kinds.readOrNull(kinds.accountReference, `0.0.${text}`);
      if (canonical !== null) {
        expect(kinds.readOrNull(kinds.accountReference, canonical)).toBe(canonical);
      }
    },
  );

  test('of a public key comes from the key, raw or DER, or from its bytes behind 0x', () => {
    const ed25519 = 'ab'.repeat(32);
    const ecdsa = `02${'cd'.repeat(32)}`;
    const aliasOf = (hex: string) => printAlias(Buffer.from(hex, 'hex'));
    for (const text of [
      ed25519,
      `0x${ed25519.toUpperCase()}`,
      `302a300506032b6570032100${ed25519}`,
    ]) {
      expect(readPublicKeyAlias(text)).toBe(aliasOf(`1220${ed25519}`));
    }
    for (const text of [ecdsa, `302d300706052b8104000a032200${ecdsa}`, `0x3a21${ecdsa}`]) {
      expect(readPublicKeyAlias(text)).toBe(aliasOf(`3a21${ecdsa}`));
    }
    for (const text of ['', 'ab', 'ab'.repeat(20), `05${'cd'.repeat(32)}`, `${ed25519} `]) {
      expect(readPublicKeyAlias(text)).toBeNull();
    }
  });
});
