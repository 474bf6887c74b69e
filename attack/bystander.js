// Someone else who asks something small all the time, in a thread of its own: how long do they wait?
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** Milliseconds from one question to the next. */
const pause = 20;
/** Questions of one kind that wait at the most; who waits for so many asks no more. */
const most = 50;

const agent = new Agent({ keepAlive: true });
const query = JSON.stringify({ query: '{ account(id: "0.0.1010") { entityId } }' });

/** Milliseconds that the server's own thread has worked, by its machine's count. */
function worked() {
  const [nanoseconds] = readFileSync(`/proc/${workerData.pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

/**
 * @typedef {{ longest: number, held: number, asked: number, failed: number, waiting: Set<number>, ask: [string, string | undefined] }} Kind
 * @type {Readonly<Record<string, Kind>>}
 */
const kinds = {
  server: { ...none(), ask: ['/health', undefined] },
  ledger: { ...none(), ask: ['/graphql', query] },
};

function none() {
  return {
    longest: 0,
    held: 0,
    asked: 0,
    failed: 0,
    waiting: /** @type {Set<number>} */ (new Set()),
  };
}

/** @param {Kind} kind */
function ask(kind) {
  if (kind.waiting.size >= most) return;
  const began = performance.now();
  kind.waiting.add(began);
  const before = worked();
  /** @param {boolean} isGood */
  const done = (isGood) => {
    if (!kind.waiting.delete(began)) return;
    kind.asked += 1;
    if (!isGood) kind.failed += 1;
    kind.longest = Math.max(kind.longest, performance.now() - began);
    kind.held = Math.max(kind.held, worked() - before);
  };
  const [path, body] = kind.ask;
  const headers = { 'content-type': 'application/json' };
  const method = body === undefined ? 'GET' : 'POST';
  const sent = request(new URL(path, workerData.url), { agent, method, headers }, (response) => {
    let text = '';
    response.on('data', (chunk) => {
      text += chunk;
    });
    response.on('error', () => done(false));
    response.on('end', () => done(response.statusCode === 200 && !text.includes('"errors"')));
  });
  sent.on('error', () => done(false));
  sent.end(body);
}

let late = performance.now();
setInterval(() => {
  const now = performance.now();
  // A thread that was not run itself says nothing about the server.
  if (now - late < 3 * pause) for (const kind of Object.values(kinds)) ask(kind);
  late = now;
}, pause);

parentPort?.on('message', () => {
  const now = performance.now();
  const read = Object.entries(kinds).map(([name, kind]) => {
    const longest = Math.max(kind.longest, ...[...kind.waiting].map((began) => now - began));
    const { asked, failed, held } = kind;
    Object.assign(kind, none());
    return [name, { longest, held, asked, failed }];
  });
  parentPort?.postMessage(Object.fromEntries(read));
});
