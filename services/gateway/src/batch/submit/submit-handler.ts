import {
  leastHoldOf,
  validateBatchFrame,
  type BatchFrame,
  type QueueName,
  type ValidateResult,
  type Violation,
} from '@quarry/contracts';
import type { TargetRule } from '@quarry/egress/target-rule';
import type { Metrics } from '@quarry/observability';
import type { AccountStore, BatchStore, Clock } from '@quarry/store';
import type { HeaderSeals } from '@quarry/tokens';
import type { WebhookSecrets } from '@quarry/webhooks';
import type { ShedReason } from '../../admission/backlog-monitor.js';
import type { Catalogue } from '../../admission/catalogue.js';
import type { FreeAllowance } from '../../admission/allowances/free-allowance.js';
import { NO_RECEIVERS, UNFIT_RECEIVER } from '../../admission/judge-receiver.js';
import { NO_HEADER_SECRET } from '../../admission/secret-headers.js';
import type { StorageAllowance } from '../../admission/allowances/storage-allowance.js';
import { refuse } from '../../admission/screen-request.js';
import { EXACT_PRICE_MAX_BYTES, MAX_BATCH_BODY_BYTES, STORE_ANSWER_MS } from '../../bounds.js';
import { withTimeout } from '../../http/with-timeout.js';
import { notJson, type createJsonBodyReader } from '../../http/input/read-json-body.js';
import type { RefusedBytes } from '../../http/refused-bytes.js';
import type { InAccountTurn } from './account-turns.js';
import type { AnswerJobCall, SubmitStart } from '../answer-job-call.js';
import type { BatchExchange, HandleBatch } from '../batch-exchange.js';
import { checkItems, type ItemCheck } from './check-items.js';
import { fingerprintOfSubmission, type ReadSubmission, type Submission } from './read-submission.js';
import { overloaded, refused, type SubmitAnswer, type SubmitBatch } from './submit-batch.js';

export interface SubmitHandlerOptions {
  readonly batches: Pick<BatchStore, 'results'>;
  readonly accounts: Pick<AccountStore, 'period'>;
  readonly allowance: Pick<FreeAllowance, 'refusal'>;
  readonly storage: Pick<StorageAllowance, 'refusal'>;
  readonly refused: Pick<RefusedBytes, 'refusal'>;
  readonly inAccountTurn: InAccountTurn;
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly targets: TargetRule;
  /** Undefined: webhooks cannot be signed and are refused. */
  readonly webhookSecrets?: WebhookSecrets | undefined;
  /** Undefined: the deployment has no secret to encrypt secret headers with. */
  readonly headerSeals?: HeaderSeals | undefined;
  readonly shedReason: (queue: QueueName) => ShedReason | undefined;
  readonly metrics: Metrics;
  readonly submit: SubmitBatch;
  readonly answer: AnswerJobCall;
  readonly readSubmission: ReadSubmission;
  readonly readBody: ReturnType<typeof createJsonBodyReader>;
}

const invalid = (errors: readonly Violation[]): SubmitAnswer => ({
  kind: 'refused',
  refusal: refuse('validation_failed', { errors }),
  isOfDeployment:
    errors.includes(UNFIT_RECEIVER) ||
    errors.includes(NO_RECEIVERS) ||
    errors.some(({ message }) => message.endsWith(NO_HEADER_SECRET)),
});

const TOO_LARGE_MERGED =
  `The requests with the defaults in each of them are larger than ${MAX_BATCH_BODY_BYTES} bytes. ` +
  'Send smaller defaults, or fewer requests in one call.';

/** Defaults are stored with every item. */
const isTooLargeMerged = ({ frame: { defaults }, items, sizeBytes }: Submission): boolean =>
  defaults !== undefined &&
  sizeBytes + items.length * Buffer.byteLength(JSON.stringify(defaults)) > MAX_BATCH_BODY_BYTES;

/** Adds a violation if the receiver may not be called. */
export const checkFrame = <Frame extends BatchFrame>(
  { targets, webhookSecrets }: Pick<SubmitHandlerOptions, 'targets' | 'webhookSecrets'>,
  frame: ValidateResult<Frame>,
  body: object,
): ValidateResult<Frame> => {
  const webhook: unknown = 'webhook' in body ? body.webhook : undefined;
  if (frame.ok && frame.params.webhook !== undefined && webhookSecrets === undefined) {
    return { ok: false, violations: [NO_RECEIVERS] };
  }
  const url: unknown = typeof webhook === 'object' && webhook !== null && 'url' in webhook ? webhook.url : undefined;
  const isTold = !frame.ok && frame.violations.some(({ field }) => field === 'webhook.url');
  if (typeof url !== 'string' || isTold || targets.judgeUrl(url).isAllowed) return frame;
  return { ok: false, violations: [...(frame.ok ? [] : frame.violations), UNFIT_RECEIVER] };
};

