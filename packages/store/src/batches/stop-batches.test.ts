import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { stopBatches, type Store } from '../index.js';
import { openInlineStore } from '../../test/sqlite/open-inline-store.js';

let folder: string;
let store: Store;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'quarry-stop-'));
  store = openInlineStore({ path: path.join(folder, 'quarry.sqlite') });
});

afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const newAccount = async (): Promise<string> => {
  const plan = { creditsPerPeriod: 10_000, periodDays: 30, renew: true };
  return (await store.accounts.create({ name: randomUUID(), plan, concurrency: 1 })).id;
};

const submit = async (accountId: string): Promise<string> => {
  const id = randomUUID();
  const deadlineAtMs = Date.now() + 60_000;
  const job = { operation: 'scrape/web', contractVersion: 1, requestsCount: 1, holdCredits: 1, deadlineAtMs };
  await store.batches.admit({ id, accountId, ...job });
  const query = { url: 'https://example.com/' };
  await store.batches.addItems(id, [
    { id: randomUUID(), index: 0, site: 'example.com', query, params: query, holdCredits: 1 },
  ]);
  await store.batches.activate(id);
  return id;
};

it('asks for an end of all batches of an account, over several pages, and of nobody else’s', async () => {
  const [accountId, other] = [await newAccount(), await newAccount()];
  const ids: string[] = [];
  for (let count = 0; count < 205; count += 1) ids.push(await submit(accountId));
  const theirs = await submit(other);
  expect(await stopBatches(store, accountId)).toBe(205);
  for (const id of ids) expect((await store.batches.get(id))?.stopRequestedAtMs).toBeDefined();
  expect((await store.batches.get(theirs))?.stopRequestedAtMs).toBeUndefined();
});
