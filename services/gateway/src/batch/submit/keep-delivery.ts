import { BATCH_DEADLINE_MS, type BatchDelivery } from '@quarry/contracts';
import type { Deliveries } from '@quarry/exports';
import type { Clock } from '@quarry/store';
import type { HeaderSeals } from '@quarry/tokens';
import { STORE_ANSWER_MS } from '../../bounds.js';
import { withTimeout } from '../../http/with-timeout.js';

/** Stores where the results of a job go, before it runs; of a job that is undone, batch-fanout removes it. */
export type KeepDelivery = (input: {
  readonly jobId: string;
  readonly account: { readonly id: string };
  readonly delivery?: BatchDelivery | undefined;
}) => Promise<void>;

export interface KeepDeliveryOptions {
  readonly deliveries: Pick<Deliveries, 'add'>;
  /** Undefined: such jobs were refused before. */
  readonly seals: HeaderSeals | undefined;
  readonly clock: Clock;
  readonly retentionMs: number;
}

export const createKeepDelivery =
  ({ deliveries, seals, clock, retentionMs }: KeepDeliveryOptions): KeepDelivery =>
  async ({ jobId, account: { id: accountId }, delivery }) => {
    if (delivery === undefined) return;
    if (seals === undefined) throw new Error('the keys of a bucket cannot be encrypted');
    const { accessKeyId, secretAccessKey, bucket, region, endpoint, prefix = '', formats, answers } = delivery;
    const sealedKeys = seals.seal({ accountId, requestId: jobId }, { accessKeyId, secretAccessKey });
    const kept = {
      ...{ accountId, bucket, region, endpoint, prefix, formats, hasAnswers: answers, sealedKeys },
      ...({ state: 'pending', attempts: 0, nextAttemptAtMs: 0 } as const),
      expiresAtMs: clock() + BATCH_DEADLINE_MS + retentionMs,
    };
    await withTimeout(STORE_ANSWER_MS, deliveries.add(jobId, kept));
  };
