// Times as people write them: seconds since the epoch, or a date and time of day with its zone.
import { timestamp } from '../../contract/values.js';

const isoTime = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/;

/** Whole seconds of a date and time that there is, in a zone; null for others, which `Date` carries over. */
function secondsOf(local: string, zone: string): number | null {
  const there = Date.parse(`${local}Z`);
  const time = Date.parse(`${local}${zone}`);
  if (Number.isNaN(time) || !new Date(there).toISOString().startsWith(local)) return null;
  return time / 1000;
}

/** Consensus time of a text in ISO 8601; null for other text. */
export function readIsoTime(text: string): string | null {
  const [, local, fraction = '0', zone] = isoTime.exec(text) ?? [];
  if (local === undefined || zone === undefined) return null;
  const seconds = secondsOf(local, zone);
  return seconds === null ? null : timestamp.read(`${seconds}.${fraction}`);
}

/** Consensus time in seconds, or as ISO 8601. */
export const readTime = (text: string): string | null => readIsoTime(text) ?? timestamp.read(text);
