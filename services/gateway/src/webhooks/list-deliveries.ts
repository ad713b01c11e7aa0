import {
  readDeliveriesCursor,
  toDeliveriesCursor,
  validateDeliveriesQuery,
  WEBHOOK_DELIVERIES_PATH,
  type DeliveriesQuery,
} from '@quarry/contracts';
import type { WebhookStore } from '@quarry/store';
import { refuse } from '../admission/screen-request.js';
import { STORE_ANSWER_MS } from '../bounds.js';
import { answerWithin } from '../http/answer-within.js';
import { queryTextOf, readQuery } from '../http/read-query.js';
import { describeDelivery } from './describe-delivery.js';
import type { WebhookExchange } from './webhook-exchange.js';

/** The page after this one: what was asked for, from its last delivery on. */
const nextPageUrl = (baseUrl: string, { jobId, state, limit }: DeliveriesQuery, cursor: string): string => {
  const query = new URLSearchParams({
    ...(jobId === undefined ? {} : { jobId }),
    ...(state === undefined ? {} : { state }),
    ...{ limit: String(limit), cursor },
  });
  return `${baseUrl}${WEBHOOK_DELIVERIES_PATH}?${query.toString()}`;
};

export const createDeliveriesPage =
  ({ webhooks, baseUrl }: { readonly webhooks: Pick<WebhookStore, 'list'>; readonly baseUrl: string }) =>
  async (exchange: WebhookExchange): Promise<void> => {
    const { input, violations } = readQuery(queryTextOf(exchange.request.url));
    const checked = validateDeliveriesQuery(input);
    if (!checked.ok || violations.length > 0) {
      const errors = [...violations, ...(checked.ok ? [] : checked.violations)];
      return exchange.refuse(refuse('validation_failed', { errors }));
    }
    const { jobId, state, limit, cursor } = checked.params;
    const page = {
      ...(jobId === undefined ? {} : { jobId: jobId.toLowerCase() }),
      ...(state === undefined ? {} : { state }),
      ...(cursor === undefined ? {} : readDeliveriesCursor(cursor)),
    };
    // One more, to know whether there is a next page.
    const asked = webhooks.list(exchange.account.id, { ...page, limit: limit + 1 });
    const found = await answerWithin(STORE_ANSWER_MS, asked);
    const shown = found.slice(0, limit);
    const last = shown.at(-1);
    const hasNext = found.length > limit && last !== undefined;
    await exchange.send({
      deliveries: shown.map(describeDelivery),
      ...(hasNext ? { nextPage: nextPageUrl(baseUrl, checked.params, toDeliveriesCursor(last)) } : {}),
    });
  };
