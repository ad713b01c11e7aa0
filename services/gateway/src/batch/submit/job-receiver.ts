import type { BatchReceiver, JobEvent } from '@quarry/contracts';
import type { BatchWebhook, WebhookFormat } from '@quarry/store';
import type { HeaderScope, HeaderSeals } from '@quarry/tokens';

/** What a receiver of another API's events expects, beside its address. */
export interface ReceiverWishes {
  readonly format: WebhookFormat;
  readonly events: readonly JobEvent[];
  /** JSON text. */
  readonly metadata?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The receiver of a job's events; without a format it gets our own. */
export interface JobReceiver extends Partial<ReceiverWishes> {
  readonly url: string;
  readonly events: readonly JobEvent[];
}

export const withWishes = (
  webhook: BatchReceiver | undefined,
  wishes: ReceiverWishes | undefined,
): JobReceiver | undefined => (webhook === undefined || wishes === undefined ? webhook : { ...webhook, ...wishes });

/** The receiver for the store: its headers are stored encrypted, for this job alone. */
export const sealReceiver = (
  seals: HeaderSeals | undefined,
  scope: HeaderScope,
  { headers, ...receiver }: JobReceiver,
): BatchWebhook => {
  if (headers === undefined) return receiver;
  // A deployment without a secret has refused the webhook.
  if (seals === undefined) throw new Error('the headers of a receiver cannot be encrypted');
  return { ...receiver, sealedHeaders: seals.seal(scope, headers) };
};

/** The same receiver for another job; undefined if its headers can no longer be decrypted. */
export const openReceiver = (
  seals: HeaderSeals | undefined,
  scope: HeaderScope,
  { sealedHeaders, ...receiver }: BatchWebhook,
): JobReceiver | undefined => {
  if (sealedHeaders === undefined) return receiver;
  const headers = seals?.open(scope, sealedHeaders);
  return headers && { ...receiver, headers };
};
