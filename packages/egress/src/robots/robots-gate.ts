import { BoundedMap } from '../exits/bounded-map.js';
import type { NetworkFailure } from '../fetch/network-error.js';
import type { TierResult } from '../fetch/raw-page.js';
import {
  MAX_CRAWL_DELAY_MS,
  MAX_ROBOTS_CHARACTERS,
  MAX_ROBOTS_ORIGINS,
  ROBOTS_MAX_AGE_MS,
  ROBOTS_RETRY_AFTER_MS,
} from './robots-limits.js';
import { isPathAllowed, parseRobots, type RobotsRules } from './robots-rules.js';

export type RobotsPolicy = 'ignore' | 'warn' | 'obey';

/** The name that robots.txt files call this robot by. */
export const PRODUCT_TOKEN = 'Quarry';

/**
 * `unreachable`: the site's server fails, so its rules are not known. `unanswered`: there was no answer at all, which a
 * page of the same origin would not get either.
 */
export type RobotsWord =
  | { readonly says: 'allowed' | 'disallowed' | 'unreachable'; readonly crawlDelayMs: number }
  | ({ readonly says: 'unanswered' } & NetworkFailure);

/** Fetches the robots.txt of an origin; its waiting callers may have gone meanwhile. */
export type FetchRobots = (robotsUrl: string) => Promise<TierResult>;

export interface RobotsGate {
  /** Never rejects; `undefined` where the signal ends the wait. */
  ask(url: URL, fetchRobots: FetchRobots, signal: AbortSignal): Promise<RobotsWord | undefined>;
}

type Rules = RobotsRules | 'unreachable';

interface Known {
  readonly rules: Rules;
  readonly untilMs: number;
  readonly weight: number;
}

const ALLOW_ALL: RobotsRules = { rules: [], crawlDelayMs: undefined };
/** What one remembered rule takes beside its pattern. */
const RULE_WEIGHT = 64;

const weigh = ({ rules }: RobotsRules): number =>
  rules.reduce((sum, { pattern }) => sum + pattern.length + RULE_WEIGHT, RULE_WEIGHT);

/** RFC 9309: no such file means no rules; a server that fails means rules that are not known. */
const readRobots = (result: TierResult): Rules | NetworkFailure => {
  if (!result.isAnswered) {
    // The page's own address was judged already: the file leads to where nobody may or can follow.
    const leadsNowhere = result.verdict === 'forbidden' || result.reason === 'bad_redirect';
    if (leadsNowhere || result.reason === 'too_many_redirects') return ALLOW_ALL;
    return result.verdict === 'too_large' ? 'unreachable' : { verdict: result.verdict, reason: result.reason };
  }
  const { statusCode, body } = result.page;
  if (statusCode >= 200 && statusCode < 300) return parseRobots(Buffer.from(body).toString('utf8'), PRODUCT_TOKEN);
  return statusCode >= 500 || statusCode === 429 ? 'unreachable' : ALLOW_ALL;
};

const untilAborted = (signal: AbortSignal): readonly [Promise<undefined>, () => void] => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const end = () => resolve(undefined);
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return [promise, () => signal.removeEventListener('abort', end)];
};

const isFailure = (read: Rules | NetworkFailure): read is NetworkFailure => read !== 'unreachable' && 'verdict' in read;

const judge = (rules: Rules | NetworkFailure, url: URL): RobotsWord => {
  if (isFailure(rules)) return { says: 'unanswered', ...rules };
  if (rules === 'unreachable') return { says: 'unreachable', crawlDelayMs: 0 };
  const crawlDelayMs = Math.min(rules.crawlDelayMs ?? 0, MAX_CRAWL_DELAY_MS);
  return { says: isPathAllowed(rules, url) ? 'allowed' : 'disallowed', crawlDelayMs };
};

/** What sites tell robots, each asked once a day at most and once at a time. */
export const createRobotsGate = ({ now = Date.now }: { readonly now?: () => number } = {}): RobotsGate => {
  let weight = 0;
  const known = new BoundedMap<Known>(MAX_ROBOTS_ORIGINS, (gone) => {
    weight -= gone.weight;
  });
  const asking = new Map<string, Promise<Rules | NetworkFailure>>();

  const remember = (origin: string, rules: Rules) => {
    const isRead = rules !== 'unreachable';
    const entry: Known = {
      rules,
      untilMs: now() + (isRead ? ROBOTS_MAX_AGE_MS : ROBOTS_RETRY_AFTER_MS),
      weight: isRead ? weigh(rules) : RULE_WEIGHT,
    };
    weight += entry.weight;
    known.set(origin, entry);
    while (weight > MAX_ROBOTS_CHARACTERS && known.size > 1) known.dropOldest();
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
      const [aborted, stop] = untilAborted(signal);
      const rules = await Promise.race([fetchOnce(url.origin, fetchRobots), aborted]);
      stop();
      return rules && judge(rules, url);
    },
  };
};
