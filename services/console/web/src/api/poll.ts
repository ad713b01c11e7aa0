interface Polled {
  readonly state: { readonly status: string; readonly data: unknown };
}

/**
 * Reads a query again and again, but for one that has failed at first: each try would take the error out of sight, and nobody could
 * read it or press its button.
 */
export const every =
  (intervalMs: number) =>
  ({ state }: Polled): number | false =>
    state.status === 'error' && state.data === undefined ? false : intervalMs;

/** For a part whose page has read the same query: when it comes, it does not ask for what has just failed again. */
export const READ_BY_PAGE = { retryOnMount: false } as const;
