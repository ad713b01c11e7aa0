import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { expectSoundJob, OK_END, OWNER, running } from '../../../test/conformance/batches/batch-scene.js';
import type { Submitted } from '../../../test/conformance/batches/batch-scene.js';
import { openScene } from '../../../test/conformance/store-scene.js';
import type { StoreScene } from '../../../test/conformance/store-scene.js';
import { itemKey } from './batch-documents.js';
import type { BatchItemDocument } from './batch-documents.js';
import { openMongoEngine } from '../mongo-engine.js';
import type { MongoEngine } from '../mongo-engine.js';
import { createMongoDatabase, PATIENT } from '../../../test/mongo/mongo-database.js';
import type { MongoDatabase } from '../../../test/mongo/mongo-database.js';

const uri = process.env['TEST_MONGODB_URI'];
const describeWithServer = uri === undefined ? describe.skip : describe;
const suite = uri === undefined ? ' (not run: TEST_MONGODB_URI names no server)' : '';
const ITEMS = 6;

let database: MongoDatabase;
let engine: MongoEngine;
let scene: StoreScene;
let job: Submitted;
let beforeNumbering: () => Promise<void>;

/** As another leader does it that has looked before. */
const giveNumber = async (index: number, seq: number): Promise<void> => {
  const change = { $set: { seq, place: itemKey(job.jobId, seq) }, $unset: { due: 1 as const } };
  await engine.models.batchItems.updateOne({ _id: job.ids[index] ?? '' }, change).exec();
};

const publish = (limit = ITEMS) => scene.store.batches.publish(job.jobId, OWNER, limit);

const endItems = async (...indexes: number[]): Promise<void> => {
  for (const index of indexes) await scene.store.items.finish(job.ids[index] ?? '', OK_END);
};

const numbers = async (): Promise<(number | undefined)[]> => {
  const found = await engine.models.batchItems.find().sort({ index: 1 }).lean<BatchItemDocument[]>().exec();
  return found.map(({ seq }) => seq);
};

describeWithServer(`the numbers of ended items${suite}`, () => {
  beforeEach(async () => {
    database = createMongoDatabase(uri ?? '');
    beforeNumbering = async () => undefined;
    const beforeCommand = async (name: string): Promise<void> => {
      if (name === 'batchItems.number') await beforeNumbering();
    };
    engine = await openMongoEngine({ uri: uri ?? '', database: database.name, ...PATIENT });
    scene = await openScene(async (clock) => ({
      store: await database.open(clock, { beforeCommand }),
      reopen: () => database.open(clock),
      openAnother: () => database.open(clock),
      dispose: () => database.drop(),
    }));
    const { id } = await scene.newAccount(1000);
    job = await running(scene, id, ITEMS);
  });
  afterEach(async () => {
    await engine.close();
    await scene.fixture.dispose();
  });

  it('fill the gap that a leader left which died among its items', async () => {
    await endItems(0, 1, 2);
    await giveNumber(1, 2);
    expect(await publish()).toMatchObject({ published: 3, hasMore: false });
    expect(await numbers()).toEqual([1, 2, 3, undefined, undefined, undefined]);
    await expectSoundJob(scene.store, job);
  });

  it('wait for an item to end where none is left to fill it', async () => {
    await endItems(0, 1);
    await giveNumber(0, 2);
    await giveNumber(1, 3);
    expect(await publish()).toMatchObject({ published: 0, hasMore: false });
    await endItems(5);
    expect(await publish()).toMatchObject({ published: 3, hasMore: false });
    expect(await numbers()).toEqual([2, 3, undefined, undefined, undefined, 1]);
    await expectSoundJob(scene.store, job);
  });

  it.each([
    ['the first to another item', 1, 1],
    ['another one to the last item', 2, 2],
  ])('that another leader gives away meanwhile, %s, stand', async (_, index, seq) => {
    await endItems(0, 1, 2);
    beforeNumbering = () => giveNumber(index, seq);
    const first = await publish();
    beforeNumbering = async () => undefined;
    const second = await publish();
    expect((first?.published ?? 0) + (second?.published ?? 0)).toBe(3);
    expect((await numbers())[index]).toBe(seq);
    await expectSoundJob(scene.store, job);
  });

  it('go no further than the limit, where another leader has given more', async () => {
    await endItems(0, 1, 2, 3);
    for (const index of [0, 1, 2, 3]) await giveNumber(index, index + 1);
    expect(await publish(3)).toMatchObject({ published: 3, hasMore: true });
    expect(await publish(3)).toMatchObject({ published: 1, hasMore: false });
    await expectSoundJob(scene.store, job);
  });
});
