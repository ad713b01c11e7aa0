import fc from 'fast-check';
import type { RequestState } from '../../../src/port.js';
import { LEASE_MS } from './batch-scene.js';
import { DAY_MS, DEADLINE_MS } from '../store-scene.js';

export const JOBS = 3;
export const MAX_JOB_ITEMS = 5;
export const OWNERS = ['first', 'second'] as const;
export type Owner = (typeof OWNERS)[number];

/** `job` and `item` pick one of a few, so that steps meet often; `items` is a choice of a job's items. */
export type BatchStep =
  | { readonly kind: 'submit'; readonly job: number; readonly holds: readonly number[]; readonly hasWebhook: boolean }
  | { readonly kind: 'giveUp'; readonly holds: readonly number[]; readonly isSwept: boolean }
  | { readonly kind: 'lease'; readonly owner: Owner }
  | { readonly kind: 'renew' | 'release'; readonly owner: Owner; readonly job: number }
  | {
      readonly kind: 'handOver' | 'endItems';
      readonly owner: Owner;
      readonly job: number;
      readonly items: readonly number[];
    }
  | { readonly kind: 'begin' | 'nextAttempt'; readonly job: number; readonly item: number; readonly attempt: number }
  | {
      readonly kind: 'finish';
      readonly job: number;
      readonly item: number;
      readonly state: Exclude<RequestState, 'open'>;
      readonly share: number;
      readonly attempt: number | undefined;
    }
  | { readonly kind: 'publish'; readonly owner: Owner; readonly job: number; readonly limit: number }
  | { readonly kind: 'stop'; readonly job: number }
  | { readonly kind: 'wait'; readonly durationMs: number }
  | { readonly kind: 'roll' };

const job = fc.nat({ max: JOBS - 1 });
const item = fc.nat({ max: MAX_JOB_ITEMS - 1 });
const items = fc.uniqueArray(item, { minLength: 1, maxLength: MAX_JOB_ITEMS });
const holds = fc.array(fc.nat({ max: 8 }), { minLength: 1, maxLength: MAX_JOB_ITEMS });
const owner = fc.constantFrom(...OWNERS);
const attempt = fc.constantFrom(1, 1, 1, 2, 3);

const kind = <Kind extends BatchStep['kind']>(...kinds: Kind[]) => fc.constantFrom(...kinds);

export const batchStep: fc.Arbitrary<BatchStep> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: kind('submit'), job, holds, hasWebhook: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('giveUp'), holds, isSwept: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('lease'), owner }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('renew', 'renew', 'release'), owner, job }) },
  { weight: 6, arbitrary: fc.record({ kind: kind('handOver', 'handOver', 'endItems'), owner, job, items }) },
  { weight: 4, arbitrary: fc.record({ kind: kind('begin', 'nextAttempt'), job, item, attempt }) },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: kind('finish'),
      job,
      item,
      state: fc.constantFrom('ok' as const, 'ok' as const, 'failed' as const, 'cancelled' as const, 'expired' as const),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      attempt: fc.option(attempt, { nil: undefined }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ kind: kind('publish'), owner, job, limit: fc.integer({ min: 1, max: MAX_JOB_ITEMS + 1 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('stop'), job }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: kind('wait'),
      durationMs: fc.constantFrom(1, LEASE_MS / 2, LEASE_MS, DEADLINE_MS, 10 * DAY_MS, 30 * DAY_MS, 75 * DAY_MS),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('roll') }) },
);
