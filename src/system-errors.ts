// Failures whose reason is outside of the program, each in one line that says what to do.

/** What Node says of a failed call to the system. */
type SystemError = NodeJS.ErrnoException & { readonly port?: number; readonly address?: string };

const ways: Readonly<Record<string, (error: SystemError) => string>> = {
  EADDRINUSE: ({ port, address }) =>
    `port ${port} of ${address} is taken by another program; end it, or choose another with --port (0 takes any free one)`,
  EACCES: ({ port, path }) =>
    port === undefined
      ? `${path ?? 'a file'} may not be read by this user`
      : `port ${port} may not be used by this user; choose one above 1023 with --port`,
  EADDRNOTAVAIL: ({ address }) =>
    `${address} is no address of this machine; choose one with --host (0.0.0.0 takes all)`,
  ENOTFOUND: (error) => `there is no host ${(error as { hostname?: string }).hostname}; see --host`,
  EMFILE: () =>
    'this process may not open as many files and connections as a start takes; allow more with ulimit -n (or LimitNOFILE, nofile)',
  ENFILE: () => 'this machine has no room for more open files and connections',
  ENOSPC: () => 'there is no room left on the disk for the sample ledger',
};

/** The line for a failure; undefined where it is ours to explain. */
export function explained(error: unknown): string | undefined {
  const { code, syscall } = (error ?? {}) as SystemError;
  if (code === undefined || syscall === undefined) return undefined;
  return ways[code]?.(error as SystemError);
}
