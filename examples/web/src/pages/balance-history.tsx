// The balance of an account over time, as far back as one wants to look.
import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Line, type Point } from '../charts/line.js';
import { graphql } from '../gql/index.js';
import { Failure, Loading } from '../states.js';

const historyQuery = graphql(`
  query BalanceHistory($id: AccountRef!, $from: Timestamp!, $to: Timestamp!) {
    account(id: $id) {
      id
      balanceHistory(from: $from, to: $to, points: 30) {
        id
        timestamp
        balance
        hbars
      }
    }
  }
`);

/** Seconds of what one can look back at. */
const spans = { hour: 3600, day: 86_400, month: 2_592_000, year: 31_536_000 };
type Span = keyof typeof spans;

const isSpan = (text: string | null): text is Span => text !== null && text in spans;

/** `end` is the consensus time up to which it is shown; where that moves on, the picture stays. */
export function BalanceHistory({ id, end }: { id: string; end: string }) {
  const [to] = useState(end);
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get('over');
  const over = isSpan(asked) ? asked : 'hour';
  const [seconds = '0', fraction = '0'] = to.split('.');
  const from = `${BigInt(seconds) - BigInt(spans[over])}.${fraction}`;
  const { data, error, loading, refetch } = useQuery(historyQuery, { variables: { id, from, to } });
  const choose = (span: string) => {
    const next = new URLSearchParams(parameters);
    next.set('over', span);
    setParameters(next, { preventScrollReset: true, replace: true });
  };
  const points = data?.account?.balanceHistory?.flatMap((point): Point[] =>
    point?.timestamp && point.balance && point.hbars
      ? [{ timestamp: point.timestamp, units: point.balance, exact: point.hbars }]
      : [],
  );
  return (
    <div className="history">
      <fieldset>
        <legend>Balance over the last</legend>
        {Object.keys(spans).map((span) => (
          <label key={span}>
            <input type="radio" name="over" checked={span === over} onChange={() => choose(span)} />
            {span}
          </label>
        ))}
      </fieldset>
      {error && <Failure error={error} retry={refetch} />}
      {!points && !error && loading && <Loading lines={3} />}
      {points && points.length > 1 && (
        <Line title={`Balance in snapshots of the last ${over}`} unit="ℏ" points={points} />
      )}
      {points && points.length < 2 && !error && (
        <p className="faint">
          {points.length === 0 ? 'No snapshot is' : 'Only one snapshot is'} known of this time.
        </p>
      )}
    </div>
  );
}
