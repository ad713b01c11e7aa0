import { queryOptions } from '@tanstack/react-query';
import { gatewayJson } from '../../api/client.js';

export type DeliveryState = 'pending' | 'delivered' | 'dead';

/** An event on its way to a receiver, as the API lists it. */
export interface Delivery {
  readonly id: string;
  readonly event: string;
  /** Of a batch's event. */
  readonly jobId?: string;
  /** Of a single call's event. */
  readonly requestId?: string;
  readonly url: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly createdAt: string;
  readonly nextAttemptAt?: string;
  readonly lastAttemptAt?: string;
  readonly lastStatusCode?: number;
  readonly lastError?: string;
}

export interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  readonly nextPage?: string;
}

const LIVE_MS = 5_000;

/** A page of deliveries, newest first; read again while some are on their way. */
export const deliveriesQuery = (page: {
  readonly state?: DeliveryState;
  readonly cursor?: string;
  readonly limit: number;
}) =>
  queryOptions({
    queryKey: ['deliveries', page],
    queryFn: async ({ signal }) =>
      (await gatewayJson<{ data: DeliveryPage }>('/webhooks/deliveries', { query: { ...page }, signal })).data,
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some((delivery) => delivery.state === 'pending') ? LIVE_MS : false,
  });

export interface WebhookSecret {
  readonly secret: string;
  /** While the operator changes secrets, deliveries carry both signatures. */
  readonly previousSecret?: string;
}

export const readSecret = async (): Promise<WebhookSecret> =>
  (await gatewayJson<{ data: WebhookSecret }>('/webhooks/secret')).data;

export const redeliver = async (id: string): Promise<Delivery> =>
  (
    await gatewayJson<{ data: Delivery }>(`/webhooks/deliveries/${encodeURIComponent(id)}/redeliver`, {
      method: 'POST',
      body: {},
    })
  ).data;
