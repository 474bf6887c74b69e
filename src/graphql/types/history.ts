// Balances over time: `Account.balanceHistory`, and the same of what an account holds of a token.
import { sound } from '../../contract/check.js';
import { LedgerError } from '../../errors.js';
import { type Settled, settled } from '../../ledger.js';
import { builder } from '../build/builder.js';
import { pointArguments, pointsOf } from '../build/points.js';
import { Account, asOf, Balance, TokenBalance } from '../build/refs.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import type { Context } from '../reading/context.js';
import { selectsAnywhere } from '../reading/selection.js';
import { loadBalance } from './balance.js';
import { heldAt } from './token-balance.js';

const rules =
  'At each point the newest snapshot at or before it, and no snapshot twice: points between two snapshots are one, and where none is known there is none. Of what is of the past it ends there: later points are that instant. What can not be read is an error in its place.';

/**
 * What of each instant is known: an instant whose snapshot stands already tells nothing new. An
 * error stands in the place of its point, where the executor raises it.
 */
async function atEach<T extends { readonly snapshot: string | null }>(
  instants: readonly string[],
  read: (instant: string) => Promise<T | null>,
): Promise<T[]> {
  const known: Settled<T>[] = [];
  const found = await Promise.all(instants.map((instant) => settled(read(instant))));
  let newest: string | null | undefined;
  for (const one of found) {
    if (one instanceof LedgerError) known.push(one);
    else if (one && one.snapshot !== newest) {
      known.push(one);
      newest = one.snapshot;
    }
  }
  return known as T[];
}

builder.objectField(Account, 'balanceHistory', (t) =>
  t.field({
    type: [Balance],
    nullable: { list: true, items: true },
    description: `Balances of the account over time, oldest first. ${rules}`,
    args: pointArguments(t),
    extensions: { needs: 'id', cost: { loads: 'batch', times: 'points' } satisfies FieldCost },
    resolve({ account, [asOf]: then }, args, context: Context, info) {
      const isBare = !selectsAnywhere(info, 'Balance', 'tokens');
      const key = sound(account);
      return atEach(pointsOf(args, then), (at) => loadBalance(key, at, context, isBare));
    },
  }),
);

builder.objectField(TokenBalance, 'history', (t) =>
  t.field({
    type: [TokenBalance],
    nullable: { list: true, items: true },
    description: `What the account has held of the token over time, oldest first. ${rules}`,
    args: pointArguments(t),
    extensions: { cost: { loads: 'each', times: 'points' } satisfies FieldCost },
    resolve({ account, token_id, snapshot }, args, context) {
      const [holder, token] = [sound(account), sound(token_id)];
      return atEach(pointsOf(args, snapshot ?? undefined), (at) =>
        heldAt(holder, token, at, context),
      );
    },
  }),
);
