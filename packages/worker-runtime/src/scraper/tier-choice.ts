import type { Tier } from '@quarry/contracts';

/** So many pages in a row that only asked for scripts: the next ones are asked by the browser at once. */
export const MAX_WALLS_IN_A_ROW = 3;
/** How long the cheaper tier is left out then. */
export const LEFT_OUT_MS = 600_000;

/** Reasons by which an engine says that it wants scripts to run. */
const WALLS: ReadonlySet<string> = new Set(['google_scripts_required']);

export interface TierChoice {
  /** The tiers to ask by, in the plan's order, less plain HTTP where that was met by walls alone. */
  tiers(): readonly Tier[];
  /** Hears how each fetch ended. */
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
