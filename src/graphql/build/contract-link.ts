// Contracts that others lead to: rows of the list where these will do, and null for what is no contract.
import type { GraphQLResolveInfo } from 'graphql';
import { sound } from '../../contract/check.js';
import { contracts } from '../../contract/resources/contracts.js';
import type { Context } from '../reading/context.js';
import { needsOnly } from '../reading/selection.js';
import { toAccount } from './links.js';
import type { ContractSource } from './refs.js';
import { Contract } from './refs.js';

/** The contract with an id; that there is none is no failure, since most accounts are no contracts. */
export async function contractWith(
  id: string,
  { loaders }: Context,
): Promise<ContractSource | null> {
  return loaders.listed(contracts).load(id);
}

/** The contract of a row; no call is made when the query wants no more than its id. */
function contractLink(id: string | null, context: Context, info: GraphQLResolveInfo) {
  if (id === null) return null;
  if (needsOnly(info, 'id')) return { contract_id: sound(id) } as ContractSource;
  return contractWith(sound(id), context);
}

/** How members that are ids of contracts are shown as the accounts that these are too. */
export const toItsAccount = { ...toAccount, also: 'As the account that it is too.' } as const;

/** How they are shown as what they name. */
export const toContract = {
  type: Contract,
  nullable: true,
  also: 'As it is now.',
  as: contractLink,
} as const;
