import {
  readDeliveriesCursor,
  toDeliveriesCursor,
  toDeliveriesQuery,
  validateDeliveriesQuery,
  WEBHOOK_DELIVERIES_PATH,
} from '@quarry/contracts';
import type { WebhookStore } from '@quarry/store';
import { STORE_ANSWER_MS } from '../bounds.js';
import type { Exchange } from '../http/exchange.js';
import { readCheckedQuery } from '../http/input/read-checked-query.js';
import { withTimeout } from '../http/with-timeout.js';
import { describeDelivery } from './describe-delivery.js';

export const createDeliveriesPage =
  ({ webhooks, baseUrl }: { readonly webhooks: Pick<WebhookStore, 'list'>; readonly baseUrl: string }) =>
  async (exchange: Exchange): Promise<void> => {
    const query = readCheckedQuery(exchange.request, validateDeliveriesQuery);
    if (query.outcome === 'refused') return exchange.refuse(query);
    const { jobId, state, limit, cursor } = query.params;
    const page = {
      ...(jobId === undefined ? {} : { jobId: jobId.toLowerCase() }),
      ...(state === undefined ? {} : { state }),
      ...(cursor === undefined ? {} : readDeliveriesCursor(cursor)),
    };
    // One more, to know whether there is a next page.
    const asked = webhooks.list(exchange.account.id, { ...page, limit: limit + 1 });
    const found = await withTimeout(STORE_ANSWER_MS, asked);
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const hasNext = found.length > limit && last !== undefined;
    const nextPage = hasNext
      ? `${baseUrl}${WEBHOOK_DELIVERIES_PATH}?${toDeliveriesQuery({ ...query.params, cursor: toDeliveriesCursor(last) })}`
      : undefined;
    await exchange.send({ status: 'ok', data: { deliveries: shown.map(describeDelivery), nextPage } });
  };
