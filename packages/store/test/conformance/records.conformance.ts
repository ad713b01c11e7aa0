import { describe, expect, it } from '@jest/globals';
import { MAX_PAGE_ROWS } from '../../src/input-rules.js';
import { MAX_RECORD_BYTES, MAX_RECORD_ID_CHARS } from '../../src/records/record-rules.js';
import type { NewStoredRecord, Store, StoredRecord } from '../../src/port.js';
import { DAY_MS, START_MS, useScene } from './store-scene.js';
import { describeDueRecords } from './due-records.conformance.js';
import type { OpenStore } from './store-scene.js';

const OWNER = 'ann@shop.example';
const INVALID = { code: 'invalid_input' };

const insert = ({ records }: Store, id: string, changed: Partial<NewStoredRecord> = {}): Promise<boolean> =>
  records.insert({ kind: 'session', id, owner: OWNER, data: { id }, ...changed });

const need = async ({ records }: Store, id: string, kind = 'session'): Promise<StoredRecord> => {
  const record = await records.get(kind, id);
  if (record === null) throw new Error(`There is no ${kind} ${id}.`);
  return record;
};

const describeInsert = (openStore: OpenStore): void =>
  describe('records: insert', () => {
    const scene = useScene(openStore);

    it.each([
      ['an object', { name: 'Ann', $where: 1, 'a.b': [null, true, 1.5, ''], __proto__x: {} }],
      ['text', 'ä 🏠 \0 \u2028'],
      ['half a surrogate pair', 'half \ud83c'],
      ['null', null],
      ['a list', [[], {}]],
    ])('keeps %s as it is, across a restart', async (_, data) => {
      const { store, fixture } = scene();
      expect(await insert(store, 's1', { data, expiresAtMs: START_MS + DAY_MS })).toBe(true);
      const record = await need(await fixture.reopen(), 's1');
      const { version, ...rest } = record;
      expect(rest).toEqual({
        ...{ kind: 'session', id: 's1', owner: OWNER, data },
        ...{ createdAtMs: START_MS, expiresAtMs: START_MS + DAY_MS },
      });
      expect(Number.isSafeInteger(version) && version >= 1).toBe(true);
    });

    it('leaves out an expiry that there is none of', async () => {
      const { store } = scene();
      await insert(store, 's1');
      expect(await need(store, 's1')).not.toHaveProperty('expiresAtMs');
      scene().nowMs += 4_000 * DAY_MS;
      expect(await store.records.get('session', 's1')).not.toBeNull();
    });

    it('gives one id to exactly one of fifty calls of several stores', async () => {
      const { store, fixture } = scene();
      const stores = [store, await fixture.openAnother(), await fixture.openAnother()];
      const owners = Array.from({ length: 50 }, (_, index) => `owner-${index}`);
      const made = await Promise.all(
        owners.map((owner, index) => insert(stores[index % stores.length] ?? store, 'same', { owner })),
      );
      const winners = owners.filter((_, index) => made[index]);
      expect(winners).toHaveLength(1);
      expect((await need(store, 'same')).owner).toBe(winners[0]);
    });

    it('refuses an id that is taken, whoever owns it, and changes nothing', async () => {
      const { store } = scene();
      await insert(store, 's1');
      const before = await need(store, 's1');
      scene().nowMs += 1;
      expect(await insert(store, 's1', { owner: 'eve@shop.example', data: 'new' })).toBe(false);
      expect(await need(store, 's1')).toEqual(before);
    });

    it('has ids that are apart by kind and by every character', async () => {
      const { store } = scene();
      const ids = [
        'a',
        'A',
        'a ',
        'a:b',
        'b',
        '$a',
        'a\0',
        'a\0b',
        'ä',
        'a\u0308',
        '🏠',
        "'",
        '%',
        '{}',
        'x'.repeat(MAX_RECORD_ID_CHARS),
      ];
      for (const kind of ['user', 'user-2']) for (const id of ids) expect(await insert(store, id, { kind })).toBe(true);
      for (const kind of ['user', 'user-2']) {
        for (const id of ids) expect(await need(store, id, kind)).toMatchObject({ kind, id, data: { id } });
      }
      expect(await store.records.get('user', 'c')).toBeNull();
    });
  });

