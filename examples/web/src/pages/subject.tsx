// What a transaction is about, as a link to its page, whatever its type.
import type { SubjectFragment } from '../gql/graphql.js';
import { graphql } from '../gql/index.js';
import { Link } from '../paths.js';

graphql(`
  fragment Subject on TransactionSubject {
    __typename
    ... on Account { id entityId }
    ... on Contract { id entityId }
    ... on Schedule { id entityId }
    ... on Token { id entityId }
    ... on Topic { id entityId }
  }
`);

const kinds = {
  Account: 'account',
  Contract: 'contract',
  Schedule: 'schedule',
  Token: 'token',
  Topic: 'topic',
} as const;

export const Subject = ({ subject }: { subject: SubjectFragment }) => {
  const kind = kinds[subject.__typename];
  return (
    <Link kind={kind} id={subject.entityId}>
      {kind} {subject.entityId}
    </Link>
  );
};
