// GraphiQL's tabs: the example operations, with variables that name what the ledger really holds.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { execute, parse } from 'graphql';
import type { Context } from '../reading/context.js';
import { schema } from '../schema.js';
import { exampleQuery } from './example.js';

export interface Tab {
  readonly query: string;
  readonly variables?: string;
}

/** What the examples can name; a member is missing where the ledger has no such thing. */
interface Ids {
  readonly account?: string;
  readonly token?: string;
  readonly collection?: string;
  readonly creator?: string;
  readonly block?: string;
  readonly at?: string;
  readonly dayAgo?: string;
  readonly transaction?: string;
  readonly schedule?: string;
  readonly topic?: string;
  readonly contract?: string;
}

/** A token, the first account that holds it, a token of NFTs, and the newest of what the others are. */
const someIds = parse(`{
  tokens(first: 1, filter: { type: FUNGIBLE_COMMON }) {
    nodes { entityId balances(first: 1, order: ASC) { nodes { accountId } } }
  }
  collections: tokens(first: 2, filter: { type: NON_FUNGIBLE_UNIQUE }) { nodes { entityId } }
  schedules(first: 1, order: DESC) { nodes { entityId creatorAccountId } }
  blocks(first: 1) { nodes { number timestamp { to } } }
  transactions(first: 1) { nodes { transactionId } }
  messages: transactions(first: 1, filter: { type: { eq: CONSENSUSSUBMITMESSAGE } }) { nodes { entityId } }
  contractResults(first: 1) { nodes { contractId } }
}`);

interface Found {
  readonly tokens?: List<{ entityId: string; balances?: List<{ accountId: string }> }>;
  readonly collections?: List<{ entityId: string }>;
  readonly schedules?: List<{ entityId: string; creatorAccountId?: string }>;
  readonly blocks?: List<{ number: string; timestamp: { to: string } }>;
  readonly transactions?: List<{ transactionId: string }>;
  readonly messages?: List<{ entityId: string }>;
  readonly contractResults?: List<{ contractId?: string }>;
}
type List<T> = { readonly nodes: readonly T[] } | null;

const dayBefore = (time: string) => String(Number.parseInt(time, 10) - 86_400);

async function lookUp(contextValue: Context): Promise<Ids> {
  const { data } = await execute({ schema, document: someIds, contextValue });
  const found = JSON.parse(JSON.stringify(data ?? {})) as Found;
  const { tokens, collections, schedules, blocks } = found;
  const token = tokens?.nodes[0];
  const block = blocks?.nodes[0];
  const ids: Record<keyof Ids, string | undefined> = {
    token: token?.entityId,
    account: token?.balances?.nodes[0]?.accountId,
    // The second if there is one: in the sample its NFTs have a story to tell.
    collection: collections?.nodes.at(-1)?.entityId,
    creator: schedules?.nodes[0]?.creatorAccountId,
    block: block?.number,
    at: block?.timestamp.to,
    dayAgo: block && dayBefore(block.timestamp.to),
    transaction: found.transactions?.nodes[0]?.transactionId,
    schedule: schedules?.nodes[0]?.entityId,
    topic: found.messages?.nodes[0]?.entityId,
    contract: found.contractResults?.nodes[0]?.contractId,
  };
  return JSON.parse(JSON.stringify(ids)) as Ids;
}

const examples = new URL('../../../examples/', import.meta.url);

const tab = (name: string, variables: Readonly<Record<string, unknown>>): Tab => ({
  query: readFileSync(new URL(`${name}.graphql`, examples), 'utf8'),
  variables: JSON.stringify(variables, null, 2),
});

/** An explorer's pages as one tab, in which one chooses; the variables are those of all of them. */
function explorerTab(variables: Readonly<Record<string, unknown>>): Tab {
  const names = readdirSync(new URL('explorer/', examples)).map((file) => file.split('.')[0] ?? '');
  const order = [...new Set(['home', ...names])];
  const parts = order.map((name) => tab(`explorer/${name}`, {}).query);
  return {
    query: [explorerNote, ...parts].join('\n'),
    variables: JSON.stringify(variables, null, 2),
  };
}

const explorerNote = `# An explorer's pages, one operation each: the button that runs them lets you choose.
# What they cost, and what they replace: docs/explorer.md.
`;

const tabsWith = ({ account, token, collection, creator, block, at, ...more }: Ids): Tab[] => [
  { query: exampleQuery },
  tab('account', { id: account, first: 10 }),
  tab('parts', { id: account, first: 10 }),
  tab('holders', { id: token, at, first: 10 }),
  tab('nfts', { id: collection, first: 5 }),
  tab('allowances', { id: account, first: 10 }),
  tab('schedules', { id: creator }),
  tab('block', { number: block }),
  tab('search', { text: token }),
  explorerTab({ account, token, collection, serialNumber: '1', block, text: account, ...more }),
];

/** Milliseconds that the page waits for ids; without them the tabs have no variables to start from. */
const patience = 2000;

/** The tabs; ids are looked up when they are first asked for, and again after a failure. */
export function exampleTabs(): (context: Context) => Promise<Tab[]> {
  let known: Tab[] | undefined;
  return async (context) => {
    if (known) return known;
    const late = wait(patience, {}, { ref: false });
    const ids: Ids = await Promise.race([lookUp(context).catch(() => ({})), late]);
    const tabs = tabsWith(ids);
    if (Object.keys(ids).length > 0) known = tabs;
    return tabs;
  };
}
