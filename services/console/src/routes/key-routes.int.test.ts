import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAX_LIVE_KEYS } from '../bounds.js';
import { openConsoleScene, type ConsoleScene } from '../../test/console-scene.js';

let scene: ConsoleScene;
beforeAll(async () => {
  scene = await openConsoleScene();
});
afterAll(() => scene.close());

describe('the keys of an account', () => {
  it('are shown once, when they are made, and work at once', async () => {
    const person = await scene.signUp();
    const made = await person.call('POST', '/api/keys', { name: 'laptop' });
    expect(made.status).toBe(201);
    expect(made.headers['cache-control']).toBe('no-store');
    const { key, plainKey } = made.body;
    expect(key).toEqual({
      id: expect.any(String),
      name: 'laptop',
      prefix: expect.any(String),
      limits: {},
      createdAt: expect.any(String),
    });
    expect(String(plainKey).slice(0, String(key.prefix).length)).toBe(key.prefix);
    expect((await scene.store.keys.authenticate(plainKey))?.account.id).toBe(person.accountId);
    const listed = await person.call('GET', '/api/keys');
    expect(listed.body).toEqual({ keys: [key] });
    expect(listed.text).not.toContain(plainKey);
    expect(scene.lines.join('')).not.toContain(plainKey);
  });

  it('are known to viewers by name, also when revoked, and to nobody else', async () => {
    const [person, stranger] = [await scene.signUp(), await scene.signUp()];
    const viewer = await scene.join(person, 'viewer');
    const made = await person.call('POST', '/api/keys', { name: 'laptop', limits: { concurrency: 2 } });
    const { id } = made.body.key;
    expect((await viewer.call('GET', '/api/key-names')).body).toEqual({
      keys: [{ id, name: 'laptop', isRevoked: false }],
    });
    await person.call('DELETE', `/api/keys/${id}`);
    expect((await viewer.call('GET', '/api/key-names')).body).toEqual({
      keys: [{ id, name: 'laptop', isRevoked: true }],
    });
    expect((await stranger.call('GET', '/api/key-names')).body).toEqual({ keys: [] });
  });

  it('have limits from the start and after a change, which gives them new ones as a whole', async () => {
    const person = await scene.signUp();
    const limits = { creditsPerDay: 500, operations: ['scrape', 'enginea/serp'], concurrency: 2 };
    const made = await person.call('POST', '/api/keys', { name: 'limited', limits });
    expect(made.body.key).toMatchObject({ limits });
    const { id } = made.body.key;
    expect(await scene.store.keys.authenticate(made.body.plainKey)).toMatchObject({ limits });
    const changed = await person.call('PATCH', `/api/keys/${id}`, { name: 'other', limits: { concurrency: 5 } });
    expect([changed.status, changed.body]).toEqual([
      200,
      { key: { ...made.body.key, name: 'other', limits: { concurrency: 5 } } },
    ]);
    expect((await person.call('PATCH', `/api/keys/${id}`, { name: 'third' })).body.key).toMatchObject({
      limits: { concurrency: 5 },
    });
    const free = await person.call('PATCH', `/api/keys/${id}`, { limits: {} });
    expect(free.body.key).toMatchObject({ name: 'third', limits: {} });
    expect((await person.call('GET', '/api/keys')).body.keys).toEqual([free.body.key]);
    await person.call('DELETE', `/api/keys/${id}`);
    expect((await person.call('PATCH', `/api/keys/${id}`, { name: 'late' })).status).toBe(404);
  });

  it.each([
    [{ creditsPerDay: -1 }, 'limits.creditsPerDay'],
    [{ concurrency: 0 }, 'limits.concurrency'],
    [{ concurrency: '2' }, 'limits.concurrency'],
    [{ operations: [] }, 'limits.operations'],
    [{ operations: ['scrape/web', 'scrape/nothing'] }, 'limits.operations.1'],
    [{ creditsPerHour: 1 }, 'limits.creditsPerHour'],
  ])('do not take %j as limits', async (limits, field) => {
    const person = await scene.signUp();
    const { key } = (await person.call('POST', '/api/keys', { name: 'fine' })).body;
    for (const response of [
      await person.call('POST', '/api/keys', { name: 'bad', limits }),
      await person.call('PATCH', `/api/keys/${key.id}`, { limits }),
    ]) {
      expect([response.status, response.body.errors]).toEqual([422, [expect.objectContaining({ field })]]);
    }
    expect((await person.call('GET', '/api/keys')).body.keys).toEqual([key]);
  });

  it('say when they were last used', async () => {
    const person = await scene.signUp();
    const { key } = (await person.call('POST', '/api/keys', { name: 'used' })).body;
    await scene.store.keys.recordUse(key.id);
    expect((await person.call('GET', '/api/keys')).body.keys).toEqual([{ ...key, lastUsedAt: expect.any(String) }]);
  });

  it('are revoked once, and stay in the list', async () => {
    const person = await scene.signUp();
    const { key, plainKey } = (await person.call('POST', '/api/keys', { name: 'old' })).body;
    expect((await person.call('DELETE', `/api/keys/${key.id}`)).status).toBe(204);
    expect(await scene.store.keys.authenticate(plainKey)).toBeNull();
    expect((await person.call('GET', '/api/keys')).body.keys).toEqual([{ ...key, revokedAt: expect.any(String) }]);
    expect((await person.call('DELETE', `/api/keys/${key.id}`)).status).toBe(404);
  });

  it('of another account are not there', async () => {
    const [person, other] = [await scene.signUp(), await scene.signUp()];
    const { key, plainKey } = (await other.call('POST', '/api/keys', { name: 'theirs' })).body;
    expect((await person.call('DELETE', `/api/keys/${key.id}`)).status).toBe(404);
    expect((await person.call('PATCH', `/api/keys/${key.id}`, { name: 'mine' })).status).toBe(404);
    expect((await person.call('GET', '/api/keys')).body.keys).toEqual([]);
    expect(await scene.store.keys.authenticate(plainKey)).not.toBeNull();
  });

  it.each([[{}], [{ name: '' }], [{ name: 'x'.repeat(101) }], [{ name: 7 }], [{ name: 'a', accountId: 'b' }]])(
    'are not made of %j',
    async (body) => {
      const person = await scene.signUp();
      expect((await person.call('POST', '/api/keys', body)).status).toBe(422);
    },
  );

  it('are bounded in number while they live', async () => {
    const person = await scene.signUp();
    for (let count = 0; count < MAX_LIVE_KEYS; count += 1) {
      await scene.store.keys.create({ accountId: person.accountId, name: `key ${count}` });
    }
    expect((await person.call('POST', '/api/keys', { name: 'more' })).body.error).toBe('too_many');
    const [key] = (await person.call('GET', '/api/keys')).body.keys;
    await person.call('DELETE', `/api/keys/${key.id}`);
    expect((await person.call('POST', '/api/keys', { name: 'more' })).status).toBe(201);
  });

  it('are not made for an account that the operator has disabled', async () => {
    const person = await scene.signUp();
    await scene.store.accounts.setDisabled(person.accountId, true);
    expect((await person.call('POST', '/api/keys', { name: 'x' })).body.error).toBe('account_disabled');
    expect((await person.call('GET', '/api/session')).body.account).toMatchObject({ isDisabled: true });
  });
});
