import { isReadableAsServed } from '@quarry/verdict';
import { ExitTrail, fetchByPlan } from '@quarry/egress/plan';
import type { DocumentReader, Fetcher, FetchOutcome, FetchRequest } from '@quarry/egress';
import { verdictRule, type Tier, type WebScrapeParams } from '@quarry/contracts';

const asksForBrowser = ({ screenshot, wait, waitFor, jsScenario = [] }: WebScrapeParams): boolean =>
  screenshot || wait > 0 || waitFor !== undefined || jsScenario.length > 0;

/** The tiers a request allows, cheapest first. */
export const tiersOf = (params: WebScrapeParams): readonly Tier[] => {
  if (params.jsRendering === false) return ['http'];
  if (params.jsRendering === true || asksForBrowser(params)) return ['browser'];
  return ['http', 'browser'];
};

export interface FetchJob {
  readonly requestId: string;
  /** Absolute, epoch milliseconds. */
  readonly deadlineAtMs: number;
  /** Default: the fetcher's own. */
  readonly readDocument?: DocumentReader;
}

const toRequest = (
  params: WebScrapeParams,
  { deadlineAtMs, readDocument }: FetchJob,
): Omit<FetchRequest, 'tier' | 'sessionId'> => ({
  url: params.url,
  purpose: 'page',
  deadlineAtMs,
  ...(readDocument ? { readDocument } : {}),
  screenshot: params.screenshot,
  blockAds: params.blockAds,
  blockResources: params.blockResources,
  waitMs: params.wait,
  ...(params.waitFor === undefined ? {} : { waitFor: params.waitFor }),
  ...(params.jsScenario ? { jsScenario: params.jsScenario } : {}),
  ...(params.blockUrls ? { blockUrls: params.blockUrls } : {}),
  ...(params.headers ? { headers: params.headers } : {}),
  ...(params.proxyType ? { proxyType: params.proxyType } : {}),
  ...(params.proxyCountry ? { proxyCountry: params.proxyCountry } : {}),
});

const isAnswered = ({ verdict }: FetchOutcome): boolean => verdictRule(verdict).error === undefined;

/** With jsRendering: false, or when the browser failed, a page that asks for scripts is returned as served. */
const asServed = (outcome: FetchOutcome): FetchOutcome => {
  const { verdict, page, tier, proxyType, attempts, warnings } = outcome;
  if (verdict !== 'script_wall' || !page) return outcome;
  return { verdict: 'ok', page, tier, proxyType, attempts, ...(warnings ? { warnings } : {}) };
};

/** Fetches by the cheapest tier that shows the page. A readable page that HTTP served stands when the browser then fails. */
export const fetchPage = async (
  fetcher: Fetcher,
  params: WebScrapeParams,
  job: FetchJob,
  signal: AbortSignal,
): Promise<FetchOutcome> => {
  const request = toRequest(params, job);
  const { outcome, earlier } = await fetchByPlan(
    fetcher,
    { plan: { tiers: tiersOf(params) }, exits: new ExitTrail(job.requestId), requestBy: () => request },
    signal,
  );
  if (isAnswered(outcome)) return outcome;
  if (params.jsRendering === false) return asServed(outcome);
  const readable = [...earlier, outcome].find(({ tier, reason }) => tier === 'http' && isReadableAsServed(reason));
  return readable ? asServed(readable) : outcome;
};
