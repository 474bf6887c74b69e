// Words of the contract about tokens.
import { tokenRelationshipRow } from '../../contract/resources/accounts.js';
import { token } from '../../contract/resources/tokens.js';
import { words } from '../build/words.js';

const { properties } = token.row;

export const tokenType = words('TokenType', properties.type);
export const supplyType = words('TokenSupplyType', properties.supply_type);
export const pauseStatus = words('TokenPauseStatus', properties.pause_status);
export const freezeStatus = words('FreezeStatus', tokenRelationshipRow.properties.freeze_status);
export const kycStatus = words('KycStatus', tokenRelationshipRow.properties.kyc_status);
