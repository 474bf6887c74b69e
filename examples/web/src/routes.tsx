// Which page an address shows. Paths stand after `#`, so that any static server will do.
import type { ReactNode } from 'react';
import { createHashRouter, isRouteErrorResponse, useParams, useRouteError } from 'react-router';
import { App } from './app.js';
import {
  NftsOfAccount,
  SchedulesOfAccount,
  TokensOfAccount,
  TransactionsOfAccount,
} from './lists/of-account.js';
import {
  AllAccounts,
  AllBlocks,
  AllContracts,
  AllSchedules,
  AllTokens,
  AllTransactions,
} from './lists/of-ledger.js';
import {
  LogsOfContract,
  MessagesOfTopic,
  ResultsOfContract,
  TransactionsOfBlock,
} from './lists/of-others.js';
import { HoldersOfToken, MovesOfNft, NftsOfToken } from './lists/of-token.js';
import { TopicsByMessages } from './lists/topics.js';
import { AccountPage } from './pages/account.js';
import { BlockPage } from './pages/block.js';
import { ContractPage } from './pages/contract.js';
import { HomePage } from './pages/home.js';
import { NetworkPage } from './pages/network.js';
import { NftPage } from './pages/nft.js';
import { SchedulePage } from './pages/schedule.js';
import { SearchPage } from './pages/search.js';
import { TokenPage } from './pages/token.js';
import { TopicPage } from './pages/topic.js';
import { TransactionPage } from './pages/transaction.js';
import { Missing } from './states.js';

type Parts = { id: string; serial: string };

/** A page made of the parts of its path; a key per thing, so that nothing chosen goes on to the next. */
function Page({ of }: { of: (parts: Parts & { key: string }) => ReactNode }) {
  const { id = '', serial = '' } = useParams();
  return of({ key: `${id}/${serial}`, id, serial });
}

const page = (path: string, of: (parts: Parts & { key: string }) => ReactNode) => ({
  path,
  element: <Page of={of} />,
});

export const router = createHashRouter([
  {
    element: <App />,
    errorElement: <Broken />,
    children: [
      { index: true, element: <HomePage /> },
      { path: 'accounts', element: <AllAccounts /> },
      { path: 'blocks', element: <AllBlocks /> },
      { path: 'contracts', element: <AllContracts /> },
      { path: 'network', element: <NetworkPage /> },
      { path: 'schedules', element: <AllSchedules /> },
      { path: 'tokens', element: <AllTokens /> },
      { path: 'topics', element: <TopicsByMessages /> },
      { path: 'transactions', element: <AllTransactions /> },
      page('account/:id', ({ key, id }) => <AccountPage key={key} id={id} />),
      page('account/:id/nfts', ({ key, id }) => <NftsOfAccount key={key} id={id} />),
      page('account/:id/schedules', ({ key, id }) => <SchedulesOfAccount key={key} id={id} />),
      page('account/:id/tokens', ({ key, id }) => <TokensOfAccount key={key} id={id} />),
      page('account/:id/transactions', ({ key, id }) => (
        <TransactionsOfAccount key={key} id={id} />
      )),
      page('block/:id', ({ key, id }) => <BlockPage key={key} id={id} />),
      page('block/:id/transactions', ({ key, id }) => <TransactionsOfBlock key={key} id={id} />),
      page('contract/:id', ({ key, id }) => <ContractPage key={key} id={id} />),
      page('contract/:id/logs', ({ key, id }) => <LogsOfContract key={key} id={id} />),
      page('contract/:id/results', ({ key, id }) => <ResultsOfContract key={key} id={id} />),
      page('nft/:id/:serial', ({ key, ...nft }) => <NftPage key={key} {...nft} />),
      page('nft/:id/:serial/moves', ({ key, ...nft }) => <MovesOfNft key={key} {...nft} />),
      page('schedule/:id', ({ key, id }) => <SchedulePage key={key} id={id} />),
      page('search/:id', ({ key, id }) => <SearchPage key={key} text={id} />),
      page('token/:id', ({ key, id }) => <TokenPage key={key} id={id} />),
      page('token/:id/holders', ({ key, id }) => <HoldersOfToken key={key} id={id} />),
      page('token/:id/nfts', ({ key, id }) => <NftsOfToken key={key} id={id} />),
      page('topic/:id', ({ key, id }) => <TopicPage key={key} id={id} />),
      page('topic/:id/messages', ({ key, id }) => <MessagesOfTopic key={key} id={id} />),
      page('transaction/:id', ({ key, id }) => <TransactionPage key={key} id={id} />),
      { path: '*', element: <NoPage /> },
    ],
  },
]);

function NoPage() {
  return (
    <Missing>
      There is no page at this address. <a href="#/">Begin at the start</a>, or search above.
    </Missing>
  );
}

/** What a mistake of this program leaves of a page. */
function Broken() {
  const error = useRouteError();
  const text = isRouteErrorResponse(error) ? error.statusText : String(error);
  return (
    <App>
      <h1>This page is broken</h1>
      <p className="failure" role="alert">
        {text}
      </p>
    </App>
  );
}
