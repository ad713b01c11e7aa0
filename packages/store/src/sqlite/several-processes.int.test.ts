import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { expectSoundJob, newBatch, newItems } from '../../test/conformance/batches/batch-scene.js';
import type { Submitted } from '../../test/conformance/batches/batch-scene.js';
import { expectBalanced } from '../../test/conformance/store-scene.js';
import type { Store } from '../port.js';
import { openSqliteStore } from './open-sqlite-store.js';
import { SOURCE_HOOK } from '../../test/sqlite/source-hook.js';
import type { ChildOrder, ChildReport } from '../../test/sqlite/store-process.child.js';

const PROCESSES = 4;
const CHILD = new URL('../../test/sqlite/store-process.child.ts', import.meta.url);
const PLAN = { creditsPerPeriod: 100, periodDays: 30, renew: true };

let folder: string;
let path: string;
let children: ChildProcess[] = [];

const start = (): ChildProcess => {
  const child = fork(CHILD, [path], { execArgv: ['--import', SOURCE_HOOK] });
  children.push(child);
  return child;
};

const nextReport = async (child: ChildProcess): Promise<ChildReport> => {
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`The child ended early with ${String(code)}.`);
  });
  gone.catch(() => undefined);
  return ((await Promise.race([once(child, 'message'), gone])) as [ChildReport])[0];
};

const order = (child: ChildProcess, message: ChildOrder): boolean => child.send(message);

const kill = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarry-processes-'));
  path = join(folder, 'quarry.db');
});

afterEach(async () => {
  await Promise.all(children.map(kill));
  children = [];
  rmSync(folder, { recursive: true, force: true });
});

describe('several processes', () => {
  it('open a new database together and give 100 credits to exactly 100 of 200 holds', async () => {
    const started = Array.from({ length: PROCESSES }, start);
    await Promise.all(started.map(nextReport));
    const store = await openSqliteStore({ path });
    const { id: accountId } = await store.accounts.create({ name: 'Acme', plan: PLAN, concurrency: 1 });
    const tallies = started.map(nextReport);
    started.forEach((child) => order(child, { task: 'holdCredits', accountId, count: 200 / PROCESSES }));
    const sum = { admitted: 0, exhausted: 0 };
    for (const tally of await Promise.all(tallies)) {
      if (tally.kind !== 'tally') throw new Error(`Unexpected report: ${tally.kind}`);
      sum.admitted += tally.admitted;
      sum.exhausted += tally.exhausted;
    }
    expect(sum).toEqual({ admitted: 100, exhausted: 100 });
    expect(await store.accounts.period(accountId)).toMatchObject({ held: 100, available: 0 });
    await expectBalanced(store, accountId);
    await store.close();
  });
});

describe('a process killed in the middle of its writes', () => {
  it.each([1, 40, 150])('after %d ended requests leaves a database that opens and balances', async (endedBefore) => {
    const setup = await openSqliteStore({ path });
    const plan = { ...PLAN, creditsPerPeriod: 1_000_000 };
    const { id: accountId } = await setup.accounts.create({ name: 'Acme', plan, concurrency: 1 });
    await setup.close();

    const child = start();
    await nextReport(child);
    const ended: { requestId: string; chargedCredits: number }[] = [];
    const enough = new Promise<void>((resolve) =>
      child.on('message', (report: ChildReport) => {
        if (report.kind === 'ended') ended.push(report);
        if (ended.length === endedBefore) resolve();
      }),
    );
    order(child, { task: 'work', accountId, lanes: 20 });
    await enough;
    await kill(child);

    const store = await openSqliteStore({ path });
    await expectBalanced(store, accountId);
    for (const { requestId, chargedCredits } of ended) {
      expect(await store.requests.get(requestId)).toMatchObject({ state: 'ok', chargedCredits });
    }
    const open = (await store.requests.list(accountId, { limit: 1000 })).filter(({ state }) => state === 'open');
    for (const { id } of open) {
      const end = { state: 'failed', chargedCredits: 0, verdict: 'internal_error' } as const;
      expect(await store.requests.finish(id, end)).toMatchObject({ isWinner: true });
    }
    expect(await store.accounts.period(accountId)).toMatchObject({ held: 0 });
    await expectBalanced(store, accountId);
    await store.close();
  });
});

describe('a leader of jobs killed while it publishes', () => {
  const JOBS = 3;
  const ITEMS = 60;
  const HOLD = 3;
  const LEASE_MS = 300;

  const submitJob = async (store: Store, accountId: string): Promise<Submitted> => {
    const items = newItems(ITEMS, HOLD);
    const input = newBatch(accountId, items, Date.now());
    await store.batches.admit(input);
    await store.batches.addItems(input.id, items);
    await store.batches.activate(input.id);
    return { jobId: input.id, ids: items.map(({ id }) => id) };
  };

  const startLeader = async (owner: string): Promise<ChildProcess> => {
    const child = start();
    await nextReport(child);
    order(child, { task: 'leadBatches', owner, leaseMs: LEASE_MS });
    return child;
  };

  it.each([1, 70])('after %d items leaves books that balance, and others finish its jobs', async (publishedBefore) => {
    const store = await openSqliteStore({ path });
    const plan = { ...PLAN, creditsPerPeriod: 10_000 };
    const { id: accountId } = await store.accounts.create({ name: 'Acme', plan, concurrency: 1 });
    const jobs = await Promise.all(Array.from({ length: JOBS }, () => submitJob(store, accountId)));
    const doomed = await startLeader('doomed');
    let published = 0;
    await new Promise<void>((resolve) =>
      doomed.on('message', (report: ChildReport) => {
        if (report.kind === 'published') published += report.count;
        if (published >= publishedBefore) resolve();
      }),
    );
    await kill(doomed);
    await expectBalanced(store, accountId);
    for (const job of jobs) await expectSoundJob(store, job);
    await Promise.all(['second', 'third'].map(startLeader));
    while ((await store.batches.load()).length > 0) await wait(50);
    const charged = Array.from({ length: ITEMS }, (_, index) => index % (HOLD + 1)).reduce(
      (sum, part) => sum + part,
      0,
    );
    for (const job of jobs) {
      expect(await expectSoundJob(store, job)).toMatchObject({
        state: 'done',
        chargedCredits: charged,
        heldCredits: 0,
      });
    }
    expect(await store.accounts.period(accountId)).toMatchObject({ held: 0, charged: JOBS * charged });
    await expectBalanced(store, accountId);
    await store.close();
  });
});
