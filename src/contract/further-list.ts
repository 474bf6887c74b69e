// Lists that no endpoint of the contract gives: rows of one that does, by conditions or in an order of their own.
import type { List } from './resource.js';

interface Own<T> extends Pick<List<T>, 'name' | 'parameters'> {
  readonly sort?: List<T>['sort'];
  readonly unpaged?: NonNullable<List<T>['unpaged']>;
  /** Why a mirror node can not answer it, as clients are told. */
  readonly reason: string;
}

/** What the endpoint's list says of its own conditions is left out: these are others. */
export function furtherList<T>(list: List<T>, { reason, ...own }: Own<T>): List<T> {
  const { unpaged, apart, spelled, rules, batch, instant, isFinal, ...same } = list;
  return { ...same, ...own, answeredBy: { ledger: 'sql', reason } };
}
