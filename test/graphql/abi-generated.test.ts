// Our reader of interfaces and of their data, held against a library's for made-up items and values.
import fc from 'fast-check';
import * as AbiItem from 'ox/AbiItem';
import * as AbiParameters from 'ox/AbiParameters';
import { describe, expect, it } from 'vitest';
import { decodeInput, decodeOutput } from '../../src/graphql/build/abi.js';

const payer = { spend: () => {} };

interface Made {
  /** As it stands in an interface. */
  readonly type: string;
  /** What the library encodes. */
  readonly value: unknown;
}

const digits = '0123456789abcdef';
const hex = (minLength: number, maxLength: number) =>
  fc
    .array(fc.constantFrom(...digits), { minLength: 2 * minLength, maxLength: 2 * maxLength })
    .map((all) => `0x${all.slice(0, all.length - (all.length % 2)).join('')}`);
const bits = fc.integer({ min: 1, max: 32 }).map((bytes) => 8 * bytes);

const plain: fc.Arbitrary<Made> = fc.oneof(
  fc.boolean().map((value) => ({ type: 'bool', value })),
  hex(20, 20).map((value) => ({ type: 'address', value })),
  fc.string({ unit: 'grapheme' }).map((value) => ({ type: 'string', value })),
  hex(0, 80).map((value) => ({ type: 'bytes', value })),
  fc
    .integer({ min: 1, max: 32 })
    .chain((bytes) => hex(bytes, bytes).map((value) => ({ type: `bytes${bytes}`, value }))),
  bits.chain((size) =>
    fc.bigInt(0n, 2n ** BigInt(size) - 1n).map((value) => ({ type: `uint${size}`, value })),
  ),
  bits.chain((size) => {
    const half = 2n ** BigInt(size - 1);
    return fc.bigInt(-half, half - 1n).map((value) => ({ type: `int${size}`, value }));
  }),
);

/** Lists hold one value as often as they are long, so that all have one type. */
const { any } = fc.letrec<{ any: Made }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    plain,
    fc.tuple(tie('any'), fc.integer({ min: 0, max: 3 })).map(([{ type, value }, length]) => ({
      type: `${type}[]`,
      value: Array(length).fill(value),
    })),
    fc.tuple(tie('any'), fc.integer({ min: 1, max: 3 })).map(([{ type, value }, length]) => ({
      type: `${type}[${length}]`,
      value: Array(length).fill(value),
    })),
    fc.array(tie('any'), { minLength: 1, maxLength: 3 }).map((members) => ({
      type: `(${members.map(({ type }, at) => `${type} m${at}`).join(', ')})`,
      value: Object.fromEntries(members.map(({ value }, at) => [`m${at}`, value])),
    })),
  ),
}));
const several = fc.array(any, { maxLength: 4 });

const listOf = (all: readonly Made[]) => all.map(({ type }, at) => `${type} p${at}`).join(', ');

/** What the library makes of an item and of data, in the words of our answers. */
function byLibrary(parameters: readonly AbiParameters.Parameter[], data: `0x${string}`) {
  const values = AbiParameters.decode(parameters, data) as readonly unknown[];
  return parameters.map(({ name, type }, at) => ({ name, type, value: textOf(values[at]) }));
}
const textOf = (value: unknown): string =>
  typeof value === 'object'
    ? JSON.stringify(value, (_name, one) =>
        typeof one === 'bigint' || typeof one === 'number' ? String(one) : one,
      )
    : String(value);

const functionOf = (abi: string) =>
  AbiItem.from(abi) as unknown as {
    readonly inputs: readonly AbiParameters.Parameter[];
    readonly outputs: readonly AbiParameters.Parameter[];
  };
const signatureOf = (abi: string) => AbiItem.getSignature(AbiItem.from(abi));

describe('for any interface and values', () => {
  it('what a library has encoded is read as that library reads it', () => {
    fc.assert(
      fc.property(several, several, (inputs, outputs) => {
        const abi = `function f(${listOf(inputs)}) view returns (${listOf(outputs)})`;
        const item = functionOf(abi);
        const encoded = (parameters: readonly AbiParameters.Parameter[], all: readonly Made[]) =>
          AbiParameters.encode(
            parameters,
            all.map(({ value }) => value),
          );
        const call = encoded(item.inputs, inputs);
        const selector = AbiItem.getSelector(AbiItem.from(abi));
        expect(decodeInput(abi, `${selector}${call.slice(2)}`, payer)).toEqual({
          name: 'f',
          signature: signatureOf(abi),
          values: inputs.length === 0 ? [] : byLibrary(item.inputs, call),
        });
        const result = encoded(item.outputs, outputs);
        expect(decodeOutput(abi, result, payer)?.values).toEqual(
          outputs.length === 0 ? [] : byLibrary(item.outputs, result),
        );
      }),
      { numRuns: 150 },
    );
  });

  it('data that was changed is read alike, or by one of the two not at all', () => {
    let read = 0;
    fc.assert(
      fc.property(several, fc.nat(), fc.constantFrom(...digits), (outputs, at, digit) => {
        const abi = `function f() returns (${listOf(outputs)})`;
        const { outputs: parameters } = functionOf(abi);
        if (parameters.length === 0) return;
        const sound = AbiParameters.encode(
          parameters,
          outputs.map(({ value }) => value),
        );
        const place = 2 + (at % (sound.length - 2));
        const data = `${sound.slice(0, place)}${digit}${sound.slice(place + 1)}` as `0x${string}`;
        const ours = decodeOutput(abi, data, payer)?.values;
        let theirs: unknown;
        try {
          theirs = byLibrary(parameters, data);
        } catch {}
        // The library takes zero bytes off the beginning of a text, which are as much of it as others.
        const hasZeros = /\\u0000/.test(JSON.stringify(ours));
        if (!ours || !theirs || hasZeros) return;
        read += 1;
        expect(ours).toEqual(theirs);
      }),
      { numRuns: 150 },
    );
    expect(read).toBeGreaterThan(20);
  });
});
