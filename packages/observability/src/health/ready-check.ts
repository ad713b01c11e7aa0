import { boundedCheck, HEALTH_BUDGET_MS } from './bounded-check.js';
import type { Logger } from '../logs/logger.js';
import type { Metrics } from '../metrics/metrics.js';

/** Longest time of one part's check in milliseconds; shorter than that of the response, so that the part is named. */
export const PART_BUDGET_MS = HEALTH_BUDGET_MS - 200;

/** Longest time that an exposition waits for a part, so that one that hangs does not delay the other metrics. */
export const PART_METRIC_BUDGET_MS = HEALTH_BUDGET_MS / 2;

/** The parts that do not respond, by their names in the code, which contain no inner address. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
  constructor(readonly parts: readonly string[]) {
    super(`not ready: ${parts.join(', ')}`);
  }
}

export interface ReadyCheckOptions {
  /** Gets the reasons, once for every change of the parts that are not ready. */
  readonly log?: Pick<Logger, 'info' | 'warn'>;
  /** Gets every part at each exposition: 1 if it responds. */
  readonly metrics?: Pick<Metrics, 'onCollect' | 'set'>;
  /** Default: `PART_BUDGET_MS`. */
  readonly budgetMs?: number;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 200);

/** Checks all parts at once, each within a time limit. Rejects with a `NotReadyError` that names those that fail. */
export const createReadyCheck = (
  parts: Readonly<Record<string, () => unknown>>,
  { log, metrics, budgetMs = PART_BUDGET_MS }: ReadyCheckOptions = {},
): (() => Promise<void>) => {
  const checks = Object.entries(parts).map(
    ([name, check]) => [name, boundedCheck(async () => check(), budgetMs)] as const,
  );
  for (const [part, check] of checks) {
    const look = boundedCheck(check, Math.min(budgetMs, PART_METRIC_BUDGET_MS));
    metrics?.onCollect(async () => {
      const isReady = await look().then(
        () => true,
        () => false,
      );
      metrics.set('part_ready', { part }, isReady ? 1 : 0);
    });
  }
  let lastNames = '';
  const tell = (reasons: Readonly<Record<string, string>>): void => {
    const names = Object.keys(reasons).join();
    if (names === lastNames) return;
    lastNames = names;
    if (names === '') log?.info('ready again');
    else log?.warn('not ready', { notReady: Object.entries(reasons).map(([name, reason]) => `${name}: ${reason}`) });
  };
  return async () => {
    const results = await Promise.allSettled(checks.map(([, check]) => check()));
    const reasons: Record<string, string> = {};
    checks.forEach(([name], index) => {
      const result = results[index];
      if (result?.status === 'rejected') reasons[name] = reasonOf(result.reason);
    });
    tell(reasons);
    const names = Object.keys(reasons);
    if (names.length > 0) throw new NotReadyError(names);
  };
};
