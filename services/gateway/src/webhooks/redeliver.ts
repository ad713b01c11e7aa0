import { WEBHOOK_REDELIVER_PATH } from '@quarry/contracts';
import type { WebhookStore } from '@quarry/store';
import { refuse, type Refusal } from '../admission/screen-request.js';
import { NO_WEBHOOK_SECRET } from '../admission/secret-headers.js';
import { STORE_ANSWER_MS } from '../bounds.js';
import { clientGoneSignal, type Exchange } from '../http/exchange.js';
import { withTimeout } from '../http/with-timeout.js';
import { requestState } from '../http/request-state.js';
import { fingerprintOf, readIdempotencyKey } from '../idempotency/idempotency-key.js';
import type { KeyedCall, KeyedOutcome, KeyedWork } from '../idempotency/idempotency.js';
import { isAnswerKept, keptRefusal } from '../idempotency/kept-answer.js';
import { refuseKeyed, sendKeyed } from '../idempotency/send-replay.js';
import { describeDelivery } from './describe-delivery.js';

export interface RedeliverOptions {
  readonly webhooks: Pick<WebhookStore, 'redeliver'>;
  /** False: webhooks are not sent. */
  readonly hasSecrets: boolean;
  readonly runKeyed: <Answer>(call: KeyedCall, work: KeyedWork<Answer>) => Promise<KeyedOutcome<Answer>>;
}

type Redelivered = { readonly kind: 'done'; readonly data: object } | Refusal;

const DELIVERY_ID = /^[\w.-]{1,128}$/;
const NONE = refuse('not_found', {
  message: 'No such delivery, or it is no longer stored. See /webhooks/deliveries for the stored ones.',
});

export const createRedeliver = ({ webhooks, hasSecrets, runKeyed }: RedeliverOptions) => {
  const redeliver = async (accountId: string, deliveryId: string): Promise<Redelivered> => {
    if (!hasSecrets) return refuse('not_implemented', { message: NO_WEBHOOK_SECRET });
    if (!DELIVERY_ID.test(deliveryId)) return NONE;
    const delivery = await withTimeout(STORE_ANSWER_MS, webhooks.redeliver(accountId, deliveryId));
    return delivery === null ? NONE : { kind: 'done', data: describeDelivery(delivery) };
  };

  /** What a dead call has left does not matter: redelivering twice is harmless. */
  const keyedWork = (requestId: string, work: () => Promise<Redelivered>): KeyedWork<Redelivered> => ({
    start: async ({ confirm }) => ((await confirm()) ? work() : refuseKeyed('overloaded')),
    find: async () => ({ state: 'none' }),
    cancelUnconfirmed: async () => undefined,
    toStoredAnswer: (answer) => {
      if ('kind' in answer) return { statusCode: 200, body: JSON.stringify({ status: 'ok', data: answer.data }) };
      const kept = keptRefusal(requestId, answer.error, answer.detail);
      return isAnswerKept(kept) ? kept : undefined;
    },
  });

  return async (exchange: Exchange): Promise<void> => {
    const { request, response, account } = exchange;
    const clientGone = clientGoneSignal(response);
    const deliveryId = String(request.params['deliveryId']);
    const reading = readIdempotencyKey(request);
    if (!reading.ok) return exchange.refuse(refuse('bad_request', { message: reading.message }));
    const work = (): Promise<Redelivered> => redeliver(account.id, deliveryId);
    const sendAnswer = (answer: Redelivered): Promise<void> =>
      'kind' in answer ? exchange.send({ status: 'ok', data: answer.data }) : exchange.refuse(answer);
    if (reading.key === undefined) return sendAnswer(await work());
    const { id: requestId } = requestState(response);
    const scope = { accountId: account.id, route: WEBHOOK_REDELIVER_PATH, key: reading.key };
    const call = { scope, requestId, clientGone, fingerprint: fingerprintOf({ deliveryId }) };
    await sendKeyed(exchange, await runKeyed(call, keyedWork(requestId, work)), sendAnswer);
  };
};
