// Kept answers within a bound, the least recently used given up first. undici's own store gives up
// only what there is several times of one address, and so grows without end.
import { Writable } from 'node:stream';
import type { interceptors } from 'undici';

export type CacheStore = NonNullable<
  NonNullable<Parameters<typeof interceptors.cache>[0]>['store']
>;
type Key = Parameters<CacheStore['get']>[0];
type Value = Parameters<CacheStore['createWriteStream']>[1];

interface Entry {
  readonly value: Value;
  readonly body: readonly Buffer[];
  readonly size: number;
}

/** What the objects around a body and its headers take, about. */
const overhead = 1000;
/** No single answer may take more than this part of the room. */
const largestPart = 8;

/** A store of at most `room` bytes. */
export function memoryStore(room: number): CacheStore {
  const entries = new Map<string, Entry>();
  let taken = 0;

  function remove(address: string) {
    taken -= entries.get(address)?.size ?? 0;
    entries.delete(address);
  }

  function add(address: string, entry: Entry) {
    remove(address);
    entries.set(address, entry);
    taken += entry.size;
    for (const oldest of entries.keys()) {
      if (taken <= room) return;
      remove(oldest);
    }
  }

  return {
    get(key) {
      const address = addressOf(key);
      const entry = entries.get(address);
      if (!entry || !isFor(key, entry.value)) return undefined;
      entries.delete(address);
      const now = Date.now();
      // What is kept since a time to come is of before the clock was set back, however old that is.
      if (entry.value.deleteAt <= now || entry.value.cachedAt > now) {
        taken -= entry.size;
        return undefined;
      }
      // What was used last stands last.
      entries.set(address, entry);
      const { cacheControlDirectives = {} } = entry.value;
      return { body: [...entry.body], ...entry.value, cacheControlDirectives };
    },
    createWriteStream(key, value) {
      const address = addressOf(key);
      const chunks: Buffer[] = [];
      let size = overhead + address.length + JSON.stringify(value.headers).length;
      return new Writable({
        write(chunk: Buffer, _encoding, done) {
          size += chunk.byteLength;
          if (size > room / largestPart) this.destroy();
          else chunks.push(chunk);
          done();
        },
        final(done) {
          // A copy of its own: a piece of what came from the socket would keep all of that.
          add(address, { value, body: [Buffer.concat(chunks)], size });
          done();
        },
      });
    },
    delete: (key) => remove(addressOf(key)),
  };
}

const addressOf = ({ origin, method, path }: Key) => `${method} ${origin}${path}`;

/** Whether an answer was given to a request with the same headers, as far as it depends on them. */
const isFor = ({ headers }: Key, { vary }: Value): boolean =>
  Object.entries(vary ?? {}).every(
    ([name, text]) => String(headers?.[name] ?? '') === String(text ?? ''),
  );
