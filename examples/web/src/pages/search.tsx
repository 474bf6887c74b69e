// What a search found: goes straight to the only hit, or lists them all.
import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { Card, Disc, PageTitle, Row, Rows } from '../parts.js';
import { hitOf, searchQuery } from '../search.js';
import { Failure, Loading, Missing } from '../states.js';

export function SearchPage({ text }: { text: string }) {
  const navigate = useNavigate();
  const { data, error, loading, refetch } = useQuery(searchQuery, { variables: { text } });
  const hits = (data?.search ?? []).map(hitOf);
  const only = hits.length === 1 ? hits[0] : undefined;
  useEffect(() => {
    // Replaced, so that the way back does not lead here again.
    if (only) navigate(only.path, { replace: true });
  }, [only, navigate]);
  if (loading || only) return <Loading />;
  if (hits.length === 0) {
    if (error) return <Failure error={error} retry={refetch} />;
    return (
      <Missing>
        Nothing on this ledger is called “{text}”. Ids, such as <code>0.0.1001</code>, addresses,
        numbers, hashes and names of tokens are looked for.
      </Missing>
    );
  }
  return (
    <>
      <PageTitle of={`“${text}”`} />
      <h1>Found for “{text}”</h1>
      <Card title="Found" note="best first">
        <Rows none="">
          {hits.map(({ key, kind, name, more, path }) => (
            <Row key={key} disc={<Disc id={key} text={kind} />} below={`${kind} ${more}`}>
              <Link to={path}>{name}</Link>
            </Row>
          ))}
        </Rows>
      </Card>
    </>
  );
}
