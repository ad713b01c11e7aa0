import { MASKED } from '@quarry/contracts/mask-params';

/** Stands where a secret was that is kept nowhere. */
export const REMOVED = MASKED;

/** True if a part of a value is a secret that has to be entered again. */
export const hasRemoved = (value: unknown): boolean => JSON.stringify(value)?.includes(REMOVED) ?? false;
