import type { WebhookSender } from '@quarry/egress/webhook-sender';
import {
  quietTracing,
  type LogFields,
  type Logger,
  type Metrics,
  type PassFaultPoint,
  type Tracing,
} from '@quarry/observability';
import type { Clock, DeliveryOutcome, WebhookDelivery, WebhookStore } from '@quarry/store';
import { DELIVERY_TIMEOUT_MS, signWebhook, type WebhookSecrets } from '@quarry/webhooks';
import { DELIVERY_LEASE_MS, MAX_PER_HOST, MAX_UNDER_WAY } from './bounds.js';
import { classifyDelivery, type DeliveryAttempt } from './classify-delivery.js';
import { traceWebhook } from './trace-webhook.js';
import type { WriteDelivery } from './write-delivery.js';

export interface DelivererOptions {
  readonly store: Pick<WebhookStore, 'claim' | 'finish'>;
  readonly sender: Pick<WebhookSender, 'send'>;
  readonly secrets: WebhookSecrets;
  readonly write: WriteDelivery;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'increment'>;
  readonly clock: Clock;
  readonly faultPoint: PassFaultPoint;
  /** Default: nothing is recorded. */
  readonly tracing?: Tracing;
  /** From 0 to 1; varies the pauses between tries. */
  readonly random: () => number;
  /** Ends running deliveries. */
  readonly signal: AbortSignal;
  /** Default: `DELIVERY_TIMEOUT_MS`. */
  readonly timeoutMs?: number;
  /** Called when a delivery has ended. */
  readonly onFreed?: () => void;
}

/** Counts the running deliveries to each receiver. */
const createHostCount = () => {
  const counts = new Map<string, number>();
  return {
    add: (host: string, change: 1 | -1): void => {
      const count = (counts.get(host) ?? 0) + change;
      if (count > 0) counts.set(host, count);
      else counts.delete(host);
    },
    busy: (): string[] => [...counts].filter(([, count]) => count >= MAX_PER_HOST).map(([host]) => host),
    /** How many may be claimed at once without any receiver exceeding its limit. */
    room: (): number => MAX_PER_HOST - Math.max(0, ...[...counts.values()].filter((count) => count < MAX_PER_HOST)),
  };
};

const describeOutcome = (outcome: DeliveryOutcome): LogFields =>
  outcome.state === 'delivered'
    ? { status: outcome.statusCode }
    : {
        status: outcome.statusCode,
        reason: outcome.error,
        nextAttemptAtMs: outcome.state === 'pending' ? outcome.nextAttemptAtMs : undefined,
      };

/** Sends due deliveries, only a few at once to each receiver. Several deliverers may share one store. */
export const createDeliverer = (options: DelivererOptions) => {
  const { store, sender, secrets, write, log, metrics, clock, faultPoint, random, signal } = options;
  const { timeoutMs = DELIVERY_TIMEOUT_MS, tracing = quietTracing } = options;
  const active = new Set<Promise<void>>();
  const hosts = createHostCount();
  let isStopped = false;

  const send = async (delivery: WebhookDelivery): Promise<DeliveryAttempt> => {
    const { id, url, accountId } = delivery;
    const { body, headers: own } = await write(delivery);
    const timestampSeconds = Math.floor(clock() / 1_000);
    const headers = {
      ...own,
      'content-type': 'application/json',
      ...signWebhook({ id, timestampSeconds, body }, secrets.of(accountId)),
    };
    const sent = await traceWebhook(tracing, delivery, (more) =>
      sender.send({ url, body, headers: { ...headers, ...more }, timeoutMs }, signal),
    );
    return sent.outcome === 'failed' && signal.aborted ? { outcome: 'cut' } : sent;
  };

  const trySending = async (delivery: WebhookDelivery): Promise<DeliveryAttempt> => {
    try {
      return await send(delivery);
    } catch (error) {
      log.error('a webhook could not be made', { deliveryId: delivery.id, jobId: delivery.jobId, error });
      return { outcome: 'failed', reason: 'internal_error' };
    }
  };

  const deliver = async (delivery: WebhookDelivery, host: string): Promise<void> => {
    const { id: deliveryId, jobId, accountId, event, attempts } = delivery;
    const outcome = classifyDelivery(await trySending(delivery), attempts, { nowMs: clock(), random });
    await faultPoint('fanout.webhook_sent');
    const isOurs = await store.finish(deliveryId, attempts, outcome);
    const result = !isOurs ? 'late' : outcome.state === 'pending' ? 'failed' : outcome.state;
    metrics.increment('webhook_deliveries_total', { result });
    const fields = { deliveryId, jobId, accountId, event, host, attempts, result, ...describeOutcome(outcome) };
    if (result === 'dead') log.warn('webhook given up', fields);
    else log.debug('webhook tried', fields);
  };

  const start = (delivery: WebhookDelivery): void => {
    const host = URL.parse(delivery.url)?.host ?? '';
    hosts.add(host, 1);
    const running = deliver(delivery, host)
      .catch((error: unknown) => {
        // Its lease expires, and it is sent again.
        log.warn('the outcome of a webhook could not be kept', { deliveryId: delivery.id, error });
      })
      .finally(() => {
        active.delete(running);
        hosts.add(host, -1);
        options.onFreed?.();
      });
    active.add(running);
  };

  return {
    /** Starts due deliveries within the limits. Rejects if the store does. */
    startDue: async (): Promise<void> => {
      while (active.size < MAX_UNDER_WAY && !isStopped) {
        const limit = Math.min(MAX_UNDER_WAY - active.size, hosts.room());
        const claimed = await store.claim({ leaseMs: DELIVERY_LEASE_MS, limit, exceptHosts: hosts.busy() });
        claimed.forEach(start);
        if (claimed.length === 0) return;
      }
    },
    /** Starts no further delivery. */
    stop: (): void => {
      isStopped = true;
    },
    /** Resolves when no delivery is running. */
    settled: async (): Promise<void> => {
      while (active.size > 0) await Promise.all(active);
    },
  };
};
