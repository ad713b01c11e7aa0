import { verdictRule, type Verdict } from '@quarry/contracts/verdicts';
import type { Fetcher, FetchOutcome, FetchRequest, Tier } from '../port.js';
import type { ExitTrail } from './exit-trail.js';
import { SessionTrail } from './session-trail.js';

/** How pages of one kind are fetched. */
export interface FetchPlan {
  /** In the order in which they are tried. The next one is tried if the verdict table says that another tier may get the page. */
  readonly tiers: readonly Tier[];
  /** Doubts that must be confirmed: a page with one of them is accepted once another exit has served it too. */
  readonly doubts?: ReadonlySet<string> | undefined;
}

/** The result of a fetch whose page was read. */
export interface PageReading<T> {
  readonly verdict: Verdict;
  readonly reason?: string | undefined;
  readonly value?: T | undefined;
  /** Why the page may be incomplete. */
  readonly doubt?: string | undefined;
}

export interface PlannedFetch<T> {
  readonly plan: FetchPlan;
  readonly exits: ExitTrail;
  readonly requestBy: (tier: Tier) => Omit<FetchRequest, 'tier' | 'sessionId' | 'leftSessions'>;
  /** Reads the outcome of a fetch, failures included. Default: the fetch's own verdict. */
  readonly read?: (outcome: FetchOutcome) => Promise<PageReading<T>>;
}

export interface PlannedOutcome<T> extends PageReading<T> {
  readonly outcome: FetchOutcome;
  /** Outcomes of the tiers before it, in order. */
  readonly earlier: readonly FetchOutcome[];
}

type Result<T> = Omit<PlannedOutcome<T>, 'earlier'>;

const verdictOf = ({ verdict, reason }: FetchOutcome): PageReading<never> => ({ verdict, reason });

/** A browser that is not installed or does not start. */
const isWithoutTier = ({ outcome }: Result<unknown>): boolean =>
  outcome.tier !== 'http' && outcome.verdict === 'internal_error';

const mayPassByOtherTier = (result: Result<unknown>): boolean =>
  verdictRule(result.verdict).retries.includes('other_tier') || isWithoutTier(result);

class PlanRun<T> {
  private readonly session = new SessionTrail();

  constructor(
    private readonly fetcher: Fetcher,
    private readonly planned: PlannedFetch<T>,
    private readonly signal: AbortSignal,
  ) {}

  async run(): Promise<PlannedOutcome<T>> {
    const earlier: FetchOutcome[] = [];
    let best: Result<T> | undefined;
    for (const tier of this.planned.plan.tiers) {
      const result = await this.askTier(tier);
      // A tier that is not available says nothing about the target: the outcome of the one before it stands.
      if (!best || !isWithoutTier(result)) {
        if (best) earlier.push(best.outcome);
        best = result;
      }
      if (!mayPassByOtherTier(result)) break;
    }
    if (!best) throw new Error('the plan has no tier');
    return { ...best, earlier };
  }

  private async askTier(tier: Tier): Promise<Result<T>> {
    for (;;) {
      const result = await this.ask(tier);
      if (!this.leaveExit(result)) return result;
    }
  }

  /** A fetch retries refusals by other exits itself; this is for what only the reader recognised. */
  private leaveExit({ verdict, doubt, outcome }: Result<T>): boolean {
    const { exits, plan } = this.planned;
    if (verdict === 'blocked' && outcome.verdict !== 'blocked') return exits.leave('block');
    return verdict === 'ok' && doubt !== undefined && plan.doubts?.has(doubt) === true && exits.leave('doubt');
  }

  private async ask(tier: Tier): Promise<Result<T>> {
    const { exits, requestBy, read } = this.planned;
    const { sessionId, leftSessions } = exits;
    const exit = { sessionId, leftSessions: leftSessions.length > 0 ? leftSessions : undefined };
    const request = requestBy(tier);
    const session = this.session.before(request.session);
    const fetched = await this.fetcher.fetch({ ...request, tier, ...exit, session }, this.signal);
    this.signal.throwIfAborted();
    const outcome = this.session.after(fetched);
    return { ...(read ? await read(outcome) : verdictOf(outcome)), outcome };
  }
}

/**
 * Fetches by the cheapest tier whose page can be read. The verdict table says when the next tier is tried. A doubtful page, or a
 * block that only the reader recognised, is fetched once more by another exit.
 */
export const fetchByPlan = <T>(
  fetcher: Fetcher,
  planned: PlannedFetch<T>,
  signal: AbortSignal,
): Promise<PlannedOutcome<T>> => new PlanRun(fetcher, planned, signal).run();
