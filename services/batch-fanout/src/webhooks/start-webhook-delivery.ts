import type { WebhookSecrets } from '@quarry/webhooks';
import { startPeriodicTask } from '../periodic-task.js';
import { CLOSE_GRACE_MS, POLL_MS } from './bounds.js';
import { createDeliverer, type DelivererOptions } from './deliverer.js';
import { createWriteDelivery, type WriteDeliveryOptions } from './write-delivery.js';

export interface WebhookDeliveryOptions
  extends
    Omit<DelivererOptions, 'secrets' | 'write' | 'random' | 'signal' | 'onFreed'>,
    Omit<WriteDeliveryOptions, 'secrets'> {
  /** Undefined: the deployment has no secret to sign with, so deliveries wait. */
  readonly secrets: WebhookSecrets | undefined;
  /** Default: `CLOSE_GRACE_MS`. */
  readonly closeGraceMs?: number;
}

export interface WebhookDeliveries {
  /** Claims no further delivery, and lets running ones end within the grace time. */
  close(): Promise<void>;
}

/** Delivers webhooks until it is closed. */
export const startWebhookDelivery = (options: WebhookDeliveryOptions): WebhookDeliveries => {
  const { secrets, log } = options;
  if (secrets === undefined) {
    log.warn('QUARRY_SECRET is not set: webhooks cannot be signed, and wait until it is');
    return { close: () => Promise.resolve() };
  }
  const cutting = new AbortController();
  const deliverer = createDeliverer({
    ...options,
    write: createWriteDelivery({ ...options, secrets }),
    ...{ secrets, random: Math.random, signal: cutting.signal, onFreed: () => task.trigger() },
  });
  const task = startPeriodicTask({
    run: () => deliverer.startDue(),
    everyMs: POLL_MS,
    onFailure: (error) => log.warn('due webhooks could not be read', { error }),
  });
  return {
    close: async () => {
      deliverer.stop();
      await task.close();
      const cut = setTimeout(() => cutting.abort(), options.closeGraceMs ?? CLOSE_GRACE_MS);
      await deliverer.settled();
      clearTimeout(cut);
    },
  };
};
