import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { admitInput, OK } from '../../../test/conformance/store-scene.js';
import { openMongoEngine } from '../mongo-engine.js';
import type { MongoEngine } from '../mongo-engine.js';
import { CLEANUP_BYTES, CLEANUP_ENTRIES, createPeriodCleanup } from './period-cleanup.js';
import { createMongoDatabase, PATIENT } from '../../../test/mongo/mongo-database.js';
import type { MongoDatabase } from '../../../test/mongo/mongo-database.js';

const uri = process.env['TEST_MONGODB_URI'];
const describeWithServer = uri === undefined ? describe.skip : describe;
const suite = uri === undefined ? ' (not run: TEST_MONGODB_URI names no server)' : '';
const PLAN = { creditsPerPeriod: 1_000, periodDays: 30, renew: true };

let database: MongoDatabase;
let engine: MongoEngine;
let sent: string[];
let isAway: boolean;

describeWithServer(`the cleanup of periods${suite}`, () => {
  beforeEach(async () => {
    database = createMongoDatabase(uri ?? '');
    sent = [];
    isAway = false;
    const beforeCommand = (name: string): void => {
      sent.push(name);
      if (isAway) throw new Error('away');
    };
    engine = await openMongoEngine({ uri: uri ?? '', database: database.name, beforeCommand, ...PATIENT });
    sent = [];
  });
  afterEach(async () => {
    await engine.close();
    await database.drop();
  });

  it('does many calls with one command, soon', async () => {
    const cleanup = createPeriodCleanup(engine);
    for (let index = 0; index < CLEANUP_ENTRIES - 1; index += 1) cleanup.addIntent('acme:0', `token-${index}`, 1);
    cleanup.addEntries('shop:0', ['hold:a', 'hold:b']);
    expect(sent).toEqual([]);
    while (sent.length < 2) await new Promise((resolve) => setImmediate(resolve));
    await cleanup.drain();
    expect(sent).toEqual(['periods.cleanUp', 'periods.cleanUp']);
  });

  it.each([
    ['entries', () => Array.from({ length: CLEANUP_ENTRIES }, () => 1)],
    ['bytes', () => [1, CLEANUP_BYTES - 1]],
  ])('does not wait when there are many %s', async (_, sizes) => {
    const cleanup = createPeriodCleanup(engine);
    sizes().forEach((sizeBytes, index) => cleanup.addIntent('acme:0', `token-${index}`, sizeBytes));
    expect(sent).toEqual(['periods.cleanUp']);
    await cleanup.drain();
    expect(sent).toHaveLength(1);
  });

  it('leaves to the sweeps what it cannot do', async () => {
    const cleanup = createPeriodCleanup(engine);
    isAway = true;
    cleanup.addIntent('acme:0', 'token', 1);
    await cleanup.drain();
    expect(sent).toEqual(['periods.cleanUp']);
    await cleanup.drain();
    expect(sent).toHaveLength(1);
  });

  it('leaves nothing in the lists of a store that was closed', async () => {
    const store = await database.open();
    const { id: accountId } = await store.accounts.create({ name: 'Acme', plan: PLAN, concurrency: 1 });
    const inputs = Array.from({ length: 5 }, () => admitInput(accountId, 1, Date.now()));
    await Promise.all(inputs.map((input) => store.requests.admit(input)));
    await Promise.all(inputs.slice(1).map(({ id }) => store.requests.finish(id, { ...OK, chargedCredits: 1 })));
    await database.closeAll();
    const period = await engine.models.periods.findById(`${accountId}:0`).lean().exec();
    expect(period).toMatchObject({ intents: [], outbox: [], held: 1, charged: 4 });
    expect(period?.holds.map(({ requestId }) => requestId)).toEqual([inputs[0]?.id]);
  });
});