const describeRules = (openStore: OpenStore): void =>
  describe('records: rules', () => {
    const scene = useScene(openStore);
    const tooLong = 'x'.repeat(MAX_RECORD_ID_CHARS + 1);

    it.each([
      ...['', 'User', '1st', 'a:b', 'a b', `a${'b'.repeat(32)}`].map((kind) => ({ kind })),
      ...['', tooLong, 'half \ud83c'].flatMap((text) => [{ id: text }, { owner: text }]),
      ...[undefined, () => 1].map((data) => ({ data })),
      ...[1.5, Number.NaN].flatMap((ms) => [{ expiresAtMs: ms }, { dueAtMs: ms }]),
    ])('refuse %j', async (changed) => {
      const { store } = scene();
      await expect(insert(store, 's1', changed)).rejects.toMatchObject(INVALID);
      expect(await store.records.list('session', OWNER, { limit: 10 })).toEqual([]);
    });

    it('bound the content by its bytes, in each way it is written', async () => {
      const { store } = scene();
      const most = 'ä'.repeat((MAX_RECORD_BYTES - 2) / 2);
      expect(await insert(store, 's1', { data: most })).toBe(true);
      const { version } = await need(store, 's1');
      expect(
        (await store.records.replace('session', 's1', version, { data: `${most.slice(1)}xy` }))?.data,
      ).toHaveLength(most.length + 1);
      const tooMuch = { data: `${most}x` };
      await expect(insert(store, 's2', tooMuch)).rejects.toMatchObject(INVALID);
      await expect(store.records.replace('session', 's1', version + 1, tooMuch)).rejects.toMatchObject(INVALID);
    });

    it('make an id or owner that no record can have an unknown one, and a kind a mistake', async () => {
      const { records } = scene().store;
      await insert(scene().store, 'half \ufffd', { owner: 'half \ufffd' });
      for (const text of ['', tooLong, 'half \ud83c']) {
        expect(await records.get('session', text)).toBeNull();
        expect(await records.replace('session', text, 1, { data: 1 })).toBeNull();
        expect(await records.remove('session', text)).toBe(false);
        expect(await records.list('session', text, { limit: 1 })).toEqual([]);
        expect(await records.removeAll('session', text)).toBe(0);
      }
      const calls = [
        records.get('a:b', 'c'),
        records.replace('a:b', 'c', 1, { data: 1 }),
        records.remove('a:b', 'c'),
        records.list('a:b', 'c', { limit: 1 }),
        records.removeAll('a:b', 'c'),
        records.list('session', OWNER, { limit: 0 }),
        records.purge(0),
      ];
      for (const call of await Promise.allSettled(calls)) {
        expect(call).toMatchObject({ status: 'rejected', reason: INVALID });
      }
    });
  });

const describeReplace = (openStore: OpenStore): void =>
  describe('records: replace', () => {
    const scene = useScene(openStore);

    it('writes content and expiry, and keeps the rest', async () => {
      const { store, fixture } = scene();
      await insert(store, 's1', { expiresAtMs: START_MS + 10 });
      const before = await need(store, 's1');
      scene().nowMs += 5;
      const lasting = await store.records.replace('session', 's1', before.version, { data: [1] });
      const { expiresAtMs: _, ...kept } = before;
      expect(lasting).toEqual({ ...kept, data: [1], version: expect.any(Number) });
      expect(lasting?.version).not.toBe(before.version);
      scene().nowMs += 10;
      const next = { data: [2], expiresAtMs: START_MS + DAY_MS };
      const replaced = await store.records.replace('session', 's1', lasting?.version ?? 0, next);
      expect(replaced).toMatchObject({ ...next, owner: OWNER, createdAtMs: START_MS });
      expect(await need(await fixture.reopen(), 's1')).toEqual(replaced);
    });

    it('is won by one of many that read the same version', async () => {
      const { store, fixture } = scene();
      const another = await fixture.openAnother();
      await insert(store, 'counter', { data: 0 });
      for (let round = 1; round <= 5; round += 1) {
        const { version } = await need(store, 'counter');
        const racers = Array.from({ length: 20 }, (_, index) =>
          (index % 2 === 0 ? store : another).records.replace('session', 'counter', version, { data: [round, index] }),
        );
        const won = (await Promise.all(racers)).filter((record) => record !== null);
        expect(won).toHaveLength(1);
        expect(await need(another, 'counter')).toEqual(won[0]);
      }
    });

    it('counts every step of many that try until they win', async () => {
      const { store, fixture } = scene();
      const stores = [store, await fixture.openAnother()];
      await insert(store, 'counter', { data: 0 });
      const add = async (own: Store): Promise<void> => {
        for (;;) {
          const { version, data } = await need(own, 'counter');
          if (await own.records.replace('session', 'counter', version, { data: Number(data) + 1 })) return;
        }
      };
      await Promise.all(Array.from({ length: 20 }, (_, index) => add(stores[index % 2] ?? store)));
      expect((await need(store, 'counter')).data).toBe(20);
    });

    it('does nothing to a record that is gone, or that another one has followed', async () => {
      const { store } = scene();
      await insert(store, 's1');
      const { version } = await need(store, 's1');
      await store.records.remove('session', 's1');
      const replace = () => store.records.replace('session', 's1', version, { data: 'late' });
      expect(await replace()).toBeNull();
      await insert(store, 's1');
      expect(await replace()).toBeNull();
      expect((await need(store, 's1')).data).toEqual({ id: 's1' });
    });
  });

