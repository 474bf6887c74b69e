// The frame around all pages: a search box on top, and the page that the address names.
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { AccountPage } from './pages/account.js';
import { BlockPage } from './pages/block.js';
import { HomePage } from './pages/home.js';
import { SchedulePage } from './pages/schedule.js';
import { SearchPage } from './pages/search.js';
import { TokenPage } from './pages/token.js';
import { go, pathTo, usePath } from './router.js';

// A key per thing: what one page had loaded or chosen is not shown on the next.
const pages: Record<string, (id: string) => ReactNode> = {
  account: (id) => <AccountPage key={id} id={id} />,
  token: (id) => <TokenPage key={id} id={id} />,
  block: (id) => <BlockPage key={id} id={id} />,
  schedule: (id) => <SchedulePage key={id} id={id} />,
  search: (text) => <SearchPage key={text} text={text} />,
};

export function App() {
  const [kind = '', id = ''] = usePath();
  const main = useRef<HTMLElement>(null);
  const path = `${kind}/${id}`;
  // A new page starts at its top, for the eye and for the keyboard.
  const last = useRef(path);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [path]);
  return (
    <>
      <header className="top">
        <a className="brand" href="#/">
          <span className="mark" aria-hidden="true" />
          ledger explorer
        </a>
        <SearchBox key={path} text={kind === 'search' ? id : ''} />
      </header>
      <main ref={main} tabIndex={-1}>
        {id && pages[kind] ? pages[kind](id) : <HomePage />}
      </main>
      <footer>
        An example over <a href="https://github.com/hiero-ledger">mirrorql</a>: every digit is the
        ledger’s own.
      </footer>
    </>
  );
}

function SearchBox({ text }: { text: string }) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      box.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, []);
  const search = (event: FormEvent) => {
    event.preventDefault();
    const wanted = box.current?.value.trim();
    if (wanted) go(pathTo('search', wanted));
  };
  return (
    <search>
      <form onSubmit={search}>
        <input
          ref={box}
          type="search"
          name="text"
          defaultValue={text}
          placeholder="Id, alias, EVM address, block number or hash"
          aria-label="Search the ledger"
          autoComplete="off"
          spellCheck={false}
        />
        <span className="hint" aria-hidden="true">
          /
        </span>
        <button type="submit">Search</button>
      </form>
    </search>
  );
}
