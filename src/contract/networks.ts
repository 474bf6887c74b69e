// Addresses of the public mirror nodes by the name of their network.

export const networks = ['mainnet-public', 'mainnet', 'previewnet', 'testnet'] as const;
export type Network = (typeof networks)[number];

/** The base address of a public network's mirror node. */
export const upstreamOf = (network: Network, scheme: 'http' | 'https' = 'https'): string =>
  `${scheme}://${network}.mirrornode.hedera.com`;
