// Addresses of pages, and links to them: which type is shown on which page is said here only.
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';

/** Pages of one thing each; a transaction goes by its consensus time, an NFT by token and serial number. */
export type Kind =
  | 'account'
  | 'token'
  | 'nft'
  | 'block'
  | 'schedule'
  | 'transaction'
  | 'topic'
  | 'contract';

/** The path of such parts: `pathTo('nft', '0.0.2003', '1')` is `/nft/0.0.2003/1`. */
export const pathTo = (...parts: string[]): string => `/${parts.map(encodeURIComponent).join('/')}`;

type LinkProps = { kind: Kind; id: string; serial?: string; children?: ReactNode };

/** A link to the page of something; shows its id unless it is given something better. */
export const Link = ({ kind, id, serial, children }: LinkProps) => (
  <RouterLink to={pathTo(kind, id, ...(serial === undefined ? [] : [serial]))}>
    {children ?? id}
  </RouterLink>
);

/** The way from a card to all of its list. */
export const All = ({ to, what }: { to: string; what: string }) => (
  <p className="all">
    <RouterLink to={to}>All {what} →</RouterLink>
  </p>
);
