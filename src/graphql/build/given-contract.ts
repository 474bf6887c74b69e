// A contract as clients name it in arguments: by id, EVM address or global id.

import { entityIdOf } from '../../contract/entity.js';
import { contractReference } from '../../contract/resources/contract-key.js';
import { readOrNull } from '../../contract/values.js';
import { badInput } from '../../errors.js';
import { givenKey } from './nodes.js';

/** The canonical key of a contract. @throws LedgerError BAD_USER_INPUT for what names none, such as an alias */
export function givenContract(argument: string, text: string): string {
  const key = givenKey('Contract', argument, text);
  const canonical = readOrNull(contractReference, key);
  if (canonical === null) throw badInput(argument, text, `must be ${contractReference.rule}`);
  return entityIdOf(canonical) ?? canonical;
}
