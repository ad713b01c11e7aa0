import type { ExitCount, ExitOutcome } from '@quarry/contracts';
import type { ExitReport } from '../port.js';
import type { ExitHealth } from './exit-health.js';

export interface ExitBook extends ExitReport {
  note(exit: string, outcome: ExitOutcome): void;
}

export interface ExitBookOptions {
  /** The templates of all pools. */
  readonly exits: readonly string[];
  readonly health: Pick<ExitHealth, 'downUntilMs' | 'suspendedSites'>;
  readonly now: () => number;
}

export const createExitBook = ({ exits, health, now }: ExitBookOptions): ExitBook => {
  // At most three counts for each template.
  const counts = new Map<string, ExitCount>();
  return {
    exits,
    note: (exit, outcome) => {
      const key = `${outcome} ${exit}`;
      counts.set(key, { exit, outcome, count: (counts.get(key)?.count ?? 0) + 1 });
    },
    takeCounts: () => {
      const taken = [...counts.values()];
      counts.clear();
      return taken;
    },
    resting: () => {
      const suspended = health.suspendedSites();
      return exits.flatMap((exit) => {
        const untilMs = health.downUntilMs(exit);
        const sites = suspended.get(exit) ?? 0;
        const isDown = untilMs > now();
        return isDown || sites > 0 ? [{ exit, sites, ...(isDown ? { untilMs } : {}) }] : [];
      });
    },
  };
};
