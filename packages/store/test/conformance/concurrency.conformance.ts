import { describe, expect, it } from '@jest/globals';
import { admitInput, expectBalanced, OK, useScene } from './store-scene.js';
import type { OpenStore } from './store-scene.js';

export const describeConcurrency = (openStore: OpenStore): void =>
  describe('several stores on the same data', () => {
    const scene = useScene(openStore);

    it('give 100 credits to exactly 100 of 200 holds', async () => {
      const { fixture, newAccount, store } = scene();
      const { id: accountId } = await newAccount(100);
      const stores = [store, await fixture.openAnother(), await fixture.openAnother()];
      const results = await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          (stores[index % stores.length] ?? store).requests.admit(admitInput(accountId, 1, scene().nowMs)),
        ),
      );
      expect(results.filter(({ outcome }) => outcome === 'admitted')).toHaveLength(100);
      expect(results.filter(({ outcome }) => outcome === 'credits_exhausted')).toHaveLength(100);
      expect(await store.accounts.period(accountId)).toMatchObject({ held: 100, available: 0 });
      await expectBalanced(store, accountId);
    });

    it('run whole requests side by side and add up', async () => {
      const { fixture, newAccount, store } = scene();
      const { id: accountId } = await newAccount(1000);
      const stores = [store, await fixture.openAnother()];
      const run = async (index: number): Promise<void> => {
        const [front, back] = index % 2 === 0 ? stores : stores.toReversed();
        const input = admitInput(accountId, 5, scene().nowMs);
        await front?.requests.admit(input);
        await back?.requests.begin(input.id, 1);
        await back?.requests.finish(input.id, { ...OK, chargedCredits: index % 6 }, 1);
      };
      await Promise.all(Array.from({ length: 120 }, (_, index) => run(index)));
      const charged = 20 * (0 + 1 + 2 + 3 + 4 + 5);
      expect(await store.accounts.period(accountId)).toMatchObject({ charged, held: 0, available: 1000 - charged });
      await expectBalanced(store, accountId);
    });
  });
