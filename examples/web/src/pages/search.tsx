// What a search found: goes straight to the only hit, or lists them all.
import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { Card, Disc } from '../parts.js';
import { Link, pathTo } from '../router.js';
import { searchFor, searchQuery } from '../search.js';
import { Failure, Loading, Missing } from '../states.js';

type Hit = { kind: 'account' | 'token' | 'schedule' | 'block'; id: string };

export function SearchPage({ text }: { text: string }) {
  const wanted = searchFor(text);
  const { data, error, loading, refetch } = useQuery(searchQuery, {
    variables: wanted ?? { isAccount: false, isEntity: false, isBlock: false },
    skip: wanted === null,
  });
  const hits: Hit[] = [];
  if (data?.account) hits.push({ kind: 'account', id: data.account.entityId });
  if (data?.token) hits.push({ kind: 'token', id: data.token.entityId });
  if (data?.schedule) hits.push({ kind: 'schedule', id: data.schedule.entityId });
  if (data?.block) hits.push({ kind: 'block', id: data.block.number });
  const only = hits.length === 1 ? hits[0] : undefined;
  useEffect(() => {
    // Replaced, so that the way back does not lead here again.
    if (only) location.replace(pathTo(only.kind, only.id));
  }, [only]);

  if (!wanted) {
    return (
      <Missing>
        “{text}” is no id, alias, EVM address, block number or hash. Try <code>0.0.1001</code>.
      </Missing>
    );
  }
  if (loading || only) return <Loading />;
  if (hits.length === 0) {
    if (error) return <Failure error={error} retry={refetch} />;
    return <Missing>Nothing on this ledger is called “{text}”.</Missing>;
  }
  return (
    <Card title="Found" note={`“${text}” can be several things`}>
      <ul className="rows">
        {hits.map(({ kind, id }) => (
          <li key={kind}>
            <Disc id={id} text={kind} />
            <Link kind={kind} id={id}>
              {kind} {id}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