const describeRemove = (openStore: OpenStore): void =>
  describe('records: remove', () => {
    const scene = useScene(openStore);

    it('is done by exactly one of many', async () => {
      const { store, fixture } = scene();
      const another = await fixture.openAnother();
      for (let round = 0; round < 5; round += 1) {
        await insert(store, 'link', { kind: 'link' });
        const removed = await Promise.all(
          Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? store : another).records.remove('link', 'link')),
        );
        expect(removed.filter(Boolean)).toHaveLength(1);
        expect(await another.records.get('link', 'link')).toBeNull();
      }
    });

    it('of all of one owner and kind leaves those of others', async () => {
      const { store } = scene();
      for (const id of ['a', 'b', 'c']) await insert(store, id);
      await insert(store, 'other', { owner: 'eve@shop.example' });
      await insert(store, 'a', { kind: 'link' });
      expect(await store.records.removeAll('session', OWNER)).toBe(3);
      expect(await store.records.removeAll('session', OWNER)).toBe(0);
      expect(await store.records.list('session', OWNER, { limit: 10 })).toEqual([]);
      await need(store, 'other');
      await need(store, 'a', 'link');
    });
  });

const describeExpiry = (openStore: OpenStore): void =>
  describe('records: expiry', () => {
    const scene = useScene(openStore);
    const expiresAtMs = START_MS + 1_000;

    it('makes them absent for every call from its millisecond on', async () => {
      const { store } = scene();
      await insert(store, 's1', { expiresAtMs });
      const { version } = await need(store, 's1');
      scene().nowMs = expiresAtMs - 1;
      expect(await insert(store, 's1')).toBe(false);
      expect(await store.records.list('session', OWNER, { limit: 10 })).toHaveLength(1);
      scene().nowMs = expiresAtMs;
      expect(await store.records.get('session', 's1')).toBeNull();
      expect(await store.records.list('session', OWNER, { limit: 10 })).toEqual([]);
      expect(await store.records.replace('session', 's1', version, { data: 1 })).toBeNull();
      expect(await store.records.remove('session', 's1')).toBe(false);
      expect(await store.records.removeAll('session', OWNER)).toBe(0);
    });

    it('gives the id to exactly one of many, as if it had never been used', async () => {
      const { store, fixture } = scene();
      const another = await fixture.openAnother();
      await insert(store, 's1', { expiresAtMs });
      const { version } = await need(store, 's1');
      scene().nowMs = expiresAtMs;
      const made = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          insert(index % 2 === 0 ? store : another, 's1', { owner: `owner-${index}`, data: index }),
        ),
      );
      expect(made.filter(Boolean)).toHaveLength(1);
      const winner = made.indexOf(true);
      const record = await need(store, 's1');
      expect(record).toMatchObject({ owner: `owner-${winner}`, data: winner, createdAtMs: expiresAtMs });
      expect(record).not.toHaveProperty('expiresAtMs');
      expect(record.version).not.toBe(version);
      expect(await store.records.list('session', OWNER, { limit: 10 })).toEqual([]);
    });

    it('lets the purge delete them, bounded, and nothing else', async () => {
      const { store } = scene();
      for (const [place, id] of ['c', 'a', 'b', 'd'].entries()) {
        await insert(store, id, { expiresAtMs: expiresAtMs + place });
      }
      await insert(store, 'lasting');
      expect(await store.records.purge(10)).toBe(0);
      scene().nowMs = expiresAtMs + 2;
      expect(await store.records.purge(2)).toBe(2);
      expect(await store.records.purge(2)).toBe(1);
      expect(await store.records.purge(2)).toBe(0);
      scene().nowMs = START_MS;
      const left = await store.records.list('session', OWNER, { limit: 10 });
      expect(left.map(({ id }) => id)).toEqual(['lasting', 'd']);
    });

    it('is purged beside others that insert anew: no new record is lost', async () => {
      const { store, fixture } = scene();
      const another = await fixture.openAnother();
      const ids = Array.from({ length: 30 }, (_, index) => `s${index}`);
      for (const id of ids) await insert(store, id, { expiresAtMs });
      scene().nowMs = expiresAtMs;
      const [made, ...purged] = await Promise.all([
        Promise.all(ids.map((id) => insert(another, id, { data: 'new' }))),
        store.records.purge(MAX_PAGE_ROWS),
        another.records.purge(MAX_PAGE_ROWS),
      ]);
      expect(made.every(Boolean)).toBe(true);
      expect(purged.reduce((total, count) => total + count, 0)).toBeLessThanOrEqual(ids.length);
      for (const id of ids) expect((await need(store, id)).data).toBe('new');
    });
  });

