import { verdictRule, type Verdict } from '@quarry/contracts';
import type { FetchedPage, FetchOutcome, FetchRequest, Fetcher, ProxyType, Tier } from '@quarry/egress';
import {
  MAX_STEPS,
  type SiteDocument,
  type SiteOptions,
  type SiteReading,
  type SiteRequest,
} from '@quarry/extract/sites';
import type { FetchPlan } from './fetch-plan.js';

/** Verdicts of one tier after which the next may still see the page. */
const NEXT_MAY_PASS: ReadonlySet<Verdict> = new Set([
  'blocked',
  'soft_block',
  'consent',
  'script_wall',
  'unrecognized',
]);

/** One operation on a site, with its parameters. */
export interface SiteCall {
  readonly begin: (options: SiteOptions) => SiteRequest;
  /** Reads what came so far; `too_heavy` where that takes too much of `limit`. */
  readonly read: (
    documents: readonly SiteDocument[],
  ) => Promise<SiteReading | { readonly outcome: 'too_heavy'; readonly limit: string }>;
}

export interface SiteJob {
  readonly plan: FetchPlan;
  /** Omitted: the deployment's default exit. */
  readonly proxyType?: ProxyType | undefined;
  readonly options: SiteOptions;
  /** Whose exit is asked by, in all steps and tiers. */
  readonly sessionId: string;
  /** Absolute, epoch milliseconds. */
  readonly deadlineAtMs: number;
}

/** How the steps of one call ended. */
export type SiteEnd =
  | {
      readonly verdict: 'ok';
      readonly reading: Extract<SiteReading, { readonly outcome: 'ok' }>;
      readonly documents: readonly SiteDocument[];
      readonly tier: Tier;
      /** Picture of the page that the answer is kept with, where a browser showed it. */
      readonly preview?: Uint8Array;
    }
  | {
      readonly verdict: Exclude<Verdict, 'ok'>;
      readonly reason?: string;
      readonly message?: string;
      readonly tier: Tier;
      readonly page?: FetchedPage;
    };

type Failure = Exclude<SiteEnd, { readonly verdict: 'ok' }>;

interface Answer {
  readonly tier: Tier;
  readonly documents: readonly SiteDocument[];
  readonly reading: SiteReading | Failure;
}

const isFailure = (reading: SiteReading | Failure): reading is Failure => 'verdict' in reading;

/** A page that a site answers with instead of the record, and that has no mark of a block, is not what was asked for. */
const failureVerdict = (verdict: Verdict): Exclude<Verdict, 'ok'> =>
  verdict === 'target_4xx' || verdict === 'ok' ? 'unrecognized' : verdict;

const failureOf = ({ verdict, reason, message, tier, page }: FetchOutcome): Failure => ({
  verdict: failureVerdict(verdict),
  tier,
  ...(reason === undefined ? {} : { reason }),
  ...(message === undefined ? {} : { message }),
  ...(page === undefined ? {} : { page }),
});

