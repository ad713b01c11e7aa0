import { describe, expect, it } from '@jest/globals';
import { KEY_USE_STEP_MS, MAX_KEY_LENGTH } from '../../src/api-key.js';
import { START_MS, useScene } from './store-scene.js';
import type { OpenStore } from './store-scene.js';

const describeAuthentication = (openStore: OpenStore): void =>
  describe('keys authenticate', () => {
    const scene = useScene(openStore);

    it('the account they were made for', async () => {
      const { newAccount, store } = scene();
      const [account, other] = [await newAccount(1), await newAccount(2)];
      const made = await store.keys.create({ accountId: account.id, name: 'build server' });
      await store.keys.create({ accountId: other.id, name: 'other' });
      expect(made?.plainKey).toMatch(/^qk_[\w-]{43}$/);
      expect(made?.key).toMatchObject({ accountId: account.id, name: 'build server', createdAtMs: START_MS });
      expect(made?.plainKey.startsWith(made.key.prefix)).toBe(true);
      expect(await store.keys.authenticate(made?.plainKey ?? '')).toEqual({ account, keyId: made?.key.id });
    });

    it('nobody when they are empty, unknown, cut or too long', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1);
      const longest = 'k'.repeat(MAX_KEY_LENGTH);
      await store.keys.create({ accountId, name: 'longest', plainKey: longest });
      expect(await store.keys.authenticate(longest)).not.toBeNull();
      for (const key of ['', 'qk_unknown', longest.slice(1), `${longest}k`, longest.toUpperCase()]) {
        expect(await store.keys.authenticate(key)).toBeNull();
      }
    });

    it('nobody when they are not the very text', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1);
      const odd = [
        'key \ufffd',
        'clé-\u00e9',
        '鍵🔑',
        ' spaced ',
        'nul\0key',
        "'; DROP TABLE api_keys --",
        '{"$ne":""}',
        '%',
      ];
      for (const plainKey of odd) {
        const made = await store.keys.create({ accountId, name: 'odd', plainKey });
        expect(await store.keys.authenticate(plainKey)).toMatchObject({ keyId: made?.key.id });
      }
      for (const key of [
        'key \ud83d',
        'cl\u0065\u0301-\u00e9',
        'clé-e\u0301',
        'spaced',
        'nul',
        'nul\0',
        'nul\0keys',
        '鍵',
        '_',
        '{"$ne":null}',
        'k'.repeat(1_000_000),
      ]) {
        expect(await store.keys.authenticate(key)).toBeNull();
      }
    });
  });

const describeEnds = (openStore: OpenStore): void =>
  describe('keys authenticate', () => {
    const scene = useScene(openStore);

    it('until they are revoked, in every process at once', async () => {
      const { fixture, newAccount, store } = scene();
      const { id: accountId } = await newAccount(1);
      const another = await fixture.openAnother();
      const made = await store.keys.create({ accountId, name: 'leaked' });
      const [keyId, plainKey] = [made?.key.id ?? '', made?.plainKey ?? ''];
      expect(await another.keys.authenticate(plainKey)).not.toBeNull();
      scene().nowMs += 5;
      expect(await store.keys.revoke(keyId)).toBe(true);
      expect(await another.keys.authenticate(plainKey)).toBeNull();
      expect(await store.keys.authenticate(plainKey)).toBeNull();
      expect(await store.keys.revoke(keyId)).toBe(false);
      expect(await store.keys.revoke('no-such-key')).toBe(false);
      expect(await store.keys.list(accountId)).toMatchObject([{ id: keyId, revokedAtMs: START_MS + 5 }]);
    });

    it('while their account is not disabled', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1);
      const { plainKey = '' } = (await store.keys.create({ accountId, name: 'k' })) ?? {};
      expect(await store.accounts.setDisabled(accountId, true)).toMatchObject({ isDisabled: true });
      expect(await store.keys.authenticate(plainKey)).toBeNull();
      expect(await store.accounts.setDisabled(accountId, false)).toMatchObject({ isDisabled: false });
      expect(await store.keys.authenticate(plainKey)).not.toBeNull();
    });
  });

