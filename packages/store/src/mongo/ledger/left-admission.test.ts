import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { HOLD, newBatch, newItems } from '../../../test/conformance/batches/batch-scene.js';
import { admitInput, expectBalanced, FAILED } from '../../../test/conformance/store-scene.js';
import type { StoreScene } from '../../../test/conformance/store-scene.js';
import type { Store } from '../../port.js';
import { createMongoDatabase } from '../../../test/mongo/mongo-database.js';
import type { MongoDatabase } from '../../../test/mongo/mongo-database.js';
import { openMongoScene } from '../../../test/mongo/open-mongo-scene.js';

const uri = process.env['TEST_MONGODB_URI'];
const describeWithServer = uri === undefined ? describe.skip : describe;
const suite = uri === undefined ? ' (not run: TEST_MONGODB_URI names no server)' : '';
/** The steps of an admission behind its hold. */
const REQUEST_STEPS = ['journal.append', 'requests.insert'];
const JOB_STEPS = ['journal.append', 'batches.insert'];

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

/** A store whose process dies before the command of that name. */
const openDoomed = (step: string): Promise<Store> => {
  let isDead = false;
  const beforeCommand = (name: string): void => {
    isDead ||= name === step;
    if (isDead) throw new Error('dead');
  };
  return database.open(() => scene.nowMs, { beforeCommand });
};

const heldCredits = async (): Promise<number | undefined> => (await scene.store.accounts.period(accountId))?.held;

describeWithServer(`what an admission that died has left, before any sweep${suite}`, () => {
  const admitAndDie = async (step: string): Promise<string> => {
    const id = randomUUID();
    const doomed = await openDoomed(step);
    await expect(doomed.requests.admit(admitInput(accountId, 7, scene.nowMs, id))).rejects.toThrow('dead');
    expect(await heldCredits()).toBe(7);
    return id;
  };

  it.each(REQUEST_STEPS)('is ended by whoever knows its id: before %s', async (step) => {
    const id = await admitAndDie(step);
    expect(await scene.store.requests.finish(id, FAILED)).toMatchObject({ isWinner: true, row: { id } });
    expect(await heldCredits()).toBe(0);
    await expectBalanced(scene.store, accountId);
  });

  it.each(REQUEST_STEPS)('is found as an open request: before %s', async (step) => {
    const id = await admitAndDie(step);
    expect(await scene.store.requests.get(id)).toMatchObject({ id, state: 'open', heldCredits: 7 });
    await expectBalanced(scene.store, accountId);
  });

  it.each(JOB_STEPS)('is abandoned when it is a job: before %s', async (step) => {
    const job = newBatch(accountId, newItems(3), scene.nowMs);
    const doomed = await openDoomed(step);
    await expect(doomed.batches.admit(job)).rejects.toThrow('dead');
    expect(await heldCredits()).toBe(3 * HOLD);
    expect(await scene.store.batches.abandon(job.id)).toBe(true);
    expect(await heldCredits()).toBe(0);
    await expectBalanced(scene.store, accountId);
  });

  it('is nothing where the hold was not taken', async () => {
    const id = randomUUID();
    const doomed = await openDoomed('periods.hold');
    await expect(doomed.requests.admit(admitInput(accountId, 7, scene.nowMs, id))).rejects.toThrow('dead');
    expect(await scene.store.requests.get(id)).toBeNull();
    expect(await scene.store.requests.finish(id, FAILED)).toBeNull();
    expect(await scene.store.batches.abandon(id)).toBe(false);
    expect(await heldCredits()).toBe(0);
  });
});