/** Why no job can be created now; undefined if it can. */
export const refuseEarly = async (
  { shedReason, metrics, allowance, storage }: SubmitHandlerOptions,
  { account, operation: { queue } }: BatchExchange,
): Promise<SubmitAnswer | undefined> => {
  const reason = shedReason(queue);
  // A batch may wait until the queue is resumed: its items are handed over, and their time begins, only then.
  if (reason !== undefined && reason !== 'paused') {
    metrics.increment('requests_shed_total', { queue, reason });
    return refused(overloaded());
  }
  const [spent, full] = await Promise.all([allowance.refusal(account.id), storage.refusal(account, false)]);
  const over = full ?? spent;
  return over && refused(over);
};

/** The price of the checked items is exact; that of the rest is the lowest possible. */
const unpayable = (leastCredits: number, availableCredits: number, cheapestCredits: number): SubmitAnswer => {
  const isCheaper = cheapestCredits <= availableCredits;
  const hint = isCheaper ? `With the cheapest options its requests may need as few as ${cheapestCredits}. ` : '';
  const message =
    `This batch needs at least ${leastCredits} credits and ${availableCredits} are available. ` +
    `${hint}Submit fewer of them in one call.`;
  return refused(refuse('credits_exhausted', { message }));
};

/** `POST /scrape/batch/...`: checks everything, then creates the job. */
export const createSubmitHandler = (options: SubmitHandlerOptions): HandleBatch => {
  const { catalogue, clock, submit, accounts, inAccountTurn, headerSeals } = options;

  /** The available credits for a large batch; a small one is always checked in full. */
  const creditsFor = async ({ account }: BatchExchange, { sizeBytes }: Submission): Promise<number | undefined> =>
    sizeBytes <= EXACT_PRICE_MAX_BYTES
      ? undefined
      : (await withTimeout(STORE_ANSWER_MS, accounts.period(account.id)))?.available;

  const make = async (exchange: BatchExchange, read: Submission, start: SubmitStart): Promise<SubmitAnswer> => {
    const { account, operation } = exchange;
    const { frame: body, items: texts } = read;
    const refusal = await refuseEarly(options, exchange);
    if (refusal !== undefined) return refusal;
    const frame = checkFrame(options, validateBatchFrame(body), body);
    if (isTooLargeMerged(read)) return refused(refuse('payload_too_large', { message: TOO_LARGE_MERGED }));
    // Items of a list that is too long are not checked.
    const isWhole = Array.isArray(body['requests']) && body['requests'].length === texts.length;
    const availableCredits = await creditsFor(exchange, read);
    const defaults = frame.ok ? frame.params.defaults : undefined;
    const check = (): Promise<ItemCheck> =>
      checkItems(
        { catalogue, operation, defaults, nowMs: clock(), availableCredits, headerSeals },
        isWhole ? texts : [],
      );
    const checked = await inAccountTurn(account.id, async () => options.refused.refusal(account.id) ?? check());
    if (checked.outcome === 'refused') return refused(checked);
    if (checked.outcome === 'no_json') return refused(notJson(checked.fault).refusal);
    if (checked.outcome === 'unpayable') {
      return unpayable(checked.leastCredits, availableCredits ?? 0, texts.length * leastHoldOf(operation));
    }
    const violations = checked.outcome === 'invalid' ? checked.violations : [];
    if (!frame.ok) return invalid([...frame.violations, ...violations]);
    if (checked.outcome === 'invalid') return invalid(violations);
    const { webhook } = frame.params;
    return submit({ ...start, account, operation, items: checked.items, webhook });
  };

  return (exchange) =>
    options.readSubmission(exchange, async (read) => {
      if (read.outcome === 'refused') return exchange.refuse(read);
      await options.answer(exchange, {
        start: (start) => make(exchange, read, start),
        fingerprint: () => inAccountTurn(exchange.account.id, () => fingerprintOfSubmission(read)),
      });
    });
};
