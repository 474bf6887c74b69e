// The ways of reading a query string, each held against a plain description of it.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FlowName, type List, operators } from '../../src/contract/resource.js';
import { failed, list, messages } from '../support/java-list.js';

describe('the flows, by a plain description of each', () => {
  const known: Readonly<Record<string, (text: string) => boolean>> = {
    'receiver.id': (text) => /^(0\.0\.)?\d{1,9}$/.test(text),
    serialnumber: (text) => /^\d{1,9}$/.test(text),
  };
  const value = fc
    .tuple(
      fc.constantFrom('', '', 'gt:', 'LT:', 'no:', 'gt:lt:'),
      fc.constantFrom('5', '0.0.5', 'x', ''),
    )
    .map(([o, v]) => o + v);
  const query = fc.array(fc.tuple(fc.constantFrom('receiver.id', 'serialnumber', 'foo'), value), {
    maxLength: 6,
  });

  /** Which values of a parameter are wrong. */
  const wrongIn = (flow: FlowName, name: string, text: string): boolean => {
    const parts = text.split(':');
    const isJava = flow === 'java';
    if (isJava && text === '') return false;
    if (flow !== 2 && parts.length > 2) return true;
    const operator = parts.at(-2) ?? 'eq';
    const isKnown = operators.includes((isJava ? operator.toLowerCase() : operator) as 'eq');
    return !isKnown || !known[name]?.(parts.at(-1) as string);
  };

  test.each([1, 2, 'java'] as const)('of flow %s', (flow) => {
    const own = { ...list, flow, parameters: { ...list.parameters } } as List;
    fc.assert(
      fc.property(query, (pairs) => {
        const grouped = new Map<string, string[]>();
        for (const [name, text] of pairs) grouped.set(name, [...(grouped.get(name) ?? []), text]);
        const wanted: string[] = [];
        const unknown: string[] = [];
        const order = flow === 'java' ? Object.keys(list.parameters) : [...grouped.keys()];
        for (const name of order) {
          const texts = grouped.get(name) ?? [];
          if (name === 'foo') {
            const times = flow === 1 ? 1 : texts.length;
            (flow === 1 ? wanted : unknown).push(
              ...Array.from({ length: times }, () => 'Unknown query parameter: foo'),
            );
            continue;
          }
          const given = texts.filter((text) => flow !== 'java' || text !== '');
          const many = given.length > 2;
          const label = flow === 'java' ? failed(name) : `Invalid parameter: ${name}`;
          if (flow === 1 && many)
            wanted.push(
              `Parameter values count exceeds maximum number allowed: ${name} count: ${given.length} max: 2`,
            );
          else wanted.push(...given.filter((text) => wrongIn(flow, name, text)).map(() => label));
          if (flow === 2 && many) unknown.unshift(`count ${name}`);
          if (flow === 'java' && many)
            unknown.push(
              `Bad Request / ${name === 'receiver.id' ? 'receiverIds' : 'serialNumbers'} size must be between 0 and 2`,
            );
        }
        const told = messages(new URLSearchParams(pairs).toString(), own);
        if (flow === 1) expect(told).toEqual(wanted);
        if (flow === 'java') expect(told).toEqual(wanted.length > 0 ? wanted.slice(0, 1) : unknown);
        if (flow === 2) {
          const counts = unknown.filter((text) => text.startsWith('count'));
          expect(told.slice(counts.length)).toEqual([
            ...wanted,
            ...unknown.filter((text) => !counts.includes(text)),
          ]);
          expect(told.slice(0, counts.length).every((text) => text.includes('count exceeds'))).toBe(
            true,
          );
        }
      }),
      { numRuns: 500 },
    );
  });
});
