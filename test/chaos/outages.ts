import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { inParallel, proofSize } from '@quarry/testkit';
import type { ChaosCase } from './chaos-cases.js';
import { SLOTS, type ChaosScene } from './chaos-scene.js';

/** The short form's outage ends as soon as callers were told of it, which takes 3 s. */
const AWAY_MORE_MS = proofSize(0, 3_000);
const RUNNING = Math.min(16, SLOTS);
const NEW_CALLS = 8;
/** Running calls end while the store is down. */
const PAGE_MS = 500;
/** The gateway serves again within this time after the store is back. */
const HEAL_MS = 60_000;

/** Keeps every other process from writing to the embedded store. */
const lockStore = (dataDir: string): (() => void) => {
  const database = new DatabaseSync(join(dataDir, 'quarry.sqlite'));
  database.exec('PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE');
  return () => {
    database.exec('ROLLBACK');
    database.close();
  };
};

/** Replaces the folder of the stored files by a file, so that nothing can be written or read. */
const hideFiles = (dataDir: string): (() => void) => {
  const [folder, aside] = [join(dataDir, 'files'), join(dataDir, 'files-aside')];
  renameSync(folder, aside);
  writeFileSync(folder, '');
  return () => {
    rmSync(folder);
    renameSync(aside, folder);
  };
};

const breakFiles = ({ ways: { files }, fleet }: ChaosScene): (() => void) => {
  if (files === undefined) return hideFiles(fleet.dataDir);
  files.cut('refuse');
  return () => files.mend();
};

let rounds = 0;

/** Running calls succeed, new ones are refused, nothing is charged twice. */
const storeAway = (name: string, breakStore: (scene: ChaosScene) => () => void): ChaosCase => ({
  name,
  cases: RUNNING + NEW_CALLS,
  run: async (scene) => {
    rounds += 1;
    const path = `/slow/${PAGE_MS + rounds}`;
    const before = await scene.books();
    const running = inParallel(RUNNING, RUNNING, () => scene.scrape(path));
    await scene.site.reached(path, RUNNING);
    const mend = breakStore(scene);
    let turnedAway;
    try {
      turnedAway = await inParallel(NEW_CALLS, NEW_CALLS, () => scene.scrape('/page/new'));
    } finally {
      await pause(AWAY_MORE_MS);
      mend();
    }
    expect(turnedAway.map(({ status }) => status)).toEqual(turnedAway.map(() => 503));
    expect((await running).map(({ status }) => status)).toEqual(Array.from({ length: RUNNING }, () => 200));
    const after = await scene.books();
    expect(after.period.charged - before.period.charged).toBe(RUNNING);
    // Calls are refused until the gateway knows that the store is back.
    expect((await scene.persist('/page/back', HEAL_MS)).status).toBe(200);
    return undefined;
  },
});

/** An error without a charge, and normal service after it. */
const FILES_AWAY: ChaosCase = {
  name: 'the file store refuses',
  cases: NEW_CALLS,
  run: async (scene) => {
    const before = await scene.books();
    const mend = breakFiles(scene);
    const failed = await inParallel(NEW_CALLS, NEW_CALLS, () => scene.scrape('/page/lost')).finally(mend);
    const seen = failed.map(({ status, headers }) => ({
      isError: status >= 500,
      charged: headers.get('x-credits-charged'),
    }));
    expect(seen).toEqual(failed.map(() => ({ isError: true, charged: '0' })));
    expect((await scene.persist('/page/kept', HEAL_MS)).status).toBe(200);
    const after = await scene.books();
    expect(after.period.charged - before.period.charged).toBe(1);
    return undefined;
  },
};

/** Faults of the stores of a scene. */
export const outageCases = ({ ways: { store } }: ChaosScene): ChaosCase[] => {
  if (store === undefined)
    return [storeAway('the store is locked', ({ fleet }) => lockStore(fleet.dataDir)), FILES_AWAY];
  const cut = (how: 'refuse' | 'hang') => (): (() => void) => {
    store.cut(how);
    return () => store.mend();
  };
  return [storeAway('the store refuses', cut('refuse')), storeAway('the store hangs', cut('hang')), FILES_AWAY];
};
