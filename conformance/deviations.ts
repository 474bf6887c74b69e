/** Where the service answers otherwise than the reference on purpose, each with its reason. */

export interface Deviation {
  readonly area: string;
  /** URLs that the deviation is about. */
  readonly url: RegExp;
  readonly reason: string;
}

export const deviations: readonly Deviation[] = [];

export const deviationOf = (area: string, url: string): Deviation | undefined =>
  deviations.find((deviation) => deviation.area === area && deviation.url.test(url));
