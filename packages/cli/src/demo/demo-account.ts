import { createHmac } from 'node:crypto';
import type { ApiKey, Store } from '@quarry/store';

export const DEMO_ACCOUNT = {
  id: 'demo',
  name: 'demo',
  plan: { creditsPerPeriod: 1_000_000, periodDays: 30, renew: true },
  concurrency: 64,
} as const;

/** Maximum number of demo keys that can be revoked before no new one is made. */
export const MAX_DEMO_KEYS = 1_000;
const KEY_PREFIX = 'qk_';
const KEY_LABEL = 'quarry demo key';

/** The same secret always gives the same keys; `index` counts the revoked ones before it. */
export const deriveDemoKey = (secret: string, index: number): string =>
  KEY_PREFIX + createHmac('sha256', secret).update(`${KEY_LABEL} ${index}`).digest('base64url');

/** Ensures the demo account exists and returns its key; null if the operator has revoked all. Idempotent. */
export const seedDemoAccount = async (store: Store, secret: string): Promise<string | null> => {
  const account = (await store.accounts.get(DEMO_ACCOUNT.id)) ?? (await store.accounts.create(DEMO_ACCOUNT));
  const keys = await store.keys.list(account.id);
  for (let index = 0; index < MAX_DEMO_KEYS; index += 1) {
    const plainKey = deriveDemoKey(secret, index);
    const known: ApiKey | undefined = keys.find(({ prefix }) => plainKey.startsWith(prefix));
    if (!known) await store.keys.create({ accountId: account.id, name: 'demo', plainKey });
    if (!known?.revokedAtMs) return plainKey;
  }
  return null;
};
