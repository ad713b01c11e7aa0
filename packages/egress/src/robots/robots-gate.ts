import { LRUCache } from 'lru-cache';
import type { NetworkFailure } from '../fetch/network-error.js';
import type { TierResult } from '../fetch/raw-page.js';
import { untilAborted } from '../wait.js';
import {
  MAX_CRAWL_DELAY_MS,
  MAX_ROBOTS_CHARACTERS,
  MAX_ROBOTS_ORIGINS,
  ROBOTS_MAX_AGE_MS,
  ROBOTS_RETRY_AFTER_MS,
} from './robots-limits.js';
import { isPathAllowed, parseRobots, type RobotsRules } from './robots-rules.js';

export type RobotsPolicy = 'ignore' | 'warn' | 'obey';

/** The name of this robot in robots.txt files. */
export const PRODUCT_TOKEN = 'Quarry';

/**
 * `unreachable`: the site's server responds with an error, so its rules are unknown. `unanswered`: there was no response at
 * all, and a page of the same origin would get none either.
 */
export type RobotsDecision =
  | { readonly kind: 'allowed' | 'disallowed' | 'unreachable'; readonly crawlDelayMs: number }
  | ({ readonly kind: 'unanswered' } & NetworkFailure);

/** Fetches the robots.txt of an origin, even if the callers that wait for it have gone. */
export type FetchRobots = (robotsUrl: string) => Promise<TierResult>;

export interface RobotsGate {
  /** Never rejects; undefined if the signal ends the wait. */
  ask(url: URL, fetchRobots: FetchRobots, signal: AbortSignal): Promise<RobotsDecision | undefined>;
}

type Rules = RobotsRules | 'unreachable';

interface Known {
  readonly rules: Rules;
  readonly untilMs: number;
}

const ALLOW_ALL: RobotsRules = { rules: [], crawlDelayMs: undefined };
/** Memory of one rule in addition to its pattern, in characters. */
const RULE_WEIGHT = 64;

const weigh = ({ rules }: RobotsRules): number =>
  rules.reduce((sum, { pattern }) => sum + pattern.length + RULE_WEIGHT, RULE_WEIGHT);

/** By RFC 9309: if there is no such file there are no rules; if the server fails the rules are unknown. */
const readRobots = (result: TierResult): Rules | NetworkFailure => {
  if (!result.isAnswered) {
    // The page's own address was allowed: a redirect of the file leads to a forbidden or malformed one.
    const leadsNowhere = result.verdict === 'forbidden' || result.reason === 'bad_redirect';
    if (leadsNowhere || result.reason === 'too_many_redirects') return ALLOW_ALL;
    return result.verdict === 'too_large' ? 'unreachable' : { verdict: result.verdict, reason: result.reason };
  }
  const { statusCode, body } = result.page;
  if (statusCode >= 200 && statusCode < 300) return parseRobots(Buffer.from(body).toString('utf8'), PRODUCT_TOKEN);
  return statusCode >= 500 || statusCode === 429 ? 'unreachable' : ALLOW_ALL;
};

const isFailure = (read: Rules | NetworkFailure): read is NetworkFailure => read !== 'unreachable' && 'verdict' in read;

const judge = (rules: Rules | NetworkFailure, url: URL): RobotsDecision => {
  if (isFailure(rules)) return { kind: 'unanswered', ...rules };
  if (rules === 'unreachable') return { kind: 'unreachable', crawlDelayMs: 0 };
  const crawlDelayMs = Math.min(rules.crawlDelayMs ?? 0, MAX_CRAWL_DELAY_MS);
  return { kind: isPathAllowed(rules, url) ? 'allowed' : 'disallowed', crawlDelayMs };
};

/** Rules of sites for robots. Each origin is asked at most once a day, and once at a time. */
export const createRobotsGate = ({ now = Date.now }: { readonly now?: () => number } = {}): RobotsGate => {
  const known = new LRUCache<string, Known>({ max: MAX_ROBOTS_ORIGINS, maxSize: MAX_ROBOTS_CHARACTERS });
  const asking = new Map<string, Promise<Rules | NetworkFailure>>();

  const remember = (origin: string, rules: Rules) => {
    const isRead = rules !== 'unreachable';
    const untilMs = now() + (isRead ? ROBOTS_MAX_AGE_MS : ROBOTS_RETRY_AFTER_MS);
    known.set(origin, { rules, untilMs }, { size: isRead ? weigh(rules) : RULE_WEIGHT });
  };

  const fetchOnce = (origin: string, fetchRobots: FetchRobots): Promise<Rules | NetworkFailure> => {
    const running = asking.get(origin);
    if (running) return running;
    const run = fetchRobots(`${origin}/robots.txt`)
      .then(readRobots, () => 'unreachable' as const)
      .then((read) => {
        if (!isFailure(read)) remember(origin, read);
        return read;
      })
      .finally(() => asking.delete(origin));
    asking.set(origin, run);
    return run;
  };

  return {
    ask: async (url, fetchRobots, signal) => {
      const found = known.get(url.origin);
      if (found && found.untilMs > now()) return judge(found.rules, url);
      const rules = await untilAborted(fetchOnce(url.origin, fetchRobots), signal);
      return rules && judge(rules, url);
    },
  };
};
