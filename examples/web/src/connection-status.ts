// Whether live data can come at the moment: what the last try of any stream has shown.
import { useSyncExternalStore } from 'react';

let isDown = false;
const listeners = new Set<() => void>();

/** Tells that a stream was taken up by the server, or that it could not be. */
export function reportStream(isUp: boolean): void {
  if (isDown !== isUp) return;
  isDown = !isUp;
  for (const listener of listeners) listener();
}

// A machine without a network finds out about its streams much later.
addEventListener('offline', () => reportStream(false));

/** True while live data stands still. */
export const useStandsStill = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    () => isDown,
  );

/** `fetch` for streams, which tells how each try has gone. */
export async function watchedFetch(...asked: Parameters<typeof fetch>): Promise<Response> {
  try {
    const response = await fetch(...asked);
    reportStream(response.ok);
    return response;
  } catch (error) {
    // Who has left the page has ended the stream, not the server.
    if (!asked[1]?.signal?.aborted) reportStream(false);
    throw error;
  }
}
