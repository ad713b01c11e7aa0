import { isReadableAsServed } from '@quarry/verdict';
import { crawlFetchOf } from './crawl/crawl-page.js';
import { ExitTrail, fetchByPlan } from '@quarry/egress/plan';
import type { DocumentReader, Fetcher, FetchOutcome, FetchRequest, FetchSession } from '@quarry/egress';
import { verdictRule, type Tier, type WebScrapeParams } from '@quarry/contracts';

const asksForBrowser = ({ screenshot, pdf, wait, waitFor, jsScenario = [] }: WebScrapeParams): boolean =>
  screenshot !== false || pdf || wait > 0 || waitFor !== undefined || jsScenario.length > 0;

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
  readonly session?: FetchSession | undefined;
  /** Default: the fetcher's own. */
  readonly readDocument?: DocumentReader | undefined;
}

const toRequest = (
  params: WebScrapeParams,
  { deadlineAtMs, readDocument, session }: FetchJob,
): Omit<FetchRequest, 'tier' | 'sessionId'> => ({
  url: params.url,
  purpose: 'page',
  deadlineAtMs,
  readDocument,
  session,
  screenshot: params.screenshot,
  pdf: params.pdf,
  blockAds: params.blockAds,
  blockResources: params.blockResources,
  waitMs: params.wait,
  waitFor: params.waitFor,
  jsScenario: params.jsScenario,
  blockUrls: params.blockUrls,
  headers: params.headers,
  proxyType: params.proxyType,
  proxyCountry: params.proxyCountry,
  ...crawlFetchOf(params),
});

const isAnswered = ({ verdict }: FetchOutcome): boolean => verdictRule(verdict).error === undefined;

/** With jsRendering: false, or if the browser failed, a page that needs scripts is returned as served. */
const asServed = (outcome: FetchOutcome): FetchOutcome => {
  const { verdict, page, tier, proxyType, attempts, warnings, session } = outcome;
  if (verdict !== 'script_wall' || !page) return outcome;
  return { verdict: 'ok', page, tier, proxyType, attempts, warnings, session };
};

/** Fetches by the cheapest tier that shows the page. If the browser fails, a readable page served by HTTP is returned. */
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