const describeKeeping = (openStore: OpenStore): void =>
  describe('keys are kept', () => {
    const scene = useScene(openStore);

    it('without the plain key', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1);
      const { plainKey = '' } = (await store.keys.create({ accountId, name: 'a' })) ?? {};
      const listed = await store.keys.list(accountId);
      expect(listed).toHaveLength(1);
      expect(JSON.stringify(listed)).not.toContain(plainKey);
      expect(listed[0]?.prefix.length).toBeLessThanOrEqual(8);
      expect(listed[0]).not.toHaveProperty('revokedAtMs');
    });

    it('with a prefix that does not give a short fixed key away', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1);
      await store.keys.create({ accountId, name: 'demo', plainKey: 'demo-key-1234' });
      expect((await store.keys.list(accountId))[0]?.prefix).toBe('dem');
    });

    it('once when a fixed key is created again, and never for another account or after its end', async () => {
      const { newAccount, store } = scene();
      const [{ id: accountId }, other] = [await newAccount(1), await newAccount(1)];
      const plainKey = 'quarry-demo-key';
      const made = await store.keys.create({ accountId, name: 'demo', plainKey });
      expect(await store.keys.create({ accountId, name: 'demo', plainKey })).toEqual(made);
      expect(await store.keys.create({ accountId: other.id, name: 'demo', plainKey })).toBeNull();
      expect(await store.keys.list(accountId)).toHaveLength(1);
      await store.keys.revoke(made?.key.id ?? '');
      expect(await store.keys.create({ accountId, name: 'demo', plainKey })).toBeNull();
      expect(await store.keys.authenticate(plainKey)).toBeNull();
    });

    it('for known accounts only, in the order they were made', async () => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1);
      expect(await store.keys.create({ accountId: 'nobody', name: 'x' })).toBeNull();
      for (const name of ['first', 'second', 'third']) {
        await store.keys.create({ accountId, name });
        scene().nowMs += 1;
      }
      expect((await store.keys.list(accountId)).map(({ name }) => name)).toEqual(['first', 'second', 'third']);
      expect(await store.keys.list('nobody')).toEqual([]);
      await expect(store.keys.create({ accountId, name: '' })).rejects.toMatchObject({ code: 'invalid_input' });
    });
  });

const describeUses = (openStore: OpenStore): void =>
  describe('the last use of a key', () => {
    const scene = useScene(openStore);

    const newKey = async (): Promise<{ accountId: string; keyId: string; lastUse: () => Promise<unknown> }> => {
      const { newAccount, store } = scene();
      const { id: accountId } = await newAccount(1);
      const keyId = (await store.keys.create({ accountId, name: 'k' }))?.key.id ?? '';
      scene().nowMs += 1;
      await store.keys.create({ accountId, name: 'never used' });
      const lastUse = async (): Promise<unknown> => (await store.keys.list(accountId)).map((key) => key.lastUsedAtMs);
      return { accountId, keyId, lastUse };
    };

    it('is absent until one is recorded, then written at most once in its time', async () => {
      const { store } = scene();
      const { keyId, lastUse } = await newKey();
      const usedAtMs = scene().nowMs;
      expect(await lastUse()).toEqual([undefined, undefined]);
      expect(await store.keys.recordUse(keyId)).toBe(true);
      expect(await lastUse()).toEqual([usedAtMs, undefined]);
      scene().nowMs += KEY_USE_STEP_MS - 1;
      expect(await store.keys.recordUse(keyId)).toBe(false);
      expect(await lastUse()).toEqual([usedAtMs, undefined]);
      scene().nowMs += 1;
      expect(await store.keys.recordUse(keyId)).toBe(true);
      expect(await lastUse()).toEqual([usedAtMs + KEY_USE_STEP_MS, undefined]);
    });

    it('is written once by many that record it at the same time, the first and a later one', async () => {
      const { store, fixture } = scene();
      const another = await fixture.openAnother();
      const { keyId } = await newKey();
      for (let round = 0; round < 3; round += 1) {
        const recorded = await Promise.all(
          Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? store : another).keys.recordUse(keyId)),
        );
        expect(recorded.filter(Boolean)).toHaveLength(1);
        scene().nowMs += KEY_USE_STEP_MS;
      }
    });

    it('stays with a key that is revoked, and comes with one that is created again', async () => {
      const { store, fixture } = scene();
      const { accountId, keyId } = await newKey();
      const fixed = { accountId, name: 'demo', plainKey: 'quarry-demo-key' };
      const made = await store.keys.create(fixed);
      for (const id of [keyId, made?.key.id ?? '']) await store.keys.recordUse(id);
      await store.keys.revoke(keyId);
      const lastUsedAtMs = scene().nowMs;
      expect((await store.keys.create(fixed))?.key).toEqual({ ...made?.key, lastUsedAtMs });
      expect(await (await fixture.reopen()).keys.list(accountId)).toMatchObject(
        expect.arrayContaining([expect.objectContaining({ id: keyId, revokedAtMs: lastUsedAtMs, lastUsedAtMs })]),
      );
    });

    it('changes nothing that authenticates', async () => {
      const { newAccount, store } = scene();
      const account = await newAccount(1);
      const made = await store.keys.create({ accountId: account.id, name: 'k' });
      await store.keys.recordUse(made?.key.id ?? '');
      expect(await store.keys.authenticate(made?.plainKey ?? '')).toEqual({ account, keyId: made?.key.id });
    });
  });

export const describeKeys = (openStore: OpenStore): void => {
  describeAuthentication(openStore);
  describeEnds(openStore);
  describeKeeping(openStore);
  describeUses(openStore);
};
