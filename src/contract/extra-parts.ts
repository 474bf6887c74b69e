// Parts of an item that cost extra, so that a ledger is asked for them.

export interface ExtraParts {
  /** The limit that says how many token balances an item has at the most. */
  readonly tokens?: 'tokensPerRow' | 'tokensPerAccount';
  /** The delegation address, where the service shows it. */
  readonly delegation?: true;
  /** The balance: its flag, whose value `false` leaves it out, and the conditions that are about it. */
  readonly balance?: {
    readonly flag: string;
    readonly conditions: readonly string[];
    /** Whether an item is one that only lists without balances have. */
    isExtra(item: unknown): boolean;
  };
  /** Members that are left out where nobody looks at them. */
  readonly members?: readonly string[];
}
