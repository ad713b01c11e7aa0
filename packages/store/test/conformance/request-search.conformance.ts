import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { RequestEnd, RequestPlace, RequestSearch } from '../../src/port.js';
import { admitInput, FAILED, OK, START_MS, useScene } from './store-scene.js';
import type { OpenStore, StoreScene } from './store-scene.js';

const WHOLE_END: RequestEnd = {
  ...{ ...FAILED, reason: 'http_403', message: 'No.', host: 'www.shop.example', tier: 'browser', statusCode: 403 },
  ...{ fetchMs: 12, renderMs: 340, readMs: 5 },
};

/** Every row of a search, page by page. */
const readAll = async ({ store }: StoreScene, accountId: string, search: RequestSearch) => {
  const ids: string[] = [];
  let after: RequestPlace | undefined;
  do {
    const page = await store.requests.search(accountId, { ...search, after });
    expect(page.rows.length).toBeLessThanOrEqual(search.limit);
    ids.push(...page.rows.map(({ id }) => id));
    after = page.next;
  } while (after !== undefined);
  return ids;
};

/** Twelve requests, three in each millisecond; newest first. */
const addRequests = async (scene: StoreScene, accountId: string) => {
  const added = [];
  for (let index = 0; index < 12; index += 1) {
    scene.nowMs = START_MS + Math.floor(index / 3);
    const operation = index % 2 === 0 ? 'scrape/web' : 'enginea/serp';
    const host = index % 3 === 0 ? undefined : `host-${index % 3}.example`;
    const key = index % 5 === 0 ? undefined : { id: `key-${index % 2}` };
    const input = { ...admitInput(accountId, 1, scene.nowMs, randomUUID()), operation, host, key };
    await scene.store.requests.admit(input);
    const end = index % 4 === 1 ? FAILED : index % 4 === 3 ? undefined : OK;
    if (end !== undefined) await scene.store.requests.finish(input.id, end);
    const status = end === undefined ? 'pending' : end === OK ? 'ok' : 'error';
    added.push({ id: input.id, operation, host, keyId: key?.id, status, createdAtMs: scene.nowMs } as const);
  }
  return added.sort((left, right) => right.createdAtMs - left.createdAtMs || (left.id < right.id ? 1 : -1));
};

export const describeRequestSearch = (openStore: OpenStore): void =>
  describe('the request log', () => {
    const scene = useScene(openStore);

    it('keeps what is known of a request: its host from the start, the rest with its end', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(100);
      const input = { ...admitInput(accountId, 5, START_MS), host: 'shop.example' };
      await store.requests.admit(input);
      expect(await store.requests.get(input.id)).toMatchObject({ host: 'shop.example', state: 'open' });
      const ended = await store.requests.finish(input.id, WHOLE_END);
      expect(ended?.row).toMatchObject(WHOLE_END);
      const { params: _params, ...summary } = ended?.row ?? { params: null };
      expect(await store.requests.search(accountId, { limit: 10 })).toEqual({ rows: [summary] });
    });

    it('keeps the host that was sent where the end has none', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(100);
      const input = { ...admitInput(accountId, 5, START_MS), host: 'shop.example' };
      await store.requests.admit(input);
      expect((await store.requests.finish(input.id, OK))?.row).toMatchObject({ host: 'shop.example' });
    });

    it.each<[string, Partial<RequestSearch>]>([
      ['nothing', {}],
      ['an operation', { operation: 'enginea/serp' }],
      ['a host', { host: 'host-1.example' }],
      ['what succeeded', { status: 'ok' }],
      ['what failed', { status: 'error' }],
      ['what runs', { status: 'pending' }],
      ['an error', { error: 'target_blocked' }],
      ['an error that no request has', { error: 'target_not_found' }],
      ['a host and an operation', { host: 'host-2.example', operation: 'scrape/web' }],
      ['an operation and what failed', { operation: 'enginea/serp', status: 'error' }],
      ['an error and a host', { error: 'target_blocked', host: 'host-1.example', status: 'error' }],
      ['an error of what succeeded', { error: 'target_blocked', status: 'ok' }],
      ['a key', { keyId: 'key-1' }],
      ['a key that made none', { keyId: 'key-9' }],
      ['a key and what failed', { keyId: 'key-1', status: 'error' }],
      ['a key and a host', { keyId: 'key-0', host: 'host-2.example' }],
      ['a time', { sinceMs: START_MS + 1, untilMs: START_MS + 3 }],
      ['a time and an operation', { sinceMs: START_MS + 2, operation: 'scrape/web' }],
      ['a time before all', { untilMs: START_MS }],
    ])('is searched by %s, newest first, each once, whatever the size of a page', async (_name, search) => {
      const { newAccount } = scene();
      const { id: accountId } = await newAccount(100);
      const other = await newAccount(100);
      const added = await addRequests(scene(), accountId);
      await addRequests(scene(), other.id);
      const { operation, host, keyId, status, error, sinceMs = 0, untilMs = Infinity } = search;
      const expected = added.filter(
        (row) =>
          (operation ?? row.operation) === row.operation &&
          (host ?? row.host) === row.host &&
          (keyId ?? row.keyId) === row.keyId &&
          (status ?? row.status) === row.status &&
          (error === undefined || (row.status === 'error' && error === FAILED.error)) &&
          row.createdAtMs >= sinceMs &&
          row.createdAtMs < untilMs,
      );
      for (const limit of [1, 2, 5, 100]) {
        expect(await readAll(scene(), accountId, { ...search, limit })).toEqual(expected.map(({ id }) => id));
      }
    });

    it('refuses a host that is too long and a page of nothing', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(100);
      const input = { ...admitInput(accountId, 5, START_MS), host: 'h'.repeat(301) };
      await expect(store.requests.admit(input)).rejects.toMatchObject({ code: 'invalid_input' });
      await expect(store.requests.search(accountId, { limit: 0 })).rejects.toMatchObject({ code: 'invalid_input' });
    });
  });
