// The examples that GraphiQL offers: operations with variables that name what the ledger really holds.
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { execute, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { packageRoot } from '../../root.js';
import type { Context } from '../reading/context.js';
import { schema } from '../schema.js';
import { exampleQuery } from './example.js';

export interface Example {
  /** Name of its operation. */
  readonly name: string;
  /** What it shows, in a sentence. */
  readonly about: string;
  readonly query: string;
  readonly variables?: string;
}

/** Examples by what they are about. */
export interface Examples {
  readonly starts: readonly Example[];
  readonly pages: readonly Example[];
}

/** What the examples can name; a member is missing where the ledger has no such thing. */
interface Ids {
  readonly account?: string;
  readonly token?: string;
  readonly collection?: string;
  readonly creator?: string;
  readonly block?: string;
  readonly at?: string;
  /** Cursor of a block with others ahead of it. */
  readonly before?: string;
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
  blocks(first: 4) { nodes { number timestamp { to } } pageInfo { endCursor } }
  transactions(first: 1) { nodes { transactionId } }
  messages: transactions(first: 1, filter: { type: { eq: CONSENSUSSUBMITMESSAGE } }) { nodes { entityId } }
  contractResults(first: 1) { nodes { contractId } }
}`);

interface Found {
  readonly tokens?: List<{ entityId: string; balances?: List<{ accountId: string }> }>;
  readonly collections?: List<{ entityId: string }>;
  readonly schedules?: List<{ entityId: string; creatorAccountId?: string }>;
  readonly blocks?: List<{ number: string; timestamp: { to: string } }> & Ended;
  readonly transactions?: List<{ transactionId: string }>;
  readonly messages?: List<{ entityId: string }>;
  readonly contractResults?: List<{ contractId?: string }>;
}
type List<T> = { readonly nodes: readonly T[] } | null;
type Ended = { readonly pageInfo: { readonly endCursor?: string | null } } | null;

const dayBefore = (time: string) => String(Number.parseInt(time, 10) - 86_400);

/** Ids, and whether they are all that the ledger has. */
interface LookedUp {
  readonly ids: Ids;
  readonly isWhole: boolean;
}

async function lookUp(contextValue: Context): Promise<LookedUp> {
  const { data, errors } = await execute({ schema, document: someIds, contextValue });
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
    before: blocks?.pageInfo.endCursor ?? undefined,
    dayAgo: block && dayBefore(block.timestamp.to),
    transaction: found.transactions?.nodes[0]?.transactionId,
    schedule: schedules?.nodes[0]?.entityId,
    topic: found.messages?.nodes[0]?.entityId,
    contract: found.contractResults?.nodes[0]?.contractId,
  };
  return { ids: JSON.parse(JSON.stringify(ids)) as Ids, isWhole: !errors };
}

const examples = new URL('examples/', packageRoot);

const operationOf = (query: string) => parse(query).definitions[0] as OperationDefinitionNode;

/** An example out of its text: the name of the operation, and the comment that it opens with. */
function described(query: string, variables?: Readonly<Record<string, unknown>>): Example {
  const comment = /^(?:#.*\n)+/.exec(query)?.[0] ?? '';
  const told = comment
    .replaceAll(/^# ?/gm, '')
    .replaceAll('\n', ' ')
    .replace(/^Page: ./, (start) => start.slice(-1).toUpperCase());
  return {
    name: operationOf(query).name?.value ?? '',
    about: told.split(/[.:]\s/)[0] ?? '',
    query,
    ...(variables && { variables: JSON.stringify(variables, null, 2) }),
  };
}

const read = (name: string) => readFileSync(new URL(`${name}.graphql`, examples), 'utf8');

/** Values of the variables that an operation can not do without. */
const only = (query: string, known: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    (operationOf(query).variableDefinitions ?? [])
      .filter(({ type }) => type.kind === Kind.NON_NULL_TYPE)
      .map(({ variable: { name } }) => [name.value, known[name.value]]),
  );

function explorerPages(known: Readonly<Record<string, unknown>>): Example[] {
  const files = readdirSync(new URL('explorer/', examples));
  const names = [...new Set(['home', ...files.map((file) => file.split('.')[0] ?? '')])];
  return names.map((name) => {
    const query = read(`explorer/${name}`);
    return described(query, only(query, known));
  });
}

const examplesWith = (ids: Ids): Examples => {
  const { account, token, collection, creator, block, at, before } = ids;
  const start = (name: string, variables: Readonly<Record<string, unknown>>) =>
    described(read(name), variables);
  return {
    starts: [
      described(exampleQuery),
      start('account', { id: account, first: 10 }),
      start('parts', { id: account, first: 10 }),
      start('holders', { id: token, at, first: 10 }),
      start('nfts', { id: collection, first: 5 }),
      start('allowances', { id: account, first: 10 }),
      described(read('families')),
      start('schedules', { id: creator }),
      start('block', { number: block }),
      start('search', { text: token }),
      start('live', { after: before }),
    ],
    pages: explorerPages({ ...ids, serialNumber: '1', text: account }),
  };
};

/** Milliseconds that the page waits for ids; without them the examples have no variables to start from. */
const patience = 2000;

const nothing: LookedUp = { ids: {}, isWhole: false };

/** The examples; ids are looked up when they are first asked for, and again after a failure. */
export function examplesOf(): (context: Context) => Promise<Examples> {
  let known: Examples | undefined;
  return async (context) => {
    if (known) return known;
    const late = wait(patience, nothing, { ref: false });
    const { ids, isWhole } = await Promise.race([lookUp(context).catch(() => nothing), late]);
    const made = examplesWith(ids);
    if (isWhole && Object.keys(ids).length > 0) known = made;
    return made;
  };
}
