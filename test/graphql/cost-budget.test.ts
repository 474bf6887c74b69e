// What is let run may make all the calls that it was charged: nothing is stopped half way after it has asked for much.
import { expect, it } from 'vitest';
import { configOf } from '../../src/config.js';
import { settingsOf } from '../../src/serve.js';
import { bothCounting } from '../fuzz/costs.js';

it('where no option says otherwise, all that is let pass may be made', () => {
  const { operation, graphql } = settingsOf(configOf({}, {}));
  expect(operation.calls).toBe(graphql.limits.cost.calls);
});

it('a page that is charged three hundred calls, and makes two hundred, comes whole', async () => {
  const targets = await bothCounting({});
  const query =
    '{ tokens(first: 100) { nodes { totalSupply createTransaction { chargedFee parent { name } } } } }';
  for (const target of targets) {
    const { cost, calls, codes } = await target.ask({ query });
    expect(codes, target.name).toEqual([]);
    expect(calls).toBeLessThanOrEqual(cost?.calls ?? 0);
    if (target.name === 'mirror node') expect([cost?.calls, calls]).toEqual([301, 201]);
    await target.close();
  }
});
