import {
  KEPT_RUNS,
  MAX_CAUGHT_UP_RUNS,
  MAX_SCHEDULES,
  SCHEDULE_CHANGES_PATH,
  SCHEDULE_FEED_LINK_PATH,
  SCHEDULE_PATH,
  SCHEDULE_PAUSE_PATH,
  SCHEDULE_RESUME_PATH,
  SCHEDULES_PATH,
} from '@quarry/contracts';
import { code, jsonBlock, routeTable } from './markdown.js';

const EXAMPLE = {
  cron: '0 8 * * 1-5',
  timeZone: 'Europe/Berlin',
  target: { operation: 'scrape/web', params: { url: 'https://example.com/', outputFormat: ['markdown'] } },
  missedRuns: 'runOnce',
  changeTracking: { markdown: true },
  webhook: { url: 'https://you.example/quarry' },
};

const ROUTES = [
  ['POST', SCHEDULES_PATH, 'Makes a schedule.'],
  ['GET', SCHEDULES_PATH, `The schedules of the account, ${MAX_SCHEDULES} at most.`],
  ['GET', SCHEDULE_PATH, `One, with its newest ${KEPT_RUNS} runs and the next ones.`],
  ['DELETE', SCHEDULE_PATH, 'Deletes it with its runs.'],
  ['POST', SCHEDULE_PAUSE_PATH, 'Pauses it.'],
  ['POST', SCHEDULE_RESUME_PATH, 'Resumes it.'],
  ['GET', SCHEDULE_CHANGES_PATH, 'The changes that its runs found, as RSS.'],
  ['POST', SCHEDULE_FEED_LINK_PATH, 'A link to that feed that opens without a key.'],
] as const;

const shownPath = (path: string): string => path.replace(/:\w+/, '<id>');

/** Schedules, as markdown. */
export const scheduleText = (): string =>
  `A schedule makes a call, submits a batch or crawls a site, at the times of a cron expression in a time zone or at an interval. Each run is an ordinary call of the account, with the key that made the schedule: the same price, limits and log. A run that is refused, such as for want of credits, costs nothing and says why. Runs that were missed while the service was down are skipped, made up for once, or all of them up to ${MAX_CAUGHT_UP_RUNS}, as ${code('missedRuns')} says.

${jsonBlock(EXAMPLE)}

With ${code('changeTracking')} a run is compared with the run before it: fields of the response, the page as markdown, or its links; a batch or a crawl page by page, which says what pages are new, gone or changed. A change is told to ${code('webhook')} and listed in a feed.

${routeTable(ROUTES.map(([method, path, note]) => [method, shownPath(path), note]))}`;

/** The same for language models, in short. */
export const scheduleLines = (): readonly string[] =>
  ROUTES.map(([method, path, note]) => `- ${method} ${shownPath(path)}: ${note}`);
