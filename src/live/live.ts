// Live data: topics that poll one ledger for all subscribers, and who may subscribe.

import type { Filter, Position } from '../contract/resource.js';
import type { BlockRow } from '../contract/resources/blocks.js';
import type { ContractLogRow } from '../contract/resources/contract-logs.js';
import type { ScheduleRow } from '../contract/resources/schedules.js';
import type { MessageRow } from '../contract/resources/topic-messages.js';
import type { TransactionRow } from '../contract/resources/transactions.js';
import { LedgerError } from '../errors.js';
import type { Ledger } from '../ledger.js';
import { type OperationLimits, type RunningOperation, startOperation } from '../operation.js';
import { AppendedTopic } from './appended.js';
import { type LiveBalance, watchBalances } from './balances.js';
import { eventTurns } from './event-turns.js';
import { streamEnded } from './failure.js';
import type { Asked } from './feed.js';
import {
  addedBlocks,
  addedLogs,
  addedLogsOfContract,
  addedMessages,
  addedTransactions,
} from './growing.js';
import { watchSchedules } from './schedules.js';
import type { Stream } from './stream.js';
import { WatchedTopic } from './watched.js';

export interface LiveLimits {
  /** Milliseconds from one poll of a topic to the next. */
  readonly interval: number;
  /** Streams at the most, of all clients and of one. */
  readonly streams: number;
  readonly streamsPerClient: number;
  /** Different accounts, schedules, topics and contracts that are watched at the most. */
  readonly watched: number;
  /** Seconds after which a stream ends; 0 for never. */
  readonly life: number;
}

type Topic = 'blocks' | 'logs' | 'messages' | 'transactions' | 'balances' | 'schedules';

/** Told what happens, for the metrics. */
export interface LiveObserver {
  subscribed(topic: Topic, change: 1 | -1): void;
  polled(topic: Topic, outcome: string): void;
  sent(): void;
}

const unwatched: LiveObserver = { subscribed() {}, polled() {}, sent() {} };

/** What can be subscribed to; `client` is the address that streams are counted by. */
export interface Live {
  /** @throws LedgerError RATE_LIMITED, as all of them do where there is no room. */
  blocks(client: string, after: Position | null): Stream<BlockRow>;
  /** Logs that meet conditions, of one contract or of all. */
  logs(client: string, asked: Asked, after: Position | null): Stream<ContractLogRow>;
  /** Messages of a topic; `isKnown` leaves out what the client has had already. */
  messages(
    client: string,
    topic: string,
    after: Position | 'start' | null,
    isKnown?: (row: MessageRow) => boolean,
  ): Stream<MessageRow>;
  /** Transactions that meet conditions. */
  transactions(
    client: string,
    filters: readonly Filter[],
    after: Position | null,
  ): Stream<TransactionRow>;
  /** The balance of an account by any reference; null while there is no such account. */
  balance(client: string, account: string): Stream<LiveBalance | null>;
  schedule(client: string, id: string): Stream<ScheduleRow | null>;
  /** Starts the operation of one event, when it is its client's turn; `fresh` where nothing may come out of a cache. */
  begin(client: string, fresh: boolean): Promise<RunningOperation>;
  /** Ends all streams, each with a last word. */
  close(): void;
}

/** Milliseconds that a timer of Node can wait. */
const longestTimer = 2 ** 31 - 1;
/** Seconds after which someone for whom there is no room may try again. */
const retryAfter = 30;
const full = (what: string) => new LedgerError('RATE_LIMITED', what, { retryAfter });

