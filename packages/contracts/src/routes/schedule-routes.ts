import { z } from 'zod';
import { checkInput } from '../input/check-input.js';
import { list } from '../input/composites.js';
import { field, isPlainObject, must } from '../input/field.js';
import { url } from '../input/formats.js';
import { filledText, jsonChoice, jsonFlag, jsonInteger, text } from '../input/scalars.js';
import type { Violation } from '../errors.js';
import type { ValidateResult } from '../validate-params.js';
import {
  broken,
  judgeTracking,
  SCHEDULE_TARGETS,
  type ChangeTracking,
  type ScheduleTarget,
} from './schedule-tracking.js';
import { MAX_INTERVAL_SECONDS, MIN_INTERVAL_SECONDS } from '../timing/timing-bounds.js';

export const SCHEDULES_PATH = '/schedules';
export const SCHEDULE_PATH = '/schedules/:scheduleId';
export const SCHEDULE_PAUSE_PATH = '/schedules/:scheduleId/pause';
export const SCHEDULE_RESUME_PATH = '/schedules/:scheduleId/resume';
export const SCHEDULE_FEED_LINK_PATH = '/schedules/:scheduleId/feed-link';
export const SCHEDULE_CHANGES_PATH = '/schedules/:scheduleId/changes.rss';

/** Schedules of one account. */
export const MAX_SCHEDULES = 100;
/** Missed runs that `runAll` makes up for: the newest. */
export const MAX_CAUGHT_UP_RUNS = 10;
/** Runs of a schedule that are kept, the newest. */
export const KEPT_RUNS = 50;
/** The target of a schedule, bytes of JSON. */
export const MAX_SCHEDULE_TARGET_BYTES = 40_000;
/** Fields that one schedule compares. */
export const MAX_TRACKED_FIELDS = 50;
/** A signed link to a feed opens for this long by default and at most, seconds: 30 days and a year. */
export const FEED_LINK_DEFAULT_SECONDS = 2_592_000;
export const FEED_LINK_MAX_SECONDS = 31_622_400;

/** Pages of a crawl are calls of it. */
const CRAWLED_OPERATION = 'scrape/web';
export const MISSED_RUNS = ['skip', 'runOnce', 'runAll'] as const;
export type MissedRuns = (typeof MISSED_RUNS)[number];

/**
 * `waiting`: it is to begin. `missed`: nothing ran. `refused`: the call was refused and nothing ran. `error`: the call failed, or a
 * batch was stopped.
 */
