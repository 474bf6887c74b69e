// The frame around all pages: the ways to them, a search box, and a word when live data stands still.
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  Link,
  NavLink,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigationType,
} from 'react-router';
import { useStandsStill } from './connection-status.js';
import { SearchBox } from './search-box.js';

const ways = [
  'blocks',
  'transactions',
  'accounts',
  'tokens',
  'topics',
  'contracts',
  'schedules',
  'network',
];

export function App({ children }: { children?: ReactNode }) {
  const { pathname } = useLocation();
  const [, kind = '', text = ''] = pathname.split('/');
  const main = useRef<HTMLElement>(null);
  const type = useNavigationType();
  // A new page starts at its top for the keyboard, too; who goes back finds the place again.
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    if (type !== 'POP') main.current?.focus({ preventScroll: true });
  }, [pathname, type]);
  return (
    <>
      <header className="top">
        <Link className="brand" to="/">
          <span className="mark" aria-hidden="true" />
          ledger explorer
        </Link>
        <SearchBox key={pathname} text={kind === 'search' ? decoded(text) : ''} />
        <nav aria-label="Lists">
          {ways.map((way) => (
            <NavLink key={way} to={`/${way}`}>
              {way}
            </NavLink>
          ))}
        </nav>
      </header>
      <main ref={main} tabIndex={-1}>
        {children ?? <Outlet />}
      </main>
      <footer>An example over mirrorql: every digit is the ledger’s own.</footer>
      <Still />
      <ScrollRestoration />
    </>
  );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Milliseconds for which it is said that live data goes on. */
const moment = 3000;

/** Says that live data stands still, and when it goes on. */
function Still() {
  const isStill = useStandsStill();
  const [said, setSaid] = useState<'still' | 'again' | undefined>();
  useEffect(() => {
    if (isStill) return setSaid('still');
    setSaid((before) => before && 'again');
    const timer = setTimeout(setSaid, moment, undefined);
    return () => clearTimeout(timer);
  }, [isStill]);
  return (
    <div className="still" role="status">
      {said === 'still' && (
        <p>The server does not answer: what is shown stands still until it is back.</p>
      )}
      {said === 'again' && <p className="good">The server is back: live data goes on.</p>}
    </div>
  );
}
