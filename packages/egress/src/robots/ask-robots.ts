import type { Exit } from '../exits/exit.js';
import { withinGate } from '../fetch/fetch-attempt.js';
import { askFor, awaitTurn, learn, type RunParts } from '../fetch/fetch-run.js';
import type { HttpTier } from '../http/http-tier.js';
import { MAX_RETRIES, planNextTry } from '../politeness/retry-policy.js';
import { pause } from '../fetch/pause.js';
import type { FetchRequest } from '../port.js';
import { NO_SLOT, unanswered, type TierResult } from '../fetch/raw-page.js';
import type { RobotsGate, RobotsWord } from './robots-gate.js';
import { ROBOTS_TIMEOUT_MS } from './robots-limits.js';

export interface RobotsParts extends RunParts {
  readonly robots: RobotsGate;
  readonly robotsTier: () => Promise<HttpTier>;
  /** Ends with the fetcher: several fetches may wait for one robots.txt. */
  readonly closing: AbortSignal;
}

const fetchBy = async (parts: RobotsParts, request: FetchRequest, exit: Exit): Promise<TierResult> => {
  const { closing } = parts;
  const limits = { gate: parts.gate, pageTimeoutMs: () => ROBOTS_TIMEOUT_MS };
  const late = await awaitTurn(parts, { request, exit, gapMs: 0 }, closing);
  if (late) return unanswered(late.verdict, late.reason ?? late.verdict, late.message);
  const result = await withinGate(limits, request, closing, async (budget, hasPlace) => {
    if (!hasPlace) return unanswered('deadline_exceeded', NO_SLOT);
    const fetched = await (await parts.robotsTier()).fetch({ ...request, exit }, budget);
    const stopped = budget.stopReason();
    return stopped && !fetched.isAnswered ? unanswered(stopped, stopped) : fetched;
  });
  if (!result.isAnswered) learn(parts.pools, exit, request, result);
  return result;
};

/** What the site's robots.txt says of the page: fetched by an exit such as the page would leave by. */
export const askRobots = (
  parts: RobotsParts,
  request: FetchRequest,
  signal: AbortSignal,
): Promise<RobotsWord | undefined> => {
  const { url } = request;
  const fetchRobots = async (robotsUrl: string): Promise<TierResult> => {
    const deadlineAtMs = Date.now() + (MAX_RETRIES + 2) * ROBOTS_TIMEOUT_MS;
    const robots: FetchRequest = { url: robotsUrl, tier: 'http', purpose: 'page', deadlineAtMs };
    for (let failures = 1; ; failures += 1) {
      const exit = parts.pools.choose(askFor({ ...request, ...robots }));
      if (!exit) return unanswered('proxy_unavailable', 'no_exit');
      const result = await fetchBy(parts, robots, exit);
      const next = result.isAnswered ? undefined : planNextTry(result, { failures, blocks: 0 });
      if (!next || parts.closing.aborted) return result;
      await pause(next.pauseMs, parts.closing);
    }
  };
  return parts.robots.ask(new URL(url), fetchRobots, signal);
};
