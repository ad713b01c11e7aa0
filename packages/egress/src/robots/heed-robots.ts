import { explainProxyFailure } from '../exits/proxy-messages.js';
import type { Attempt } from '../fetch/fetch-attempt.js';
import { runFetch } from '../fetch/fetch-run.js';
import { pause } from '../fetch/pause.js';
import type { FetchOutcome, FetchRequest } from '../port.js';
import { DEADLINE_MARGIN_MS, MAX_TIMER_MS } from '../fetch/time-budget.js';
import { askRobots, type RobotsParts } from './ask-robots.js';
import type { RobotsPolicy, RobotsWord } from './robots-gate.js';

/** Under `warn`, a page that is there waits for the site's robots.txt at most so long. */
export const ROBOTS_WARN_WAIT_MS = 2_000;
export const ROBOTS_WARNING = 'robots.txt of the site forbids this page';

const DISALLOWED: Attempt = {
  verdict: 'robots_disallowed',
  reason: 'robots_txt',
  message: 'The robots.txt of the site forbids this page to robots, which this deployment obeys.',
};
const UNREADABLE: Attempt = {
  verdict: 'robots_disallowed',
  reason: 'robots_unreachable',
  message:
    'The site answers with an error when asked for its robots.txt, which forbids all pages to robots until it can be read; this deployment obeys that. Retry later.',
};
const CANCELLED: Attempt = { verdict: 'cancelled', reason: 'cancelled' };
const NO_TIME: Attempt = { verdict: 'deadline_exceeded', reason: 'deadline_exceeded' };

/** What stands in the way of the page; undefined where nothing does. */
const obstacleOf = (word: RobotsWord | undefined, signal: AbortSignal): Attempt | undefined => {
  if (!word) return signal.aborted ? CANCELLED : NO_TIME;
  if (word.says === 'disallowed') return DISALLOWED;
  if (word.says === 'unreachable') return UNREADABLE;
  return word.says === 'unanswered' ? explainProxyFailure({ verdict: word.verdict, reason: word.reason }) : undefined;
};

const obey = async (parts: RobotsParts, request: FetchRequest, signal: AbortSignal): Promise<FetchOutcome> => {
  const leftMs = Math.min(MAX_TIMER_MS, Math.max(0, request.deadlineAtMs - DEADLINE_MARGIN_MS - Date.now()));
  const word = await askRobots(parts, request, AbortSignal.any([signal, AbortSignal.timeout(leftMs)]));
  const obstacle = obstacleOf(word, signal);
  const { tier, proxyType = 'datacenter' } = request;
  if (obstacle) return { ...obstacle, tier, proxyType, attempts: 0 };
  const gapMs = word && 'crawlDelayMs' in word ? word.crawlDelayMs : 0;
  return runFetch(parts, request, { signal, gapMs });
};

const warn = async (parts: RobotsParts, request: FetchRequest, signal: AbortSignal): Promise<FetchOutcome> => {
  const over = new AbortController();
  const asking = askRobots(parts, request, AbortSignal.any([signal, over.signal]));
  const outcome = await runFetch(parts, request, { signal, gapMs: 0 });
  const ended = AbortSignal.any([signal, over.signal]);
  const late = pause(outcome.page ? ROBOTS_WARN_WAIT_MS : 0, ended).then(() => undefined);
  const word = await Promise.race([asking, late]);
  over.abort();
  return word?.says === 'disallowed' ? { ...outcome, warnings: [ROBOTS_WARNING] } : outcome;
};

/** Fetches as the operator wants robots.txt to be taken. It speaks of pages, not of an engine's or a site's records. */
export const fetchHeeding = (
  policy: RobotsPolicy,
  parts: RobotsParts,
  request: FetchRequest,
  signal: AbortSignal,
): Promise<FetchOutcome> => {
  if (policy === 'ignore' || request.purpose !== 'page') return runFetch(parts, request, { signal, gapMs: 0 });
  return policy === 'obey' ? obey(parts, request, signal) : warn(parts, request, signal);
};