/** Topics over a ledger; nothing is asked before someone subscribes. */
export function openLive(
  ledger: Ledger,
  operation: OperationLimits,
  limits: LiveLimits,
  watch: LiveObserver = unwatched,
): Live {
  const streams = new Set<Stream<never>>();
  const clients = new Map<string, number>();
  let isClosed = false;
  const turn = eventTurns();
  const begin = async (client: string, fresh: boolean) => {
    await turn(client);
    watch.sent();
    return startOperation(operation, { fresh }, client);
  };
  /** Polls are the server's own: what they may spend grows with what is watched, which has a limit. */
  const optionsOf = (topic: Topic) => ({
    interval: limits.interval,
    begin: () => startOperation({ timeout: operation.timeout, calls: Number.POSITIVE_INFINITY }),
    polled: (outcome: string) => watch.polled(topic, outcome),
  });
  const blocks = new AppendedTopic(addedBlocks, ledger, optionsOf('blocks'));
  const logs = new AppendedTopic(addedLogs, ledger, optionsOf('logs'));
  const logsOfContract = new AppendedTopic(addedLogsOfContract, ledger, optionsOf('logs'));
  const messages = new AppendedTopic(addedMessages, ledger, optionsOf('messages'));
  const transactions = new AppendedTopic(addedTransactions, ledger, optionsOf('transactions'));
  const balances = new WatchedTopic(watchBalances(ledger, limits.watched), optionsOf('balances'));
  const schedules = new WatchedTopic(watchSchedules(ledger), optionsOf('schedules'));

  function admit<T>(topic: Topic, client: string, open: () => Stream<T>): Stream<T> {
    const own = clients.get(client) ?? 0;
    if (isClosed) throw streamEnded('The server is closing');
    if (own >= limits.streamsPerClient) {
      throw full(`More than ${limits.streamsPerClient} streams of one client`);
    }
    if (streams.size >= limits.streams) throw full(`More than ${limits.streams} streams`);
    const stream = open();
    streams.add(stream as unknown as Stream<never>);
    clients.set(client, own + 1);
    watch.subscribed(topic, 1);
    const over = () => stream.end(streamEnded(`A stream lasts ${limits.life} seconds`));
    const life = Math.min(limits.life * 1000, longestTimer);
    const timer = life > 0 ? setTimeout(over, life).unref() : undefined;
    stream.whenOver(() => {
      clearTimeout(timer);
      streams.delete(stream as unknown as Stream<never>);
      watch.subscribed(topic, -1);
      const left = (clients.get(client) ?? 1) - 1;
      if (left > 0) clients.set(client, left);
      else clients.delete(client);
    });
    return stream;
  }

  function openKey<T>(of: WatchedTopic<T>, key: string): Stream<T | null> {
    if (!of.has(key)) haveRoom();
    return of.open(key);
  }

  function follow<T>(
    of: AppendedTopic<T>,
    asked: Asked,
    ...from: [after: Position | 'start' | null, isKnown?: (row: T) => boolean]
  ): Stream<T> {
    if (!of.has(asked)) haveRoom();
    return of.open(asked, ...from);
  }

  function haveRoom(): void {
    const watched = [balances, schedules, messages, transactions, logs, logsOfContract];
    if (watched.reduce((sum, { size }) => sum + size, 0) < limits.watched) return;
    throw full(`More than ${limits.watched} accounts, schedules, topics and contracts are watched`);
  }

  return {
    blocks: (client, after) => admit('blocks', client, () => blocks.open({ filters: [] }, after)),
    logs: (client, asked, after) =>
      admit('logs', client, () =>
        follow(asked.key === undefined ? logs : logsOfContract, asked, after),
      ),
    messages: (client, key, after, isKnown) =>
      admit('messages', client, () => follow(messages, { key, filters: [] }, after, isKnown)),
    transactions: (client, filters, after) =>
      admit('transactions', client, () => follow(transactions, { filters }, after)),
    balance: (client, key) => admit('balances', client, () => openKey(balances, key)),
    schedule: (client, id) => admit('schedules', client, () => openKey(schedules, id)),
    begin,
    close() {
      isClosed = true;
      for (const stream of [...streams]) stream.end(streamEnded('The server is closing'));
    },
  };
}
