// Words of the contract about tokens.
import { wordType } from '../build/words.js';

export const tokenType = wordType('TokenType', 'Kind of a token.', {
  FUNGIBLE_COMMON: { description: 'All units are alike.' },
  NON_FUNGIBLE_UNIQUE: { description: 'Each unit has a serial number.' },
});

export const supplyType = wordType(
  'TokenSupplyType',
  'Whether the supply of a token has a limit.',
  {
    INFINITE: { description: 'No limit but the range of int64.' },
    FINITE: { description: 'Limited by the maximum supply.' },
  },
);

export const pauseStatus = wordType('TokenPauseStatus', 'Whether a token is paused.', {
  NOT_APPLICABLE: { description: 'The token has no pause key.' },
  PAUSED: { description: 'The token can not be transferred now.' },
  UNPAUSED: { description: 'The token can be transferred.' },
});

export const freezeStatus = wordType('FreezeStatus', 'Whether an account is frozen for a token.', {
  NOT_APPLICABLE: { description: 'The token has no freeze key.' },
  FROZEN: { description: 'The account can not transfer the token.' },
  UNFROZEN: { description: 'The account can transfer the token.' },
});

export const kycStatus = wordType(
  'KycStatus',
  'Whether an account has passed "know your customer" for a token.',
  {
    NOT_APPLICABLE: { description: 'The token has no KYC key.' },
    GRANTED: { description: 'The account has passed it.' },
    REVOKED: { description: 'The account has not passed it, or no longer.' },
  },
);
