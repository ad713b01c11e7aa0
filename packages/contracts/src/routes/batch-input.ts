import { z } from 'zod';
import { BATCH_EVENTS, DEFAULT_BATCH_EVENTS, type BatchEvent } from './batch.js';
import { BATCH_MAX_REQUESTS } from './batch-routes.js';
import { groupDigits } from '../text/group-digits.js';
import { checkInput } from '../input/check-input.js';
import { list } from '../input/composites.js';
import { broken, field, must } from '../input/field.js';
import { url } from '../input/formats.js';
import { flag, integer, jsonChoice } from '../input/scalars.js';
import { headersFieldOf } from '../operations/page/headers-field.js';
import type { ValidateResult } from '../validate-params.js';

export const BATCH_RESULTS_LIMIT_MAX = 1_000;
export const BATCH_RESULTS_LIMIT_DEFAULT = 100;

/** Who is told of a job's progress, and of what. */
export interface BatchReceiver {
  readonly url: string;
  readonly events: readonly BatchEvent[];
}

/** What a submission says besides its items. */
export interface BatchFrame {
  readonly webhook?: BatchReceiver;
}

export const webhookField = field(
  z.strictObject({
    url: url({ note: 'Receiver of the events: a public http or https URL.', required: true }),
    events: list({
      note: 'Events to send.',
      item: jsonChoice({ note: 'Event.', values: BATCH_EVENTS }),
      default: [...DEFAULT_BATCH_EVENTS],
    }),
  }),
  { note: 'Where to tell how the job goes.' },
);

const MESSAGES = {
  missing: 'is required: a list of requests.',
  shape: 'must be a list of requests.',
  none: 'must have at least 1 request.',
  many: `must have at most ${groupDigits(BATCH_MAX_REQUESTS)} requests. Submit the rest as another batch.`,
} as const;

/** Looks at the length alone: the items are checked one by one, by their operation. */
const requestsField = z.unknown().check(({ value, issues }) => {
  if (value === undefined) issues.push(broken(value, 'required', MESSAGES.missing));
  else if (!Array.isArray(value)) issues.push(broken(value, 'array', MESSAGES.shape));
  else if (value.length === 0) issues.push(broken(value, 'minLength', MESSAGES.none));
  else if (value.length > BATCH_MAX_REQUESTS) issues.push(broken(value, 'maxLength', MESSAGES.many));
});

const submissionSchema = z.strictObject({ requests: requestsField, webhook: webhookField });
const retryHeadersField = headersFieldOf(
  'Values for secret headers of the failed items, such as Cookie, which are not kept once an item has ended.',
);
const retrySchema = z.strictObject({ webhook: webhookField, headers: retryHeadersField });

export const pagingFields = {
  page: integer({ note: 'Page, from 1. The answer counts its pages from 0.', default: 1 }).check(
    must('min', (page) => page >= 1, 'counts from 1: the first page is page=1, whose answer says page 0.'),
  ),
  limit: integer({
    note: 'Items per page.',
    min: 1,
    max: BATCH_RESULTS_LIMIT_MAX,
    default: BATCH_RESULTS_LIMIT_DEFAULT,
  }),
};
export const exportFields = {
  answers: flag({ note: 'true: each line has the stored answer of its item, as answer.', default: false }),
};

const pagingSchema = z.strictObject(pagingFields);
const exportSchema = z.strictObject(exportFields);
const emptySchema = z.strictObject({});

export type BatchPaging = z.output<typeof pagingSchema>;
export type BatchExport = z.output<typeof exportSchema>;

/** What a call says that submits failed items again. */
export interface RetryFrame extends BatchFrame {
  readonly headers?: Readonly<Record<string, string>>;
}

const frameOf = (checked: ValidateResult<{ webhook?: z.output<typeof webhookField> }>): ValidateResult<BatchFrame> => {
  if (!checked.ok) return checked;
  const { webhook } = checked.params;
  return { ok: true, params: webhook === undefined ? {} : { webhook } };
};

/** Checks the body of a submission but for its items. */
export const validateBatchFrame = (body: object): ValidateResult<BatchFrame> =>
  frameOf(checkInput(submissionSchema, body));

/** Checks the body of a call that submits the failed items of a job again. */
export const validateRetryFrame = (body: object): ValidateResult<RetryFrame> => {
  const checked = checkInput(retrySchema, body);
  const frame = frameOf(checked);
  if (!checked.ok || !frame.ok) return frame;
  const { headers } = checked.params;
  return headers === undefined ? frame : { ok: true, params: { ...frame.params, headers } };
};

/** Checks the query of a page of results. */
export const validateBatchPaging = (query: object): ValidateResult<BatchPaging> => checkInput(pagingSchema, query);

/** Checks the query of all results as lines. */
export const validateBatchExport = (query: object): ValidateResult<BatchExport> => checkInput(exportSchema, query);

/** Checks the query of a path that takes none. */
export const validateNoQuery = (query: object): ValidateResult<Record<string, never>> => checkInput(emptySchema, query);
