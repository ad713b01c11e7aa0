import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Store } from '../../src/port.js';
import type { MoneyFixture, OpenMoney } from './money-fixture.js';
import { ACCOUNTS, history, MAX_SKEW_MS, SLOTS, STORES } from './money-steps.js';
import type { Call, History, PlacedCall, Step } from './money-steps.js';
import { LedgerOracle } from './ledger-oracle.js';
import { DEADLINE_MS, playCall } from './play-call.js';
import type { Cast, PlayedCall } from './play-call.js';

const START_MS = Date.UTC(2026, 2, 28, 22, 15);
/** After so many histories the data is new, so that the sweeps do not drag all earlier accounts along. */
const HISTORIES_PER_FIXTURE = 20;

/** What has really been done, for the proof's table. */
export interface MoneyFigures {
  histories: number;
  calls: number;
  crashes: number;
  lostCalls: number;
  failures: number;
  seconds: number;
}

export interface MoneyProofOptions {
  /** Most histories of one search. */
  readonly runs: number;
  /** Fewest histories of a search that ended by its time. */
  readonly leastRuns: number;
  /** After this no further history is begun; what fails is narrowed down no further. */
  readonly searchMs: number;
  readonly maxSteps: number;
  /** Longest life of a store that is to die, in statements or commands; from the cost of a few calls. */
  readonly maxStepsToLive: number;
  /** Above `searchMs` by what the slowest history takes. */
  readonly timeoutMs: number;
  readonly report: (figures: MoneyFigures) => void;
}

interface Stage {
  readonly fixture: MoneyFixture;
  readonly stores: readonly Store[];
  readonly clocks: readonly (() => number)[];
  readonly time: { nowMs: number; skewsMs: readonly number[] };
}

const openStage = async (open: OpenMoney): Promise<Stage> => {
  const fixture = await open();
  const time: Stage['time'] = { nowMs: START_MS, skewsMs: [] };
  const clocks = Array.from({ length: STORES }, (_, index) => () => time.nowMs + (time.skewsMs[index] ?? 0));
  const stores = await Promise.all(clocks.map((clock) => fixture.openStore(clock)));
  return { fixture, stores, clocks, time };
};

const closeStage = async ({ fixture, stores }: Stage): Promise<void> => {
  await Promise.all(stores.map((store) => store.close()));
  await fixture.dispose();
};

/** One history on one stage. */
class Play {
  private readonly stage: Stage;
  private readonly cast: Cast;
  private readonly figures: MoneyFigures;
  private readonly oracle: LedgerOracle;
  /** The clock may be set back, deadlines are not. */
  private latestMs = START_MS;

  private constructor(stage: Stage, cast: Cast, figures: MoneyFigures, oracle: LedgerOracle) {
    this.stage = stage;
    this.cast = cast;
    this.figures = figures;
    this.oracle = oracle;
  }

  static async start(stage: Stage, script: History, figures: MoneyFigures): Promise<Play> {
    stage.time.nowMs = START_MS;
    stage.time.skewsMs = script.skewsMs;
    const store = stage.stores[0] as Store;
    const accounts = await Promise.all(
      script.plans.map((plan) => store.accounts.create({ name: 'Money', plan, concurrency: 1 })),
    );
    const accountIds = accounts.map(({ id }) => id);
    expect(accountIds).toHaveLength(ACCOUNTS);
    const cast = { history: script, accountIds, requestIds: Array.from({ length: SLOTS }, () => randomUUID()) };
    const play = new Play(stage, cast, figures, new LedgerOracle(cast, accounts));
    await play.oracle.inspect(store, []);
    return play;
  }

  async take(step: Step): Promise<void> {
    const { time } = this.stage;
    if (step.kind === 'wait') time.nowMs += step.durationMs;
    else if (step.kind === 'waitForEnd') {
      time.nowMs = Math.max(time.nowMs, this.oracle.periodEndMs(step.account) + step.pastMs);
    } else if (step.stepsToLive === undefined) await this.inspect(await this.playAll(step.calls));
    else await this.crash(step.calls, step.stepsToLive);
    this.latestMs = Math.max(this.latestMs, time.nowMs);
  }

  /** Lets every deadline pass and sweeps: nothing may be left open or held. */
  async end(): Promise<void> {
    this.stage.time.nowMs = this.latestMs + DEADLINE_MS + MAX_SKEW_MS + 1;
    await this.sweep();
    this.oracle.expectAllEnded();
  }

