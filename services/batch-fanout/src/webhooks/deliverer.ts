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
import { deliveryBody } from './delivery-body.js';
import { judgeTry, type Tried } from './judge-try.js';
import { traceWebhook } from './trace-webhook.js';

export interface DelivererOptions {
  readonly store: Pick<WebhookStore, 'claim' | 'finish'>;
  readonly sender: Pick<WebhookSender, 'send'>;
  readonly secrets: WebhookSecrets;
  /** Public address of the API, without a slash at the end. */
  readonly baseUrl: string;
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'increment'>;
  readonly clock: Clock;
  readonly pass: PassFaultPoint;
  /** Default: nothing is recorded. */
  readonly tracing?: Tracing;
  /** From 0 to 1; spreads the tries. */
  readonly random: () => number;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
  /** Default: `DELIVERY_TIMEOUT_MS`. */
  readonly timeoutMs?: number;
  /** A place has become free. */
  readonly onFreed?: () => void;
}

/** Counts what is under way to each receiver. */
const createHostCount = () => {
  const counts = new Map<string, number>();
  return {
    add: (host: string, change: 1 | -1): void => {
      const count = (counts.get(host) ?? 0) + change;
      if (count > 0) counts.set(host, count);
      else counts.delete(host);
    },
    busy: (): string[] => [...counts].filter(([, count]) => count >= MAX_PER_HOST).map(([host]) => host),
    /** As many as may be claimed at once without any receiver getting more than its share. */
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

/** Sends due deliveries, few at once to each receiver. Any number of them may work on one store. */
export const createDeliverer = (options: DelivererOptions) => {
  const { store, sender, secrets, baseUrl, log, metrics, clock, pass, random, signal } = options;
  const { timeoutMs = DELIVERY_TIMEOUT_MS, tracing = quietTracing } = options;
  const underWay = new Set<Promise<void>>();
  const hosts = createHostCount();
  let isStopped = false;

  const send = async (delivery: WebhookDelivery): Promise<Tried> => {
    const { id, url, accountId } = delivery;
    const body = deliveryBody(delivery, baseUrl);
    const timestampSeconds = Math.floor(clock() / 1_000);
    const headers = {
      'content-type': 'application/json',
      ...signWebhook({ id, timestampSeconds, body }, secrets.of(accountId)),
    };
    const sent = await traceWebhook(tracing, delivery, (more) =>
      sender.send({ url, body, headers: { ...headers, ...more }, timeoutMs }, signal),
    );
    return sent.outcome === 'failed' && signal.aborted ? { outcome: 'cut' } : sent;
  };

  const trySending = async (delivery: WebhookDelivery): Promise<Tried> => {
    try {
      return await send(delivery);
    } catch (error) {
      log.error('a webhook could not be made', { deliveryId: delivery.id, jobId: delivery.jobId, error });
      return { outcome: 'failed', reason: 'internal_error' };
    }
  };

  const deliver = async (delivery: WebhookDelivery, host: string): Promise<void> => {
    const { id: deliveryId, jobId, accountId, event, attempts } = delivery;
    const outcome = judgeTry(await trySending(delivery), attempts, { nowMs: clock(), random });
    await pass('fanout.webhook_sent');
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
        // Its lease ends, and it is sent again.
        log.warn('the outcome of a webhook could not be kept', { deliveryId: delivery.id, error });
      })
      .finally(() => {
        underWay.delete(running);
        hosts.add(host, -1);
        options.onFreed?.();
      });
    underWay.add(running);
  };

  return {
    /** Starts what is due, as long as there are places. Rejects when the store does. */
    startDue: async (): Promise<void> => {
      while (underWay.size < MAX_UNDER_WAY && !isStopped) {
        const limit = Math.min(MAX_UNDER_WAY - underWay.size, hosts.room());
        const claimed = await store.claim({ leaseMs: DELIVERY_LEASE_MS, limit, exceptHosts: hosts.busy() });
        claimed.forEach(start);
        if (claimed.length === 0) return;
      }
    },
    /** Starts nothing more. */
    stop: (): void => {
      isStopped = true;
    },
    /** Resolves when nothing is under way. */
    settled: async (): Promise<void> => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
};
