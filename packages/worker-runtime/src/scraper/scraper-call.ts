import { verdictRule, type Tier, type Verdict } from '@quarry/contracts';
import type { FetchedPage, FetchOutcome, FetchRequest, Fetcher, ProxyType } from '@quarry/egress';
import { ExitTrail, fetchByPlan, type FetchPlan, type PageReading, type PlannedOutcome } from '@quarry/egress/plan';
import {
  MAX_STEPS,
  type PageRequest,
  type ScrapedDocument,
  type ScrapedResult,
  type ScraperOptions,
  type ScraperReading,
} from '@quarry/scrapers/scraper';

/** One operation on an engine or a site, with its parameters. */
export interface ScraperCall {
  readonly begin: (options: ScraperOptions) => PageRequest;
  /** Reads the documents so far; `too_heavy` if that exceeds `limit`. */
  readonly read: (
    documents: readonly ScrapedDocument[],
  ) => Promise<ScraperReading | { readonly outcome: 'too_heavy'; readonly limit: string }>;
}

export interface ScraperJob {
  readonly plan: FetchPlan;
  /** Omitted: the deployment's default exit. */
  readonly proxyType?: ProxyType | undefined;
  /** Script that runs in the browser's page before it is read. */
  readonly untilFilled?: string | undefined;
  readonly options: ScraperOptions;
  /** Session whose exit is used, in all steps and tiers. */
  readonly sessionId: string;
  /** Absolute, epoch milliseconds. */
  readonly deadlineAtMs: number;
  /** Called with the outcome of each fetch. */
  readonly onFetched?: (outcome: FetchOutcome) => void;
}

/** How the steps of one call ended. */
export type ScraperEnd =
  | {
      readonly verdict: 'ok';
      readonly reading: ScrapedResult;
      readonly documents: readonly ScrapedDocument[];
      readonly tier: Tier;
      /** Of the document read last. */
      readonly statusCode?: number | undefined;
      /** Session whose exit served the last document. */
      readonly sessionId: string;
      /** Picture of the page that the response is stored with, if a browser showed it. */
      readonly preview?: Uint8Array | undefined;
    }
  | ScraperFailure;

export interface ScraperFailure {
  readonly verdict: Verdict;
  readonly reason?: string | undefined;
  readonly message?: string | undefined;
  readonly tier: Tier;
  /** Outcome of the last fetch; absent if no fetch failed. */
  readonly outcome?: FetchOutcome;
}

type Progress = Exclude<ScraperReading, { readonly reason: string }>;

/** The result of a step: the documents so far, and how they were read. */
interface Step {
  readonly reading: Progress;
  readonly documents: readonly ScrapedDocument[];
}

const leadsOn = (reading: { readonly outcome: string }): reading is Progress =>
  reading.outcome === 'ok' || reading.outcome === 'ask';

