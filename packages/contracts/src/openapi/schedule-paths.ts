import { z } from 'zod';
import type { JsonSchema } from '../input/field.js';
import { jsonSchemaOf } from '../input/json-schema.js';
import {
  feedLinkSchema,
  MAX_SCHEDULES,
  MISSED_RUNS,
  RUN_STATUSES,
  SCHEDULE_CHANGES_PATH,
  SCHEDULE_FEED_LINK_PATH,
  SCHEDULE_PATH,
  SCHEDULE_PAUSE_PATH,
  SCHEDULE_RESUME_PATH,
  scheduleFields,
  SCHEDULES_PATH,
} from '../routes/schedule-routes.js';
import { SCHEDULE_TARGETS } from '../routes/schedule-tracking.js';
import { ACCOUNT_HEADERS } from './account-headers.js';
import { dataResponses } from './data-response.js';
import { errorReferences } from './error-responses.js';
import { IDEMPOTENCY_HEADERS, IDEMPOTENCY_PARAMETER } from './idempotency-parts.js';
import { withNumberBounds } from './number-bounds.js';

const text: JsonSchema = { type: 'string' };
const id: JsonSchema = { type: 'string', format: 'uuid' };
const count: JsonSchema = { type: 'integer', minimum: 0 };
const instant: JsonSchema = { type: 'string', format: 'date-time' };
const described = (schema: JsonSchema, description: string): JsonSchema => ({ ...schema, description });
const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const objectOf = (properties: Readonly<Record<string, JsonSchema>>, required: readonly string[]): JsonSchema => ({
  type: 'object',
  required,
  additionalProperties: false,
  properties,
});

const FIELDS = listOf(
  objectOf(
    {
      path: text,
      change: { type: 'string', enum: ['added', 'removed', 'changed'] },
      before: described({}, 'A long value is the start of its JSON.'),
      after: {},
    },
    ['path', 'change'],
  ),
);
const LINKS = objectOf({ added: listOf(text), removed: listOf(text) }, ['added', 'removed']);
const MARKDOWN = objectOf(
  {
    added: described(count, 'Lines.'),
    removed: count,
    diff: described(text, 'A unified diff, with two lines around.'),
  },
  ['added', 'removed', 'diff'],
);

const CHANGED_PAGE = objectOf(
  {
    url: text,
    requestId: id,
    added: count,
    removed: count,
    changed: count,
    fields: FIELDS,
    links: LINKS,
    markdown: MARKDOWN,
  },
  ['url', 'requestId'],
);
const PAGES = objectOf(
  {
    compared: described(count, 'Pages whose content both runs have.'),
    unknown: described(
      count,
      'Pages that could not be read this time: they failed, are duplicates, or were not reached.',
    ),
    added: described(listOf(text), 'Addresses of new pages.'),
    removed: described(listOf(text), 'Addresses of pages that are gone.'),
    changed: described(listOf(CHANGED_PAGE), 'Only the first have what differs in them, as far as it is still stored.'),
  },
  ['compared', 'unknown', 'added', 'removed', 'changed'],
);

const CHANGE = objectOf(
  {
    status: described(
      { type: 'string', enum: ['first', 'same', 'changed', 'unknown'] },
      'first: there was nothing to compare with. unknown: it could not be compared; message says why.',
    ),
    message: text,
    comparedWith: described(instant, 'When the run was due that it is compared with.'),
    added: described(count, 'Fields, links and lines of markdown together; of a batch or a crawl, pages.'),
    removed: count,
    changed: described(count, 'Fields alone; of a batch or a crawl, pages.'),
    fields: FIELDS,
    links: LINKS,
    markdown: MARKDOWN,
    pages: described(PAGES, 'Of a batch or a crawl alone.'),
    isCut: described({ type: 'boolean' }, 'true: not everything is compared or shown.'),
  },
  ['status', 'added', 'removed', 'changed'],
);

const RUN = objectOf(
  {
    id: text,
    dueAt: instant,
    status: described(
      { type: 'string', enum: RUN_STATUSES },
      'missed: nothing ran. refused: the call was refused; message says why. error: the call failed.',
    ),
    startedAt: instant,
    endedAt: instant,
    requestId: described(id, 'The request, in GET /requests/<id>.'),
    jobId: described(id, 'The batch or the crawl.'),
    error: described(text, 'Error code.'),
    message: text,
    creditsCharged: count,
    change: CHANGE,
  },
  ['id', 'dueAt', 'status', 'creditsCharged'],
);

