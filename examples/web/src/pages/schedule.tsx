// A scheduled transaction: how far it has come, for whom, and who has signed.
import { useQuery } from '@apollo/client/react';
import type { SchedulePageQuery } from '../gql/graphql.js';
import { graphql } from '../gql/index.js';
import { useLiveSchedule } from '../live-entities.js';
import { Badge, Card, Digits, Facts, Row, Rows, Time, Title } from '../parts.js';
import { Link } from '../paths.js';
import { nameOf } from '../rows/transactions.js';
import { Failure, Loading, Missing, PartlyFailed } from '../states.js';

const scheduleQuery = graphql(`
  query SchedulePage($id: EntityId!) {
    schedule(id: $id) {
      id
      entityId
      memo
      deleted
      consensusTimestamp
      executedTimestamp
      expirationTime
      waitForExpiry
      creatorAccountId
      payerAccountId
      transactionBody
      adminKey {
        key
      }
      createTransaction {
        id
        consensusTimestamp
      }
      executedTransaction {
        id
        consensusTimestamp
        name
      }
      signatures {
        consensusTimestamp
        publicKeyPrefix
        type
      }
    }
  }
`);

type Schedule = NonNullable<SchedulePageQuery['schedule']>;

function State({ deleted, executedTimestamp }: Schedule) {
  if (executedTimestamp) return <Badge tone="good">executed</Badge>;
  return deleted ? <Badge tone="bad">deleted</Badge> : <Badge tone="cold">not executed</Badge>;
}

export function SchedulePage({ id }: { id: string }) {
  const { data, error, loading, refetch } = useQuery(scheduleQuery, { variables: { id } });
  const schedule = data?.schedule;
  useLiveSchedule(id, schedule?.executedTimestamp === null && !schedule.deleted);
  if (!schedule) {
    if (error) return <Failure error={error} retry={refetch} />;
    return loading ? <Loading lines={8} /> : <Missing>There is no schedule {id} here.</Missing>;
  }
  const { creatorAccountId, payerAccountId, executedTimestamp, expirationTime } = schedule;
  return (
    <>
      <Title kind="Schedule" id={schedule.entityId} name={schedule.memo} disc="◷">
        <State {...schedule} />
      </Title>
      {error && <PartlyFailed error={error} retry={refetch} />}
      <Card title="State">
        <Facts
          facts={{
            Created: <Time at={schedule.consensusTimestamp} />,
            Executed: executedTimestamp && <Time at={executedTimestamp} />,
            Expires: expirationTime ? <Time at={expirationTime} /> : 'after 30 minutes',
            Runs: schedule.waitForExpiry ? 'when it expires' : 'when all have signed',
            Creator: creatorAccountId && <Link kind="account" id={creatorAccountId} />,
            Payer: payerAccountId && <Link kind="account" id={payerAccountId} />,
            'Created by': schedule.createTransaction && (
              <Link kind="transaction" id={schedule.createTransaction.consensusTimestamp} />
            ),
            'Executed as': schedule.executedTransaction && (
              <Link kind="transaction" id={schedule.executedTransaction.consensusTimestamp}>
                {nameOf(schedule.executedTransaction.name)}
              </Link>
            ),
            'Admin key': schedule.adminKey && <Digits text={schedule.adminKey.key} />,
            Transaction: <Digits text={schedule.transactionBody} />,
          }}
        />
      </Card>
      <Card title="Signatures" note={`${schedule.signatures.length} so far`}>
        <Rows none="Nobody has signed.">
          {schedule.signatures.map(({ consensusTimestamp, publicKeyPrefix, type }) => (
            <Row
              key={consensusTimestamp + publicKeyPrefix}
              below={<Time at={consensusTimestamp} />}
              end={<Badge>{type}</Badge>}
            >
              <code>{publicKeyPrefix}</code>
            </Row>
          ))}
        </Rows>
      </Card>
    </>
  );
}
