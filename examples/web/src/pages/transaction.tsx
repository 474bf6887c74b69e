// A transaction: what it was, what it moved, what came of it.
import { useQuery } from '@apollo/client/react';
import { amount } from '../amounts.js';
import type { TransactionPageQuery } from '../gql/graphql.js';
import { graphql } from '../gql/index.js';
import { Amount, Card, Digits, Facts, Time, Title } from '../parts.js';
import { Link } from '../paths.js';
import { nameOf, Result, TransactionRows } from '../rows/transactions.js';
import { Failure, Loading, Missing, PartlyFailed } from '../states.js';
import { Movements } from './movements.js';
import { Subject } from './subject.js';

const transactionQuery = graphql(`
  query TransactionPage($ref: TransactionRef!) {
    transaction(ref: $ref) {
      ...TransactionRow
      ...Movements
      memo
      maxFeeHbars
      chargedFeeUsd
      nodeAccountId
      nonce
      scheduled
      transactionHash
      validStartTimestamp
      validDurationSeconds
      block { id number }
      entity { ...Subject }
      parent { ...TransactionRow }
      children { ...TransactionRow }
      message { id topicId sequenceNumber text bytes }
      contractResult {
        id
        hash
        contractId
        from
        to
        gasLimit
        gasUsed
        errorMessage
        functionParameters
        callResult
      }
    }
  }
`);

type Transaction = NonNullable<TransactionPageQuery['transaction']>;

export function TransactionPage({ id }: { id: string }) {
  const { data, error, loading, refetch } = useQuery(transactionQuery, { variables: { ref: id } });
  const transaction = data?.transaction;
  if (!transaction) {
    if (error) return <Failure error={error} retry={refetch} />;
    return loading ? <Loading lines={8} /> : <Missing>There is no transaction {id} here.</Missing>;
  }
  const { message, contractResult, parent, children } = transaction;
  const family = [...(parent ? [parent] : []), ...(children ?? [])];
  return (
    <>
      <Title
        kind="Transaction"
        id={transaction.transactionId}
        name={nameOf(transaction.name)}
        disc="⇄"
      >
        <Result result={transaction.result} />
      </Title>
      {error && <PartlyFailed error={error} retry={refetch} />}
      <About transaction={transaction} />
      <Movements transaction={transaction} />
      {message && (
        <Card title="Message" note={`no. ${amount(message.sequenceNumber)}`}>
          <p>
            to topic <Link kind="topic" id={message.topicId} />
          </p>
          <p>{message.text ?? <code>{message.bytes}</code>}</p>
        </Card>
      )}
      {contractResult && <Call result={contractResult} />}
      {family.length > 0 && (
        <Card title="Belongs with it" note="what has led to it, and what it has led to">
          <TransactionRows nodes={family} />
        </Card>
      )}
    </>
  );
}

const About = ({ transaction: { block, ...transaction } }: { transaction: Transaction }) => (
  <Card title="What it is" note={<Time at={transaction.consensusTimestamp} />}>
    <Facts
      facts={{
        'Is about': transaction.entity && <Subject subject={transaction.entity} />,
        'Paid by': <Link kind="account" id={transaction.payerAccountId} />,
        Fee: transaction.chargedFeeHbars && (
          <>
            <Amount exact={transaction.chargedFeeHbars} unit="ℏ" />
            {transaction.chargedFeeUsd && ` = ${amount(transaction.chargedFeeUsd)} $`}
          </>
        ),
        'Fee at the most': transaction.maxFeeHbars && (
          <Amount exact={transaction.maxFeeHbars} unit="ℏ" />
        ),
        Memo: transaction.memo,
        Block: block && (
          <Link kind="block" id={block.number}>
            {amount(block.number)}
          </Link>
        ),
        'Consensus time': <Digits text={transaction.consensusTimestamp} />,
        'Valid from': transaction.validStartTimestamp && (
          <Time at={transaction.validStartTimestamp} />
        ),
        'Valid for':
          transaction.validDurationSeconds && `${transaction.validDurationSeconds} seconds`,
        Node: transaction.nodeAccountId && <Link kind="account" id={transaction.nodeAccountId} />,
        Nonce: transaction.nonce ? String(transaction.nonce) : undefined,
        Scheduled: transaction.scheduled && 'yes',
        Hash: transaction.transactionHash && <Digits text={transaction.transactionHash} />,
      }}
    />
  </Card>
);

const Call = ({ result }: { result: NonNullable<Transaction['contractResult']> }) => (
  <Card title="Call of a contract">
    <Facts
      facts={{
        Contract: result.contractId && <Link kind="contract" id={result.contractId} />,
        From: result.from && <Digits text={result.from} />,
        To: result.to && <Digits text={result.to} />,
        'Gas used': result.gasUsed && amount(result.gasUsed),
        'Gas at the most': result.gasLimit && amount(result.gasLimit),
        Failed: result.errorMessage,
        Input: result.functionParameters && <Digits text={result.functionParameters} />,
        Output: result.callResult && <Digits text={result.callResult} />,
        Hash: <Digits text={result.hash} />,
      }}
    />
  </Card>
);