  private inspect(played: readonly PlayedCall[]): Promise<void> {
    return this.oracle.inspect(this.stage.stores[0] as Store, played);
  }

  private async sweep(): Promise<void> {
    const sweeps: Call[] = [
      { kind: 'sweep', graceMs: 0, limit: 1000 },
      { kind: 'roll', limit: 1000 },
    ];
    const played: PlayedCall[] = [];
    for (const call of sweeps) played.push(...(await this.playAll([{ call, via: 0, isDoomed: false }])));
    await this.inspect(played);
  }

  /** The calls of the doomed store are lost from its death on; a new store sweeps behind it before the books are read. */
  private async crash(calls: readonly PlacedCall[], stepsToLive: number): Promise<void> {
    const { fixture, time } = this.stage;
    const doomed = await fixture.openDoomed(() => time.nowMs, stepsToLive);
    let played: PlayedCall[];
    try {
      played = await this.playAll(calls, doomed.store);
      const wereLost = played.filter(({ outcome }) => outcome.kind === 'lost').length;
      expect(wereLost > 0 && !doomed.isDead()).toBe(false);
      this.figures.lostCalls += wereLost;
      if (doomed.isDead()) this.figures.crashes += 1;
    } finally {
      await doomed.abandon();
    }
    const repairs: Call[] = [
      { kind: 'sweep', graceMs: 0, limit: 1000 },
      { kind: 'roll', limit: 1000 },
    ];
    for (const call of repairs) played.push(...(await this.playAll([{ call, via: 0, isDoomed: false }])));
    await this.inspect(played);
  }

  private playAll(calls: readonly PlacedCall[], doomed?: Store): Promise<PlayedCall[]> {
    const { stores, clocks, time } = this.stage;
    return Promise.all(
      calls.map(async ({ call, via, isDoomed }): Promise<PlayedCall> => {
        this.figures.calls += 1;
        if (doomed && isDoomed) {
          const { nowMs } = time;
          const outcome = await playCall(doomed, call, this.cast, nowMs).catch(() => ({ kind: 'lost' as const }));
          return { call, outcome, nowMs };
        }
        const nowMs = clocks[via]?.() ?? 0;
        return { call, outcome: await playCall(stores[via] as Store, call, this.cast, nowMs), nowMs };
      }),
    );
  }
}

/**
 * Any interleaving of calls of several stores on one database, with stores that die in the middle: after every step the
 * books are exact, every request ends once, and in the end nothing is held.
 */
export const describeMoneyProof = (name: string, open: OpenMoney, options: MoneyProofOptions): void =>
  describe(`money: ${name}`, () => {
    const figures: MoneyFigures = { histories: 0, calls: 0, crashes: 0, lostCalls: 0, failures: 0, seconds: 0 };
    let stage: Stage | undefined;

    const renewStage = async (): Promise<Stage> => {
      if (stage && figures.histories % HISTORIES_PER_FIXTURE !== 0) return stage;
      if (stage) await closeStage(stage);
      stage = await openStage(open);
      return stage;
    };

    let endsAt = Number.POSITIVE_INFINITY;

    const play = async (script: History): Promise<void> => {
      if (performance.now() > endsAt) return;
      const current = await renewStage();
      figures.histories += 1;
      try {
        const history = await Play.start(current, script, figures);
        for (const step of script.steps) await history.take(step);
        await history.end();
      } catch (error) {
        // What a broken history leaves behind must not break the next one, or nothing could be narrowed down.
        await closeStage(current);
        stage = undefined;
        figures.failures = 1;
        throw error;
      }
    };

    afterAll(async () => {
      if (stage) await closeStage(stage);
      options.report(figures);
    });

    it(
      'is exact after every step of any history',
      async () => {
        const startedAt = performance.now();
        endsAt = startedAt + options.searchMs;
        try {
          await fc.assert(fc.asyncProperty(history(options.maxSteps, options.maxStepsToLive), play), {
            numRuns: options.runs,
          });
        } finally {
          figures.seconds = (performance.now() - startedAt) / 1000;
        }
        expect(figures.histories).toBeGreaterThanOrEqual(options.leastRuns);
        expect(figures.crashes).toBeGreaterThan(0);
      },
      options.timeoutMs,
    );
  });
