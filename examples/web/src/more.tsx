// The end of a list that goes on: loads the next page when it comes into view, or by its button.
import { useCallback, useEffect, useRef, useState } from 'react';

export interface PageInfo {
  readonly hasNextPage: boolean;
  readonly endCursor?: string | null;
}

type Props = {
  shown: number;
  what: string;
  pageInfo: PageInfo;
  /** Asks for the page after the cursor; the cache puts it at the end of the list. */
  load: (after: string) => Promise<{ error?: unknown }>;
};

export function More({ shown, what, pageInfo: { hasNextPage, endCursor }, load }: Props) {
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle');
  const end = useRef<HTMLDivElement>(null);
  const isBusy = useRef(false);

  const next = useCallback(async () => {
    if (isBusy.current || !hasNextPage || !endCursor) return;
    isBusy.current = true;
    setState('loading');
    const failed = await load(endCursor).then(
      ({ error }) => error !== undefined,
      () => true,
    );
    isBusy.current = false;
    setState(failed ? 'failed' : 'idle');
  }, [hasNextPage, endCursor, load]);

  // A failed page is tried again by hand only: a list in view would ask without end.
  useEffect(() => {
    if (!end.current || state !== 'idle') return;
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void next();
      },
      { rootMargin: '400px' },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [next, state]);

  if (!hasNextPage) return <p className="end faint">{`${shown} ${what}, all of them`}</p>;
  return (
    <div ref={end} className="more" role="status">
      <span className="faint">{`${shown} ${what} so far`}</span>
      <button type="button" onClick={next} disabled={state === 'loading'}>
        {state === 'loading' ? 'Loading…' : state === 'failed' ? 'Failed, try again' : 'More'}
      </button>
    </div>
  );
}
