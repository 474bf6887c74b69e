// Rows of accounts, tokens, contracts, schedules and blocks.
import { amount } from '../amounts.js';
import type {
  AccountRowFragment,
  BlockRowFragment,
  ContractRowFragment,
  ScheduleRowFragment,
  TokenRowFragment,
} from '../gql/graphql.js';
import { graphql } from '../gql/index.js';
import { Amount, Badge, Disc, Row, Rows, Time } from '../parts.js';
import { Link } from '../paths.js';

graphql(`
  fragment AccountRow on Account {
    id
    entityId
    memo
    balance {
      id
      hbars
    }
  }
  fragment TokenRow on Token {
    id
    entityId
    name
    symbol
    type
    totalSupply
    totalSupplyAmount
  }
  fragment ContractRow on Contract {
    id
    entityId
    memo
    evmAddress
    createdTimestamp
  }
  fragment ScheduleRow on Schedule {
    id
    entityId
    memo
    deleted
    consensusTimestamp
    executedTimestamp
  }
  fragment BlockRow on Block {
    id
    number
    count
    timestamp {
      to
    }
  }
`);

type Of<N> = { nodes: readonly N[] };

export const AccountRows = ({ nodes }: Of<AccountRowFragment>) => (
  <Rows none="There are no accounts.">
    {nodes.map(({ id, entityId, memo, balance }) => (
      <Row
        key={id}
        disc={<Disc id={entityId} text={memo ?? ''} />}
        below={memo && entityId}
        end={balance?.hbars && <Amount exact={balance.hbars} unit="ℏ" />}
      >
        <Link kind="account" id={entityId}>
          {memo || entityId}
        </Link>
      </Row>
    ))}
  </Rows>
);

export const TokenRows = ({ nodes }: Of<TokenRowFragment>) => (
  <Rows none="There are no tokens.">
    {nodes.map(({ id, entityId, name, symbol, type, totalSupply, totalSupplyAmount }) => (
      <Row
        key={id}
        disc={<Disc id={entityId} text={symbol} />}
        below={entityId}
        end={totalSupply && <Amount exact={totalSupplyAmount ?? totalSupply} unit={symbol} />}
      >
        <Link kind="token" id={entityId}>
          {name || entityId}
        </Link>{' '}
        {type === 'NON_FUNGIBLE_UNIQUE' && <Badge>NFT</Badge>}
      </Row>
    ))}
  </Rows>
);

export const ContractRows = ({ nodes }: Of<ContractRowFragment>) => (
  <Rows none="There are no contracts.">
    {nodes.map(({ id, entityId, memo, evmAddress, createdTimestamp }) => (
      <Row
        key={id}
        disc={<Disc id={entityId} text="⚙" />}
        below={evmAddress}
        end={createdTimestamp && <Time at={createdTimestamp} />}
      >
        <Link kind="contract" id={entityId}>
          {memo || entityId}
        </Link>
      </Row>
    ))}
  </Rows>
);

export const ScheduleRows = ({ nodes }: Of<ScheduleRowFragment>) => (
  <Rows none="There are no schedules.">
    {nodes.map(({ id, entityId, memo, deleted, consensusTimestamp, executedTimestamp }) => (
      <Row
        key={id}
        below={memo}
        end={
          executedTimestamp ? (
            <Badge tone="good">executed</Badge>
          ) : deleted ? (
            <Badge tone="bad">deleted</Badge>
          ) : (
            <Time at={consensusTimestamp} />
          )
        }
      >
        <Link kind="schedule" id={entityId} />
      </Row>
    ))}
  </Rows>
);

export const BlockRows = ({ nodes }: Of<BlockRowFragment>) => (
  <Rows none="There are no blocks.">
    {nodes.map(({ id, number, count, timestamp }) => (
      <Row key={id} below={timestamp.to && <Time at={timestamp.to} />} end={`${amount(count)} tx`}>
        <Link kind="block" id={number}>
          {amount(number)}
        </Link>
      </Row>
    ))}
  </Rows>
);
