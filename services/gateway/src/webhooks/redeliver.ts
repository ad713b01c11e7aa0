import { WEBHOOK_REDELIVER_PATH } from '@quarry/contracts';
import type { WebhookStore } from '@quarry/store';
import { refuse, type Refusal } from '../admission/screen-request.js';
import { STORE_ANSWER_MS } from '../bounds.js';
import { answerWithin } from '../http/answer-within.js';
import { requestState } from '../http/request-state.js';
import { fingerprintOf, readIdempotencyKey } from '../idempotency/idempotency-key.js';
import type { KeyedCall, KeyedOutcome, KeyedWork } from '../idempotency/idempotency.js';
import { isAnswerKept, keptRefusal } from '../idempotency/kept-answer.js';
import { sendReplay } from '../idempotency/send-replay.js';
import { clientGoneSignal, refuseKeyed } from '../routes/operation-route.js';
import { describeDelivery } from './describe-delivery.js';
import { NO_WEBHOOK_SECRET } from './no-secret.js';
import type { WebhookExchange } from './webhook-exchange.js';

export interface RedeliverOptions {
  readonly webhooks: Pick<WebhookStore, 'redeliver'>;
  /** False: nothing would be sent. */
  readonly hasSecrets: boolean;
  readonly runKeyed: <Answer>(call: KeyedCall, work: KeyedWork<Answer>) => Promise<KeyedOutcome<Answer>>;
}

type Redelivered = { readonly kind: 'done'; readonly data: object } | Refusal;

const DELIVERY_ID = /^[\w.-]{1,128}$/;
const NONE = refuse('not_found', {
  message: 'There is no such delivery, or it is no longer kept. See /webhooks/deliveries for those that are.',
});

export const createRedeliver = ({ webhooks, hasSecrets, runKeyed }: RedeliverOptions) => {
  const redeliver = async (accountId: string, deliveryId: string): Promise<Redelivered> => {
    if (!hasSecrets) return refuse('not_implemented', { message: NO_WEBHOOK_SECRET });
    if (!DELIVERY_ID.test(deliveryId)) return NONE;
    const delivery = await answerWithin(STORE_ANSWER_MS, webhooks.redeliver(accountId, deliveryId));
    return delivery === null ? NONE : { kind: 'done', data: describeDelivery(delivery) };
  };

  /** What a call that died has left need not be known: it may be done again. */
  const keyedWork = (requestId: string, work: () => Promise<Redelivered>): KeyedWork<Redelivered> => ({
    start: async ({ confirm }) => ((await confirm()) ? work() : refuseKeyed('overloaded')),
    find: async () => ({ state: 'none' }),
    bar: async () => undefined,
    keep: (answer) => {
      if ('kind' in answer) return { statusCode: 200, body: JSON.stringify({ status: 'ok', data: answer.data }) };
      const kept = keptRefusal(requestId, answer.error, answer.detail);
      return isAnswerKept(kept) ? kept : undefined;
    },
  });

  return async (exchange: WebhookExchange): Promise<void> => {
    const { request, response, account } = exchange;
    const clientGone = clientGoneSignal(response);
    const deliveryId = String(request.params['deliveryId']);
    const reading = readIdempotencyKey(request);
    if (!reading.ok) return exchange.refuse(refuse('bad_request', { message: reading.message }));
    const work = (): Promise<Redelivered> => redeliver(account.id, deliveryId);
    const sendAnswer = (answer: Redelivered): Promise<void> =>
      'kind' in answer ? exchange.send(answer.data) : exchange.refuse(answer);
    if (reading.key === undefined) return sendAnswer(await work());
    const { id: requestId } = requestState(response);
    const scope = { accountId: account.id, route: WEBHOOK_REDELIVER_PATH, key: reading.key };
    const call = { scope, requestId, clientGone, fingerprint: fingerprintOf({ deliveryId }) };
    const outcome = await runKeyed(call, keyedWork(requestId, work));
    if (outcome.kind === 'own') return sendAnswer(outcome.answer);
    if (outcome.kind === 'refused') return exchange.refuse(refuseKeyed(outcome.error));
    if (outcome.kind === 'gone' || response.destroyed) return;
    await exchange.sendOtherwise(() =>
      sendReplay(response, outcome, () => {
        throw new Error('the answer to a redelivery was not kept');
      }),
    );
  };
};
