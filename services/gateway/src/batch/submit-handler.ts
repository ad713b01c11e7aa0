import {
  validateBatchFrame,
  type BatchFrame,
  type QueueName,
  type ValidateResult,
  type Violation,
} from '@quarry/contracts';
import type { TargetRule } from '@quarry/egress/target-rule';
import type { Metrics } from '@quarry/observability';
import type { BatchStore, Clock } from '@quarry/store';
import type { WebhookSecrets } from '@quarry/webhooks';
import type { ShedReason } from '../admission/backlog-monitor.js';
import type { Catalogue } from '../admission/catalogue.js';
import { refuse } from '../admission/screen-request.js';
import type { createJsonBodyReader } from '../http/read-json-body.js';
import { NO_WEBHOOK_SECRET } from '../webhooks/no-secret.js';
import type { AnswerJobCall, SubmitStart } from './answer-job-call.js';
import type { BatchExchange, HandleBatch } from './batch-exchange.js';
import { checkItems } from './check-items.js';
import { fingerprintOfSubmission, type ReadSubmission, type Submission } from './read-submission.js';
import { overloaded, type SubmitAnswer, type SubmitBatch } from './submit-batch.js';

export interface SubmitHandlerOptions {
  readonly batches: Pick<BatchStore, 'results'>;
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly targets: TargetRule;
  /** Undefined: no webhook can be signed, and so none is taken. */
  readonly webhookSecrets?: WebhookSecrets | undefined;
  readonly shedReason: (queue: QueueName) => ShedReason | undefined;
  readonly metrics: Metrics;
  readonly submit: SubmitBatch;
  readonly answer: AnswerJobCall;
  readonly readSubmission: ReadSubmission;
  readonly readBody: ReturnType<typeof createJsonBodyReader>;
}

const UNFIT_RECEIVER: Violation = {
  field: 'webhook.url',
  rule: 'forbidden',
  message: 'webhook.url may not be called. Use a public http or https URL.',
};

const NO_RECEIVERS: Violation = {
  field: 'webhook',
  rule: 'prohibited',
  message: `webhook may not be sent. ${NO_WEBHOOK_SECRET}`,
};

const invalid = (errors: readonly Violation[]): SubmitAnswer => ({
  kind: 'refused',
  refusal: refuse('validation_failed', { errors }),
  isOfDeployment: errors.includes(UNFIT_RECEIVER) || errors.includes(NO_RECEIVERS),
});

/** Adds that the receiver may not be called, if that is so. */
export const checkFrame = (
  { targets, webhookSecrets }: Pick<SubmitHandlerOptions, 'targets' | 'webhookSecrets'>,
  frame: ValidateResult<BatchFrame>,
  body: object,
): ValidateResult<BatchFrame> => {
  const webhook: unknown = 'webhook' in body ? body.webhook : undefined;
  if (frame.ok && frame.params.webhook !== undefined && webhookSecrets === undefined) {
    return { ok: false, violations: [NO_RECEIVERS] };
  }
  const url: unknown = typeof webhook === 'object' && webhook !== null && 'url' in webhook ? webhook.url : undefined;
  const isTold = !frame.ok && frame.violations.some(({ field }) => field === 'webhook.url');
  if (typeof url !== 'string' || isTold || targets.judgeUrl(url).isAllowed) return frame;
  return { ok: false, violations: [...(frame.ok ? [] : frame.violations), UNFIT_RECEIVER] };
};

/** Why no job is made now; undefined when it may be. */
export const shed = ({ shedReason, metrics }: SubmitHandlerOptions, queue: QueueName): SubmitAnswer | undefined => {
  const reason = shedReason(queue);
  if (reason === undefined) return undefined;
  metrics.increment('requests_shed_total', { queue, reason });
  return { kind: 'refused', refusal: overloaded() };
};

/** `POST /scrape/batch/...`: checks everything, then makes the job. */
export const createSubmitHandler = (options: SubmitHandlerOptions): HandleBatch => {
  const { catalogue, clock, submit } = options;

  const make = async (
    { account, operation }: BatchExchange,
    { frame: body, items: texts }: Submission,
    start: SubmitStart,
  ): Promise<SubmitAnswer> => {
    const frame = checkFrame(options, validateBatchFrame(body), body);
    // A list that is too long is told of without its items.
    const isWhole = Array.isArray(body['requests']) && body['requests'].length === texts.length;
    const checked = await checkItems({ catalogue, operation, nowMs: clock() }, isWhole ? texts : []);
    if (checked.outcome === 'no_json') return { kind: 'refused', refusal: refuse('bad_request') };
    const violations = checked.outcome === 'invalid' ? checked.violations : [];
    if (!frame.ok) return invalid([...frame.violations, ...violations]);
    if (checked.outcome === 'invalid') return invalid(violations);
    const refusal = shed(options, operation.queue);
    if (refusal !== undefined) return refusal;
    const { webhook } = frame.params;
    return submit({ ...start, account, operation, items: checked.items, webhook });
  };

  return (exchange) =>
    options.readSubmission(exchange, async (read) => {
      if (read.outcome === 'refused') return exchange.refuse(read);
      await options.answer(exchange, {
        start: (start) => make(exchange, read, start),
        fingerprint: () => fingerprintOfSubmission(read),
      });
    });
};
