import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { MAX_ITEMS_PER_CALL } from '../../../src/batches/batch-rules.js';
import type { BatchLoad } from '../../../src/port.js';
import { expectSoundJob, handOver, lead, LEASE_MS, newItems, OK_END, OWNER, running, submit } from './batch-scene.js';
import { DAY_MS, DEADLINE_MS, FAILED, OK, START_MS, useScene } from '../store-scene.js';
import type { OpenStore } from '../store-scene.js';

const INVALID = { code: 'invalid_input' };
const CANCELLED = { state: 'cancelled', chargedCredits: 0, verdict: 'cancelled', error: 'cancelled' } as const;

const describeLeftOut = (openStore: OpenStore): void =>
  describe('the lead', () => {
    const scene = useScene(openStore);

    it('is not given of the jobs of accounts that are left out', async () => {
      const { newAccount, store } = scene();
      const accounts = [await newAccount(1000), await newAccount(1000), await newAccount(1000)];
      const made: string[] = [];
      for (const { id } of accounts) {
        scene().nowMs += 1;
        made.push((await submit(scene(), id, newItems(1))).jobId);
      }
      const leaseBut = async (exceptAccounts: string[]): Promise<string[]> =>
        (await store.batches.lease({ owner: OWNER, leaseMs: LEASE_MS, limit: 1, exceptAccounts })).map(({ id }) => id);
      const [first = '', second = ''] = accounts.map(({ id }) => id);
      expect(await leaseBut([first, second])).toEqual(made.slice(2));
      expect(await leaseBut([first, 'nobody'])).toEqual(made.slice(1, 2));
      expect(await leaseBut([first])).toEqual([]);
      expect(await leaseBut([])).toEqual(made.slice(0, 1));
    });
  });

const describeLeases = (openStore: OpenStore): void =>
  describe('the lead of a job', () => {
    const scene = useScene(openStore);

    it('is given to one of many who ask, oldest first, up to the limit', async () => {
      const { newAccount, store, fixture } = scene();
      const { id: accountId } = await newAccount(1000);
      const made: string[] = [];
      for (let count = 0; count < 6; count += 1) {
        scene().nowMs += 1;
        made.push((await submit(scene(), accountId, newItems(1))).jobId);
      }
      const first = await store.batches.lease({ owner: OWNER, leaseMs: LEASE_MS, limit: 2 });
      expect(first.map(({ id }) => id)).toEqual(made.slice(0, 2));
      const another = await fixture.openAnother();
      const led = await Promise.all(
        ['a', 'b', 'c', 'd'].map((owner, index) =>
          (index % 2 === 0 ? store : another).batches.lease({ owner, leaseMs: LEASE_MS, limit: 3 }),
        ),
      );
      // Askers that read the same three oldest leave the last to the next one.
      const rest = await store.batches.lease({ owner: OWNER, leaseMs: LEASE_MS, limit: 10 });
      expect(led.flat().length).toBeGreaterThanOrEqual(3);
      expect([...led.flat(), ...rest].map(({ id }) => id).sort()).toEqual(made.slice(2).sort());
      expect(await store.batches.lease({ owner: OWNER, leaseMs: LEASE_MS, limit: 10 })).toEqual([]);
      await expect(store.batches.lease({ owner: 'a b', leaseMs: 1, limit: 1 })).rejects.toMatchObject(INVALID);
      await expect(store.batches.lease({ owner: OWNER, leaseMs: 0, limit: 1 })).rejects.toMatchObject(INVALID);
    });

    it('lasts as long as it is renewed, and is taken over once it has ended', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1000);
      const { jobId, ids } = await submit(scene(), accountId, newItems(2));
      await lead(scene(), jobId);
      scene().nowMs += LEASE_MS - 1;
      expect(await store.batches.renewLease(jobId, OWNER, LEASE_MS)).toMatchObject({ id: jobId, state: 'pending' });
      expect(await store.batches.renewLease(jobId, 'other', LEASE_MS)).toBeNull();
      scene().nowMs += LEASE_MS - 1;
      expect(await handOver(scene(), jobId, ids.slice(0, 1))).toEqual(ids.slice(0, 1));
      expect(await store.batches.lease({ owner: 'other', leaseMs: LEASE_MS, limit: 9 })).toEqual([]);
      scene().nowMs += 1;
      expect(await store.batches.renewLease(jobId, OWNER, LEASE_MS)).toBeNull();
      expect(await handOver(scene(), jobId, ids)).toEqual([]);
      expect(await store.batches.publish(jobId, OWNER, 10)).toBeNull();
      await lead(scene(), jobId, 'other');
      expect(await handOver(scene(), jobId, ids)).toEqual([]);
      expect(await store.batches.endItems(jobId, OWNER, { itemIds: ids, end: CANCELLED })).toEqual([]);
      expect(await store.batches.publish(jobId, OWNER, 10)).toBeNull();
      await store.batches.releaseLease(jobId, OWNER);
      expect(await handOver(scene(), jobId, ids, 'other')).toEqual(ids.slice(1));
    });

    it('given back is free at once', async () => {
      const { newAccount, store } = scene();
      const { jobId, ids } = await submit(scene(), (await newAccount(1000)).id, newItems(1));
      await lead(scene(), jobId);
      await store.batches.releaseLease(jobId, OWNER);
      expect(await handOver(scene(), jobId, ids)).toEqual([]);
      await lead(scene(), jobId, 'other');
      expect(await handOver(scene(), jobId, ids, 'other')).toEqual(ids);
      await store.batches.releaseLease(randomUUID(), OWNER);
    });

    it('of a finished job is nobody’s', async () => {
      const { newAccount, store } = scene();
      const { jobId, ids } = await running(scene(), (await newAccount(1000)).id, 1);
      await store.items.finish(ids[0] ?? '', OK_END);
      expect(await store.batches.publish(jobId, OWNER, 10)).toMatchObject({ job: { state: 'done' } });
      expect(await store.batches.renewLease(jobId, OWNER, LEASE_MS)).toBeNull();
      expect(await store.batches.publish(jobId, OWNER, 10)).toBeNull();
      scene().nowMs += LEASE_MS;
      expect(await store.batches.lease({ owner: 'other', leaseMs: LEASE_MS, limit: 10 })).toEqual([]);
    });
  });

