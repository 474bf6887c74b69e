// Answers of a stub that are held back until a test lets them go.
import type { ServerResponse } from 'node:http';
import { expect } from 'vitest';
import type { Answer, Handler } from './stub.js';

export interface HeldAnswers {
  /** Calls whose answers are held back, by the end of their path. */
  readonly held: ReadonlyMap<string, () => void>;
  /** Ends of the paths whose held answers nobody waits for any more. */
  readonly left: string[];
  /** Answers like the handler that is wrapped, but holds back the calls that `holds` names. */
  holding(holds: (path: string, url: string) => string | null | undefined): Handler;
  /** Lets an answer go, once it is held. */
  release(name: string): Promise<void>;
  reset(): void;
}

export function holdAnswers(handler: Handler): HeldAnswers {
  const held = new Map<string, () => void>();
  const left: string[] = [];

  function hold(name: string, response: ServerResponse, { body }: Answer): void {
    response.on('close', () => {
      if (!response.writableFinished) left.push(name);
    });
    held.set(name, () => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  }

  return {
    held,
    left,
    holding: (holds) => (call) => {
      const name = holds(call.path, call.url);
      const answer = handler(call);
      if (!name || !answer) return answer;
      return { send: (response) => hold(name, response, answer) };
    },
    async release(name) {
      await expect.poll(() => held.has(name)).toBe(true);
      held.get(name)?.();
    },
    reset() {
      held.clear();
      left.length = 0;
    },
  };
}
