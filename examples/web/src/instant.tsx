// The instant that a page shows: it stands in the address, so that a link leads to the same state.
import { useSearchParams } from 'react-router';

/** The instant of the address as ISO 8601 in UTC, undefined for now, and how to choose another. */
export function useInstant() {
  const [parameters, setParameters] = useSearchParams();
  const at = parameters.get('at') ?? undefined;
  const set = (chosen: string | undefined) => {
    const next = new URLSearchParams(parameters);
    if (chosen === undefined) next.delete('at');
    else next.set('at', chosen);
    setParameters(next, { preventScrollReset: true });
  };
  /** For links to other pages of the same instant. */
  const query = at === undefined ? '' : `?at=${encodeURIComponent(at)}`;
  return { at, set, query };
}

/** Now, or an instant in UTC: the newest snapshot at or before it is shown. */
export function Instant() {
  const { at, set } = useInstant();
  return (
    <p className="instant">
      <label>
        At, in UTC{' '}
        <input
          type="datetime-local"
          step="1"
          value={at?.replace('Z', '') ?? ''}
          onChange={({ target: { value } }) =>
            set(value ? `${value.padEnd(19, ':00')}Z` : undefined)
          }
        />
      </label>
      {at && (
        <button type="button" onClick={() => set(undefined)}>
          Now
        </button>
      )}
    </p>
  );
}
