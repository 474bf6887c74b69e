// The same ledger, with answers kept that will never be others: what was known at a time long past.
import { LRUCache } from 'lru-cache';
import { printJson } from './contract/json.js';
import type { List, Lookup } from './contract/resource.js';
import { LedgerError } from './errors.js';
import type { ItemRequest, Ledger, Operation, Page, PageRequest, Settled } from './ledger.js';

/** Answers that are kept at the most, and characters of them all. */
const most = 10_000;
const mostText = 16 * 1024 * 1024;

interface Kept {
  readonly answer: object;
  /** Milliseconds since the epoch at which the ledger gave it. */
  readonly at: number;
}

/** `now` is the service's clock, in milliseconds since the epoch. */
export function keptLedger(ledger: Ledger, now: () => number = Date.now): Ledger {
  const kept = new LRUCache<string, Kept>({ max: most, maxSize: mostText });

  function known(name: string, operation: Operation): object | undefined {
    const one = operation.fresh ? undefined : kept.get(name);
    if (one) operation.note({ cached: 1, age: Math.floor((now() - one.at) / 1000) });
    return one?.answer;
  }

  function keep(name: string, answer: object): void {
    const size = sizeOf(answer);
    if (size !== null) kept.set(name, { answer, at: now() }, { size: size + name.length });
  }

  /** Pages that will never be others, where each is a call of its own; a database is asked at once. */
  const canKeep = (list: List, { filters }: PageRequest) =>
    ledger.batching.parents === 1 && (list.isFinal?.(filters, now()) ?? false);

  async function pages<T>(
    list: List<T>,
    requests: readonly PageRequest[],
    operation: Operation,
  ): Promise<readonly Settled<Page<T> | null>[]> {
    const names = requests.map((one) => (canKeep(list as List, one) ? nameOf(list, one) : null));
    const answers = names.map((name) => name !== null && known(name, operation));
    const left = requests.filter((_one, index) => !answers[index]);
    const found = left.length > 0 ? await ledger.pages(list, left, operation) : [];
    let next = 0;
    return requests.map((_one, index) => {
      const name = names[index] ?? null;
      if (answers[index]) return answers[index] as Page<T>;
      const page = found[next++] ?? null;
      // Without a snapshot there is nothing that could be final.
      if (name !== null && page && !(page instanceof LedgerError) && page.timestamp !== null) {
        keep(name, page);
      }
      return page;
    });
  }

  return {
    ...ledger,
    async one<T>(lookup: Lookup<T>, key: string, request: ItemRequest, operation: Operation) {
      const read = () => ledger.one(lookup, key, request, operation);
      if (!lookup.isFinal?.(request.filters, now())) return read();
      const name = nameOf(lookup, { ...request, key });
      const own = known(name, operation);
      if (own) return own as T;
      const item = await read();
      // What is not there may still come, and so may what is wrong in its place.
      if (item !== null) keep(name, item as object);
      return item;
    },
    async page<T>(list: List<T>, request: PageRequest, operation: Operation) {
      if (!canKeep(list as List, request)) return ledger.page(list, request, operation);
      const [page = null] = await pages(list, [request], operation);
      if (page instanceof LedgerError) throw page;
      return page;
    },
    pages,
  };
}

/** A question as one text; whether a client has typed what is in it makes no difference. */
function nameOf({ name }: List | Lookup, request: ItemRequest & { readonly key?: string }): string {
  const { filters, given: _typed, ...rest } = request;
  return printJson([name, filters.map(({ given: _given, ...one }) => one), rest]);
}

/** Characters of an answer; null where a member of it is an error. */
function sizeOf(answer: object): number | null {
  try {
    return printJson(answer).length;
  } catch (error) {
    if (error instanceof LedgerError) return null;
    throw error;
  }
}
