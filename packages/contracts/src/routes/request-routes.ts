import { z } from 'zod';
import { ERROR_CODES } from '../errors.js';
import { checkInput } from '../input/check-input.js';
import { must } from '../input/field.js';
import { isRealDate } from '../input/formats.js';
import { integer, jsonChoice, text } from '../input/scalars.js';
import { OPERATIONS } from '../operations/index.js';
import { REPARSE_ID } from '../reparse.js';
import type { ValidateResult } from '../validate-params.js';

export const REQUESTS_PATH = '/requests';
export const REQUEST_PATH = '/requests/:requestId';
export const BATCHES_PATH = '/batches';

/** `error`: ended without a 200. */
export const REQUEST_STATUSES = ['pending', 'ok', 'error'] as const;

export const LOG_LIMIT_MAX = 100;
export const LOG_LIMIT_DEFAULT = 20;
const HOST_MAX_CHARS = 300;

const KEY_ID = /^[\w-]{1,64}$/;
const JOB_ID = /^[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$/;
/** A number and an id that say where the page before has ended. */
const CURSOR = /^(\d{1,15})\.([\w-]{1,64})$/;
const INSTANT =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,3})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;

const OPERATION_IDS: readonly string[] = [...OPERATIONS.map(({ id }) => id), REPARSE_ID];

const pageFields = (rows: string) => ({
  limit: integer({ note: `${rows} per page.`, min: 1, max: LOG_LIMIT_MAX, default: LOG_LIMIT_DEFAULT }),
  cursor: text({
    note: 'Start of the page, taken from nextPage of the page before.',
    pattern: CURSOR,
    form: 'a cursor from nextPage',
  }),
});

/** `Date.parse` takes 30 February for 2 March. */
const isRealInstant = (value: string | undefined): boolean => {
  const [year, month, day] = (value ?? '').slice(0, 10).split('-').map(Number);
  return value === undefined || !INSTANT.test(value) || isRealDate(year ?? 0, month ?? 0, day ?? 0);
};

const instant = (note: string) =>
  text({ note, pattern: INSTANT, form: 'a date or a time such as 2026-01-31 or 2026-01-31T12:00:00Z' }).check(
    must('date', isRealInstant, 'must be a date of the calendar.'),
  );

export const requestsFields = {
  operation: jsonChoice({ note: 'Only this operation.', values: OPERATION_IDS }),
  status: jsonChoice({ note: 'Only requests in this status.', values: REQUEST_STATUSES }),
  error: jsonChoice({ note: 'Only requests that ended with this error.', values: ERROR_CODES }),
  host: text({
    note: 'Only requests to this host, such as example.com, with its port if it has one.',
    maxChars: HOST_MAX_CHARS,
  }),
  key: text({
    note: 'Only requests made with this API key: its id, or console for calls of people in the console.',
    pattern: KEY_ID,
    form: 'the id of a key',
  }),
  since: instant('Only requests made at this time or later; a date begins at midnight UTC.'),
  until: instant('Only requests made before this time; a date begins at midnight UTC.'),
  batch: text({
    note: 'The items of this batch, in the order of submission, instead of single requests.',
    pattern: JOB_ID,
    form: 'a job id',
  }),
  ...pageFields('Requests'),
};

export const batchesFields = pageFields('Batches');

const requestsSchema = z.strictObject(requestsFields);
const batchesSchema = z.strictObject(batchesFields);
export type RequestsQuery = z.output<typeof requestsSchema>;
export type BatchesQuery = z.output<typeof batchesSchema>;

/** Checks the query of a page of the request log. */
export const validateRequestsQuery = (query: object): ValidateResult<RequestsQuery> =>
  checkInput(requestsSchema, query);

/** Checks the query of a page of jobs. */
export const validateBatchesQuery = (query: object): ValidateResult<BatchesQuery> => checkInput(batchesSchema, query);

export interface LogPlace {
  readonly number: number;
  readonly id: string;
}

export const toLogCursor = ({ number, id }: LogPlace): string => `${number}.${id}`;

/** Reads a checked cursor. */
export const readLogCursor = (cursor: string): LogPlace => {
  const [, number = '', id = ''] = CURSOR.exec(cursor) ?? [];
  return { number: Number(number), id };
};

/** Reads a checked time; epoch milliseconds. */
export const readInstant = (value: string): number => Date.parse(value);

/** The query string of the next page: the same filters from another place. */
export const toLogQuery = (query: RequestsQuery | BatchesQuery, next: LogPlace): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, cursor: toLogCursor(next) })) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.toString();
};
