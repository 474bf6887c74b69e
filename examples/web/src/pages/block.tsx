// A block by its number or its hash, with the ways to its neighbours.
import { useQuery } from '@apollo/client/react';
import { amount } from '../amounts.js';
import { graphql } from '../gql/index.js';
import { Card, Digits, Facts, Time, Title } from '../parts.js';
import { Link } from '../router.js';
import { Failure, Loading, Missing } from '../states.js';

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
      timestamp {
        from
        to
      }
    }
  }
`);

export function BlockPage({ id }: { id: string }) {
  const variables = /^\d{1,19}$/.test(id) ? { number: id } : { hash: id };
  const { data, error, loading, refetch } = useQuery(blockQuery, { variables });
  const block = data?.block;
  if (!block) {
    if (error) return <Failure error={error} retry={refetch} />;
    return loading ? <Loading lines={8} /> : <Missing>There is no block {id} here.</Missing>;
  }
  const number = BigInt(block.number);
  const { from, to } = block.timestamp;
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
    </>
  );
}