const SCHEDULE_PROPERTIES: Readonly<Record<string, JsonSchema>> = {
  id,
  name: text,
  state: { type: 'string', enum: ['active', 'paused'] },
  cron: text,
  intervalSeconds: count,
  timeZone: text,
  target: objectOf(
    {
      type: { type: 'string', enum: SCHEDULE_TARGETS },
      operation: text,
      params: described({ type: 'object' }, 'The values of secrets are replaced by [removed].'),
    },
    ['type', 'operation'],
  ),
  missedRuns: { type: 'string', enum: MISSED_RUNS },
  changeTracking: objectOf({ fields: listOf(text), markdown: { type: 'boolean' }, links: { type: 'boolean' } }, []),
  webhook: objectOf({ url: text }, ['url']),
  key: described(
    text,
    'Id of the API key that made it, with which its runs are made; console: a person in the console.',
  ),
  createdAt: instant,
  nextRuns: described(listOf(instant), 'The next five, or fewer if there are no more.'),
  changesUrl: described(text, 'Feed of the changes that its runs found. Requires an API key of the account.'),
};
const REQUIRED = ['id', 'state', 'timeZone', 'target', 'missedRuns', 'createdAt', 'nextRuns'];
const SCHEDULE = objectOf(SCHEDULE_PROPERTIES, REQUIRED);
const WITH_RUNS = objectOf({ ...SCHEDULE_PROPERTIES, runs: described(listOf(RUN), 'The newest first.') }, [
  ...REQUIRED,
  'runs',
]);

const bodyOf = (schema: z.ZodType, required = true): JsonSchema => ({
  required,
  content: { 'application/json': { schema: withNumberBounds(jsonSchemaOf(schema)) } },
});
const ID_PARAMETER: JsonSchema = { name: 'scheduleId', in: 'path', required: true, schema: id };
const inBraces = (path: string): string => path.replace(/:(\w+)/, '{$1}');

const call = (operationId: string, summary: string, description: string, more: JsonSchema): JsonSchema => ({
  ...{ operationId, summary, description: `${description} Free of charge.`, tags: ['schedules'] },
  ...more,
});
const ofOne = (operationId: string, summary: string, description: string, data: JsonSchema): JsonSchema =>
  call(operationId, summary, description, {
    parameters: [ID_PARAMETER],
    responses: dataResponses(data, [401, 404, 405, 500, 503]),
  });

const FEED: JsonSchema = {
  get: call('schedule-changes', 'Feed of changes', 'RSS 2.0. Also opens with a signed link, without a key.', {
    parameters: [
      ID_PARAMETER,
      { name: 'expires', in: 'query', description: 'Part of a signed link.', schema: text },
      { name: 'signature', in: 'query', description: 'Part of a signed link.', schema: text },
    ],
    responses: {
      200: {
        description: 'The changes that runs found, newest first.',
        headers: { 'x-request-id': ACCOUNT_HEADERS['x-request-id'] },
        content: { 'application/rss+xml': { schema: text } },
      },
      ...errorReferences([401, 404, 405, 500, 503]),
    },
  }),
};

/** Paths of schedules. */
export const schedulePaths = (): Record<string, JsonSchema> => ({
  [SCHEDULES_PATH]: {
    post: call(
      'schedule-create',
      'Make a schedule',
      `Runs a call, a batch or a crawl at times of a cron expression or at an interval. Each run is an ordinary call of the account, with the key that made the schedule. An account may have ${MAX_SCHEDULES} schedules.`,
      {
        parameters: [IDEMPOTENCY_PARAMETER],
        requestBody: bodyOf(z.strictObject(scheduleFields)),
        responses: dataResponses(
          SCHEDULE,
          [400, 401, 403, 405, 409, 413, 415, 422, 429, 500, 503, 504],
          IDEMPOTENCY_HEADERS,
        ),
      },
    ),
    get: call('schedules-list', 'Schedules of the account', 'Newest first, all of them, without their runs.', {
      responses: dataResponses(objectOf({ schedules: listOf(SCHEDULE) }, ['schedules']), [401, 405, 500, 503]),
    }),
  },
  [inBraces(SCHEDULE_PATH)]: {
    get: ofOne('schedule-get', 'One schedule', 'With its kept runs.', WITH_RUNS),
    delete: ofOne(
      'schedule-delete',
      'Delete a schedule',
      'With its runs and changes. A call that is running goes on.',
      objectOf({ id }, ['id']),
    ),
  },
  [inBraces(SCHEDULE_PAUSE_PATH)]: {
    post: ofOne('schedule-pause', 'Pause a schedule', 'A run that has begun goes on.', SCHEDULE),
  },
  [inBraces(SCHEDULE_RESUME_PATH)]: {
    post: ofOne('schedule-resume', 'Resume a schedule', 'What was due meanwhile is not made up for.', SCHEDULE),
  },
  [inBraces(SCHEDULE_FEED_LINK_PATH)]: {
    post: call(
      'schedule-feed-link',
      'Sign a link to a feed',
      'The link opens the feed of changes without a key until it expires.',
      {
        parameters: [ID_PARAMETER],
        requestBody: bodyOf(feedLinkSchema, false),
        responses: dataResponses(objectOf({ url: text, expiresAt: instant }, ['url', 'expiresAt']), [
          ...[400, 401, 404, 405, 413, 415, 422, 429, 500, 501, 503],
        ]),
      },
    ),
  },
  [inBraces(SCHEDULE_CHANGES_PATH)]: FEED,
});