export const RUN_STATUSES = ['waiting', 'running', 'ok', 'error', 'refused', 'missed'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

const PATH = /^[\w-]{1,100}(?:\.[\w-]{1,100}){0,9}$/;

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

const targetField = field(
  z.strictObject({
    type: jsonChoice({
      note: 'operation: one call. batch: a batch of calls. crawl: the crawl of a site.',
      values: SCHEDULE_TARGETS,
      default: 'operation',
    }),
    operation: text({
      note: 'The operation, such as scrape/web. Required unless type is crawl, whose pages are calls of scrape/web.',
      maxChars: 100,
    }),
    params: z
      .unknown()
      .check(must('object', isPlainObject, 'must be an object: what the body or the query of the call has.'))
      .meta({
        type: 'object',
        description:
          'The parameters of the call, as in its body or query; of a batch or a crawl, what the body of the call that starts it has.',
      }),
  }),
  { note: 'What to run.', required: true },
);

const trackingField = field(
  z.strictObject({
    fields: list({
      note: 'Paths in the response whose values are compared, such as price or extractedData.title.',
      item: text({
        note: 'Path.',
        maxChars: 200,
        pattern: PATH,
        form: 'a path in the response, such as extractedData.price',
      }),
      maxItems: MAX_TRACKED_FIELDS,
    }),
    markdown: jsonFlag({ note: 'true: pages as markdown are compared line by line. scrape/web and crawls only.' }),
    links: jsonFlag({ note: 'true: the links of pages are compared. scrape/web and crawls only.' }),
  }),
  { note: 'What to compare with the last run. Of a batch or a crawl, page by page.' },
);

export const scheduleFields = {
  name: text({ note: 'A name of your own.', maxChars: 100 }),
  cron: text({
    note: 'When to run, as a cron expression of five fields: minute, hour, day of month, month, day of week. Either this or intervalSeconds.',
    maxChars: 200,
  }),
  intervalSeconds: jsonInteger({
    note: 'Time between two runs in seconds, from the creation of the schedule on. Either this or cron.',
    min: MIN_INTERVAL_SECONDS,
    max: MAX_INTERVAL_SECONDS,
  }),
  timeZone: field(
    filledText(64).check(
      must('enum', isTimeZone, 'must be a time zone of the IANA database, such as Europe/Berlin or UTC.'),
    ),
    { note: 'Time zone of cron, such as Europe/Berlin.', default: 'UTC' },
  ),
  target: targetField,
  missedRuns: jsonChoice({
    note: `What to do about runs that were missed because the service was down: skip them, runOnce for all of them, or runAll, the newest ${MAX_CAUGHT_UP_RUNS} at most.`,
    values: MISSED_RUNS,
    default: 'runOnce',
  }),
  changeTracking: trackingField,
  webhook: field(z.strictObject({ url: url({ note: 'Receiver: a public http or https URL.', required: true }) }), {
    note: 'Where to send schedule.changed when a run finds a change. Requires changeTracking.',
  }),
};

const scheduleSchema = z.strictObject(scheduleFields);
const feedLinkFields = {
  expiresInSeconds: jsonInteger({
    note: 'How long the link opens without a key, in seconds.',
    min: 1,
    max: FEED_LINK_MAX_SECONDS,
    default: FEED_LINK_DEFAULT_SECONDS,
  }),
};
export const feedLinkSchema = z.strictObject(feedLinkFields);

export interface ScheduleInput {
  readonly name?: string | undefined;
  readonly cron?: string | undefined;
  readonly intervalSeconds?: number | undefined;
  readonly timeZone: string;
  readonly target: ScheduleTarget;
  readonly missedRuns: MissedRuns;
  readonly changeTracking?: ChangeTracking | undefined;
  readonly webhook?: { readonly url: string } | undefined;
}

const judgeTiming = ({ cron, intervalSeconds }: ScheduleInput): readonly Violation[] => {
  if (cron === undefined && intervalSeconds === undefined) {
    return [broken('cron', 'requiredIfNotExists', 'or intervalSeconds is required.')];
  }
  if (cron === undefined || intervalSeconds === undefined) return [];
  return [broken('intervalSeconds', 'prohibitedWith', 'cannot be combined with cron.')];
};

type SentTarget = Omit<ScheduleTarget, 'operation'> & { readonly operation?: string | undefined };

/** The operation of a crawl's pages need not be named. */
const withOperation = ({
  type,
  operation = type === 'crawl' ? CRAWLED_OPERATION : '',
  params,
}: SentTarget): ScheduleTarget => ({
  ...{ type, operation, params },
});

const judgeOperation = ({ target: { type, operation } }: ScheduleInput): readonly Violation[] => {
  if (operation === '') return [broken('target.operation', 'required', 'is required.')];
  return type !== 'crawl' || operation === CRAWLED_OPERATION
    ? []
    : [broken('target.operation', 'enum', `must be ${CRAWLED_OPERATION} with type crawl, or left out.`)];
};

const judgeSize = ({ target }: ScheduleInput): readonly Violation[] =>
  new TextEncoder().encode(JSON.stringify(target)).byteLength <= MAX_SCHEDULE_TARGET_BYTES
    ? []
    : [broken('target', 'maxLength', `must be at most ${MAX_SCHEDULE_TARGET_BYTES} bytes of JSON.`)];

/** Checks the body of a call that makes a schedule, except its cron expression and what its target's operation says. */
export const validateSchedule = (body: object): ValidateResult<ScheduleInput> => {
  const checked = checkInput(scheduleSchema, body);
  if (!checked.ok) return checked;
  const { target, ...rest } = checked.params;
  // safe because the schema checks that params is an object
  const params = { ...rest, target: withOperation(target as SentTarget) } as ScheduleInput;
  const violations = [
    ...judgeTiming(params),
    ...judgeOperation(params),
    ...judgeTracking(params),
    ...judgeSize(params),
  ];
  return violations.length > 0 ? { ok: false, violations } : { ok: true, params };
};

/** Checks the body of a call that signs a link to a feed. */
export const validateFeedLink = (body: object): ValidateResult<{ readonly expiresInSeconds: number }> =>
  checkInput(feedLinkSchema, body);
