// The network: what an hbar is worth and how many there are, what is staked, what gas costs, and its nodes.
import { useQuery } from '@apollo/client/react';
import { amount, share } from '../amounts.js';
import type { NetworkPageQuery } from '../gql/graphql.js';
import { graphql } from '../gql/index.js';
import { More } from '../more.js';
import { Amount, Card, Facts, PageTitle, Row, Rows, Time } from '../parts.js';
import { Link } from '../paths.js';
import { nameOf } from '../rows/transactions.js';
import { besides, Failure, Later, Loading, PartlyFailed } from '../states.js';

const networkQuery = graphql(`
  query NetworkPage($after: String) {
    network {
      exchangeRate {
        current { centEquivalent hbarEquivalent expirationTime }
      }
      supply { releasedSupply totalSupply releasedSupplyHbars totalSupplyHbars timestamp }
      stake {
        stakeTotalHbars
        maxStakeRewardedHbars
        maxStakingRewardRatePerHbarHbars
        stakingPeriod { from to }
      }
      fees {
        timestamp
        fees { transactionType gasHbars }
      }
      nodes(first: 25, after: $after) {
        edges { cursor node { id nodeId accountId description stakeHbars } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
`);

type Network = NonNullable<NetworkPageQuery['network']>;

export function NetworkPage() {
  const { data, error, loading, refetch, fetchMore } = useQuery(networkQuery);
  const network = data?.network;
  if (!network) {
    return error && !loading ? <Failure error={error} retry={refetch} /> : <Loading lines={8} />;
  }
  const rest = besides(error, 'exchangeRate', 'supply', 'stake', 'fees', 'nodes');
  const part = { error, retry: refetch };
  return (
    <>
      <PageTitle of="Network" />
      <h1>Network</h1>
      {rest && <PartlyFailed error={rest} retry={refetch} />}
      <div className="columns">
        <Supply {...part} network={network} />
        <Stake {...part} network={network} />
      </div>
      <Card title="Nodes">
        <Later {...part} field="nodes" value={network.nodes}>
          {({ edges, pageInfo }) => (
            <>
              <Rows none="No nodes are known.">
                {edges.map(({ node: { id, nodeId, accountId, description, stakeHbars } }) => (
                  <Row
                    key={id}
                    below={
                      accountId && (
                        <>
                          paid as <Link kind="account" id={accountId} />
                        </>
                      )
                    }
                    end={stakeHbars && <Amount exact={stakeHbars} unit="ℏ staked" />}
                  >
                    {nodeId} · {description || 'without a description'}
                  </Row>
                ))}
              </Rows>
              <More
                shown={edges.length}
                what="nodes"
                pageInfo={pageInfo}
                load={(after) => fetchMore({ variables: { after } })}
              />
            </>
          )}
        </Later>
      </Card>
      <Card
        title="Price of a unit of gas"
        note={network.fees && <Time at={network.fees.timestamp} />}
      >
        <Later {...part} field="fees" value={network.fees}>
          {({ fees }) => (
            <Facts
              facts={Object.fromEntries(
                fees.map(({ transactionType, gasHbars }) => [
                  nameOf(transactionType),
                  <Amount key={transactionType} exact={gasHbars} unit="ℏ" />,
                ]),
              )}
            />
          )}
        </Later>
      </Card>
    </>
  );
}

type PartProps = { network: Network; error: Error | undefined; retry: () => void };

const Supply = ({ network, ...part }: PartProps) => (
  <Card title="Supply" note={network.supply && <Time at={network.supply.timestamp} />}>
    <Later {...part} field="supply" value={network.supply}>
      {({ releasedSupply, totalSupply, releasedSupplyHbars, totalSupplyHbars }) => (
        <>
          <p className="big">
            <Amount exact={releasedSupplyHbars} unit="ℏ" />
          </p>
          <Facts
            facts={{
              'Of all': <Amount exact={totalSupplyHbars} unit="ℏ" />,
              Share: share(BigInt(releasedSupply), BigInt(totalSupply)),
            }}
          />
        </>
      )}
    </Later>
    <Later {...part} field="exchangeRate" value={network.exchangeRate}>
      {({ current }) => (
        <Facts
          facts={{
            'Rate for fees': `${amount(String(current.hbarEquivalent))} ℏ for ${amount(
              String(current.centEquivalent),
            )} ¢`,
            'Until about': <Time at={current.expirationTime} />,
          }}
        />
      )}
    </Later>
  </Card>
);

const Stake = ({ network, ...part }: PartProps) => (
  <Card title="Stake">
    <Later {...part} field="stake" value={network.stake}>
      {(stake) => (
        <>
          <p className="big">
            <Amount exact={stake.stakeTotalHbars} unit="ℏ" />
          </p>
          <Facts
            facts={{
              'Rewarded at the most': <Amount exact={stake.maxStakeRewardedHbars} unit="ℏ" />,
              'Reward for an hbar and a period, at the most': (
                <Amount exact={stake.maxStakingRewardRatePerHbarHbars} unit="ℏ" />
              ),
              'Counted from': stake.stakingPeriod.from && <Time at={stake.stakingPeriod.from} />,
              'Counted to': stake.stakingPeriod.to && <Time at={stake.stakingPeriod.to} />,
            }}
          />
        </>
      )}
    </Later>
  </Card>
);
