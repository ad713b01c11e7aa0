import { explainFailure } from '../fetch/failure-messages.js';
import type { Attempt } from '../fetch/fetch-attempt.js';
import { runFetch } from '../fetch/fetch-run.js';
import type { FetchOutcome, FetchRequest } from '../port.js';
import { DEADLINE_MARGIN_MS, MAX_TIMER_MS } from '../fetch/time-budget.js';
import { LATE, within } from '../wait.js';
import { askRobots, type RobotsParts } from './ask-robots.js';
import type { RobotsPolicy, RobotsDecision } from './robots-gate.js';

/** Under `warn`, longest time that a fetched page waits for the site's robots.txt. */
export const ROBOTS_WARN_WAIT_MS = 2_000;
export const ROBOTS_WARNING = "the site's robots.txt disallows this page";

const DISALLOWED: Attempt = {
  verdict: 'robots_disallowed',
  reason: 'robots_txt',
  message: "The site's robots.txt disallows this page, and this deployment, or the crawl, obeys robots.txt.",
};
const UNREADABLE: Attempt = {
  verdict: 'robots_disallowed',
  reason: 'robots_unreachable',
  message:
    "The site's robots.txt could not be read: its server responds with an error. Until it can, a deployment or a crawl that obeys robots.txt fetches no page of the site. Retry later.",
};
const CANCELLED: Attempt = { verdict: 'cancelled', reason: 'cancelled' };
const NO_TIME: Attempt = { verdict: 'deadline_exceeded', reason: 'deadline_exceeded' };

/** Why the page may not be fetched; undefined if it may. */
const obstacleOf = (decision: RobotsDecision | undefined, signal: AbortSignal): Attempt | undefined => {
  if (!decision) return signal.aborted ? CANCELLED : NO_TIME;
  if (decision.kind === 'disallowed') return DISALLOWED;
  if (decision.kind === 'unreachable') return UNREADABLE;
  if (decision.kind !== 'unanswered') return undefined;
  return explainFailure({ verdict: decision.verdict, reason: decision.reason });
};

const obey = async (parts: RobotsParts, request: FetchRequest, signal: AbortSignal): Promise<FetchOutcome> => {
  const leftMs = Math.min(MAX_TIMER_MS, Math.max(0, request.deadlineAtMs - DEADLINE_MARGIN_MS - Date.now()));
  const decision = await askRobots(parts, request, AbortSignal.any([signal, AbortSignal.timeout(leftMs)]));
  const obstacle = obstacleOf(decision, signal);
  const { tier, proxyType = 'datacenter' } = request;
  if (obstacle) return { ...obstacle, tier, proxyType, attempts: 0 };
  const delayMs = decision && 'crawlDelayMs' in decision ? decision.crawlDelayMs : 0;
  return runFetch(parts, request, { signal, gapMs: Math.max(delayMs, request.gapMs ?? 0) });
};

const warn = async (parts: RobotsParts, request: FetchRequest, signal: AbortSignal): Promise<FetchOutcome> => {
  const over = new AbortController();
  const asking = askRobots(parts, request, AbortSignal.any([signal, over.signal]));
  const outcome = await runFetch(parts, request, { signal, gapMs: request.gapMs ?? 0 });
  const decision = await within(asking, outcome.page ? ROBOTS_WARN_WAIT_MS : 1);
  over.abort();
  const isDisallowed = decision !== LATE && decision?.kind === 'disallowed';
  return isDisallowed ? { ...outcome, warnings: [ROBOTS_WARNING, ...(outcome.warnings ?? [])] } : outcome;
};

/** Fetches under the operator's policy on robots.txt, which applies to pages, not to records of engines and sites. */
export const applyRobotsPolicy = (
  ofFetcher: RobotsPolicy,
  parts: RobotsParts,
  request: FetchRequest,
  signal: AbortSignal,
): Promise<FetchOutcome> => {
  const policy = request.robots ?? ofFetcher;
  if (policy === 'ignore' || request.purpose !== 'page') {
    return runFetch(parts, request, { signal, gapMs: request.gapMs ?? 0 });
  }
  return policy === 'obey' ? obey(parts, request, signal) : warn(parts, request, signal);
};
