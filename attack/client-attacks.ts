// Attacks of clients that behave badly: that leave, stay silent, drip, do not read, or make up who they are.
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type Attack, type Outcome, send, summed, type Target, times } from './attack.js';

const openSocket = ({ url }: Target): Promise<Socket> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.on('error', () => resolve(socket));
  });

const sockets = (target: Target, count: number): Promise<Socket[]> =>
  Promise.all(Array.from({ length: count }, () => openSocket(target)));

const post = (query: string): string => {
  const body = JSON.stringify({ query });
  return `POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
};

/** Conditions that no index helps with, again and again, by a client that does not wait. */
async function leaving(target: Target): Promise<Outcome> {
  const query = `{ ${times(150, (i) => `a${i}: accounts(first: 1, filter: { balance: { gt: ${i} } }) { nodes { memo } }`)} }`;
  const outcomes: Outcome[] = [];
  for (let round = 0; round < 3; round += 1) {
    const began = Date.now();
    outcomes.push(await send(target, { query, leaves: 200 }));
    await wait(3000 - (Date.now() - began));
  }
  return summed(outcomes);
}

/** Every connection to the database falls silent, as after a failover without a word. */
async function silence(target: Target): Promise<Outcome> {
  const small = (i: number) => ({ query: `{ account(id: "0.0.${1001 + i}") { memo } }` });
  await Promise.all(Array.from({ length: 64 }, (_, i) => send(target, small(i))));
  target.silence?.();
  const before = Promise.all(Array.from({ length: 32 }, (_, i) => send(target, small(i))));
  const began = Date.now();
  let good = false;
  while (!good && Date.now() - began < 25_000) {
    await wait(500);
    good = (await send(target, small(0))).status === '200';
  }
  const { size } = summed(await before);
  const status = good ? `again after ${Date.now() - began} ms` : 'never again';
  return { status, size, ...(!good && { failure: 'no good answer any more' }) };
}

/** Connections that have been refused and go on to send, a byte at a time. */
async function dripping(target: Target): Promise<Outcome> {
  const open = new Set(await sockets(target, 400));
  for (const socket of open) {
    socket.on('data', () => {});
    socket.on('close', () => open.delete(socket));
    socket.write('THIS IS NO HTTP\r\n\r\n');
  }
  for (let second = 0; second < 15 && open.size > 0; second += 1) {
    for (const socket of open) if (socket.writable) socket.write('x');
    await wait(1000);
  }
  const left = open.size;
  for (const socket of open) socket.destroy();
  return { status: `${left} of 400 held`, size: 0, ...(left > 0 && { failure: 'still held' }) };
}

/** Clients that ask for large answers and do not read them. */
async function stalled(target: Target): Promise<Outcome> {
  const query = (i: number) =>
    post(
      `{ accounts(first: 1000) { nodes { ${times(40, (n) => `a${n}: memo b${i}`)} } } }`.replaceAll(
        `b${i}`,
        '',
      ),
    );
  const open = await sockets(target, 150);
  for (const [index, socket] of open.entries()) {
    socket.pause();
    for (let again = 0; again < 2; again += 1) socket.write(query(index));
    await wait(100);
  }
  await wait(5000);
  for (const socket of open) socket.destroy();
  return { status: 'did not read', size: 0 };
}

/** Requests that each tell of another address; the proxy in front adds the one that it sees. */
const madeUp =
  (address: (index: number) => string) =>
  async (target: Target): Promise<Outcome> => {
    let passed = 0;
    for (let index = 0; index < 300; index += 1) {
      const headers = { 'x-forwarded-for': address(index) };
      const { status } = await send(target, { query: '{ __typename }', headers });
      if (status === '200') passed += 1;
    }
    const failure = passed > 100 && { failure: `${passed} of 300 passed a limit of 100` };
    return { status: `${passed} of 300 passed`, size: 0, ...failure };
  };

/** One operation for many things that a mirror node never answers. */
const silentCalls = (target: Target): Promise<Outcome> =>
  send(target, {
    query: `{ ${times(190, (i) => `a${i}: account(id: "0.0.${900_000 + i}") { tokens { nodes { balance } } }`)} }`,
  });

const behindProxy = ['--trust-proxy', '--rate-limit', '100'];

export const clientAttacks: readonly Attack[] = [
  {
    name: '150 unindexed conditions every 3 s, client gone after 0.2 s',
    on: ['PostgreSQL'],
    isLong: true,
    isOnLedger: true,
    run: leaving,
  },
  {
    name: 'connections to the database fall silent',
    on: ['PostgreSQL'],
    isLong: true,
    run: silence,
  },
  {
    name: 'an operation whose calls are never answered',
    on: ['upstream'],
    isLong: true,
    isOnLedger: true,
    run: silentCalls,
  },
  { name: '400 refused connections that drip', on: ['embedded'], isLong: true, run: dripping },
  { name: '300 large answers that nobody reads', isLong: true, run: stalled },
  {
    name: 'addresses that the client makes up',
    on: ['embedded'],
    options: behindProxy,
    isLong: true,
    run: madeUp((index) => `198.51.100.${index % 250}, 203.0.113.7`),
  },
  {
    name: 'addresses of one IPv6 network',
    on: ['embedded'],
    options: behindProxy,
    isLong: true,
    run: madeUp((index) => `2001:db8::${index.toString(16)}`),
  },
];
