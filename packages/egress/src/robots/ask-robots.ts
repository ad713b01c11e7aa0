import type { Exit } from '../exits/exit.js';
import { withPlace } from '../fetch/fetch-attempt.js';
import { exitAskOf, awaitTurn, updateExitHealth, type RunParts } from '../fetch/fetch-run.js';
import type { HttpTier } from '../http/http-tier.js';
import { MAX_RETRIES, planNextAttempt } from '../politeness/retry-policy.js';
import { pause } from '../wait.js';
import type { FetchRequest } from '../port.js';
import { NO_SLOT, unanswered, type TierResult } from '../fetch/raw-page.js';
import type { RobotsGate, RobotsDecision } from './robots-gate.js';
import { ROBOTS_TIMEOUT_MS } from './robots-limits.js';

export interface RobotsParts extends RunParts {
  readonly robots: RobotsGate;
  readonly robotsTier: () => Promise<HttpTier>;
  /** Aborts when the fetcher closes: several fetches may wait for one robots.txt, so none of their signals may end it. */
  readonly closing: AbortSignal;
}

const fetchBy = async (parts: RobotsParts, request: FetchRequest, exit: Exit): Promise<TierResult> => {
  const { closing } = parts;
  const limits = { places: parts.places, pageTimeoutMs: () => ROBOTS_TIMEOUT_MS };
  const late = await awaitTurn(parts, { request, exit, gapMs: 0 }, closing);
  if (late) return unanswered(late.verdict, late.reason ?? late.verdict, late.message);
  const result = await withPlace(limits, request, closing, async (budget, hasPlace) => {
    if (!hasPlace) return unanswered('deadline_exceeded', NO_SLOT);
    const fetched = await (await parts.robotsTier()).fetch({ ...request, exit }, budget);
    const stopped = budget.stopReason();
    return stopped && !fetched.isAnswered ? unanswered(stopped, stopped) : fetched;
  });
  if (!result.isAnswered) updateExitHealth(parts.pools, exit, request, result);
  return result;
};

/** What the site's robots.txt says about the page. It is fetched by an exit as the page would be. */
export const askRobots = (
  parts: RobotsParts,
  request: FetchRequest,
  signal: AbortSignal,
): Promise<RobotsDecision | undefined> => {
  const { url } = request;
  const fetchRobots = async (robotsUrl: string): Promise<TierResult> => {
    const deadlineAtMs = Date.now() + (MAX_RETRIES + 2) * ROBOTS_TIMEOUT_MS;
    const robots: FetchRequest = { url: robotsUrl, tier: 'http', purpose: 'page', deadlineAtMs };
    for (let failures = 1; ; failures += 1) {
      const exit = parts.pools.choose(exitAskOf({ ...request, ...robots }));
      if (!exit) return unanswered('proxy_unavailable', 'no_exit');
      const result = await fetchBy(parts, robots, exit);
      const counts = { failures, blocks: 0, limits: failures, limitedWaitMs: 0 };
      const next = result.isAnswered ? undefined : planNextAttempt(result, counts);
      if (!next || parts.closing.aborted) return result;
      await pause(next.pauseMs, parts.closing);
    }
  };
  return parts.robots.ask(new URL(url), fetchRobots, signal);
};
