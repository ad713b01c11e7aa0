import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { KEPT_RUNS, OPERATIONS } from '@quarry/contracts';
import { createLogger } from '@quarry/observability';
import type { RecordStore, Store } from '@quarry/store';
import { refuse, type Refusal } from '../../admission/screen-request.js';
import { openInlineStore } from '../../../../../packages/store/test/sqlite/open-inline-store.js';
import { LOOK_MAX_MS, LOOK_MIN_MS, SCHEDULE_LEASE_MS, START_PATIENCE_MS } from '../bounds.js';
import { createRunRecords } from './run-records.js';
import { createScheduleRuns } from './run-schedules.js';
import { SCHEDULE_KIND, type RunData, type ScheduleData } from './schedule-data.js';
import type { Work, WorkEnd, WorkStart, WorkState } from './work.js';

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 0, 1);
const ID = 'schedule-1';
const ACCOUNT = 'account-1';

let folder: string;
let store: Store;
let nowMs: number;
/** What became of calls by their id, and how often each was made. */
let calls: Map<string, WorkState>;
let made: string[];
let looks: number;
let answerOf: (workId: string) => Promise<WorkStart>;
let caller: Refusal | undefined;

const end = (workId: string, changed: Partial<WorkEnd> = {}): void =>
  void calls.set(workId, {
    state: 'ended',
    end: { status: 'ok', requestId: workId, creditsCharged: 1, ...changed },
  });

const work: Work = {
  check: async () => undefined,
  look: async (workId) => {
    looks += 1;
    return calls.get(workId) ?? { state: 'none' };
  },
  start: async (_, workId) => {
    made.push(workId);
    const answer = await answerOf(workId);
    if (answer.outcome === 'running') calls.set(workId, { state: 'running' });
    return answer;
  },
  undo: async (workId) => void calls.delete(workId),
};

const account = async () => {
  const found = await store.accounts.get(ACCOUNT);
  if (found === null) throw new Error('no account');
  return found;
};

const runsOn = (records: RecordStore = store.records) =>
  createScheduleRuns({
    store: { records, accounts: store.accounts, webhooks: store.webhooks, batches: store.batches },
    files: { read: async () => null },
    works: { operation: work, batch: work, crawl: work },
    operations: OPERATIONS,
    findCaller: async () => caller ?? account(),
    ...{ baseUrl: 'https://api.example', clock: () => nowMs },
    log: createLogger({ service: 'gateway', level: 'error', stream: new PassThrough().resume() }),
  });

/** Every hour from `START_MS` on. */
const addSchedule = async (changed: Partial<ScheduleData> = {}): Promise<void> => {
  const data: ScheduleData = {
    timing: { intervalSeconds: 3_600, timeZone: 'UTC', anchorMs: START_MS },
    target: { type: 'operation', operation: 'scrape/web', text: '{}', isSealed: false },
    missedRuns: 'runOnce',
    ...{ isPaused: false, nextDueMs: START_MS + HOUR_MS, waiting: [], runs: [] },
    ...changed,
  };
  await store.records.insert({ kind: SCHEDULE_KIND, id: ID, owner: ACCOUNT, data, dueAtMs: data.nextDueMs });
};

