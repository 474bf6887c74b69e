// The flows by the names that declarations have for them.

import type { Flow } from './flow.js';
import { argumentFlow, objectFlow } from './flow-java.js';
import { filterFlow, requestFlow } from './flow-javascript.js';
import {
  defaultLimits,
  type FlowName,
  type Limits,
  type List,
  type Lookup,
  type PageSizes,
} from './resource.js';

const flows: Readonly<Record<FlowName, Flow>> = {
  1: requestFlow,
  2: filterFlow,
  java: argumentFlow,
  'java object': objectFlow,
};

export const flowOf = ({ flow }: Pick<List | Lookup, 'flow'>): Flow => flows[flow];

/** Sizes of a resource's pages; `limits` are those that a service sets. */
export function pageSizes(resource: List | Lookup, limits: Limits = defaultLimits): PageSizes {
  const own = resource.is === 'list' ? resource.pages : undefined;
  const { page, maxPage } = limits;
  const set = { page: Math.min(page, maxPage), maxPage, beyond: 'clamped' } as const;
  return { ...set, ...flowOf(resource).pages, ...own };
}
