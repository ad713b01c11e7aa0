/** The indexes that walks over an account's requests follow; each ends with the order of the walk. */
export const WALK_INDEXES = {
  account: { accountId: 1, createdAtMs: -1, _id: -1 },
  operation: { accountId: 1, operation: 1, createdAtMs: -1, _id: -1 },
  host: { accountId: 1, host: 1, createdAtMs: -1, _id: -1 },
  error: { accountId: 1, error: 1, createdAtMs: -1, _id: -1 },
  state: { accountId: 1, state: 1, createdAtMs: -1, _id: -1 },
} as const;
