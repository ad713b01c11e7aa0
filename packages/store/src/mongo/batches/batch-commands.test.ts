import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  handOver,
  newItems,
  OK_END,
  OWNER,
  running,
  submit,
  lead,
} from '../../../test/conformance/batches/batch-scene.js';
import { openScene } from '../../../test/conformance/store-scene.js';
import type { StoreScene } from '../../../test/conformance/store-scene.js';
import { createMongoDatabase } from '../../../test/mongo/mongo-database.js';

const uri = process.env['TEST_MONGODB_URI'];
const describeWithServer = uri === undefined ? describe.skip : describe;
const suite = uri === undefined ? ' (not run: TEST_MONGODB_URI names no server)' : '';

let scene: StoreScene;
let sent: string[];

/** The commands of one call; those that tidy up behind earlier ones are not of it. */
const commandsOf = async (call: () => Promise<unknown>): Promise<string[]> => {
  sent = [];
  await call();
  return sent.filter((name) => name !== 'periods.cleanUp');
};

const newAccountId = async (): Promise<string> => (await scene.newAccount(100_000)).id;

/** The commands that publish ten items of a job. */
const publishTen = async (count: number): Promise<string[]> => {
  const { jobId, ids } = await running(scene, await newAccountId(), count);
  await Promise.all(ids.slice(0, 10).map((id) => scene.store.items.finish(id, OK_END)));
  return commandsOf(async () =>
    expect(await scene.store.batches.publish(jobId, OWNER, 100)).toMatchObject({ published: 10, hasMore: false }),
  );
};

describeWithServer(`what a step of a batch asks of the server${suite}`, () => {
  beforeEach(async () => {
    const database = createMongoDatabase(uri ?? '');
    const beforeCommand = (name: string): void => void sent.push(name);
    sent = [];
    scene = await openScene(async (clock) => ({
      store: await database.open(clock, { beforeCommand }),
      reopen: () => database.open(clock),
      openAnother: () => database.open(clock),
      dispose: () => database.drop(),
    }));
  });
  afterEach(() => scene.fixture.dispose());

  it('is the same for a publish of a small job and of a large one', async () => {
    const small = await publishTen(20);
    expect(small.length).toBeLessThan(10);
    expect((await publishTen(1000)).sort()).toEqual(small.sort());
  });

  it('is two commands to begin an item, and two to end it', async () => {
    const { ids } = await running(scene, await newAccountId(), 2);
    const [id = ''] = ids;
    expect(await commandsOf(() => scene.store.items.begin(id, 1))).toHaveLength(2);
    expect(await commandsOf(() => scene.store.items.finish(id, OK_END, 1))).toHaveLength(2);
  });

  it('is one command for all items that are handed over, and one for all that are ended', async () => {
    const { jobId, ids } = await submit(scene, await newAccountId(), newItems(500));
    await lead(scene, jobId);
    const count = (names: string[], name: string): number => names.filter((one) => one === name).length;
    const handed = await commandsOf(async () => expect(await handOver(scene, jobId, ids)).toEqual(ids));
    expect(count(handed, 'batchItems.handOver')).toBe(1);
    expect(handed.length).toBeLessThan(8);
    const end = { ...OK_END, state: 'cancelled', chargedCredits: 0, verdict: 'cancelled' } as const;
    const ended = await commandsOf(async () =>
      expect(await scene.store.batches.endItems(jobId, OWNER, { itemIds: ids, end })).toEqual(ids),
    );
    expect(ended).toHaveLength(3);
  });
});