const describePaging = (openStore: OpenStore): void =>
  describe('records: list', () => {
    const scene = useScene(openStore);

    it('has each record of the owner once, newest first, whatever the size of a page', async () => {
      const { store } = scene();
      const ids: string[] = [];
      for (let index = 0; index < 9; index += 1) {
        scene().nowMs = START_MS + Math.floor(index / 3);
        await insert(store, `s${index}`);
        await insert(store, `other-${index}`, { owner: `${OWNER}.other` });
        await insert(store, `s${index}`, { kind: 'link' });
        ids.unshift(`s${index}`);
      }
      for (const limit of [1, 2, 5, 100]) {
        const seen: StoredRecord[] = [];
        for (;;) {
          const last = seen.at(-1);
          const place = last && { beforeMs: last.createdAtMs, beforeId: last.id };
          const page = await store.records.list('session', OWNER, { limit, ...place });
          expect(page.length).toBeLessThanOrEqual(limit);
          if (page.length === 0) break;
          seen.push(...page);
        }
        expect(seen.map(({ id }) => id)).toEqual(ids);
      }
      const older = await store.records.list('session', OWNER, { limit: 100, beforeMs: START_MS + 1 });
      expect(older.map(({ id }) => id)).toEqual(ids.slice(6));
    });

    it('cuts a page and a purge to its limit', async () => {
      const { store } = scene();
      const made = Array.from({ length: 5 }, (_, index) => insert(store, `s${index}`, { expiresAtMs: START_MS + 1 }));
      expect((await Promise.all(made)).every(Boolean)).toBe(true);
      expect(await store.records.list('session', OWNER, { limit: 3 })).toHaveLength(3);
      scene().nowMs += 1;
      expect(await store.records.purge(3)).toBe(3);
      expect(await store.records.purge(3)).toBe(2);
    });
  });

const describeJobRecords = (openStore: OpenStore): void =>
  describe('records of jobs', () => {
    const scene = useScene(openStore);

    it('are apart from others of the same id, and have every step of these', async () => {
      const { store } = scene();
      const kind = 'job-delivery';
      expect(await insert(store, 'a')).toBe(true);
      expect(await insert(store, 'a', { kind })).toBe(true);
      expect(await insert(store, 'a', { kind })).toBe(false);
      const { version } = await need(store, 'a', kind);
      expect(await store.records.replace(kind, 'a', version, { data: { attempts: 1 } })).not.toBeNull();
      expect(await need(store, 'a', kind)).toMatchObject({ kind, data: { attempts: 1 } });
      expect((await store.records.list(kind, OWNER, { limit: 10 })).map(({ id }) => id)).toEqual(['a']);
      expect(await store.records.remove(kind, 'a')).toBe(true);
      expect(await need(store, 'a')).toMatchObject({ kind: 'session', data: { id: 'a' } });
      await insert(store, 'b', { kind });
      expect(await store.records.removeAll(kind, OWNER)).toBe(1);
      expect(await store.records.list('session', OWNER, { limit: 10 })).toHaveLength(1);
    });

    it('are purged with the others, within one limit', async () => {
      const { store } = scene();
      for (const kind of ['session', 'job-delivery']) {
        for (const id of ['a', 'b']) await insert(store, id, { kind, expiresAtMs: START_MS + 1 });
      }
      scene().nowMs += 1;
      expect(await store.records.purge(3)).toBe(3);
      expect(await store.records.purge(3)).toBe(1);
    });
  });

export const describeRecords = (openStore: OpenStore): void => {
  describeInsert(openStore);
  describeRules(openStore);
  describeReplace(openStore);
  describeRemove(openStore);
  describeExpiry(openStore);
  describePaging(openStore);
  describeDueRecords(openStore);
  describeJobRecords(openStore);
};
