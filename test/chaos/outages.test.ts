import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inParallel, proofSize } from '@quarry/testkit';
import { startChaosScenes, type ChaosScene, type ChaosScenes } from './chaos-scene.js';

const AWAY_MS = 5_000;
const WAITING = 16;
const NEW_CALLS = 8;
const ROUNDS = proofSize(1, 4);
const ROUND_MS = 150_000;
/** The store is known to be back, and served from, within this time. */
const HEAL_MS = 20_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Keeps every other process from writing to the embedded store. */
const lockStore = (dataDir: string): (() => void) => {
  const database = new DatabaseSync(join(dataDir, 'quarry.sqlite'));
  database.exec('PRAGMA busy_timeout = 5000; BEGIN IMMEDIATE');
  return () => {
    database.exec('ROLLBACK');
    database.close();
  };
};

/** Puts a file where the folder of the stored files is, so that nothing can be written or read. */
const hideFiles = (dataDir: string): (() => void) => {
  const [folder, aside] = [join(dataDir, 'files'), join(dataDir, 'files-aside')];
  renameSync(folder, aside);
  writeFileSync(folder, '');
  return () => {
    rmSync(folder);
    renameSync(aside, folder);
  };
};

let scenes: ChaosScenes;

beforeAll(async () => {
  scenes = await startChaosScenes();
}, 240_000);

afterAll(() => scenes.close('store or files away'), 90_000);

const breakStore = ({ ways: { store }, fleet }: ChaosScene, how: 'refuse' | 'hang'): (() => void) => {
  if (store === undefined) return lockStore(fleet.dataDir);
  store.cut(how);
  return () => store.mend();
};

const breakFiles = ({ ways: { files }, fleet }: ChaosScene): (() => void) => {
  if (files === undefined) return hideFiles(fleet.dataDir);
  files.cut('refuse');
  return () => files.mend();
};

let rounds = 0;

describe('parts that are away', () => {
  it.each(['refuse', 'hang'] as const)(
    'the store (%s) for five seconds: running calls end well, new ones are turned away, nothing is charged twice',
    async (how) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        rounds += 1;
        const path = `/slow/${1_500 + rounds}`;
        await scenes.round(async (scene) => {
          const before = await scene.books();
          const running = inParallel(WAITING, WAITING, () => scene.scrape(path));
          await scene.site.reached(path, WAITING);
          const mend = breakStore(scene, how);
          const turnedAway = inParallel(NEW_CALLS, NEW_CALLS, () => scene.scrape('/page/new'));
          await pause(AWAY_MS);
          mend();
          expect((await running).map(({ status }) => status)).toEqual(Array.from({ length: WAITING }, () => 200));
          const late = await turnedAway;
          for (const { status } of late) expect([200, 503]).toContain(status);
          const served = late.filter(({ status }) => status === 200).length;
          const after = await scene.books();
          expect(after.period.charged - before.period.charged).toBe(WAITING + served);
          // Calls are turned away until the store is known to be back.
          expect((await scene.persist('/page/back', HEAL_MS)).status).toBe(200);
        }, WAITING + NEW_CALLS);
      }
    },
    ROUNDS * ROUND_MS,
  );

  it(
    'the file store refuses: an error without a charge, and all is well after it',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        await scenes.round(async (scene) => {
          const before = await scene.books();
          const mend = breakFiles(scene);
          const failed = await inParallel(NEW_CALLS, NEW_CALLS, () => scene.scrape('/page/lost'));
          mend();
          const expected = Array.from({ length: NEW_CALLS }, () => ({ isError: true, charged: '0' }));
          expect(
            failed.map(({ status, headers }) => ({
              isError: status >= 500,
              charged: headers.get('x-credits-charged'),
            })),
          ).toEqual(expected);
          expect((await scene.persist('/page/kept', 20_000)).status).toBe(200);
          const after = await scene.books();
          expect(after.period.charged - before.period.charged).toBe(1);
        }, NEW_CALLS);
      }
    },
    ROUNDS * ROUND_MS,
  );
});
