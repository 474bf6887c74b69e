// Amounts in whole units beside those in smallest ones: hbars of tinybars, and tokens by their decimals.
import { isNobody, sound } from '../../contract/check.js';
import { token, tokens } from '../../contract/resources/tokens.js';
import type { FieldCost } from '../costing/cost-arguments.js';
import type { Context } from '../reading/context.js';
import { hbarDecimals, readDecimals, scaled } from './amount.js';

/** Decimals of a token out of the token list, of several in one call; null where it is not known. */
export const decimalsOfToken = async (id: string, { loaders }: Context): Promise<number | null> =>
  readDecimals((await loaders.rows(token, tokens).load(id))?.decimals);

/** What a field says that shows in hbars what another shows in tinybars. */
export const inHbars = (field: string) => `\`${field}\` in hbars, with all eight decimals.`;

/** How a member in tinybars is shown in hbars, beside the field that has the tinybars. */
export const hbarsOf = (field: string) => ({
  type: 'Decimal',
  description: inHbars(field),
  as: (tinybars: unknown) => (tinybars === null ? null : scaled(tinybars, hbarDecimals)),
});

type DecimalsOf<R> = (row: R, context: Context) => number | null | Promise<number | null>;

/** How a member in a token's smallest unit is shown in whole tokens. */
export const wholeOf = <R>(field: string, decimalsOf: DecimalsOf<R>, cost?: FieldCost) => ({
  type: 'Decimal',
  nullable: true,
  description: `\`${field}\` in whole tokens, with all of the token's decimals; null where the ledger does not know the token.`,
  ...(cost && { cost }),
  looksAround: true,
  async as(units: unknown, context: Context, _info: unknown, row: R): Promise<string | null> {
    if (units === null) return null;
    const decimals = await decimalsOf(row, context);
    return decimals === null ? null : scaled(units, decimals);
  },
});

/** What the decimals of another token cost: a call for all tokens of a batch. */
const lookedUp: FieldCost = { loads: 'batch' };

/** The same of a token that another member names; where that is null, there is none. */
export const amountIn = <M extends string>(field: string, member: M) =>
  namedIn(field, member, null);

/** The same of what is paid in a token, or where the member that names the token is null in hbars. */
export const priceIn = <M extends string>(field: string, member: M) => ({
  ...namedIn(field, member, hbarDecimals),
  description: `\`${field}\` in whole tokens, with all of the token's decimals, or in hbars; null where the ledger does not know the token.`,
});

function namedIn<M extends string>(field: string, member: M, ofNone: number | null) {
  type Row = { readonly [name in M]: string | null };
  const decimalsOf: DecimalsOf<Row> = (row, context) => {
    const id: string | null = row[member];
    return isNobody(id) ? ofNone : decimalsOfToken(sound(id), context);
  };
  return wholeOf(field, decimalsOf, lookedUp);
}