const runs = (): Promise<readonly RunData[]> => createRunRecords(store.records, () => nowMs).listRuns(ID);
const statuses = async (): Promise<string[]> => (await runs()).map(({ status }) => status);
const wakesInMs = async (): Promise<number> =>
  ((await store.records.get(SCHEDULE_KIND, ID))?.dueAtMs ?? Infinity) - nowMs;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-schedules-'));
  nowMs = START_MS;
  store = openInlineStore({ path: join(folder, 'quarry.sqlite'), clock: () => nowMs });
  const plan = { creditsPerPeriod: 10, periodDays: 30, renew: true };
  await store.accounts.create({ id: ACCOUNT, name: 'a', plan, concurrency: 1 });
  [calls, made, looks, caller] = [new Map(), [], 0, undefined];
  answerOf = async () => ({ outcome: 'running' });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a schedule', () => {
  it('runs when it is due, once, and shows what became of the call', async () => {
    await addSchedule();
    const runDue = runsOn();
    expect(await runDue()).toBe(0);
    nowMs = START_MS + HOUR_MS;
    expect(await runDue()).toBe(1);
    expect(await runDue()).toBe(0);
    expect(await statuses()).toEqual(['running']);
    expect(await wakesInMs()).toBe(LOOK_MIN_MS);
    const [workId = ''] = made;
    end(workId);
    nowMs += LOOK_MIN_MS;
    await runDue();
    const run = { dueMs: START_MS + HOUR_MS, status: 'ok', requestId: workId, creditsCharged: 1 };
    expect(await runs()).toEqual([{ ...run, startedAtMs: START_MS + HOUR_MS, endedAtMs: nowMs }]);
    expect(await wakesInMs()).toBe(HOUR_MS - LOOK_MIN_MS);
    expect(made).toHaveLength(1);
  });

  it('looks at a call that runs long less and less often', async () => {
    await addSchedule();
    const runDue = runsOn();
    nowMs = START_MS + HOUR_MS;
    await runDue();
    const waits: number[] = [];
    for (let looks = 0; looks < 50; looks += 1) {
      const wait = await wakesInMs();
      waits.push(wait);
      nowMs += wait;
      expect(await runDue()).toBe(1);
    }
    expect([waits[0], waits.at(-1)]).toEqual([LOOK_MIN_MS, LOOK_MAX_MS]);
    expect(waits.every((wait, index) => wait >= (waits[index - 1] ?? 0))).toBe(true);
    expect(made).toHaveLength(1);
  });

  it('runs once however many replicas look at the same time', async () => {
    await addSchedule();
    const replicas = Array.from({ length: 10 }, () => runsOn());
    for (let hour = 1; hour <= 3; hour += 1) {
      nowMs = START_MS + hour * HOUR_MS;
      await Promise.all(replicas.map((runDue) => runDue()));
      expect(made).toHaveLength(hour);
      end(made.at(-1) ?? '');
      nowMs += LOOK_MIN_MS;
      await Promise.all(replicas.map((runDue) => runDue()));
      // A claim is won by one.
      expect(looks).toBe(hour);
    }
    expect(await statuses()).toEqual(['ok', 'ok', 'ok']);
  });

  it(`keeps its newest ${KEPT_RUNS} runs`, async () => {
    await addSchedule();
    const runDue = runsOn();
    answerOf = async (workId) => ({ outcome: 'ended', end: { status: 'ok', requestId: workId, creditsCharged: 0 } });
    for (let hour = 1; hour <= KEPT_RUNS + 3; hour += 1) {
      nowMs = START_MS + hour * HOUR_MS;
      await runDue();
    }
    const kept = await runs();
    expect(kept).toHaveLength(KEPT_RUNS);
    expect(kept.at(-1)?.dueMs).toBe(START_MS + 4 * HOUR_MS);
    expect(await store.records.list('schedule-run', ID, { limit: 100 })).toHaveLength(KEPT_RUNS);
    expect((await store.records.get(SCHEDULE_KIND, ID))?.data).toHaveProperty('runs.length', KEPT_RUNS);
  });

  it('that was missed runs once afterwards, and says so of the others', async () => {
    await addSchedule();
    nowMs = START_MS + 3.5 * HOUR_MS;
    await runsOn()();
    expect(await statuses()).toEqual(['running', 'missed', 'missed']);
    expect(made).toHaveLength(1);
  });
});

