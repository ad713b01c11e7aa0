import { z } from 'zod';
import { BATCH_EVENTS, DEFAULT_BATCH_EVENTS, type BatchEvent } from './batch.js';
import { deliveryField, type BatchDelivery } from './delivery-input.js';
import { BATCH_MAX_REQUESTS } from './batch-routes.js';
import { groupDigits } from '../text/group-digits.js';
import { checkInput } from '../input/check-input.js';
import { list } from '../input/composites.js';
import { broken, field, isPlainObject, must } from '../input/field.js';
import { url } from '../input/formats.js';
import { choice, flag, integer, jsonChoice, text } from '../input/scalars.js';
import { headersFieldOf } from '../operations/page/headers-field.js';
import type { ValidateResult } from '../validate-params.js';

export const BATCH_RESULTS_LIMIT_MAX = 1_000;
export const BATCH_RESULTS_LIMIT_DEFAULT = 100;

/** The receiver of a job's events, and which events. */
export interface BatchReceiver {
  readonly url: string;
  readonly events: readonly BatchEvent[];
}

/** A submission without its items. */
export interface BatchFrame {
  readonly webhook?: BatchReceiver | undefined;
  readonly delivery?: BatchDelivery | undefined;
  /** Parameters of every item that does not set them itself. */
  readonly defaults?: Readonly<Record<string, unknown>> | undefined;
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
  { note: 'Where to send events of the job.' },
);

/** Most headers of the caller for deliveries, as JSON, in bytes. */
export const RECEIVER_HEADERS_MAX_BYTES = 16_384;

const receiverHeadersSchema = z.strictObject({
  headers: headersFieldOf('Headers of each delivery.').check(
    must(
      'maxLength',
      (headers) => headers === undefined || Buffer.byteLength(JSON.stringify(headers)) <= RECEIVER_HEADERS_MAX_BYTES,
      `must be at most ${RECEIVER_HEADERS_MAX_BYTES} bytes of JSON.`,
    ),
  ),
});

/** Checks the headers that a receiver of another API's events asks for. */
export const validateReceiverHeaders = (
  headers: unknown,
): ValidateResult<{ readonly headers?: Readonly<Record<string, string>> | undefined }> =>
  checkInput(receiverHeadersSchema, { headers });

const MESSAGES = {
  missing: 'is required: a list of requests.',
  shape: 'must be a list of requests.',
  none: 'must have at least 1 request.',
  many: `must have at most ${groupDigits(BATCH_MAX_REQUESTS)} requests. Submit the rest as another batch.`,
} as const;

/** Checks the length alone; items are checked one by one by their operation. */
const requestsField = z.unknown().check(({ value, issues }) => {
  if (value === undefined) issues.push(broken(value, 'required', MESSAGES.missing));
  else if (!Array.isArray(value)) issues.push(broken(value, 'array', MESSAGES.shape));
  else if (value.length === 0) issues.push(broken(value, 'minLength', MESSAGES.none));
  else if (value.length > BATCH_MAX_REQUESTS) issues.push(broken(value, 'maxLength', MESSAGES.many));
});

/** Checked with each item. */
const defaultsField = z
  .unknown()
  .check(must('object', isPlainObject, 'must be an object of parameters.'))
  .optional();

const submissionSchema = z.strictObject({
  requests: requestsField,
  defaults: defaultsField,
  webhook: webhookField,
  delivery: deliveryField,
});
const retryHeadersField = headersFieldOf(
  'Values for secret headers of the failed items, such as Cookie, which are not kept once an item has ended.',
);
const retrySchema = z.strictObject({ webhook: webhookField, headers: retryHeadersField });

export const pagingFields = {
  page: integer({ note: 'Page number, from 1. The response counts pages from 0.', default: 1 }).check(
    must(
      'min',
      (page) => page >= 1,
      'must be 1 or more: page=1 is the first page, which the response counts as page 0.',
    ),
  ),
  limit: integer({
    note: 'Items per page.',
    min: 1,
    max: BATCH_RESULTS_LIMIT_MAX,
    default: BATCH_RESULTS_LIMIT_DEFAULT,
  }),
};
export const exportFields = {
  answers: flag({ note: 'true: each line includes the stored response of its item, as answer.', default: false }),
  include: choice({ note: 'document: the same as answers=true.', values: ['document'] }),
};

/** Most columns of one table. */
export const TABLE_COLUMNS_MAX = 50;
const COLUMN = String.raw`[\w-]{1,100}(?:\.[\w-]{1,100}){0,9}`;
const COLUMNS = new RegExp(`^${COLUMN}(?:,${COLUMN}){0,${TABLE_COLUMNS_MAX - 1}}$`);

export const tableFields = {
  columns: text({
    note: 'Columns, separated by commas: those of the plain table, or paths in the response such as markdown or extractedData.price, or in its requestMetadata such as title. answer.<path> is the path in the response where the plain table has a column of the same name, as answer.url.',
    maxChars: 4_096,
    pattern: COLUMNS,
    form: `a list of at most ${TABLE_COLUMNS_MAX} column names, such as url,title,extractedData.price`,
  }),
};

const pagingSchema = z.strictObject(pagingFields);
const exportSchema = z.strictObject(exportFields);
const tableSchema = z.strictObject(tableFields);
const emptySchema = z.strictObject({});

export type BatchPaging = z.output<typeof pagingSchema>;
export type BatchExport = z.output<typeof exportSchema>;

/** The body of a call that submits failed items again. */
export interface RetryFrame extends BatchFrame {
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const frameOf = (
  checked: ValidateResult<{
    webhook?: z.output<typeof webhookField>;
    delivery?: BatchDelivery | undefined;
    defaults?: unknown;
  }>,
): ValidateResult<BatchFrame> => {
  if (!checked.ok) return checked;
  const { webhook, delivery, defaults } = checked.params;
  const params = {
    ...(webhook === undefined ? {} : { webhook }),
    ...(delivery === undefined ? {} : { delivery }),
    ...(isPlainObject(defaults) ? { defaults } : {}),
  };
  return { ok: true, params };
};

/** Checks the body of a submission except its items. */
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

/** Checks the query of all results as a table. */
export const validateBatchTable = (query: object): ValidateResult<{ readonly columns?: readonly string[] }> => {
  const checked = checkInput(tableSchema, query);
  if (!checked.ok) return checked;
  const { columns } = checked.params;
  return { ok: true, params: columns === undefined ? {} : { columns: columns.split(',') } };
};

/** Checks the query of a path without parameters. */
export const validateNoQuery = (query: object): ValidateResult<Record<string, never>> => checkInput(emptySchema, query);
