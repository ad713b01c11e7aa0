import { validateRetryFrame, withSecretHeaders, type RetryFrame, type RuleName } from '@quarry/contracts';
import type { BatchItem, BatchJob } from '@quarry/store';
import { describeRemoved, judgeSecretHeaders } from '../../admission/secret-headers.js';
import { refuse } from '../../admission/screen-request.js';
import { MAX_BATCH_PARAMS_BYTES, RETRY_PAGE_ROWS, STORE_ANSWER_MS } from '../../bounds.js';
import { withTimeout } from '../../http/with-timeout.js';
import { fingerprintOf } from '../../idempotency/idempotency-key.js';
import type { SubmitStart } from '../answer-job-call.js';
import type { BatchExchange, HandleJob } from '../batch-exchange.js';
import { measureParams, type CheckedItem } from '../submit/check-items.js';
import { openReceiver, type JobReceiver } from '../submit/job-receiver.js';
import type { SubmitAnswer } from '../submit/submit-batch.js';
import { checkFrame, refuseEarly, type SubmitHandlerOptions } from '../submit/submit-handler.js';
import { Turns } from '../../http/turns.js';

const NOT_ENDED =
  'The job has not ended yet. Wait until its status is done or stopped, then submit its failed items again.';
const NONE_FAILED = 'No item of this job has failed: there is nothing to submit again.';

const TOO_LARGE = `With these headers, a failed item is larger than ${MAX_BATCH_PARAMS_BYTES} bytes, the limit for one request of a batch. Send smaller headers.`;

const UNREADABLE_WEBHOOK = "The headers of the job's webhook can no longer be decrypted. Send a webhook.";

const unfit = (message: string, field = 'jobId', rule: RuleName = 'prohibited') =>
  refuse('validation_failed', { message, errors: [{ field, rule, message }] });

/** `POST .../retry-failed`: a new job with the failed items, with the same webhook unless the body names another. */
export const createRetryHandler = (options: SubmitHandlerOptions): HandleJob => {
  const { batches, submit } = options;

  const failedItems = async (job: BatchJob): Promise<readonly BatchItem[]> => {
    const found: BatchItem[] = [];
    for (let afterSeq = 0; ;) {
      const page = { afterSeq, limit: RETRY_PAGE_ROWS, onlyFailed: true };
      const items = await withTimeout(STORE_ANSWER_MS, batches.results(job.id, page));
      found.push(...items);
      const last = items.at(-1)?.seq;
      if (last === undefined || items.length < RETRY_PAGE_ROWS) return found;
      afterSeq = last;
    }
  };

  const make = async (
    exchange: BatchExchange,
    job: BatchJob,
    { headers = {}, webhook }: Omit<RetryFrame, 'webhook'> & { readonly webhook: JobReceiver | undefined },
    start: SubmitStart,
  ): Promise<SubmitAnswer> => {
    const refusal = await refuseEarly(options, exchange);
    if (refusal !== undefined) return refusal;
    const { account, operation } = exchange;
    const turns = new Turns();
    const items: CheckedItem[] = [];
    for (const { site, query, params } of await failedItems(job)) {
      // safe because they were checked when the item was submitted
      const known = withSecretHeaders(params as Record<string, unknown>, headers);
      const paramsChars = measureParams(known);
      if (paramsChars === undefined) return { kind: 'refused', refusal: unfit(TOO_LARGE, 'headers', 'maxLength') };
      const sizeChars = JSON.stringify(query).length + paramsChars;
      items.push({ site, query, params: known, holdCredits: operation.holdCredits(known), sizeChars });
      await turns.take();
    }
    if (items.length === 0) return { kind: 'refused', refusal: unfit(NONE_FAILED) };
    const lacking = describeRemoved(items.map(({ params }) => params));
    if (lacking !== undefined) return { kind: 'refused', refusal: unfit(lacking, 'headers', 'required') };
    return submit({ ...start, account, operation, items, webhook });
  };

  return async (exchange, job) => {
    // Not stored under a key, as it may change.
    if (job.state !== 'done' && job.state !== 'stopped') return exchange.refuse(unfit(NOT_ENDED));
    if (job.failedCount === 0) return exchange.refuse(unfit(NONE_FAILED));
    const read = await options.readBody(exchange.request, exchange.response);
    if (!read.ok) return exchange.refuse(read.refusal);
    const frame = checkFrame(options, validateRetryFrame(read.body), read.body);
    if (!frame.ok) return exchange.refuse(refuse('validation_failed', { errors: frame.violations }));
    const unsealable = judgeSecretHeaders(options.headerSeals, { headers: frame.params.headers });
    if (unsealable.length > 0) return exchange.refuse(refuse('validation_failed', { errors: unsealable }));
    const { id: requestId, accountId } = job;
    const same = job.webhook && openReceiver(options.receiverSeals, { accountId, requestId }, job.webhook);
    const webhook = frame.params.webhook ?? same;
    if (webhook === undefined && job.webhook !== undefined) {
      return exchange.refuse(unfit(UNREADABLE_WEBHOOK, 'webhook', 'required'));
    }
    await options.answer(exchange, {
      start: (start) => make(exchange, job, { ...frame.params, webhook }, start),
      fingerprint: async () => fingerprintOf({ jobId: job.id, body: read.body }),
    });
  };
};
