// What an answer that is an error says: its messages (contract A.12), and when to come again.
import type { ErrorMessage } from '../errors.js';

/** Messages that are taken at the most. */
const mostMessages = 10;

/**
 * The messages of an error body, with their three members and no others, each cut to so many
 * characters: data too, but where what has been asked for may be there.
 */
export function messagesIn(
  body: unknown,
  longestText: number,
  longestData = longestText,
): readonly ErrorMessage[] {
  const { messages } = (body as { _status?: { messages?: unknown } } | null)?._status ?? {};
  if (!Array.isArray(messages)) return [];
  return messages.slice(0, mostMessages).flatMap((entry: unknown): ErrorMessage[] => {
    const { message, detail, data } = (entry ?? {}) as Record<string, unknown>;
    if (typeof message !== 'string') return [];
    const isHex = typeof data === 'string' && /^0x[0-9a-fA-F]*$/.test(data);
    return [
      {
        message: cut(message, longestText),
        ...(typeof detail === 'string' && { detail: cut(detail, longestText) }),
        ...(isHex && { data: cut(data, longestData) }),
      },
    ];
  });
}

/** Messages as one text. */
export const textOf = (messages: readonly ErrorMessage[]): string =>
  messages.map(({ message, detail }) => (detail ? `${message} (${detail})` : message)).join('; ');

/** No half of a character is left at the end. */
const cut = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…` : text;

/** Seconds to wait by a Retry-After header: a count of seconds, or an HTTP date. */
export function secondsOf(given: string | string[] | undefined): number | undefined {
  const header = Array.isArray(given) ? given[0] : given;
  if (header === undefined) return undefined;
  // Some hosts count parts of seconds, which are no date of the year 2001.
  if (/^\d{1,9}(\.\d+)?$/.test(header.trim())) return Math.ceil(Number(header));
  if (!header.includes(':')) return undefined;
  const wait = Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, Math.ceil(wait / 1000));
}
