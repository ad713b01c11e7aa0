import type { WebhookSecrets } from '@quarry/webhooks';
import { createAlarm } from './alarm.js';
import { CLOSE_GRACE_MS, POLL_MS } from './bounds.js';
import { createDeliverer, type DelivererOptions } from './deliverer.js';

export interface WebhookDeliveryOptions extends Omit<DelivererOptions, 'secrets' | 'random' | 'signal' | 'onFreed'> {
  /** Undefined: the deployment has no secret to sign with, and deliveries wait until it has. */
  readonly secrets: WebhookSecrets | undefined;
  /** Default: `CLOSE_GRACE_MS`. */
  readonly closeGraceMs?: number;
}

export interface WebhookDeliveries {
  /** Claims nothing more, and lets what is under way end within the grace time. */
  close(): Promise<void>;
}

/** Delivers webhooks until it is closed. */
export const startWebhookDelivery = (options: WebhookDeliveryOptions): WebhookDeliveries => {
  const { secrets, log } = options;
  if (secrets === undefined) {
    log.warn('QUARRY_SECRET is not set: webhooks cannot be signed, and wait until it is');
    return { close: () => Promise.resolve() };
  }
  const alarm = createAlarm();
  const cutting = new AbortController();
  const deliverer = createDeliverer({
    ...options,
    ...{ secrets, random: Math.random, signal: cutting.signal, onFreed: () => alarm.ring() },
  });
  let isClosing = false;
  let isAway = false;

  const look = async (): Promise<void> => {
    try {
      await deliverer.startDue();
      isAway = false;
    } catch (error) {
      if (!isAway) log.warn('due webhooks could not be read', { error });
      isAway = true;
    }
  };

  const run = async (): Promise<void> => {
    while (!isClosing) {
      await look();
      await alarm.wait(POLL_MS);
    }
  };

  const running = run();
  return {
    close: async () => {
      isClosing = true;
      deliverer.stop();
      alarm.ring();
      await running;
      const cut = setTimeout(() => cutting.abort(), options.closeGraceMs ?? CLOSE_GRACE_MS);
      await deliverer.settled();
      clearTimeout(cut);
    },
  };
};
