import type { EngineRequest } from '@quarry/extract/engines';
import type { Fetcher, FetchOutcome, FetchRequest, Tier } from '@quarry/egress';
import { verdictRule, type Verdict } from '@quarry/contracts';
import type { FetchPlan } from './fetch-plan.js';
import type { TierChoice } from './tier-choice.js';

/** Verdicts of one tier after which the next may still see the page. */
const NEXT_MAY_PASS: ReadonlySet<Verdict> = new Set([
  'blocked',
  'soft_block',
  'consent',
  'script_wall',
  'unrecognized',
]);

export const headersOf = ({ headers, cookies }: EngineRequest): Readonly<Record<string, string>> => {
  const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
  return { ...headers, ...(cookie.length > 0 ? { cookie: cookie.join('; ') } : {}) };
};

export interface FetchJob {
  readonly plan: FetchPlan;
  readonly choice: TierChoice;
  readonly asked: EngineRequest;
  /** Whose exit is asked by, in all tiers. */
  readonly sessionId: string;
  /** Absolute, epoch milliseconds. */
  readonly deadlineAtMs: number;
}

/** What a document turned out to be, once it was read. */
export interface ReadDocument<T> {
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly value?: T;
  /** Why it may be less than what the engine has. */
  readonly doubt?: string;
}

export interface Results<T> extends ReadDocument<T> {
  readonly outcome: FetchOutcome;
  /** Session whose exit was asked last. */
  readonly sessionId: string;
}

export type ReadText<T> = (text: string) => Promise<ReadDocument<T>>;

/** Why an exit was left. Each counts once, so that an answer takes four documents at most: what two exits say alike stands. */
type Leaving = 'doubt' | 'block';

class PlanRun<T> {
  private sessionId: string;
  private readonly left = new Map<Leaving, string>();

  constructor(
    private readonly fetcher: Fetcher,
    private readonly job: FetchJob,
    private readonly read: ReadText<T>,
    private readonly signal: AbortSignal,
  ) {
    this.sessionId = job.sessionId;
  }

  async run(): Promise<Results<T>> {
    let last: Results<T> | undefined;
    for (const tier of this.job.choice.tiers()) {
      const results = await this.askTier(tier);
      const { verdict } = results;
      // A browser that is not there says nothing of the target: what the tier before it said stands.
      if (last && results.outcome.verdict === 'internal_error') return last;
      last = results;
      if (!NEXT_MAY_PASS.has(verdict) && !isWithoutBrowser(results)) return last;
    }
    if (!last) throw new Error('there is no tier');
    return last;
  }

  private async askTier(tier: Tier): Promise<Results<T>> {
    let results = await this.ask(tier);
    for (;;) {
      const leaving = this.reasonToLeave(results);
      if (!leaving) return results;
      this.left.set(leaving, this.sessionId);
      this.sessionId = `${this.job.sessionId}.${this.left.size}`;
      results = await this.ask(tier);
    }
  }

  /** What egress took for a block it has asked by other exits itself; here it is what the parser alone saw. */
  private reasonToLeave({ verdict, doubt, outcome }: Results<T>): Leaving | undefined {
    if (verdict === 'blocked' && outcome.verdict !== 'blocked') return this.left.has('block') ? undefined : 'block';
    const isDoubted = verdict === 'ok' && doubt !== undefined && this.job.plan.doubts.has(doubt);
    return isDoubted && !this.left.has('doubt') ? 'doubt' : undefined;
  }

  private async ask(tier: Tier): Promise<Results<T>> {
    const { sessionId } = this;
    const outcome = await this.fetcher.fetch(this.requestBy(tier), this.signal);
    this.signal.throwIfAborted();
    this.job.choice.ended(tier, outcome);
    const { verdict, reason, page } = outcome;
    const isPage = verdictRule(verdict).error === undefined && page?.text !== undefined;
    const found: ReadDocument<T> = isPage
      ? await this.read(page.text ?? '')
      : { verdict, ...(reason === undefined ? {} : { reason }) };
    return { ...found, outcome, sessionId };
  }

  private requestBy(tier: Tier): FetchRequest {
    const { asked, deadlineAtMs, plan } = this.job;
    const { method, body, url, deviceType } = asked;
    return {
      ...{ url, tier, deadlineAtMs, sessionId: this.sessionId, device: deviceType, purpose: 'record' },
      headers: headersOf(asked),
      ...(this.left.size > 0 ? { leftSessions: [...this.left.values()] } : {}),
      ...(method === undefined ? {} : { method }),
      ...(body === undefined ? {} : { body }),
      ...(tier === 'browser' ? { blockResources: true, preview: true } : {}),
      ...(tier === 'browser' && plan.untilFilled !== undefined ? { jsScenario: [{ evaluate: plan.untilFilled }] } : {}),
    };
  }
}

const isWithoutBrowser = ({ outcome }: Results<unknown>): boolean =>
  outcome.tier === 'browser' && outcome.verdict === 'internal_error';

/**
 * Fetches by the plan: by the cheapest tier whose document can be read, all by one exit while that is trusted; a page that no
 * parser knows is asked for once more by the next tier, a doubtful or refused one once more by another exit.
 */
export const fetchResults = <T>(
  fetcher: Fetcher,
  job: FetchJob,
  read: ReadText<T>,
  signal: AbortSignal,
): Promise<Results<T>> => new PlanRun(fetcher, job, read, signal).run();
