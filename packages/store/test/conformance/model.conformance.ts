import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RequestEnd, Store } from '../../src/port.js';
import { AccountModel } from './account-model.js';
import { admitInput, DAY_MS, DEADLINE_MS, expectBalanced, START_MS, useScene } from './store-scene.js';
import type { OpenStore, StoreScene } from './store-scene.js';

const CREDITS = 60;
const MAX_STEPS = 60;
const SLOTS = 8;

/** `slot` picks one of a few request ids, so that duplicates, late attempts and second ends happen often. */
type Step =
  | { readonly kind: 'admit'; readonly slot: number; readonly credits: number }
  | { readonly kind: 'begin' | 'nextAttempt'; readonly slot: number; readonly attempt: number }
  | {
      readonly kind: 'finish';
      readonly slot: number;
      readonly state: RequestEnd['state'];
      readonly share: number;
      readonly attempt: number | undefined;
    }
  | { readonly kind: 'wait'; readonly durationMs: number }
  | { readonly kind: 'sweep'; readonly graceMs: number }
  | { readonly kind: 'roll' };

const slot = fc.nat({ max: SLOTS - 1 });
const attempt = fc.integer({ min: 1, max: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('admit' as const), slot, credits: fc.nat({ max: 25 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('begin' as const, 'nextAttempt' as const), slot, attempt }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('finish' as const),
      slot,
      state: fc.constantFrom('ok' as const, 'ok' as const, 'failed' as const, 'cancelled' as const, 'expired' as const),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      attempt: fc.option(attempt, { nil: undefined }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      durationMs: fc.constantFrom(1, DEADLINE_MS, DEADLINE_MS + 1, 10 * DAY_MS, 30 * DAY_MS, 75 * DAY_MS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sweep' as const), graceMs: fc.constantFrom(0, 1000) }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'roll' as const }) },
);

interface Run {
  readonly scene: StoreScene;
  readonly store: Store;
  readonly model: AccountModel;
  readonly accountId: string;
  readonly ids: readonly string[];
}

const finishBoth = async (run: Run, move: Extract<Step, { kind: 'finish' }>): Promise<void> => {
  const { scene, store, model } = run;
  const id = run.ids[move.slot] ?? '';
  const held = model.requests.get(id)?.held ?? 0;
  const chargedCredits = move.state === 'ok' ? Math.floor(held * move.share) : 0;
  const end: RequestEnd = { state: move.state, chargedCredits, verdict: move.state === 'ok' ? 'ok' : 'internal_error' };
  const result = await store.requests.finish(id, end, move.attempt);
  const isWinner = model.finish(id, move.state, chargedCredits, move.attempt, scene.nowMs);
  expect(result?.isWinner ?? false).toBe(isWinner);
  expect(result === null).toBe(!model.requests.has(id));
};

const take = async (run: Run, move: Step): Promise<void> => {
  const { scene, store, model, accountId, ids } = run;
  const { nowMs } = scene;
  const id = 'slot' in move ? (ids[move.slot] ?? '') : '';
  switch (move.kind) {
    case 'admit': {
      const result = await store.requests.admit(admitInput(accountId, move.credits, nowMs, id));
      expect(result.outcome).toBe(model.admit(id, move.credits, nowMs));
      return;
    }
    case 'begin':
      expect((await store.requests.begin(id, move.attempt)) !== null).toBe(model.canBegin(id, move.attempt, nowMs));
      return;
    case 'nextAttempt':
      expect(await store.requests.nextAttempt(id, move.attempt)).toBe(model.nextAttempt(id, move.attempt));
      return;
    case 'finish':
      return finishBoth(run, move);
    case 'wait':
      scene.nowMs += move.durationMs;
      return;
    case 'sweep': {
      const swept = await store.requests.sweepExpired({ graceMs: move.graceMs, limit: 1000 });
      expect(swept.map((row) => row.id).sort()).toEqual(model.sweep(move.graceMs, nowMs).sort());
      return;
    }
    case 'roll':
      await store.ledger.rollPeriods(1000);
      model.roll(nowMs);
  }
};

const checkAgainstModel = async ({ store, model, accountId }: Run): Promise<void> => {
  await expectBalanced(store, accountId);
  expect(await store.accounts.periods(accountId)).toMatchObject(model.periods);
  const rows = await store.requests.list(accountId, { limit: SLOTS });
  expect(rows).toHaveLength(model.requests.size);
  for (const { id, ...row } of rows) {
    const { state, attempt: current, charged, period } = model.requests.get(id) ?? {};
    expect(row).toMatchObject({ state, attempt: current, chargedCredits: charged, periodIndex: period });
  }
};

/** Leaves nothing open behind, so that the next run's sweeps see its own requests only. */
const endRun = async ({ scene, store, model, accountId, ids }: Run): Promise<void> => {
  scene.nowMs += DEADLINE_MS + 1;
  await store.requests.sweepExpired({ graceMs: 0, limit: 1000 });
  model.sweep(0, scene.nowMs);
  await checkAgainstModel({ scene, store, model, accountId, ids });
  expect(model.periods.reduce((held, period) => held + period.held, 0)).toBe(0);
};

export const describeModel = (openStore: OpenStore, runs: number): void =>
  describe('any order of calls', () => {
    const scene = useScene(openStore);

    it('keeps every period balanced and agrees with the model after every step', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: MAX_STEPS, size: 'max' }), async (steps) => {
          scene().nowMs = Math.max(scene().nowMs, START_MS);
          const account = await scene().newAccount(CREDITS);
          const ids = Array.from({ length: SLOTS }, () => randomUUID());
          const model = new AccountModel(scene().nowMs, CREDITS);
          const run: Run = { scene: scene(), store: scene().store, model, accountId: account.id, ids };
          for (const move of steps) {
            await take(run, move);
            await checkAgainstModel(run);
          }
          await endRun(run);
        }),
        { numRuns: runs },
      );
    }, 120_000);
  });