const cookieHeader = (cookies: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> => {
  const pairs = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  return pairs.length > 0 ? { cookie: pairs.join('; ') } : {};
};

class Steps {
  /** Sessions whose exits a reader saw refused. Egress leaves those that it sees itself. */
  private readonly left: string[] = [];

  private readonly previews = new Map<string, Uint8Array>();

  constructor(
    private readonly fetcher: Fetcher,
    private readonly call: SiteCall,
    private readonly job: SiteJob,
    private readonly signal: AbortSignal,
  ) {}

  async run(): Promise<SiteEnd> {
    let request = this.call.begin(this.job.options);
    let documents: readonly SiteDocument[] = [];
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const answer = await this.step(request, documents);
      const { reading, tier } = answer;
      if (isFailure(reading)) return reading;
      ({ documents } = answer);
      if (reading.outcome === 'ok') {
        const preview = this.previews.get(reading.page);
        return { verdict: 'ok', reading, documents, tier, ...(preview === undefined ? {} : { preview }) };
      }
      if (reading.outcome !== 'ask') return { verdict: reading.outcome, reason: reading.reason, tier };
      ({ request } = reading);
    }
    return { verdict: 'internal_error', reason: 'too_many_steps', tier: 'http' };
  }

  /** Asks for one document by the tiers of the plan until one of them is understood. */
  private async step(request: SiteRequest, before: readonly SiteDocument[]): Promise<Answer> {
    let last: Answer | undefined;
    for (const tier of this.job.plan.tiers) {
      const answer = await this.ask(request, tier, before);
      const { reading } = answer;
      // A browser that is not there says nothing of the target: what the tier before it said stands.
      if (last && isFailure(reading) && reading.verdict === 'internal_error') return last;
      last = answer;
      const verdict = isFailure(reading) ? reading.verdict : reading.outcome;
      if (!isFailure(reading) && reading.outcome === 'blocked') this.left.push(this.sessionId());
      if (verdict === 'ok' || verdict === 'ask' || !NEXT_MAY_PASS.has(verdict)) return last;
    }
    if (!last) throw new Error('there is no tier');
    return last;
  }

  private async ask(request: SiteRequest, tier: Tier, before: readonly SiteDocument[]): Promise<Answer> {
    const outcome = await this.fetcher.fetch(this.requestBy(request, tier), this.signal);
    this.signal.throwIfAborted();
    const { page, verdict } = outcome;
    const isPage = verdictRule(verdict).error === undefined && page?.text !== undefined;
    if (isPage) return this.readPage(request.step, outcome, before);
    const failed = failureOf(outcome);
    if (before.length === 0) return { tier, documents: [], reading: failed };
    // What a later step is for may be a part that the answer can be without.
    const { reason } = failed;
    const documents = [
      ...before,
      { step: request.step, failed: failed.verdict, ...(reason === undefined ? {} : { reason }) },
    ];
    const reading = await this.call.read(documents);
    return { tier, documents, reading: reading.outcome === 'ok' || reading.outcome === 'ask' ? reading : failed };
  }

  private async readPage(step: string, outcome: FetchOutcome, before: readonly SiteDocument[]): Promise<Answer> {
    const { tier, page } = outcome;
    if (page?.preview) this.previews.set(step, page.preview);
    const documents = [...before, { step, text: page?.text ?? '', url: page?.url ?? '' }];
    const reading = await this.call.read(documents);
    if (reading.outcome === 'too_heavy') {
      return { tier, documents, reading: { verdict: 'too_large', reason: `parse_${reading.limit}`, tier } };
    }
    if (reading.outcome !== 'unrecognized') return { tier, documents, reading };
    const { reason } = reading;
    return { tier, documents, reading: { verdict: 'unrecognized', reason, tier, ...(page ? { page } : {}) } };
  }

  private sessionId(): string {
    const { sessionId } = this.job;
    return this.left.length === 0 ? sessionId : `${sessionId}.${this.left.length}`;
  }

  private requestBy({ url, method, body, headers, cookies }: SiteRequest, tier: Tier): FetchRequest {
    const { deadlineAtMs, proxyType } = this.job;
    return {
      ...{ url, tier, deadlineAtMs, sessionId: this.sessionId(), purpose: 'record' },
      ...(this.left.length > 0 ? { leftSessions: [...this.left] } : {}),
      headers: { ...headers, ...cookieHeader(cookies) },
      ...(method === undefined ? {} : { method }),
      ...(body === undefined ? {} : { body }),
      ...(proxyType === undefined ? {} : { proxyType }),
      ...(tier === 'browser' ? { blockResources: true, preview: true } : {}),
    };
  }
}

/**
 * Asks a site step by step, each by the cheapest tier whose document is understood, all by one exit while that is not refused, until
 * the answer is there or cannot be had.
 */
export const askSite = (fetcher: Fetcher, call: SiteCall, job: SiteJob, signal: AbortSignal): Promise<SiteEnd> =>
  new Steps(fetcher, call, job, signal).run();
