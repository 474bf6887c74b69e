// A topic with its messages, newest first, and those to come as they come.
import { useApolloClient, useQuery } from '@apollo/client/react';
import { graphql } from '../gql/index.js';
import { useFetchPolicy } from '../lists/list.js';
import { type NewMessage, useNewMessages } from '../live-entities.js';
import { Badge, Card, Digits, Facts, Time, Title } from '../parts.js';
import { All, Link, pathTo } from '../paths.js';
import { MessageRows } from '../rows/events.js';
import { besides, Failure, Later, Loading, Missing, PartlyFailed } from '../states.js';

const topicQuery = graphql(`
  query TopicPage($id: EntityId!) {
    topic(id: $id) {
      id
      entityId
      memo
      deleted
      createdTimestamp
      modifiedTimestamp
      autoRenewAccountId
      adminKey { key }
      submitKey { key }
      messages(first: 15, order: DESC) {
        edges { cursor node { ...MessageRow } }
        pageInfo { hasNextPage endCursor startCursor }
      }
    }
  }
`);

export function TopicPage({ id }: { id: string }) {
  const { cache } = useApolloClient();
  const { data, error, loading, refetch } = useQuery(topicQuery, {
    variables: { id },
    fetchPolicy: useFetchPolicy(),
    nextFetchPolicy: 'cache-first',
  });
  const topic = data?.topic;
  const add = (edge: NewMessage) =>
    void cache.updateQuery({ query: topicQuery, variables: { id } }, (known) => {
      if (!known?.topic?.messages) return known ?? undefined;
      const { messages } = known.topic;
      const edges = [edge, ...messages.edges].slice(0, 15);
      const pageInfo = { ...messages.pageInfo, startCursor: edge.cursor };
      return { ...known, topic: { ...known.topic, messages: { ...messages, edges, pageInfo } } };
    });
  useNewMessages(id, topic?.messages?.pageInfo.startCursor, add);
  if (!topic) {
    if (error) return <Failure error={error} retry={refetch} />;
    return loading ? <Loading lines={8} /> : <Missing>There is no topic {id} here.</Missing>;
  }
  const rest = besides(error, 'messages');
  return (
    <>
      <Title kind="Topic" id={topic.entityId} name={topic.memo} disc="✉">
        {topic.deleted && <Badge tone="bad">deleted</Badge>}
      </Title>
      {rest && <PartlyFailed error={rest} retry={refetch} />}
      <Card title="What it is">
        <Facts
          facts={{
            Created: topic.createdTimestamp && <Time at={topic.createdTimestamp} />,
            Changed: topic.modifiedTimestamp && <Time at={topic.modifiedTimestamp} />,
            'Renewed by': topic.autoRenewAccountId && (
              <Link kind="account" id={topic.autoRenewAccountId} />
            ),
            'Admin key': topic.adminKey && <Digits text={topic.adminKey.key} />,
            'Submit key': topic.submitKey ? (
              <Digits text={topic.submitKey.key} />
            ) : (
              'none: anyone may write'
            ),
          }}
        />
      </Card>
      <Card title="Messages" note="as they come">
        <Later field="messages" value={topic.messages} error={error} retry={refetch}>
          {({ edges }) => (
            <>
              <MessageRows nodes={edges.map(({ node }) => node)} />
              {edges.length > 0 && <All to={pathTo('topic', id, 'messages')} what="messages" />}
            </>
          )}
        </Later>
      </Card>
    </>
  );
}
