import type { Logger } from '@quarry/observability';
import { KEY_USE_STEP_MS, type Clock, type KeyStore } from '@quarry/store';
import { KEY_CACHE_ENTRIES } from '../bounds.js';

export interface KeyUsesOptions {
  readonly keys: Pick<KeyStore, 'recordUse'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Records in the store that a key is used, at most once per `KEY_USE_STEP_MS`. Returns at once: no response waits for it. */
export const createKeyUses = ({ keys, clock, log }: KeyUsesOptions): ((keyId: string) => void) => {
  const recordedAtMs = new Map<string, number>();
  return (keyId) => {
    const nowMs = clock();
    if (nowMs - (recordedAtMs.get(keyId) ?? -Infinity) < KEY_USE_STEP_MS) return;
    recordedAtMs.delete(keyId);
    const oldest = recordedAtMs.keys().next();
    if (recordedAtMs.size >= KEY_CACHE_ENTRIES && !oldest.done) recordedAtMs.delete(oldest.value);
    recordedAtMs.set(keyId, nowMs);
    keys.recordUse(keyId).catch((error: unknown) => log.debug('could not record the use of a key', { error }));
  };
};
