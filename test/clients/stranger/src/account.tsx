// An account by its EVM address.
import { useQuery } from '@apollo/client/react';
import { graphql } from './gql';

const byAddress = graphql(`
  query ByAddress($address: AccountRef!) {
    account(id: $address) {
      id
      entityId
      memo
      balance {
        id
        hbars
      }
    }
  }
`);

export function Account({ address }: { address: string }) {
  const { data, error } = useQuery(byAddress, { variables: { address } });
  if (error) return <p role="alert">{error.message}</p>;
  const account = data?.account;
  if (!account) return <p>{data ? 'There is no such account' : 'Loading'}</p>;
  return (
    <section aria-label="Account">
      <h1>{account.memo}</h1>
      <p>
        {account.entityId}: {account.balance?.hbars} ℏ
      </p>
    </section>
  );
}
