import { isReadableAsServed } from '@quarry/extract';
import type { DocumentReader, Fetcher, FetchOutcome, FetchRequest, Tier } from '@quarry/egress';
import { verdictRule, type Verdict, type WebScrapeParams } from '@quarry/contracts';

/** Verdicts of the HTTP tier after which the browser may still see the page. */
const BROWSER_MAY_PASS: ReadonlySet<Verdict> = new Set(['blocked', 'soft_block', 'consent', 'script_wall']);

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
  tier: Tier,
  { requestId, deadlineAtMs, readDocument }: FetchJob,
): FetchRequest => ({
  url: params.url,
  tier,
  purpose: 'page',
  deadlineAtMs,
  ...(readDocument ? { readDocument } : {}),
  // Both tiers leave by the same exit.
  sessionId: requestId,
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

/** A page that asks for scripts is a failure of the browser tier alone: who forbids that tier wants the page as served. */
const asServed = (outcome: FetchOutcome): FetchOutcome => {
  const { verdict, page, tier, proxyType, attempts, warnings } = outcome;
  if (verdict !== 'script_wall' || !page) return outcome;
  return { verdict: 'ok', page, tier, proxyType, attempts, ...(warnings ? { warnings } : {}) };
};

/** Fetches by the cheapest tier that shows the page. A readable page that HTTP showed stands when the browser then fails. */
export const fetchPage = async (
  fetcher: Fetcher,
  params: WebScrapeParams,
  job: FetchJob,
  signal: AbortSignal,
): Promise<FetchOutcome> => {
  const [first = 'http', second] = tiersOf(params);
  const outcome = await fetcher.fetch(toRequest(params, first, job), signal);
  if (params.jsRendering === false) return asServed(outcome);
  if (!second || !BROWSER_MAY_PASS.has(outcome.verdict)) return outcome;
  const rendered = await fetcher.fetch(toRequest(params, second, job), signal);
  return isAnswered(rendered) || !isReadableAsServed(outcome.reason) ? rendered : asServed(outcome);
};
