// One rule of units: an exact integer in smallest units, and beside it a Decimal in whole ones.
import { getNamedType, isInterfaceType, isObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graphql/schema.js';
import { ask } from '../support/ask.js';
import { engines } from '../support/ledgers.js';
import { sampleServer } from '../support/sample-server.js';

/** Integers of 64 bits that are no amounts: numbers of things, of seconds, and in a row. */
const noAmounts = [
  ...['Account.autoRenewPeriod', 'Account.ethereumNonce', 'Account.stakedNodeId'],
  ...['Airdrop.serialNumber', 'Hook.hookId'],
  ...['Block.count', 'Block.gasUsed', 'Block.number', 'Block.size'],
  ...[
    'NetworkNode.associatedRegisteredNodes',
    'NetworkNode.nodeId',
    'RegisteredNode.registeredNodeId',
  ],
  ...['NetworkStake.stakingPeriodDuration', 'NetworkStake.stakingPeriodsStored'],
  ...['Contract.autoRenewPeriod', 'Contract.nonce', 'Authorization.nonce'],
  ...[
    'ContractCall.gas',
    'ContractAction.gas',
    'ContractAction.gasUsed',
    'ContractLog.blockNumber',
  ],
  ...['ContractResult.blockGasUsed', 'ContractResult.blockNumber', 'ContractResult.gasConsumed'],
  ...['ContractResult.gasLimit', 'ContractResult.gasUsed', 'ContractResult.nonce'],
  ...['ContractResult.transactionIndex', 'ContractResult.v'],
  ...['Fraction.denominator', 'Fraction.numerator', 'NftTransfer.serialNumber', 'Nft.serialNumber'],
  ...['Message.sequenceNumber', 'Token.autoRenewPeriod', 'Topic.autoRenewPeriod'],
  ...['Transaction.highVolumePricingMultiplier', 'Transaction.validDurationSeconds'],
];

/** Decimals that have no integer beside them: parts of a whole, sums in another currency, what has 256 bits. */
const noUnits = [
  ...['gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas'].flatMap((price) => [
    `ContractResult.${price}`,
    `ContractResult.${price}Hbars`,
  ]),
  ...[
    'NetworkStake.nodeRewardFeeFraction',
    'NetworkStake.stakingRewardFeeFraction',
    'NetworkNode.stakeShare',
  ],
  ...['Balance.usd', 'Transaction.chargedFeeUsd', 'Transfer.usd', 'StakingReward.usd'],
];

/** Name of the Decimal beside an amount: of what the type is about, or of one amount of several. */
const besides: Readonly<Record<string, string>> = { tinybars: 'hbars', units: 'amount' };
const decimalOf = (type: string, field: string) => {
  if (field === 'balance') return type === 'Balance' ? ['hbars'] : ['amount'];
  return besides[field] ? [besides[field]] : [`${field}Hbars`, `${field}Amount`];
};

describe('the schema', () => {
  const types = Object.values(schema.getTypeMap())
    .filter((type) => isObjectType(type) || isInterfaceType(type))
    .filter(({ name }) => !name.startsWith('__'));
  const fields = types.flatMap((type) =>
    Object.values(type.getFields()).map((field) => ({ type, field })),
  );
  const named = (scalar: string) =>
    fields.filter(({ field }) => getNamedType(field.type).name === scalar);

  it('has a Decimal beside each Int64 that is an amount, whose unit is told, and no other', () => {
    const decimals = named('Decimal')
      .map(({ type, field }) => `${type.name}.${field.name}`)
      .filter((name) => !noUnits.includes(name));
    const amounts = named('Int64').filter(
      ({ type, field }) => !noAmounts.includes(`${type.name}.${field.name}`),
    );
    const found = amounts.map(({ type, field }) => {
      const beside = decimalOf(type.name, field.name).filter((name) => type.getFields()[name]);
      expect(beside, `${type.name}.${field.name}`).toHaveLength(1);
      expect(field.description).toMatch(/tinybars|smallest unit/i);
      return `${type.name}.${beside[0]}`;
    });
    expect(found.sort()).toEqual(decimals.sort());
    expect(found.length).toBeGreaterThan(15);
  });

  it('never calls an integer amount, hbars, or by the name of whole units', () => {
    const whole = /^(amount|hbars|.*(Amount|Hbars))$/;
    const names = named('Int64').map(({ type, field }) => `${type.name}.${field.name}`);
    expect(names.filter((name) => whole.test(name.split('.')[1] as string))).toEqual([]);
  });
});

/** Smallest units as whole ones, by text alone. */
function shifted(units: string, decimals: number): string {
  const [, sign = '', digits = ''] = /^(-?)(\d+)$/.exec(units) ?? [];
  if (decimals === 0) return units;
  const padded = digits.padStart(decimals + 1, '0');
  return `${sign}${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}

interface Moved {
  readonly units: string;
  readonly amount: string | null;
  readonly token: { readonly decimals: number } | null;
}

describe.each(engines)('amounts on %s', (engine) => {
  const server = sampleServer({}, engine);

  const transfers = (selection: string) =>
    `{ transactions(first: 100, filter: { type: { eq: CRYPTOTRANSFER } }) {
      nodes { tokenTransfers { ${selection} } } } }`;

  it('are whole tokens by the decimals of each token, looked up together', async () => {
    const { data } = await ask(server, transfers('units amount token { decimals }'));
    const moved: Moved[] = data.transactions.nodes.flatMap(
      (node: { tokenTransfers: Moved[] }) => node.tokenTransfers,
    );
    expect(moved.length).toBeGreaterThan(5);
    for (const { units, amount, token } of moved) {
      expect(amount).toBe(token && shifted(units, token.decimals));
    }
    expect(moved.some(({ token }) => (token?.decimals ?? 0) > 0)).toBe(true);
  });

  it('cost a call for the tokens of a page, and only where they are selected', async () => {
    server.calls.length = 0;
    await ask(server, transfers('units'));
    const without = server.calls.length;
    await ask(server, transfers('units amount'));
    expect(server.calls.slice(without)).toHaveLength(without + 1);
  });

  it('of fees, rewards and supplies stand beside the integers', async () => {
    const { data } = await ask(
      server,
      `{ transactions(first: 100) { nodes { chargedFee chargedFeeHbars maxFee maxFeeHbars
          transfers { tinybars hbars } } }
        tokens(first: 50) { nodes { decimals totalSupply totalSupplyAmount
          customFees { fixed { units amount denominatingTokenId denominatingToken { decimals } }
            fractional { minimum minimumAmount maximum maximumAmount } } } } }`,
    );
    for (const { chargedFee, chargedFeeHbars, maxFee, maxFeeHbars, transfers: all } of data
      .transactions.nodes) {
      expect(chargedFeeHbars).toBe(chargedFee && shifted(chargedFee, 8));
      expect(maxFeeHbars).toBe(maxFee && shifted(maxFee, 8));
      for (const { tinybars, hbars } of all) expect(hbars).toBe(shifted(tinybars, 8));
    }
    let fees = 0;
    for (const { decimals, totalSupply, totalSupplyAmount, customFees } of data.tokens.nodes) {
      expect(totalSupplyAmount).toBe(shifted(totalSupply, decimals));
      for (const { units, amount, denominatingToken, denominatingTokenId } of customFees.fixed) {
        const of = denominatingTokenId === null ? 8 : denominatingToken?.decimals;
        expect(amount).toBe(of === undefined ? null : shifted(units, of));
        fees += 1;
      }
      for (const { minimum, minimumAmount, maximum, maximumAmount } of customFees.fractional) {
        expect(minimumAmount).toBe(shifted(minimum, decimals));
        expect(maximumAmount).toBe(maximum && shifted(maximum, decimals));
        fees += 1;
      }
    }
    expect(fees).toBeGreaterThan(2);
  });
});
