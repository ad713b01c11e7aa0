import { figure, percent, table } from '../scaling-model/markdown.js';
import type { Check, Outcomes } from './check-arithmetic.js';
import { scenarioEntries, type Scenarios } from './scenarios.js';
import type { Outcome } from './scenario.js';

const HOURS_MS = 3_600_000;

const replicasOf = (outcome: Outcome, hours: number): string =>
  figure(Object.values(outcome.replicaHours).reduce((sum, value) => sum + value, 0) / hours);

/** What came out of every scenario. */
export const outcomeTable = (scenarios: Scenarios, outcomes: Outcomes): string =>
  table(
    [
      ...[
        '',
        'requests',
        'turned away',
        'lost in hand',
        'wait p50, ms',
        'wait p99, ms',
        'items p99, s',
        'in Chromium p99, s',
      ],
      ...[
        'replicas of workers, mean',
        'slots of browser-scrape in use',
        'busiest Redis in use',
        'longest wait for a Redis, ms',
      ],
    ],
    scenarioEntries(scenarios).map(([key, { name, durationMs, settleMs }]) => {
      const outcome = outcomes[key];
      return [
        name,
        ...[figure(outcome.arrived), percent(outcome.shed / outcome.arrived), figure(outcome.lost)],
        ...[figure(outcome.waitP50Ms), figure(outcome.waitP99Ms)],
        ...[figure(outcome.itemWaitP99Ms / 1_000), figure(outcome.pageWaitP99Ms / 1_000)],
        ...[replicasOf(outcome, (durationMs - settleMs) / HOURS_MS), percent(outcome.utilisation['browser-scrape'])],
        percent(outcome.busiestThread),
        figure(outcome.threadWaitMs),
      ];
    }),
  );

/** Arithmetic beside simulation. */
export const checkTable = (checks: readonly Check[]): string =>
  table(
    ['', 'computed', 'simulated', 'may differ by', 'does'],
    checks.map(({ name, computed, simulated, tolerance, isMet }) => [
      name,
      ...[figure(computed), figure(simulated), percent(tolerance)],
      isMet ? percent(Math.abs(simulated / computed - 1)) : `**${percent(Math.abs(simulated / computed - 1))}**`,
    ]),
  );
