import type { Tier } from '@quarry/contracts';

/** After so many pages in a row that only ask for scripts, plain HTTP is skipped. */
export const MAX_WALLS_IN_A_ROW = 3;
/** How long plain HTTP is skipped. */
export const LEFT_OUT_MS = 600_000;

/** Reasons of pages by which an engine asks for scripts. */
const WALLS: ReadonlySet<string> = new Set(['google_scripts_required']);

export interface TierChoice {
  /** The tiers in the plan's order, without plain HTTP if it has only met such pages. */
  tiers(): readonly Tier[];
  /** Called with the outcome of each fetch. */
  ended(tier: Tier, end: { readonly verdict: string; readonly reason?: string | undefined }): void;
}

/** Remembers whether plain HTTP still gets results of an engine. */
export const createTierChoice = (
  planned: readonly Tier[],
  nowMs: () => number = () => performance.now(),
): TierChoice => {
  const withoutHttp = planned.filter((tier) => tier !== 'http');
  let walls = 0;
  let leftOutUntilMs = 0;
  return {
    tiers: () => (nowMs() < leftOutUntilMs && withoutHttp.length > 0 ? withoutHttp : planned),
    ended: (tier, { verdict, reason = '' }) => {
      if (tier !== 'http') return;
      walls = verdict === 'script_wall' || WALLS.has(reason) ? walls + 1 : 0;
      if (walls < MAX_WALLS_IN_A_ROW) return;
      leftOutUntilMs = nowMs() + LEFT_OUT_MS;
      walls = MAX_WALLS_IN_A_ROW - 1;
    },
  };
};
