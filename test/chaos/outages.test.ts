import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fleetParts, inParallel, proofSize, recordProof } from '@quarry/testkit';
import { startChaosScene, type ChaosScene } from './chaos-scene.js';

const AWAY_MS = 5_000;
const WAITING = 16;
const NEW_CALLS = 8;
const ROUNDS = proofSize(1, 4);
const ROUND_MS = 90_000;

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

describe.each(fleetParts())('parts that are away, on $name', (parts) => {
  let scene: ChaosScene;
  const tally = { cases: 0, failures: 0, startedAt: 0 };

  beforeAll(async () => {
    scene = await startChaosScene(parts);
    tally.startedAt = Date.now();
  }, 180_000);

  afterAll(async () => {
    const seconds = (Date.now() - tally.startedAt) / 1_000;
    recordProof({ name: `store or files away, ${parts.name}`, cases: tally.cases, failures: tally.failures, seconds });
    await scene.close();
  }, 60_000);

  const round = async (run: () => Promise<void>): Promise<void> => {
    for (let count = 0; count < ROUNDS; count += 1) {
      tally.cases += 1;
      tally.failures += 1;
      await run();
      tally.failures -= 1;
    }
  };

  const breakStore = (how: 'refuse' | 'hang'): (() => void) => {
    const { store } = scene.ways;
    if (store === undefined) return lockStore(scene.fleet.dataDir);
    store.cut(how);
    return () => store.mend();
  };

  const breakFiles = (): (() => void) => {
    const { files } = scene.ways;
    if (files === undefined) return hideFiles(scene.fleet.dataDir);
    files.cut('refuse');
    return () => files.mend();
  };

  it.each(['refuse', 'hang'] as const)(
    'the store (%s) for five seconds: running calls end well, new ones are turned away, nothing is charged twice',
    async (how) => {
      await round(async () => {
        const before = await scene.books();
        const path = `/slow/${1_500 + tally.cases}`;
        const running = inParallel(WAITING, WAITING, () => scene.scrape(path));
        await scene.site.reached(path, WAITING);
        const mend = breakStore(how);
        const turnedAway = inParallel(NEW_CALLS, NEW_CALLS, () => scene.scrape('/page/new'));
        await pause(AWAY_MS);
        mend();
        expect((await running).map(({ status }) => status)).toEqual(Array.from({ length: WAITING }, () => 200));
        const late = await turnedAway;
        for (const { status } of late) expect([200, 503]).toContain(status);
        const served = late.filter(({ status }) => status === 200).length;
        const after = await scene.books();
        expect(after.period.charged - before.period.charged).toBe(WAITING + served);
      });
    },
    ROUNDS * ROUND_MS,
  );

  it(
    'the file store refuses: an error without a charge, and all is well after it',
    async () => {
      await round(async () => {
        const before = await scene.books();
        const mend = breakFiles();
        const failed = await inParallel(NEW_CALLS, NEW_CALLS, () => scene.scrape('/page/lost'));
        mend();
        expect(failed.map(({ status }) => status >= 500)).toEqual(Array.from({ length: NEW_CALLS }, () => true));
        expect(failed.map(({ headers }) => headers.get('x-credits-charged'))).toEqual(
          Array.from({ length: NEW_CALLS }, () => '0'),
        );
        expect((await scene.persist('/page/kept', 20_000)).status).toBe(200);
        const after = await scene.books();
        expect(after.period.charged - before.period.charged).toBe(1);
      });
    },
    ROUNDS * ROUND_MS,
  );
});
