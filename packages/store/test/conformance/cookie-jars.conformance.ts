import { describe, expect, it } from '@jest/globals';
import { COOKIE_JAR_KIND, MAX_RECORD_BYTES } from '../../src/records/record-rules.js';
import type { NewStoredRecord, Store, StoredRecord } from '../../src/port.js';
import { DAY_MS, START_MS, useScene, type OpenStore } from './store-scene.js';

const OWNER = 'account-1';
const idOf = (name: string, owner = OWNER): string => `${owner}:${name}`;

const insert = ({ records }: Store, name: string, changed: Partial<NewStoredRecord> = {}): Promise<boolean> =>
  records.insert({ kind: COOKIE_JAR_KIND, id: idOf(name), owner: OWNER, data: { name }, ...changed });

const need = async ({ records }: Store, name: string): Promise<StoredRecord> => {
  const record = await records.get(COOKIE_JAR_KIND, idOf(name));
  if (record === null) throw new Error(`There is no jar ${name}.`);
  return record;
};

const namesIn = async ({ records }: Store, owner = OWNER): Promise<string[]> =>
  (await records.list(COOKIE_JAR_KIND, owner, { limit: 101 })).map(({ id }) => id);

const describeSteps = (openStore: OpenStore): void =>
  describe('records of cookie jars', () => {
    const scene = useScene(openStore);

    it('are made by one of many, and stay as they are across a restart', async () => {
      const { store, fixture } = scene();
      const stores = [store, await fixture.openAnother()];
      const made = await Promise.all(
        Array.from({ length: 20 }, (_, at) => insert(stores[at % 2] ?? store, 'anna', { data: { at } })),
      );
      expect(made.filter(Boolean)).toHaveLength(1);
      const record = await need(store, 'anna');
      expect(record.data).toEqual({ at: made.indexOf(true) });
      expect(await need(await fixture.reopen(), 'anna')).toEqual(record);
    });

    it('lose no step of many that try until they win', async () => {
      const { store, fixture } = scene();
      const stores = [store, await fixture.openAnother()];
      await insert(store, 'anna', { data: [], expiresAtMs: START_MS + DAY_MS });
      const add = async (own: Store, step: number): Promise<void> => {
        for (;;) {
          const { id, version, data } = await need(own, 'anna');
          const next = { data: [...(data as number[]), step], expiresAtMs: START_MS + DAY_MS + step };
          if (await own.records.replace(COOKIE_JAR_KIND, id, version, next)) return;
        }
      };
      await Promise.all(Array.from({ length: 16 }, (_, step) => add(stores[step % 2] ?? store, step)));
      const { data, expiresAtMs } = await need(await fixture.reopen(), 'anna');
      const steps = data as number[];
      expect(steps.toSorted((left, right) => left - right)).toEqual(Array.from({ length: 16 }, (_, step) => step));
      expect(expiresAtMs).toBe(START_MS + DAY_MS + Number(steps.at(-1)));
    });

    it('are not made again by a step that read one before it was removed', async () => {
      const { store, fixture } = scene();
      const another = await fixture.openAnother();
      await insert(store, 'anna');
      const { id, version } = await need(store, 'anna');
      const late = () => another.records.replace(COOKIE_JAR_KIND, id, version, { data: 'late' });
      expect(await store.records.remove(COOKIE_JAR_KIND, id)).toBe(true);
      expect(await store.records.remove(COOKIE_JAR_KIND, id)).toBe(false);
      expect(await late()).toBeNull();
      expect(await store.records.get(COOKIE_JAR_KIND, id)).toBeNull();
      await insert(store, 'anna');
      expect(await late()).toBeNull();
      expect((await need(store, 'anna')).data).toEqual({ name: 'anna' });
    });
  });

const describeAll = (openStore: OpenStore): void =>
  describe('all records of cookie jars', () => {
    const scene = useScene(openStore);

    it('are listed by their account alone, newest first, and apart from other kinds of the same id', async () => {
      const { store } = scene();
      for (const name of ['a', 'b', 'c']) {
        scene().nowMs += 1;
        await insert(store, name);
      }
      await insert(store, 'a', { id: idOf('a', 'account-2'), owner: 'account-2' });
      for (const kind of ['session', 'job-delivery', 'schedule']) await insert(store, 'a', { kind });
      expect(await namesIn(store)).toEqual(['c', 'b', 'a'].map((name) => idOf(name)));
      expect(await namesIn(store, 'account-2')).toEqual([idOf('a', 'account-2')]);
      expect(await store.records.removeAll(COOKIE_JAR_KIND, OWNER)).toBe(3);
      expect(await namesIn(store, 'account-2')).toHaveLength(1);
      for (const kind of ['session', 'job-delivery', 'schedule']) {
        expect(await store.records.get(kind, idOf('a'))).toMatchObject({ kind });
      }
    });

    it('are absent from their expiry on, unless it was moved, and purged within one limit with the others', async () => {
      const { store } = scene();
      const expiresAtMs = START_MS + 1_000;
      for (const name of ['a', 'b', 'used']) await insert(store, name, { expiresAtMs });
      await insert(store, 'a', { kind: 'session', expiresAtMs });
      const used = await need(store, 'used');
      const moved = { data: used.data, expiresAtMs: START_MS + DAY_MS };
      expect(await store.records.replace(COOKIE_JAR_KIND, used.id, used.version, moved)).not.toBeNull();
      scene().nowMs = expiresAtMs - 1;
      expect(await namesIn(store)).toHaveLength(3);
      scene().nowMs = expiresAtMs;
      expect(await namesIn(store)).toEqual([idOf('used')]);
      expect(await store.records.get(COOKIE_JAR_KIND, idOf('a'))).toBeNull();
      expect(await store.records.purge(2)).toBe(2);
      expect(await store.records.purge(2)).toBe(1);
      expect(await store.records.purge(2)).toBe(0);
      expect((await need(store, 'used')).expiresAtMs).toBe(START_MS + DAY_MS);
    });

    it('are bounded by their bytes, and a step beyond changes nothing', async () => {
      const { store } = scene();
      const full = 'x'.repeat(MAX_RECORD_BYTES - 2);
      expect(await insert(store, 'full', { data: full })).toBe(true);
      const { id, version } = await need(store, 'full');
      const beyond = store.records.replace(COOKIE_JAR_KIND, id, version, { data: `${full}x` });
      await expect(beyond).rejects.toMatchObject({ code: 'invalid_input' });
      await expect(insert(store, 'more', { data: `${full}x` })).rejects.toMatchObject({ code: 'invalid_input' });
      expect((await need(store, 'full')).version).toBe(version);
      expect(await namesIn(store)).toEqual([id]);
    });
  });

/** An engine may keep this kind apart from the others: what it promises of records it promises of these as well. */
export const describeCookieJars = (openStore: OpenStore): void => {
  describeSteps(openStore);
  describeAll(openStore);
};
