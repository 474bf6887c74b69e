// A block by its number or its hash, with its transactions and the ways to its neighbours.
import { useQuery } from '@apollo/client/react';
import { amount } from '../amounts.js';
import { graphql } from '../gql/index.js';
import { useFetchPolicy } from '../lists/list.js';
import { Card, Digits, Facts, Time, Title } from '../parts.js';
import { All, Link, pathTo } from '../paths.js';
import { TransactionRows } from '../rows/transactions.js';
import { besides, Failure, Later, Loading, Missing, PartlyFailed } from '../states.js';

const blockQuery = graphql(`
  query BlockPage($number: Int64, $hash: Hex) {
    block(number: $number, hash: $hash) {
      id
      number
      hash
      previousHash
      name
      count
      gasUsed
      hapiVersion
      size
      timestamp { from to }
      transactions(first: 10, order: ASC) {
        edges { cursor node { ...TransactionRow } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

export function BlockPage({ id }: { id: string }) {
  const variables = /^\d{1,19}$/.test(id) ? { number: id } : { hash: id };
  const { data, error, loading, refetch } = useQuery(blockQuery, {
    variables,
    fetchPolicy: useFetchPolicy(),
    nextFetchPolicy: 'cache-first',
  });
  const block = data?.block;
  if (!block) {
    if (error) return <Failure error={error} retry={refetch} />;
    return loading ? <Loading lines={8} /> : <Missing>There is no block {id} here.</Missing>;
  }
  const number = BigInt(block.number);
  const { from, to } = block.timestamp;
  const rest = besides(error, 'transactions');
  return (
    <>
      <Title kind="Block" id={amount(block.number)} disc="▦" />
      <nav className="neighbours" aria-label="Blocks beside this one">
        {number > 0n && (
          <Link kind="block" id={String(number - 1n)}>
            ← before
          </Link>
        )}
        <Link kind="block" id={String(number + 1n)}>
          after →
        </Link>
      </nav>
      {rest && <PartlyFailed error={rest} retry={refetch} />}
      <Card title="Record">
        <Facts
          facts={{
            Transactions: amount(block.count),
            From: from && <Time at={from} />,
            To: to && <Time at={to} />,
            'Gas used': block.gasUsed && amount(block.gasUsed),
            Size: block.size && `${amount(block.size)} bytes`,
            Version: block.hapiVersion,
            'Record file': block.name,
            Hash: <Digits text={block.hash} />,
            'Hash before': <Digits text={block.previousHash} />,
          }}
        />
      </Card>
      <Card title="Transactions" note="in their order">
        <Later field="transactions" value={block.transactions} error={error} retry={refetch}>
          {({ edges }) => (
            <>
              <TransactionRows nodes={edges.map(({ node }) => node)} />
              {edges.length > 0 && (
                <All to={pathTo('block', block.number, 'transactions')} what="transactions" />
              )}
            </>
          )}
        </Later>
      </Card>
    </>
  );
}
