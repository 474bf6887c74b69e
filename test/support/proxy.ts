// A TCP proxy before a server, which can fall silent: it keeps its connections, and passes nothing on.
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';

export interface SilentProxy {
  readonly port: number;
  /** From now on nothing of the connections that there are is passed on; new ones are served. */
  silence(): void;
  /** New connections are silent too, or no longer. */
  silenceAll(isSilent: boolean): void;
  close(): Promise<void>;
}

/** Before the server of an address, whose usual port is told where the address has none. */
export async function silentProxy(address: string, usual: number): Promise<SilentProxy> {
  const { hostname, port } = new URL(address);
  const pairs = new Set<[net.Socket, net.Socket]>();
  let isSilent = false;
  const cutOff = ([near, far]: [net.Socket, net.Socket]) => {
    for (const socket of [near, far]) socket.unpipe().pause();
  };
  const server = net.createServer((near) => {
    const far = net.connect(Number(port || usual), hostname);
    const pair: [net.Socket, net.Socket] = [near, far];
    pairs.add(pair);
    for (const socket of pair) socket.on('error', () => {});
    near.on('close', () => {
      pairs.delete(pair);
      far.destroy();
    });
    if (isSilent) return;
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      for (const pair of pairs) cutOff(pair);
    },
    silenceAll(to) {
      isSilent = to;
    },
    async close() {
      for (const [near, far] of pairs) {
        near.destroy();
        far.destroy();
      }
      server.close();
      await once(server, 'close');
    },
  };
}
