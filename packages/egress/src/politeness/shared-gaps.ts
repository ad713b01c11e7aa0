import { pause } from '../wait.js';
import type { SitePace } from './site-pace.js';

/**
 * Reserves the next turn at a site among all processes, `gapMs` after the last one. Resolves with the milliseconds until then;
 * undefined: it would come after `mostMs`, and nothing is reserved.
 */
export type ReserveTurn = (turn: {
  readonly site: string;
  readonly gapMs: number;
  readonly mostMs: number;
}) => Promise<number | undefined>;

/** The pace at which gaps that a turn asks for hold among all processes; among those of this one alone while they cannot be shared. */
export const withSharedGaps = (pace: SitePace, reserve: ReserveTurn, now: () => number = Date.now): SitePace => ({
  wait: async (turn) => {
    const { site, gapMs = 0, latestMs, signal } = turn;
    if (gapMs === 0) return pace.wait(turn);
    if (signal.aborted) return 'aborted';
    const reserving = reserve({ site, gapMs, mostMs: latestMs - now() }).then(
      (waitMs) => ({ waitMs }),
      () => undefined,
    );
    const reserved = await reserving;
    if (reserved === undefined) return pace.wait(turn);
    if (reserved.waitMs === undefined) return 'busy';
    await pause(reserved.waitMs, signal);
    return signal.aborted ? 'aborted' : pace.wait({ ...turn, gapMs: 0 });
  },
});
