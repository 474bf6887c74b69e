// The mirror nodes of one network: where they are, how they are addressed, and which is asked next.
import { wideHeader } from '../contract/query.js';
import { type Gate, type GateOptions, openGate } from './gate.js';

export interface Upstream {
  readonly origin: string;
  /** Host and port, without anything that could be secret. */
  readonly host: string;
  /** Path below which the contract's paths stand, which may hold a key. */
  readonly path: string;
  /** Query string that every call carries. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly gate: Gate;
  /** Routes that have answered, and whether an answer of theirs has ever said that it may be kept. */
  readonly keepable: Map<string, boolean>;
}

/** Reads the addresses; those of one host share its gate. */
export function openUpstreams(
  addresses: readonly string[],
  headers: Readonly<Record<string, string>>,
  options: GateOptions,
): readonly Upstream[] {
  const gates = new Map<string, Gate>();
  return addresses.map((address) => {
    const upstream = readAddress(address, headers);
    const gate = gates.get(upstream.host) ?? openGate(options);
    gates.set(upstream.host, gate);
    return { ...upstream, gate, keepable: new Map() };
  });
}

/** The parts of a base address; credentials in it become a header, and are shown nowhere. */
function readAddress(address: string, more: Readonly<Record<string, string>>) {
  const { protocol, origin, host, pathname, search, username, password } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new TypeError('The address of a mirror node must start with http:// or https://');
  }
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = `Basic ${Buffer.from(user).toString('base64')}`;
  return {
    origin,
    host,
    path: pathname.replace(/\/+$/, ''),
    query: search.slice(1),
    headers: {
      accept: 'application/json',
      'user-agent': 'mirrorql',
      [wideHeader]: '1',
      ...(user !== ':' && { authorization }),
      ...more,
    },
  };
}

/** Path and query of a call to one mirror node. */
export function pathAt(at: Upstream, path: string, search: string): string {
  const all = [at.query, search].filter((text) => text !== '').join('&');
  return `${at.path}${path}${all === '' ? '' : `?${all}`}`;
}

/** The first mirror node that takes calls of a route, and not the one that has just failed if another does. */
export function choose(upstreams: readonly Upstream[], route: string, failed?: Upstream): Upstream {
  const [first] = upstreams;
  if (first && first !== failed && first.gate.allows(route)) return first;
  const others = upstreams.filter((upstream) => upstream !== failed);
  const ready = upstreams.filter(({ gate }) => gate.allows(route));
  return ready.find((upstream) => upstream !== failed) ?? ready[0] ?? others[0] ?? failed ?? none();
}

/** Headers without which no cache keeps an answer (RFC 9111, 4.2). */
const ofAge = ['cache-control', 'expires', 'last-modified', 'etag'];

/** Learns of an answer of a route whether there is anything to be kept of it. */
export function learn(
  { keepable }: Upstream,
  route: string,
  headers: Readonly<Record<string, unknown>>,
): void {
  if (keepable.get(route)) return;
  keepable.set(
    route,
    ofAge.some((name) => headers[name] !== undefined),
  );
}

function none(): never {
  throw new TypeError('No mirror node is named');
}
