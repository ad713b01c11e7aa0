import {
  leastHoldOf,
  validateBatchFrame,
  type BatchDelivery,
  type BatchFrame,
  type BatchReceiver,
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
import { judgeDelivery, NO_DELIVERIES, UNFIT_BUCKET } from '../../admission/judge-delivery.js';
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
import { checkItems, type CheckedItem, type ItemCheck } from './check-items.js';
import { withWishes } from './job-receiver.js';
import { fingerprintOfSubmission, type ReadSubmission, type Submission } from './read-submission.js';
import { overloaded, refused, type SubmitAnswer, type SubmitBatch } from './submit-batch.js';

/** What checks a submission and makes a job of it. */
export interface BatchMakerOptions {
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
  /** Undefined: the same of the keys of callers' buckets. */
  readonly bucketKeySeals?: HeaderSeals | undefined;
  /** As of `SubmitOptions`. */
  readonly receiverSeals?: HeaderSeals | undefined;
  readonly shedReason: (queue: QueueName) => ShedReason | undefined;
  readonly metrics: Metrics;
  readonly submit: SubmitBatch;
}

export interface SubmitHandlerOptions extends BatchMakerOptions {
  readonly batches: Pick<BatchStore, 'results'>;
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
    errors.includes(NO_DELIVERIES) ||
    errors.includes(UNFIT_BUCKET) ||
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
export const checkFrame = <Frame extends Pick<BatchFrame, 'webhook'>>(
  { targets, webhookSecrets }: Pick<BatchMakerOptions, 'targets' | 'webhookSecrets'>,
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

const checkDelivery = (
  options: Pick<SubmitHandlerOptions, 'targets' | 'bucketKeySeals'>,
  frame: ValidateResult<BatchFrame>,
): ValidateResult<BatchFrame> => {
  const violations = frame.ok ? judgeDelivery(options, frame.params.delivery) : [];
  return violations.length > 0 ? { ok: false, violations } : frame;
};

/** Who submits, and the operation of the items. */
export type BatchCaller = Pick<BatchExchange, 'account' | 'operation'>;

/** Why no job can be created now; undefined if it can. */
export const refuseEarly = async (
  { shedReason, metrics, allowance, storage }: BatchMakerOptions,
  { account, operation: { queue } }: BatchCaller,
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

type CheckedBatch =
  | SubmitAnswer
  | {
      readonly kind: 'fine';
      readonly items: readonly CheckedItem[];
      readonly webhook?: BatchReceiver | undefined;
      readonly delivery?: BatchDelivery | undefined;
    };

/** Checks submissions, and makes jobs of those that are valid. */
export const createBatchMaker = (options: BatchMakerOptions) => {
  const { catalogue, clock, submit, accounts, inAccountTurn, headerSeals } = options;

  /** The available credits for a large batch; a small one is always checked in full. */
  const creditsFor = async ({ account }: BatchCaller, { sizeBytes }: Submission): Promise<number | undefined> =>
    sizeBytes <= EXACT_PRICE_MAX_BYTES
      ? undefined
      : (await withTimeout(STORE_ANSWER_MS, accounts.period(account.id)))?.available;

  const check = async (caller: BatchCaller, read: Submission): Promise<CheckedBatch> => {
    const { account, operation } = caller;
    const { frame: body, items: texts } = read;
    const frame = checkDelivery(options, checkFrame(options, validateBatchFrame(body), body));
    if (isTooLargeMerged(read)) return refused(refuse('payload_too_large', { message: TOO_LARGE_MERGED }));
    // Items of a list that is too long are not checked.
    const isWhole = Array.isArray(body['requests']) && body['requests'].length === texts.length;
    const availableCredits = await creditsFor(caller, read);
    const defaults = frame.ok ? frame.params.defaults : undefined;
    const checkAll = (): Promise<ItemCheck> =>
      checkItems(
        { catalogue, operation, defaults, nowMs: clock(), availableCredits, headerSeals },
        isWhole ? texts : [],
      );
    const checked = await inAccountTurn(account.id, async () => options.refused.refusal(account.id) ?? checkAll());
    if (checked.outcome === 'refused') return refused(checked);
    if (checked.outcome === 'no_json') return refused(notJson(checked.fault).refusal);
    if (checked.outcome === 'unpayable') {
      return unpayable(checked.leastCredits, availableCredits ?? 0, texts.length * leastHoldOf(operation));
    }
    const violations = checked.outcome === 'invalid' ? checked.violations : [];
    if (!frame.ok) return invalid([...frame.violations, ...violations]);
    if (checked.outcome === 'invalid') return invalid(violations);
    const { webhook, delivery } = frame.params;
    return { kind: 'fine', items: checked.items, webhook, delivery };
  };

  const make = async (caller: BatchCaller, read: Submission, start: SubmitStart): Promise<SubmitAnswer> => {
    const early = await refuseEarly(options, caller);
    if (early !== undefined) return early;
    const { account, operation } = caller;
    const checked = await check(caller, read);
    if (checked.kind !== 'fine') return checked;
    const { items, delivery } = checked;
    const webhook = withWishes(checked.webhook, read.receiver);
    return submit({ ...start, account, operation, items, webhook, delivery });
  };

  return { check, make };
};

/** `POST /scrape/batch/...`: checks everything, then creates the job. */
export const createSubmitHandler = (options: SubmitHandlerOptions): HandleBatch => {
  const { inAccountTurn } = options;
  const { make } = createBatchMaker(options);
  return (exchange) =>
    options.readSubmission(exchange, async (read) => {
      if (read.outcome === 'refused') return exchange.refuse(read);
      await options.answer(exchange, {
        start: (start) => make(exchange, read, start),
        ...(read.accepted === undefined ? {} : { accepted: read.accepted }),
        fingerprint: () => inAccountTurn(exchange.account.id, () => fingerprintOfSubmission(read)),
      });
    });
};
