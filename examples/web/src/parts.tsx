// Pieces that all pages are made of: titles, facts, times, digits that can be copied, rows, badges.
import { type CSSProperties, type ReactNode, useState } from 'react';
import { amount, time } from './amounts.js';

/** A disc in a colour of its own for an id, with a letter in it. */
export function Disc({ id, text, large }: { id: string; text?: string; large?: boolean }) {
  const hue = [...id].reduce((sum, letter) => (sum * 137 + letter.charCodeAt(0)) % 360, 7);
  const letter = [...(text || '')][0] ?? '';
  return (
    <span
      className={large ? 'disc large' : 'disc'}
      style={{ '--hue': hue } as CSSProperties}
      aria-hidden="true"
    >
      {letter}
    </span>
  );
}

/** What the browser's tab and history say. */
export const PageTitle = ({ of }: { of: string }) => <title>{`${of} · ledger explorer`}</title>;

type TitleProps = { kind: string; id: string; name?: string | null; disc?: string };

export const Title = ({
  kind,
  id,
  name,
  disc,
  children,
}: TitleProps & { children?: ReactNode }) => (
  <div className="title">
    <PageTitle of={`${kind} ${name || id}`} />
    <Disc id={id} text={disc ?? kind} large />
    <div>
      <p className="kind">
        {kind} {children}
      </p>
      <h1>{name || id}</h1>
      {name && <Digits text={id} />}
    </div>
  </div>
);

/** Names with values; those without a value are left out. */
export function Facts({ facts }: { facts: Record<string, ReactNode> }) {
  const known = Object.entries(facts).filter(
    ([, value]) => value !== null && value !== undefined && value !== '' && value !== false,
  );
  return (
    <dl className="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Long digits in one piece, to be copied by a click. */
export function Digits({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(text);
    setCopied(true);
    setTimeout(setCopied, 1200, false);
  };
  return (
    <button type="button" className="digits" onClick={copy} title={`Copy ${text}`}>
      <code>{text}</code>
      <span aria-live="polite">{isCopied ? 'copied' : ''}</span>
    </button>
  );
}

export const Time = ({ at }: { at: string }) => (
  <time title={at} dateTime={at}>
    {time(at)}
  </time>
);

export const Amount = ({ exact, unit }: { exact: string; unit?: string }) => (
  <span className="amount">
    {amount(exact)}
    {unit && <small> {unit}</small>}
  </span>
);

export const Badge = ({ tone = '', children }: { tone?: string; children: ReactNode }) => (
  <span className={`badge ${tone}`}>{children}</span>
);

export const Card = ({
  title,
  note,
  children,
}: {
  title: string;
  note?: ReactNode;
  children: ReactNode;
}) => (
  <section className="card" aria-label={title}>
    <h2>
      {title} {note && <small className="faint">{note}</small>}
    </h2>
    {children}
  </section>
);

/** A list of rows, or a word where there are none. */
export const Rows = ({ none, children }: { none: string; children: ReactNode[] }) =>
  children.length > 0 ? <ul className="rows">{children}</ul> : <p className="faint">{none}</p>;

type RowProps = { disc?: ReactNode; below?: ReactNode; end?: ReactNode; children: ReactNode };

/** A row: what it is, what is told of it below that, and a value at its end. */
export const Row = ({ disc, below, end, children }: RowProps) => (
  <li>
    {disc}
    <span className="grow">
      <span className="line">{children}</span>
      {below && <span className="line below faint">{below}</span>}
    </span>
    {end && <span className="value">{end}</span>}
  </li>
);
