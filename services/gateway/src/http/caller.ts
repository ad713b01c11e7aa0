import type { Account, KeyLimits, KeyUse } from '@quarry/store';

/** The key of a call. */
export interface CallerKey {
  /** Of the store's key, or `CONSOLE_KEY_ID`. */
  readonly id: string;
  readonly limits?: KeyLimits | undefined;
}

/** The account that calls, with the key that it uses. */
export interface Caller extends Account {
  readonly key?: CallerKey | undefined;
}

/** Under which requests of the console's people are counted. */
export const CONSOLE_KEY_ID = 'console';

/** What the store has to know of the key. */
export const keyUseOf = ({ key }: Caller): KeyUse | undefined => {
  if (key === undefined) return undefined;
  const { creditsPerDay, concurrency } = key.limits ?? {};
  return { id: key.id, creditsPerDay, concurrency };
};
