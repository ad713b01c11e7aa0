import { describe, expect, it } from '@jest/globals';
import type { NewStoredRecord, Store } from '../../src/port.js';
import { DAY_MS, START_MS, useScene } from './store-scene.js';
import type { OpenStore } from './store-scene.js';

const insert = ({ records }: Store, id: string, changed: Partial<NewStoredRecord> = {}): Promise<boolean> =>
  records.insert({ kind: 'schedule', id, owner: 'account', data: { id }, ...changed });

const dueIds = async ({ records }: Store, limit = 10): Promise<string[]> =>
  (await records.due('schedule', limit)).map(({ id }) => id);

export const describeDueRecords = (openStore: OpenStore): void =>
  describe('records: due', () => {
    const scene = useScene(openStore);

    it('are listed from their millisecond on, the one due first at first, across a restart', async () => {
      const { store, fixture } = scene();
      await insert(store, 'late', { dueAtMs: START_MS + 2 });
      await insert(store, 'soon', { dueAtMs: START_MS + 1, owner: 'other' });
      await insert(store, 'never');
      await insert(store, 'other kind', { kind: 'schedule-run', dueAtMs: START_MS });
      await insert(store, 'gone', { dueAtMs: START_MS, expiresAtMs: START_MS + 1 });
      expect(await dueIds(store)).toEqual(['gone']);
      scene().nowMs = START_MS + 1;
      expect(await dueIds(store)).toEqual(['soon']);
      scene().nowMs = START_MS + 2;
      const opened = await fixture.reopen();
      expect(await dueIds(opened)).toEqual(['soon', 'late']);
      expect(await dueIds(opened, 1)).toEqual(['soon']);
      expect(await opened.records.get('schedule', 'late')).toMatchObject({ dueAtMs: START_MS + 2, owner: 'account' });
    });

    it('are claimed by one of many that listed them: nobody else finds them before their next time', async () => {
      const { store, fixture } = scene();
      const stores = [store, await fixture.openAnother()];
      for (let index = 0; index < 5; index += 1) await insert(store, `s${index}`, { dueAtMs: START_MS });
      const claim = async (own: Store, name: string): Promise<string[]> => {
        const won: string[] = [];
        for (const { id, version } of await own.records.due('schedule', 10)) {
          const next = { data: name, dueAtMs: START_MS + 1_000 };
          if (await own.records.replace('schedule', id, version, next)) won.push(id);
        }
        return won;
      };
      const claims = await Promise.all(
        Array.from({ length: 10 }, (_, index) => claim(stores[index % 2] ?? store, `replica ${index}`)),
      );
      expect(claims.flat().sort()).toEqual(['s0', 's1', 's2', 's3', 's4']);
      expect(await dueIds(store)).toEqual([]);
      scene().nowMs = START_MS + 1_000;
      expect(await dueIds(store)).toHaveLength(5);
    });

    it('are due no more once they are replaced without a time, removed or expired', async () => {
      const { store } = scene();
      for (const id of ['a', 'b', 'c']) await insert(store, id, { dueAtMs: START_MS, expiresAtMs: START_MS + DAY_MS });
      const a = await store.records.get('schedule', 'a');
      const replaced = await store.records.replace('schedule', 'a', a?.version ?? 0, { data: 'paused' });
      expect(replaced).not.toHaveProperty('dueAtMs');
      expect(replaced).not.toHaveProperty('expiresAtMs');
      await store.records.remove('schedule', 'b');
      expect(await dueIds(store)).toEqual(['c']);
      scene().nowMs = START_MS + DAY_MS;
      expect(await dueIds(store)).toEqual([]);
      expect(await store.records.purge(10)).toBe(1);
      expect(await store.records.list('schedule', 'account', { limit: 10 })).toHaveLength(1);
    });
  });
