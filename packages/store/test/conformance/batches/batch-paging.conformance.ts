import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { BatchItem } from '../../../src/port.js';
import { endInTurn, expectSoundJob, FAILED_END, LEASE_MS, OK_END, OWNER, running } from './batch-scene.js';
import { useScene } from '../store-scene.js';
import type { OpenStore } from '../store-scene.js';

const ITEMS = 12;

/** Between two pages some items end and some become visible. */
const turn = fc.record({ ends: fc.nat({ max: 4 }), publishes: fc.nat({ max: 5 }), isFailed: fc.boolean() });

export const describeBatchPaging = (openStore: OpenStore, runs: number): void =>
  describe('pages of results that are read while items become visible', () => {
    const scene = useScene(openStore);

    it('together have every item, none twice', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1_000_000);
      await fc.assert(
        fc.asyncProperty(fc.array(turn, { maxLength: 12 }), fc.integer({ min: 1, max: 5 }), async (turns, limit) => {
          const { jobId, ids } = await running(scene(), accountId, ITEMS);
          const waiting = [...ids];
          const read: BatchItem[] = [];
          const readPage = async (): Promise<number> => {
            const page = await store.batches.results(jobId, { afterSeq: read.at(-1)?.seq ?? 0, limit });
            expect(page.length).toBeLessThanOrEqual(limit);
            read.push(...page);
            return page.length;
          };
          for (const { ends, publishes, isFailed } of turns) {
            await endInTurn(scene(), waiting.splice(0, ends), isFailed ? FAILED_END : OK_END);
            if (publishes > 0) await store.batches.publish(jobId, OWNER, publishes);
            await readPage();
          }
          await endInTurn(scene(), waiting, OK_END);
          await store.batches.renewLease(jobId, OWNER, LEASE_MS);
          while ((await store.batches.publish(jobId, OWNER, 5))?.hasMore) await readPage();
          while ((await readPage()) > 0);
          expect(read.map(({ seq }) => seq)).toEqual(read.map((_, place) => place + 1));
          expect(read.map(({ id }) => id).sort()).toEqual([...ids].sort());
          expect(await expectSoundJob(store, { jobId, ids })).toMatchObject({ state: 'done' });
        }),
        { numRuns: runs },
      );
    }, 120_000);
  });
