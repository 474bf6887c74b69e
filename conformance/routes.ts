// Which routes are put to the test: ours and unknown ones, but not the rest of the reference's.
import type { List, Lookup } from '../src/contract/resource.js';
import { lists, lookups } from '../src/contract/resources/index.js';

// Routes of the reference that are not served yet; one that is served counts as ours all the same.
// `…` stands for any ending.
const elsewhere = ['/contracts…', '/network…'];

const base = '/api/v1';

const matcher = (path: string) =>
  new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+').replace('…', '(?:/.*)?')}/?$`, 'i');

const ours = [...lists, ...lookups].map(({ path }) => matcher(path));
const others = elsewhere.map((path) => matcher(base + path));

const pathOf = (url: string) => url.split('?')[0] as string;

/** Whether the resource is what an address names, and not one that is read on the way to it. */
export const isOf = ({ path }: List | Lookup, url: string): boolean =>
  matcher(path).test(pathOf(url));

export function isServed(url: string): boolean {
  const path = pathOf(url);
  return ours.some((route) => route.test(path)) || !others.some((route) => route.test(path));
}

/** The first segment of a path below the base, by which recorded answers are counted. */
export const areaOf = (url: string): string =>
  pathOf(url).slice(base.length).split('/')[1]?.toLowerCase() ?? '';
