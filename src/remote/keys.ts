// Keys of an upstream as the contract has them now: older mirror nodes left more forms undecoded.
import { type Key, readKey } from '../contract/keys.js';

const isKeyMember = (name: string) => name === 'key' || name.endsWith('_key');

/** The same item with its keys in the contract's form; a body may be shared, so it is not changed. */
export function withPrintedKeys<T>(item: T): T {
  let printed: Record<string, unknown> | undefined;
  for (const name in item) {
    if (!isKeyMember(name)) continue;
    const key = item[name] as Partial<Key> | null | undefined;
    if (key?._type !== 'ProtobufEncoded' || typeof key.key !== 'string') continue;
    printed ??= { ...(item as Record<string, unknown>) };
    printed[name] = readKey(key.key);
  }
  return (printed ?? item) as T;
}
