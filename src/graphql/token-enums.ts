// Words of the contract about tokens.
import { builder } from './builder.js';

export const TokenType = builder.enumType('TokenType', {
  description: 'Kind of a token.',
  values: {
    FUNGIBLE_COMMON: { description: 'All units are alike.' },
    NON_FUNGIBLE_UNIQUE: { description: 'Each unit has a serial number.' },
  },
});

export const SupplyType = builder.enumType('TokenSupplyType', {
  description: 'Whether the supply of a token has a limit.',
  values: {
    INFINITE: { description: 'No limit but the range of int64.' },
    FINITE: { description: 'Limited by the maximum supply.' },
  },
});

export const PauseStatus = builder.enumType('TokenPauseStatus', {
  description: 'Whether a token is paused.',
  values: {
    NOT_APPLICABLE: { description: 'The token has no pause key.' },
    PAUSED: { description: 'The token can not be transferred now.' },
    UNPAUSED: { description: 'The token can be transferred.' },
  },
});