const describeHandOver = (openStore: OpenStore): void =>
  describe('handOver', () => {
    const scene = useScene(openStore);

    it('marks waiting items once, gives them their deadline and starts the job', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1000);
      const timed = { params: { url: 'https://shop.example/', timeout: 5_000 } };
      const items = newItems(4).map((item) => ({ ...item, ...(item.index % 2 === 0 ? {} : timed) }));
      const { jobId, ids } = await submit(scene(), accountId, items);
      const foreign = await submit(scene(), accountId, newItems(1));
      await lead(scene(), jobId);
      scene().nowMs += 1000;
      expect(await handOver(scene(), jobId, [randomUUID(), ...foreign.ids])).toEqual([]);
      expect(await store.batches.get(jobId)).toMatchObject({ state: 'pending' });
      expect(await handOver(scene(), jobId, ids.slice(0, 2))).toEqual(ids.slice(0, 2));
      expect(await store.batches.get(jobId)).toMatchObject({ state: 'in_progress', startedAtMs: START_MS + 1000 });
      scene().nowMs += 1000;
      expect(await handOver(scene(), jobId, ids.slice(1, 3))).toEqual(ids.slice(2, 3));
      expect(await store.batches.get(jobId)).toMatchObject({ startedAtMs: START_MS + 1000 });
      const at = (ms: number) => ({ handedOverAtMs: START_MS + ms, deadlineAtMs: START_MS + ms + DEADLINE_MS });
      const open = await store.batches.openItems(jobId, { afterIndex: -1, limit: 10 });
      expect(open).toEqual([
        { id: ids[0], index: 0, site: 'shop-0.example', attempt: 1, ...at(1000) },
        { id: ids[1], index: 1, site: 'shop-1.example', attempt: 1, timeoutMs: 5_000, ...at(1000) },
        { id: ids[2], index: 2, site: 'shop-2.example', attempt: 1, ...at(2000) },
        { id: ids[3], index: 3, site: 'shop-0.example', attempt: 1, timeoutMs: 5_000, deadlineAtMs: START_MS + DAY_MS },
      ]);
      expect(await store.items.get(ids[0] ?? '')).toMatchObject(at(1000));
      const tooMany = Array.from({ length: MAX_ITEMS_PER_CALL + 1 }, () => randomUUID());
      await expect(handOver(scene(), jobId, tooMany)).rejects.toMatchObject(INVALID);
    });

    it('pages open items by index and leaves ended ones out', async () => {
      const { newAccount, store } = scene();
      const { jobId, ids } = await running(scene(), (await newAccount(1000)).id, 7);
      await store.items.finish(ids[1] ?? '', FAILED);
      await store.items.nextAttempt(ids[2] ?? '', 1);
      const page = async (afterIndex: number) =>
        (await store.batches.openItems(jobId, { afterIndex, limit: 3 })).map(({ index, attempt }) => [index, attempt]);
      expect(await page(-1)).toEqual([
        [0, 1],
        [2, 2],
        [3, 1],
      ]);
      expect(await page(3)).toEqual([
        [4, 1],
        [5, 1],
        [6, 1],
      ]);
      expect(await page(6)).toEqual([]);
    });

    it('hands nothing over once a stop was asked for', async () => {
      const { newAccount, store } = scene();
      const { jobId, ids } = await submit(scene(), (await newAccount(1000)).id, newItems(2));
      await lead(scene(), jobId);
      scene().nowMs += 1;
      expect(await store.batches.requestStop(jobId)).toMatchObject({ stopRequestedAtMs: START_MS + 1 });
      scene().nowMs += 1;
      expect(await store.batches.requestStop(jobId)).toMatchObject({ stopRequestedAtMs: START_MS + 1 });
      expect(await store.batches.requestStop(randomUUID())).toBeNull();
      expect(await handOver(scene(), jobId, ids)).toEqual([]);
    });

    it('gives each item to one of two who both believe to lead', async () => {
      const { newAccount, store, fixture } = scene();
      const { jobId, ids } = await submit(scene(), (await newAccount(1000)).id, newItems(20));
      await lead(scene(), jobId);
      const another = await fixture.openAnother();
      const input = { itemIds: ids, deadlineAtMs: START_MS + DEADLINE_MS };
      const marked = await Promise.all(
        [store, another, store].map(({ batches }) => batches.handOver(jobId, OWNER, input)),
      );
      expect(marked.flat().sort()).toEqual([...ids].sort());
    });
  });

