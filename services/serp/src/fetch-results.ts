import type { EngineRequest } from '@quarry/extract';
import type { Fetcher, FetchOutcome, FetchRequest, Tier } from '@quarry/egress';
import { verdictRule, type Verdict } from '@quarry/contracts';
import type { TierChoice } from './tier-choice.js';

/** Verdicts of one tier after which the next may still see the page. */
const NEXT_MAY_PASS: ReadonlySet<Verdict> = new Set([
  'blocked',
  'soft_block',
  'consent',
  'script_wall',
  'unrecognized',
]);

const MOBILE_AGENT =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36';
const TABLET_AGENT =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

const DEVICE_HEADERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mobile: { 'user-agent': MOBILE_AGENT, 'sec-ch-ua-mobile': '?1', 'sec-ch-ua-platform': '"Android"' },
  tablet: { 'user-agent': TABLET_AGENT, 'sec-ch-ua-mobile': '?0', 'sec-ch-ua-platform': '"Android"' },
};

export const headersOf = ({ headers, cookies, deviceType }: EngineRequest): Readonly<Record<string, string>> => {
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  return { ...DEVICE_HEADERS[deviceType], ...headers, ...(cookie.length > 0 ? { cookie: cookie.join('; ') } : {}) };
};

export interface FetchJob {
  readonly choice: TierChoice;
  readonly asked: EngineRequest;
  readonly requestId: string;
  /** Absolute, epoch milliseconds. */
  readonly deadlineAtMs: number;
}

const toRequest = ({ asked, requestId, deadlineAtMs }: FetchJob, tier: Tier): FetchRequest => ({
  url: asked.url,
  tier,
  purpose: 'record',
  deadlineAtMs,
  // Both tiers leave by the same exit.
  sessionId: requestId,
  headers: headersOf(asked),
  ...(tier === 'browser' ? { blockResources: true } : {}),
});

/** What a document turned out to be, once it was read. */
export interface ReadDocument<T> {
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly value?: T;
}

export interface Results<T> extends ReadDocument<T> {
  readonly outcome: FetchOutcome;
}

/** Fetches by the cheapest tier whose document can be read; a page that no parser knows is asked for once more by the next. */
export const fetchResults = async <T>(
  fetcher: Fetcher,
  job: FetchJob,
  read: (text: string) => Promise<ReadDocument<T>>,
  signal: AbortSignal,
): Promise<Results<T>> => {
  let last: Results<T> | undefined;
  for (const tier of job.choice.tiers()) {
    const outcome = await fetcher.fetch(toRequest(job, tier), signal);
    signal.throwIfAborted();
    job.choice.ended(tier, outcome);
    // A browser that is not there says nothing of the target: what the tier before it said stands.
    if (last && outcome.verdict === 'internal_error') return last;
    const { verdict, reason, page } = outcome;
    const isPage = verdictRule(verdict).error === undefined && page?.text !== undefined;
    const found: ReadDocument<T> = isPage
      ? await read(page.text ?? '')
      : { verdict, ...(reason === undefined ? {} : { reason }) };
    last = { ...found, outcome };
    if (!NEXT_MAY_PASS.has(found.verdict)) return last;
  }
  if (!last) throw new Error('there is no tier');
  return last;
};
