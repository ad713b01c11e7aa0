import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { HOLD, newBatch, newItems, OK_END, OWNER, running } from '../../../test/conformance/batches/batch-scene.js';
import { expectBalanced } from '../../../test/conformance/store-scene.js';
import type { StoreScene } from '../../../test/conformance/store-scene.js';
import type { Store } from '../../port.js';
import { openMongoEngine } from '../mongo-engine.js';
import { createMongoDatabase, PATIENT } from '../../../test/mongo/mongo-database.js';
import type { MongoDatabase } from '../../../test/mongo/mongo-database.js';
import { openMongoScene } from '../../../test/mongo/open-mongo-scene.js';

const uri = process.env['TEST_MONGODB_URI'];
const describeWithServer = uri === undefined ? describe.skip : describe;
const suite = uri === undefined ? ' (not run: TEST_MONGODB_URI names no server)' : '';
const NO_END_MS = 365 * 86_400_000;

let database: MongoDatabase;
let scene: StoreScene;
let accountId: string;

beforeEach(async () => {
  if (uri === undefined) return;
  database = createMongoDatabase(uri);
  scene = await openMongoScene(database);
  accountId = (await scene.newAccount(1000)).id;
});
afterEach(async () => {
  if (uri !== undefined) await scene.fixture.dispose();
});

const openActing = (act: (name: string) => void | Promise<void>): Promise<Store> =>
  database.open(() => scene.nowMs, { beforeCommand: act });

describeWithServer(`the settlement of a job${suite}`, () => {
  it('is not called done by one that settled an earlier step', async () => {
    const { jobId, ids } = await running(scene, accountId, 4);
    let isDead = false;
    const doomed = await openActing((name) => {
      isDead ||= name === 'periods.moveHold';
      if (isDead) throw new Error('dead');
    });
    const slow = await openActing(async (name) => {
      if (name !== 'batches.settled') return;
      await scene.store.items.finish(ids[1] ?? '', OK_END);
      await expect(doomed.batches.publish(jobId, OWNER, 10)).rejects.toThrow('dead');
    });
    await scene.store.items.finish(ids[0] ?? '', OK_END);
    await slow.batches.publish(jobId, OWNER, 10);
    expect(await scene.store.batches.get(jobId)).toMatchObject({ visibleCount: 2, heldCredits: 2 * HOLD });
    expect(await scene.store.accounts.period(accountId)).toMatchObject({ held: 3 * HOLD });
    await scene.store.requests.sweepExpired({ graceMs: NO_END_MS, limit: 10 });
    expect(await scene.store.accounts.period(accountId)).toMatchObject({ held: 2 * HOLD });
    await expectBalanced(scene.store, accountId);
  });

  it('finds nothing to do where another has done it meanwhile', async () => {
    const { jobId, ids } = await running(scene, accountId, 1);
    const doomed = await openActing((name) => {
      if (name === 'periods.moveHold') throw new Error('dead');
    });
    await scene.store.items.finish(ids[0] ?? '', OK_END);
    await expect(doomed.batches.publish(jobId, OWNER, 10)).rejects.toThrow('dead');
    const sweep = { graceMs: NO_END_MS, limit: 10 };
    let isDone = false;
    const late = await openActing(async (name) => {
      if (name !== 'periods.findHold' || isDone) return;
      isDone = true;
      await scene.store.requests.sweepExpired(sweep);
    });
    await late.requests.sweepExpired(sweep);
    expect(isDone).toBe(true);
    expect(await scene.store.accounts.period(accountId)).toMatchObject({ held: 0, charged: OK_END.chargedCredits });
    await expectBalanced(scene.store, accountId);
  });

  it('of one that is abandoned takes its items with it', async () => {
    const engine = await openMongoEngine({ uri: uri ?? '', database: database.name, ...PATIENT });
    const items = newItems(3);
    const job = newBatch(accountId, items, scene.nowMs);
    await scene.store.batches.admit(job);
    await scene.store.batches.addItems(job.id, items);
    expect(await engine.models.batchItems.countDocuments().exec()).toBe(3);
    expect(await scene.store.batches.abandon(job.id)).toBe(true);
    expect(await engine.models.batchItems.countDocuments().exec()).toBe(0);
    await engine.close();
  });

  it('of one whose receiver has no address that can be read is done all the same', async () => {
    const webhook = { url: 'nowhere', events: ['batch.completed'] } as const;
    const { jobId, ids } = await running(scene, accountId, 1, { webhook });
    await scene.store.items.finish(ids[0] ?? '', OK_END);
    expect(await scene.store.batches.publish(jobId, OWNER, 10)).toMatchObject({ job: { state: 'done' } });
    expect(await scene.store.accounts.period(accountId)).toMatchObject({ held: 0, charged: OK_END.chargedCredits });
    expect(await scene.store.webhooks.list(accountId, { limit: 10 })).toMatchObject([{ url: 'nowhere' }]);
  });
});
