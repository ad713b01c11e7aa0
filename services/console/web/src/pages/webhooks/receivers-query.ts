import { queryOptions } from '@tanstack/react-query';
import { callJson } from '../../api/client.js';

/** What became of the newest deliveries to one URL. */
export interface Receiver {
  readonly url: string;
  readonly deliveries: number;
  readonly delivered: number;
  readonly dead: number;
  readonly newestAt: string;
}

export interface Receivers {
  readonly receivers: readonly Receiver[];
  /** How many deliveries are counted at most. */
  readonly ofDeliveries: number;
}

export const receiversQuery = queryOptions({
  queryKey: ['deliveries', 'receivers'],
  queryFn: ({ signal }) => callJson<Receivers>('/api/webhooks/receivers', { signal }),
});

export const sendTest = (url: string): Promise<{ id: string }> =>
  callJson('/api/webhooks/test', { method: 'POST', body: { url } });

/** The body of a delivery, as it is sent. */
export const bodyQuery = (id: string) =>
  queryOptions({
    queryKey: ['delivery-body', id],
    queryFn: async ({ signal }) =>
      (await callJson<{ body: string }>(`/api/webhooks/deliveries/${encodeURIComponent(id)}`, { signal })).body,
    staleTime: Infinity,
  });

/** The share of the ended deliveries that arrived, from 0 to 1; undefined while none has ended. */
export const successShare = ({ delivered, dead }: Pick<Receiver, 'delivered' | 'dead'>): number | undefined =>
  delivered + dead === 0 ? undefined : delivered / (delivered + dead);