const describeEndItems = (openStore: OpenStore): void =>
  describe('endItems', () => {
    const scene = useScene(openStore);

    it('ends open items without a charge, whatever their attempt, and no others', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1000);
      const { jobId, ids } = await submit(scene(), accountId, newItems(4));
      await lead(scene(), jobId);
      await handOver(scene(), jobId, ids.slice(0, 2));
      await store.items.begin(ids[0] ?? '', 1);
      await store.items.nextAttempt(ids[0] ?? '', 1);
      await store.items.finish(ids[1] ?? '', OK_END);
      const other = await submit(scene(), accountId, newItems(1));
      const itemIds = [...ids.slice(0, 3), ...other.ids];
      scene().nowMs += 5;
      const ended = await store.batches.endItems(jobId, OWNER, { itemIds, end: { ...CANCELLED, message: 'Stopped.' } });
      expect(ended).toEqual([ids[0], ids[2]]);
      expect(await store.items.get(ids[2] ?? '')).toMatchObject({
        ...CANCELLED,
        message: 'Stopped.',
        endedAtMs: START_MS + 5,
      });
      expect(await store.items.get(ids[1] ?? '')).toMatchObject({ state: 'ok', chargedCredits: 4 });
      expect(await store.items.get(other.ids[0] ?? '')).toMatchObject({ state: 'open' });
      expect(await store.items.finish(ids[0] ?? '', OK_END, 2)).toMatchObject({ isWinner: false });
      const charge = { itemIds, end: { ...OK, chargedCredits: 1 } };
      await expect(store.batches.endItems(jobId, OWNER, charge)).rejects.toMatchObject(INVALID);
      await store.batches.publish(jobId, OWNER, 10);
      await expectSoundJob(store, { jobId, ids });
    });
  });

const byName = (left: BatchLoad, right: BatchLoad): number =>
  `${left.accountId} ${left.operation}` < `${right.accountId} ${right.operation}` ? -1 : 1;

const describeLoad = (openStore: OpenStore): void =>
  describe('load', () => {
    const scene = useScene(openStore);

    it('sums what is not visible yet, by account and operation, over unfinished jobs', async () => {
      const { newAccount, store } = scene();
      const [{ id: accountId }, other] = [await newAccount(1000), await newAccount(1000)];
      expect(await store.batches.load()).toEqual([]);
      const { jobId, ids } = await running(scene(), accountId, 3);
      await submit(scene(), accountId, newItems(2));
      await submit(scene(), accountId, newItems(4), { operation: 'enginea/serp' });
      await submit(scene(), other.id, newItems(5));
      await store.items.finish(ids[0] ?? '', OK_END);
      await store.batches.publish(jobId, OWNER, 10);
      const expected: BatchLoad[] = [
        { accountId, operation: 'scrape/web', jobs: 2, openItems: 4, ledJobs: 1, ledItems: 2 },
        { accountId, operation: 'enginea/serp', jobs: 1, openItems: 4, ledJobs: 0, ledItems: 0 },
        { accountId: other.id, operation: 'scrape/web', jobs: 1, openItems: 5, ledJobs: 0, ledItems: 0 },
      ];
      expect((await store.batches.load()).sort(byName)).toEqual(expected.toSorted(byName));
      for (const id of ids.slice(1)) await store.items.finish(id, FAILED);
      await store.batches.publish(jobId, OWNER, 10);
      const unled = { accountId, operation: 'scrape/web', jobs: 1, openItems: 2, ledJobs: 0, ledItems: 0 };
      const rest = expected.with(0, unled).toSorted(byName);
      expect((await store.batches.load()).sort(byName)).toEqual(rest);
      await store.batches.lease({ owner: 'other', leaseMs: LEASE_MS, limit: 10 });
      const allLed = rest.map((load) => ({ ...load, ledJobs: load.jobs, ledItems: load.openItems }));
      expect((await store.batches.load()).sort(byName)).toEqual(allLed);
      scene().nowMs += LEASE_MS;
      expect((await store.batches.load()).sort(byName)).toEqual(rest);
    });
  });

export const describeBatchLead = (openStore: OpenStore): void => {
  describeLeftOut(openStore);
  describeLeases(openStore);
  describeHandOver(openStore);
  describeEndItems(openStore);
  describeLoad(openStore);
};
