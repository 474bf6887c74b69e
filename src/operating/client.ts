// Who a client is, for what is counted by client: its network address, told by proxies that are trusted.
import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the client is counted by: an IPv4 address, or the /64 network of an IPv6 address. */
    readonly client: string;
  }
}

/** Whether the address that is `hop` steps away may say whom it speaks for. */
export type Trust = (address: string, hop: number) => boolean;

/**
 * Reads a number of proxies, or their addresses and networks with commas between. Null where the
 * text is neither.
 */
export function readTrust(text: string): Trust | null {
  const hops = text === 'true' ? 1 : text === 'false' ? 0 : Number(text);
  if (/^(true|false|\d{1,2})$/.test(text)) return (_address, hop) => hop < hops;
  const proxies = new BlockList();
  for (const part of text.split(',')) {
    const [, address = '', length] = /^\s*([\da-f.:]+)(?:\/(\d{1,3}))?\s*$/i.exec(part) ?? [];
    const version = isIP(address);
    const bits = version === 4 ? 32 : 128;
    if (version === 0 || Number(length ?? bits) > bits) return null;
    proxies.addSubnet(address, Number(length ?? bits), version === 4 ? 'ipv4' : 'ipv6');
  }
  return (address) => proxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

/** An address as proxies write it, some with a port, as plain text; null for anything else. */
function readAddress(text: string): string | null {
  if (isIPv4(text)) return text;
  const [, bracketed, plain] = /^\s*(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)\s*$/.exec(text) ?? [];
  const [address = ''] = (bracketed ?? plain ?? text.trim()).split('%');
  const version = isIP(address);
  if (version !== 6) return version === 4 ? address : null;
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address;
  const [, mapped] = /^::ffff:([\d.]+)$/.exec(canonical) ?? [];
  return mapped ?? canonical;
}

/** One household has a /64 of IPv6 and all the addresses in it. */
function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const [head = [], tail] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const missing = 8 - head.length - (tail?.length ?? 0);
  const groups = tail ? [...head, ...Array<string>(missing).fill('0'), ...tail] : head;
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/**
 * The client behind a connection and its `X-Forwarded-For`. Each proxy writes the address that it
 * was asked from at the end; the first that is not to be trusted is the client, whatever stands before.
 */
export function clientOf(peer: string, forwarded: string | undefined, trust: Trust): string {
  let client = readAddress(peer) ?? peer;
  for (const [hop, text] of (forwarded?.split(',').reverse() ?? []).entries()) {
    const next = trust(client, hop) ? readAddress(text) : null;
    if (next === null) break;
    client = next;
  }
  return networkOf(client);
}

const nobody: Trust = () => false;

/** Lets requests say which client they are of. */
export function nameClients(app: FastifyInstance, trust: Trust | null): void {
  app.decorateRequest('client', {
    getter() {
      const { headers, socket } = this.raw;
      const forwarded = trust ? headers['x-forwarded-for'] : undefined;
      return clientOf(socket.remoteAddress ?? '', forwarded?.toString(), trust ?? nobody);
    },
  });
}
