import { randomUUID } from 'node:crypto';
import { openMongoStore } from '../../src/mongo/open-mongo-store.js';

export interface HoldOrder {
  readonly accountId: string;
  readonly count: number;
}

/** `opened` first, then the tally of outcomes. */
export type HoldReport =
  | { readonly kind: 'opened' }
  | { readonly kind: 'tally'; readonly admitted: number; readonly exhausted: number };

const report = (message: HoldReport): void => {
  process.send?.(message);
};

const store = await openMongoStore({ uri: process.argv[2] ?? '', database: process.argv[3] ?? '' });

const holdCredits = async ({ accountId, count }: HoldOrder): Promise<void> => {
  const admit = () =>
    store.requests.admit({
      id: randomUUID(),
      accountId,
      operation: 'scrape/web',
      params: {},
      contractVersion: 1,
      holdCredits: 1,
      deadlineAtMs: Date.now() + 300_000,
    });
  const results = await Promise.all(Array.from({ length: count }, admit));
  const tally = (wanted: string): number => results.filter(({ outcome }) => outcome === wanted).length;
  report({ kind: 'tally', admitted: tally('admitted'), exhausted: tally('credits_exhausted') });
  await store.close();
  process.disconnect();
};

process.on('message', (order: HoldOrder) => void holdCredits(order));
report({ kind: 'opened' });
