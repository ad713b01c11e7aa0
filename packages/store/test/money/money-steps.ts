import fc from 'fast-check';
import type { Plan, RequestEnd } from '../../src/port.js';

export const ACCOUNTS = 2;
export const SLOTS = 6;
export const GRANTS = 3;
export const STORES = 2;
/** Most milliseconds one store's clock is ahead of another's. */
export const MAX_SKEW_MS = 2_000;
/** Above the skew: nothing is purged in the step that ends it. */
const LEAST_RETENTION_MS = 10_000;

/** One call. `slot` is one of a few request ids, so that duplicates, late attempts and second ends happen often. */
export type Call =
  | { readonly kind: 'admit'; readonly slot: number; readonly account: number }
  | { readonly kind: 'begin' | 'nextAttempt'; readonly slot: number; readonly attempt: number }
  | {
      readonly kind: 'finish';
      readonly slot: number;
      readonly state: RequestEnd['state'];
      readonly share: number;
      readonly attempt: number | undefined;
    }
  | { readonly kind: 'grant'; readonly account: number; readonly grant: number }
  | { readonly kind: 'period'; readonly account: number }
  | { readonly kind: 'disable'; readonly account: number; readonly isDisabled: boolean }
  | { readonly kind: 'sweep'; readonly graceMs: number; readonly limit: number }
  | { readonly kind: 'roll'; readonly limit: number }
  | { readonly kind: 'purge'; readonly retentionMs: number; readonly limit: number };

/** A call and the store it goes through; `doomed` is the one that dies in this step, where there is one. */
export interface PlacedCall {
  readonly call: Call;
  readonly via: number;
  readonly isDoomed: boolean;
}

export type Step =
  | { readonly kind: 'calls'; readonly calls: readonly PlacedCall[]; readonly stepsToLive: number | undefined }
  | { readonly kind: 'wait'; readonly durationMs: number }
  /** To the end of the account's current period, and on. */
  | { readonly kind: 'waitForEnd'; readonly account: number; readonly pastMs: number };

export interface History {
  readonly plans: readonly Plan[];
  /** Credits held, by slot. */
  readonly holds: readonly number[];
  /** Credits given, by grant. */
  readonly grants: readonly number[];
  /** How far each store's clock is ahead, milliseconds. */
  readonly skewsMs: readonly number[];
  readonly steps: readonly Step[];
}

const DAY_MS = 86_400_000;
/** Mostly the first ones: it takes several calls of one request to bring it into trouble. */
const slot = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(0, 1) },
  { weight: 1, arbitrary: fc.nat({ max: SLOTS - 1 }) },
);
const account = fc.nat({ max: ACCOUNTS - 1 });
const attempt = fc.constantFrom(1, 1, 2, 3);
const limit = fc.constantFrom(1, 2, 1000);
const kind = <Kind extends string>(...kinds: Kind[]): fc.Arbitrary<Kind> => fc.constantFrom(...kinds);

const call: fc.Arbitrary<Call> = fc.oneof(
  { weight: 7, arbitrary: fc.record({ kind: kind('admit'), slot, account }) },
  { weight: 6, arbitrary: fc.record({ kind: kind('begin', 'nextAttempt'), slot, attempt }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: kind('finish'),
      slot,
      state: kind('ok', 'ok', 'ok', 'failed', 'cancelled', 'expired'),
      share: fc.constantFrom(0, 0.5, 1),
      attempt: fc.oneof(fc.constant(undefined), attempt),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('grant'), account, grant: fc.nat({ max: GRANTS - 1 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('period'), account }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('disable'), account, isDisabled: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('sweep'), graceMs: fc.constantFrom(0, 1000), limit }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('roll'), limit }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind('purge'),
      retentionMs: fc.constantFrom(LEAST_RETENTION_MS, DAY_MS),
      limit,
    }),
  },
);

const placedCall: fc.Arbitrary<PlacedCall> = fc.record({
  call,
  via: fc.nat({ max: STORES - 1 }),
  isDoomed: fc.boolean(),
});

const step = (maxStepsToLive: number): fc.Arbitrary<Step> =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: kind('calls'),
        calls: fc.oneof(
          fc.array(placedCall, { minLength: 1, maxLength: 1 }),
          fc.array(placedCall, { minLength: 2, maxLength: 6 }),
        ),
        stepsToLive: fc.option(fc.nat({ max: maxStepsToLive }), { nil: undefined, freq: 3 }),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: kind('wait'),
        // The small step back is a clock that was set right.
        durationMs: fc.constantFrom(1, -1000, 20_000, 299_999, 300_000, 300_001, DAY_MS, 5 * DAY_MS),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: kind('waitForEnd'), account, pastMs: fc.constantFrom(-MAX_SKEW_MS, -1, 0, 1) }),
    },
  );

const plan: fc.Arbitrary<Plan> = fc.record({
  creditsPerPeriod: fc.constantFrom(0, 10, 40, 40),
  periodDays: fc.constantFrom(1, 1, 30),
  renew: fc.boolean(),
});

const listOf = <Value>(value: fc.Arbitrary<Value>, length: number): fc.Arbitrary<Value[]> =>
  fc.array(value, { minLength: length, maxLength: length });

/** Histories of calls, side by side and one after another, with crashes inside them and a clock that moves. */
export const history = (maxSteps: number, maxStepsToLive: number): fc.Arbitrary<History> =>
  fc.record({
    plans: listOf(plan, ACCOUNTS),
    holds: listOf(fc.constantFrom(0, 1, 5, 10, 15, 25), SLOTS),
    grants: listOf(fc.constantFrom(0, 7, 20), GRANTS),
    skewsMs: listOf(fc.constantFrom(0, 0, 1, MAX_SKEW_MS), STORES),
    steps: fc.array(step(maxStepsToLive), { minLength: 3, maxLength: maxSteps, size: 'max' }),
  });
