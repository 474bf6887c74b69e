// What caches of clients must know of the schema; written by `npm run schema`.

/** Object types of each interface and union. */
export const possibleTypes: Record<string, string[]> = {
  "CustomFee": [
    "FixedFee",
    "FractionalFee",
    "RoyaltyFee"
  ],
  "Entity": [
    "Account",
    "Contract",
    "Schedule",
    "Token",
    "Topic"
  ],
  "FeeAmount": [
    "FallbackFee",
    "FixedFee",
    "TopicFee"
  ],
  "Node": [
    "Account",
    "AccountReward",
    "Airdrop",
    "Balance",
    "Block",
    "Contract",
    "ContractAction",
    "ContractLog",
    "ContractResult",
    "ContractState",
    "HbarAllowance",
    "Hook",
    "HookSlot",
    "Message",
    "NetworkNode",
    "Nft",
    "NftAllowance",
    "NftTransaction",
    "RegisteredNode",
    "Schedule",
    "Token",
    "TokenAllowance",
    "TokenBalance",
    "Topic",
    "Transaction"
  ],
  "SearchResult": [
    "Account",
    "Block",
    "Contract",
    "NetworkNode",
    "Nft",
    "Schedule",
    "Token",
    "Topic",
    "Transaction"
  ],
  "TransactionSubject": [
    "Account",
    "Contract",
    "Schedule",
    "Token",
    "Topic"
  ]
};

/** Lists of pages by type and field, each with the arguments that make another list of it. */
export const lists: Record<string, Record<string, string[]>> = {
  "Account": {
    "hbarAllowances": [
      "filter",
      "order"
    ],
    "hooks": [
      "filter",
      "order"
    ],
    "nftAllowances": [
      "filter",
      "order"
    ],
    "nftAllowancesReceived": [
      "filter",
      "order"
    ],
    "nfts": [
      "filter",
      "order"
    ],
    "outstandingAirdrops": [
      "filter",
      "order"
    ],
    "pendingAirdrops": [
      "filter",
      "order"
    ],
    "schedules": [
      "order"
    ],
    "stakingRewards": [
      "filter",
      "order"
    ],
    "tokenAllowances": [
      "filter",
      "order"
    ],
    "tokens": [
      "filter",
      "order"
    ],
    "transactions": [
      "filter",
      "order"
    ]
  },
  "Balance": {
    "tokens": []
  },
  "Block": {
    "contractResults": [
      "filter",
      "order"
    ],
    "logs": [
      "filter",
      "order"
    ],
    "transactions": [
      "order"
    ]
  },
  "Contract": {
    "logs": [
      "filter",
      "order"
    ],
    "results": [
      "filter",
      "order"
    ],
    "state": [
      "at",
      "filter",
      "order"
    ]
  },
  "ContractResult": {
    "actions": [
      "order"
    ],
    "logs": [
      "order"
    ]
  },
  "Hook": {
    "storage": [
      "at",
      "filter",
      "order"
    ]
  },
  "Network": {
    "nodes": [
      "filter",
      "order"
    ],
    "registeredNodes": [
      "filter",
      "order"
    ]
  },
  "NetworkNode": {
    "stakedAccounts": [
      "order"
    ]
  },
  "Nft": {
    "transactions": [
      "filter",
      "order"
    ]
  },
  "Query": {
    "accounts": [
      "filter",
      "order"
    ],
    "balances": [
      "at",
      "filter",
      "order",
      "orderBy"
    ],
    "blocks": [
      "filter",
      "order"
    ],
    "contractResults": [
      "filter",
      "order"
    ],
    "contracts": [
      "filter",
      "order"
    ],
    "logs": [
      "filter",
      "order"
    ],
    "schedules": [
      "filter",
      "order"
    ],
    "tokens": [
      "filter",
      "order"
    ],
    "transactions": [
      "filter",
      "order"
    ]
  },
  "Token": {
    "balances": [
      "at",
      "filter",
      "order",
      "orderBy"
    ],
    "nfts": [
      "filter",
      "order"
    ]
  },
  "Topic": {
    "messages": [
      "filter",
      "order"
    ]
  }
};

/** Types without an identity of their own, which live in what they belong to. */
export const values: string[] = [
  "AccessListEntry",
  "AccountConnection",
  "AccountEdge",
  "AccountRewardConnection",
  "AccountRewardEdge",
  "AirdropConnection",
  "AirdropEdge",
  "AssessedCustomFee",
  "Authorization",
  "BalanceConnection",
  "BalanceEdge",
  "BlockConnection",
  "BlockEdge",
  "BlockNodeService",
  "ChunkInfo",
  "ContractActionConnection",
  "ContractActionEdge",
  "ContractCall",
  "ContractConnection",
  "ContractEdge",
  "ContractLogConnection",
  "ContractLogEdge",
  "ContractResultConnection",
  "ContractResultEdge",
  "ContractStateChange",
  "ContractStateConnection",
  "ContractStateEdge",
  "CustomFeeLimit",
  "CustomFees",
  "Decoded",
  "DecodedValue",
  "ExchangeRate",
  "ExchangeRates",
  "FallbackFee",
  "FixedFee",
  "Fraction",
  "FractionalFee",
  "GasFee",
  "GasFees",
  "GeneralService",
  "HbarAllowanceConnection",
  "HbarAllowanceEdge",
  "HookConnection",
  "HookEdge",
  "HookSlotConnection",
  "HookSlotEdge",
  "InitialTransaction",
  "Key",
  "MessageConnection",
  "MessageEdge",
  "Network",
  "NetworkNodeConnection",
  "NetworkNodeEdge",
  "NetworkStake",
  "NetworkSupply",
  "NftAllowanceConnection",
  "NftAllowanceEdge",
  "NftConnection",
  "NftEdge",
  "NftTransactionConnection",
  "NftTransactionEdge",
  "NftTransfer",
  "PageInfo",
  "RegisteredNodeConnection",
  "RegisteredNodeEdge",
  "RegisteredServiceEndpoint",
  "RoyaltyFee",
  "ScheduleConnection",
  "ScheduleEdge",
  "ScheduleSignature",
  "ServiceEndpoint",
  "StakingReward",
  "TimestampRange",
  "TokenAllowanceConnection",
  "TokenAllowanceEdge",
  "TokenBalanceConnection",
  "TokenBalanceEdge",
  "TokenConnection",
  "TokenEdge",
  "TokenRelationship",
  "TokenTransfer",
  "TopicFee",
  "TopicFees",
  "TransactionConnection",
  "TransactionEdge",
  "Transfer",
  "WholeMessage"
];