const cookieHeader = (cookies: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => {
  const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  return pairs.length > 0 ? { cookie: pairs.join('; ') } : {};
};

const failureOf = ({ verdict, reason, outcome }: PlannedOutcome<Step>): ScraperFailure => ({
  verdict,
  tier: outcome.tier,
  outcome,
  reason,
  message: outcome.message,
});

class Steps {
  private readonly exits: ExitTrail;

  private readonly previews = new Map<string, Uint8Array>();

  constructor(
    private readonly fetcher: Fetcher,
    private readonly call: ScraperCall,
    private readonly job: ScraperJob,
    private readonly signal: AbortSignal,
  ) {
    this.exits = new ExitTrail(job.sessionId);
  }

  async run(): Promise<ScraperEnd> {
    let request = this.call.begin(this.job.options);
    let documents: readonly ScrapedDocument[] = [];
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const fetched = await this.step(request, documents);
      if (!fetched.value) return (await this.endWithout(request, documents, fetched)) ?? failureOf(fetched);
      const { reading } = fetched.value;
      ({ documents } = fetched.value);
      if (reading.outcome === 'ok') {
        const preview = this.previews.get(reading.page);
        const { tier, page } = fetched.outcome;
        const served = { tier, statusCode: page?.statusCode, sessionId: this.exits.sessionId };
        return { verdict: 'ok', reading, documents, ...served, preview };
      }
      ({ request } = reading);
    }
    return { verdict: 'internal_error', reason: 'too_many_steps', tier: 'http' };
  }

  /** The response without a document that no exit or tier could get, where the scraper has one. */
  private async endWithout(
    { step }: PageRequest,
    before: readonly ScrapedDocument[],
    { verdict, reason, outcome }: PlannedOutcome<Step>,
  ): Promise<ScraperEnd | undefined> {
    if (before.length === 0 || verdict === 'ok' || this.signal.aborted) return undefined;
    const documents = [...before, { step, failed: verdict, ...(reason === undefined ? {} : { reason }) }];
    const read = await this.call.read(documents);
    const reading = 'otherwise' in read ? read.otherwise : undefined;
    if (!reading) return undefined;
    const served = { tier: outcome.tier, sessionId: this.exits.sessionId, preview: this.previews.get(reading.page) };
    return { verdict: 'ok', reading, documents, ...served };
  }

  /** Fetches one document by the plan until it is understood. */
  private step(request: PageRequest, before: readonly ScrapedDocument[]): Promise<PlannedOutcome<Step>> {
    const { plan, onFetched } = this.job;
    return fetchByPlan(
      this.fetcher,
      {
        plan,
        exits: this.exits,
        requestBy: (tier) => this.requestBy(request, tier),
        read: (outcome) => {
          onFetched?.(outcome);
          const { page, verdict } = outcome;
          const isPage = verdictRule(verdict).error === undefined && page?.text !== undefined;
          return isPage ? this.readPage(request, page, before) : this.readFailure(request, outcome, before);
        },
      },
      this.signal,
    );
  }

  private async readPage(
    { step, url: askedAt, namedUrl: askedUrl = askedAt, offset }: PageRequest,
    { text = '', url, preview }: FetchedPage,
    before: readonly ScrapedDocument[],
  ): Promise<PageReading<Step>> {
    if (preview) this.previews.set(step, preview);
    const documents = [...before, { step, text, url, askedUrl, ...(offset === undefined ? {} : { offset }) }];
    const reading = await this.call.read(documents);
    if (reading.outcome === 'too_heavy') return { verdict: 'too_large', reason: `parse_${reading.limit}` };
    if (!leadsOn(reading)) return { verdict: reading.outcome, reason: reading.reason };
    const doubt = reading.outcome === 'ok' ? reading.doubt : undefined;
    return { verdict: 'ok', value: { reading, documents }, doubt };
  }

  /** A later step may be for a part that the response does not need. */
  private async readFailure(
    { step }: PageRequest,
    { verdict, reason }: FetchOutcome,
    before: readonly ScrapedDocument[],
  ): Promise<PageReading<Step>> {
    if (before.length > 0) {
      const why = reason === undefined ? {} : { reason };
      const documents = [...before, { step, failed: verdict === 'ok' ? 'unsupported' : verdict, ...why }];
      const reading = await this.call.read(documents);
      if (leadsOn(reading)) return { verdict: 'ok', value: { reading, documents } };
    }
    return { verdict, reason };
  }

  private requestBy(request: PageRequest, tier: Tier): Omit<FetchRequest, 'tier'> {
    const { url, method, body, headers, cookies, deviceType } = request;
    const { deadlineAtMs, proxyType, untilFilled } = this.job;
    const jsScenario = untilFilled === undefined ? undefined : [{ evaluate: untilFilled }];
    return {
      ...{ url, deadlineAtMs, method, body, proxyType, purpose: 'record', device: deviceType },
      headers: { ...headers, ...cookieHeader(cookies) },
      ...(tier === 'browser' ? { blockResources: true, preview: true, jsScenario } : {}),
    };
  }
}

/**
 * Fetches and reads step by step, each step by the cheapest tier whose document can be read, and all by one exit unless it is
 * refused, until the response is complete or has failed.
 */
export const callScraper = (
  fetcher: Fetcher,
  call: ScraperCall,
  job: ScraperJob,
  signal: AbortSignal,
): Promise<ScraperEnd> => new Steps(fetcher, call, job, signal).run();
