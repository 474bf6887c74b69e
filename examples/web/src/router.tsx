// Pages by the address after `#`: a router in one file, so that any static server will do.
import { type ReactNode, useSyncExternalStore } from 'react';

const subscribe = (changed: () => void) => {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
};

/** Parts of the current path, decoded: `#/account/0.0.2` is `['account', '0.0.2']`. */
export function usePath(): string[] {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  return hash.replace(/^#\/?/, '').split('/').filter(Boolean).map(decoded);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const pathTo = (...parts: string[]) => `#/${parts.map(encodeURIComponent).join('/')}`;

export function go(path: string): void {
  location.hash = path;
}

type LinkProps = { kind: 'account' | 'token' | 'block' | 'schedule'; id: string };

/** A link to the page of something; shows its id unless it is given something better. */
export const Link = ({ kind, id, children }: LinkProps & { children?: ReactNode }) => (
  <a href={pathTo(kind, id)}>{children ?? id}</a>
);
