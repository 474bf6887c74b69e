// Topics by their newest messages: a ledger has no list of topics, and these are the living ones.
import { graphql } from '../gql/index.js';
import { Row, Rows, Time } from '../parts.js';
import { Link } from '../paths.js';
import { List } from './list.js';

const messages = graphql(`
  query TopicsByMessages($after: String) {
    transactions(
      first: 50
      after: $after
      filter: { type: { eq: CONSENSUSSUBMITMESSAGE }, outcome: SUCCESS }
    ) {
      edges {
        cursor
        node {
          ...TransactionRow
          entityId
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const TopicsByMessages = () => (
  <List
    title="Topics"
    what="messages"
    of="each time that someone wrote to one, newest first"
    document={messages}
    variables={{}}
    pick={(data) => data.transactions}
  >
    {(nodes) => (
      <Rows none="Nobody has written to a topic.">
        {nodes.map(({ id, entityId, payerAccountId, consensusTimestamp }) => (
          <Row
            key={id}
            below={
              <>
                <Time at={consensusTimestamp} /> by {payerAccountId}
              </>
            }
            end={
              <Link kind="transaction" id={consensusTimestamp}>
                transaction
              </Link>
            }
          >
            {entityId && <Link kind="topic" id={entityId} />}
          </Row>
        ))}
      </Rows>
    )}
  </List>
);
