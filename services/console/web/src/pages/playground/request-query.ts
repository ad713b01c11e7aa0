import { queryOptions } from '@tanstack/react-query';
import { gatewayJson } from '../../api/client.js';
import type { RequestView } from '../../api/requests.js';

/** A request with what was sent, secrets removed. */
export interface WholeRequest extends RequestView {
  readonly params: Readonly<Record<string, unknown>>;
  readonly deadlineAt?: string;
}

const POLL_MS = 1_500;

/** One request of the log; asked again while it runs. */
export const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['requests', 'one', id],
    queryFn: async ({ signal }) =>
      (await gatewayJson<{ data: WholeRequest }>(`/requests/${encodeURIComponent(id)}`, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? POLL_MS : false),
  });