describe('a replica that dies', () => {
  /** Dies at the write number `count` of a pass: nothing after it is done. */
  const dyingAt = (count: number): RecordStore => {
    let left = count;
    const dying =
      <Args extends unknown[], Value>(write: (...args: Args) => Promise<Value>) =>
      (...args: Args): Promise<Value> =>
        (left -= 1) < 0 ? Promise.reject(new Error('dead')) : write(...args);
    const { records } = store;
    return {
      ...records,
      insert: dying((...args) => records.insert(...args)),
      replace: dying((...args) => records.replace(...args)),
      remove: dying((...args) => records.remove(...args)),
    };
  };

  it.each([0, 1, 2, 3, 4])(
    'at write %s of a run leaves it to the next one, which makes the call once',
    async (writes) => {
      await addSchedule();
      nowMs = START_MS + HOUR_MS;
      await runsOn(dyingAt(writes))();
      // The lease of the dead one is over.
      nowMs += SCHEDULE_LEASE_MS;
      await runsOn()();
      const workId = made.at(-1) ?? '';
      end(workId);
      nowMs += SCHEDULE_LEASE_MS;
      await runsOn()();
      expect(new Set(made)).toEqual(new Set([workId]));
      expect(await runs()).toMatchObject([{ dueMs: START_MS + HOUR_MS, status: 'ok', requestId: workId }]);
    },
  );

  it('within the call leaves its id: it is asked for before it is made again', async () => {
    await addSchedule();
    nowMs = START_MS + HOUR_MS;
    answerOf = async (workId) => {
      calls.set(workId, { state: 'running' });
      throw new Error('dead');
    };
    await runsOn()();
    expect(await runsOn()()).toBe(0);
    nowMs += SCHEDULE_LEASE_MS;
    await runsOn()();
    expect(made).toHaveLength(1);
    expect(await statuses()).toEqual(['running']);
  });

  it('in the middle of a batch leaves it unfinished: it is undone and made anew', async () => {
    await addSchedule();
    nowMs = START_MS + HOUR_MS;
    answerOf = async (workId) => {
      calls.set(workId, { state: 'unfinished' });
      throw new Error('dead');
    };
    await runsOn()();
    const [first = ''] = made;
    answerOf = async () => ({ outcome: 'running' });
    nowMs += SCHEDULE_LEASE_MS;
    await runsOn()();
    expect(made).toHaveLength(2);
    expect(calls.has(first)).toBe(false);
    expect(calls.get(made[1] ?? '')).toEqual({ state: 'running' });
  });
});

describe('a run', () => {
  it('that is refused says why, costs nothing, and the next one is tried', async () => {
    await addSchedule();
    const runDue = runsOn();
    const message = 'This request needs 5 credits and 1 are available.';
    answerOf = async () => refuse('credits_exhausted', { message });
    nowMs = START_MS + HOUR_MS;
    await runDue();
    expect(await runs()).toMatchObject([{ status: 'refused', error: 'credits_exhausted', message, creditsCharged: 0 }]);
    nowMs += HOUR_MS;
    await runDue();
    expect(await statuses()).toEqual(['refused', 'refused']);
  });

  it('whose key was revoked is refused without a call', async () => {
    await addSchedule();
    caller = refuse('unauthorized', { message: 'revoked' });
    nowMs = START_MS + HOUR_MS;
    await runsOn()();
    expect(await runs()).toMatchObject([{ status: 'refused', error: 'unauthorized', message: 'revoked' }]);
    expect(made).toEqual([]);
  });

  it('is tried again while the queue is full, and for a bounded time', async () => {
    await addSchedule();
    const runDue = runsOn();
    answerOf = async () => refuse('overloaded');
    nowMs = START_MS + HOUR_MS;
    await runDue();
    nowMs += START_PATIENCE_MS - 1;
    await runDue();
    expect(await statuses()).toEqual(['running']);
    nowMs += START_PATIENCE_MS;
    await runDue();
    expect(await runs()).toMatchObject([{ status: 'refused', error: 'overloaded' }]);
    expect(new Set(made).size).toBe(1);
  });

  it('whose call is no longer stored ends as an error, and is not made again', async () => {
    await addSchedule();
    const runDue = runsOn();
    nowMs = START_MS + HOUR_MS;
    await runDue();
    calls.clear();
    nowMs += LOOK_MIN_MS;
    await runDue();
    expect(await runs()).toMatchObject([{ status: 'error', error: 'internal_error' }]);
    expect(made).toHaveLength(1);
  });

  it('of a schedule that is deleted meanwhile is written nowhere', async () => {
    await addSchedule();
    answerOf = async () => {
      await store.records.remove(SCHEDULE_KIND, ID);
      return { outcome: 'running' };
    };
    nowMs = START_MS + HOUR_MS;
    await runsOn()();
    nowMs += SCHEDULE_LEASE_MS;
    expect(await runsOn()()).toBe(0);
  });
});
