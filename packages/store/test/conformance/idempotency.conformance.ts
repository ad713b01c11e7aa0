import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  MAX_DURATION_MS,
  MAX_FINGERPRINT_LENGTH,
  MAX_IDEMPOTENCY_KEY_LENGTH,
  MAX_IDEMPOTENT_BODY_BYTES,
  MAX_KEPT_REFUSALS,
  MAX_ROUTE_LENGTH,
} from '../../src/idempotency-rules.js';
import type { IdempotencyBegin, IdempotencyScope, IdempotentAnswer, Store } from '../../src/port.js';
import { DAY_MS, START_MS, useScene } from './store-scene.js';
import type { OpenStore } from './store-scene.js';

const LEASE_MS = 30_000;
const SCOPE: IdempotencyScope = { accountId: 'acme', route: '/scrape/web', key: 'order-1' };
const ANSWER = { statusCode: 200, body: '{"status":"ok"}' };

const begin = (
  { idempotency }: Store,
  requestId: string,
  changed: Partial<Parameters<Store['idempotency']['begin']>[0]> = {},
): Promise<IdempotencyBegin> =>
  idempotency.begin({
    ...SCOPE,
    fingerprint: 'sha256-of-body',
    requestId,
    leaseMs: LEASE_MS,
    retentionMs: DAY_MS,
    ...changed,
  });

const describeBegin = (openStore: OpenStore): void =>
  describe('idempotency: begin', () => {
    const scene = useScene(openStore);

    it('takes a free key, then says who is at work', async () => {
      const { store } = scene();
      expect(await begin(store, 'first')).toEqual({ outcome: 'begun' });
      const standing = { outcome: 'in_flight', requestId: 'first', leaseEndsAtMs: START_MS + LEASE_MS };
      expect(await begin(store, 'second')).toEqual(standing);
      scene().nowMs += LEASE_MS + 1;
      expect(await begin(store, 'second')).toEqual(standing);
    });

    it.each([
      ['with a body', ANSWER],
      ['without a body', { statusCode: 404 }],
      ['with an empty body', { statusCode: 204, body: '' }],
      ['with the largest body', { statusCode: 200, body: 'ä'.repeat(MAX_IDEMPOTENT_BODY_BYTES / 2) }],
      ['with odd text', { statusCode: 422, body: '{"q":"\\u0000 🏠 $where.x"}\0' }],
    ])('gives the kept answer again, %s', async (_, answer) => {
      const { store, fixture } = scene();
      await begin(store, 'first');
      expect(await store.idempotency.finish(SCOPE, 'first', answer)).toBe(true);
      const standing = { outcome: 'finished', requestId: 'first', answer };
      expect(await begin(store, 'second')).toEqual(standing);
      expect(await begin(await fixture.reopen(), 'third')).toEqual(standing);
    });

    it('is a conflict for another fingerprint, at work and finished', async () => {
      const { store } = scene();
      await begin(store, 'first');
      expect(await begin(store, 'second', { fingerprint: 'other' })).toEqual({ outcome: 'conflict' });
      await store.idempotency.finish(SCOPE, 'first', ANSWER);
      expect(await begin(store, 'second', { fingerprint: 'other' })).toEqual({ outcome: 'conflict' });
      expect(await begin(store, 'second')).toMatchObject({ outcome: 'finished' });
    });

    it('gives one key to exactly one of fifty calls of several stores', async () => {
      const { store, fixture } = scene();
      const stores = [store, await fixture.openAnother(), await fixture.openAnother()];
      const ids = Array.from({ length: 50 }, () => randomUUID());
      const begun = await Promise.all(ids.map((id, index) => begin(stores[index % stores.length] ?? store, id)));
      const winner = ids.filter((_, index) => begun[index]?.outcome === 'begun');
      expect(winner).toHaveLength(1);
      const others = begun.filter(({ outcome }) => outcome !== 'begun');
      const standing = { outcome: 'in_flight', requestId: winner[0], leaseEndsAtMs: START_MS + LEASE_MS };
      expect(others).toEqual(Array.from({ length: 49 }, () => standing));
    });

    it('gives a key whose retention has passed to exactly one of many', async () => {
      const { store, fixture } = scene();
      const another = await fixture.openAnother();
      await begin(store, 'first');
      await store.idempotency.finish(SCOPE, 'first', ANSWER);
      scene().nowMs += DAY_MS;
      const ids = Array.from({ length: 20 }, () => randomUUID());
      const begun = await Promise.all(
        ids.map((id, index) => begin(index % 2 === 0 ? store : another, id, { fingerprint: 'new' })),
      );
      expect(begun.filter(({ outcome }) => outcome === 'begun')).toHaveLength(1);
      expect(begun.filter(({ outcome }) => outcome === 'in_flight')).toHaveLength(19);
      const winner = ids[begun.findIndex(({ outcome }) => outcome === 'begun')] ?? '';
      expect(await store.idempotency.finish(SCOPE, winner, { statusCode: 201 })).toBe(true);
      const answer = { outcome: 'finished', requestId: winner, answer: { statusCode: 201 } };
      expect(await begin(another, 'later', { fingerprint: 'new' })).toEqual(answer);
    });
  });

const describeScopes = (openStore: OpenStore): void =>
  describe('idempotency: scopes', () => {
    const scene = useScene(openStore);

    it('are apart by account, route and key, whatever their characters', async () => {
      const { store } = scene();
      const keys = ['a', 'A', 'a ', ' a', 'a:b', 'a.b', '$a', 'a\0', 'a\0b', 'ä', 'a\u0308', '🏠', "'", '%', '_', '{}'];
      const scopes = [
        ...keys.map((key) => ({ ...SCOPE, key })),
        { ...SCOPE, accountId: 'acm', route: 'e/scrape/web' },
        { ...SCOPE, accountId: 'other' },
        { ...SCOPE, route: '/scrape/batch' },
        { accountId: 'acme', route: 'x', key: 'y:z' },
        { accountId: 'acme', route: 'x:y', key: 'z' },
        { accountId: 'acme', route: 'x\0y', key: 'z' },
        { accountId: 'acme', route: 'x', key: 'y\0z' },
        { ...SCOPE, key: 'k'.repeat(MAX_IDEMPOTENCY_KEY_LENGTH) },
        { ...SCOPE, key: 'k'.repeat(MAX_IDEMPOTENCY_KEY_LENGTH - 1) },
      ];
      for (const [index, scope] of scopes.entries()) {
        expect(await begin(store, `r${index}`, scope)).toEqual({ outcome: 'begun' });
        await store.idempotency.finish(scope, `r${index}`, { statusCode: 200, body: String(index) });
      }
      for (const [index, scope] of scopes.entries()) {
        const answer = { statusCode: 200, body: String(index) };
        expect(await begin(store, 'again', scope)).toEqual({ outcome: 'finished', requestId: `r${index}`, answer });
      }
    });

    it('refuse what is empty, too long or no text', async () => {
      const { store } = scene();
      const invalid = { code: 'invalid_input' };
      for (const changed of [
        { key: '' },
        { key: 'k'.repeat(MAX_IDEMPOTENCY_KEY_LENGTH + 1) },
        { key: 'half \ud83c' },
        { route: '' },
        { route: 'r'.repeat(MAX_ROUTE_LENGTH + 1) },
        { accountId: 'a:b' },
      ]) {
        const scope = { ...SCOPE, ...changed };
        await expect(begin(store, 'first', changed)).rejects.toMatchObject(invalid);
        await expect(store.idempotency.renew(scope, 'first', LEASE_MS)).rejects.toMatchObject(invalid);
        const heir = { requestId: 'second', leaseMs: LEASE_MS };
        await expect(store.idempotency.takeOver(scope, 'first', heir)).rejects.toMatchObject(invalid);
        await expect(store.idempotency.finish(scope, 'first', ANSWER)).rejects.toMatchObject(invalid);
        await expect(store.idempotency.forget(scope, 'first')).rejects.toMatchObject(invalid);
      }
    });

    it('refuse durations, ids, fingerprints and answers out of bounds', async () => {
      const { store } = scene();
      const invalid = { code: 'invalid_input' };
      for (const durationMs of [0, -1, 1.5, Number.NaN, MAX_DURATION_MS + 1]) {
        await expect(begin(store, 'first', { leaseMs: durationMs })).rejects.toMatchObject(invalid);
        await expect(begin(store, 'first', { retentionMs: durationMs })).rejects.toMatchObject(invalid);
        await expect(store.idempotency.renew(SCOPE, 'first', durationMs)).rejects.toMatchObject(invalid);
      }
      const fingerprint = 'f'.repeat(MAX_FINGERPRINT_LENGTH + 1);
      await expect(begin(store, 'first', { fingerprint })).rejects.toMatchObject(invalid);
      await expect(begin(store, 'a:b')).rejects.toMatchObject(invalid);
      expect(await begin(store, 'first', { leaseMs: MAX_DURATION_MS, retentionMs: MAX_DURATION_MS })).toEqual({
        outcome: 'begun',
      });
      for (const answer of [
        { statusCode: 99 },
        { statusCode: 600 },
        { statusCode: 200.5 },
        { statusCode: 200, body: `${'ä'.repeat(MAX_IDEMPOTENT_BODY_BYTES / 2)}x` },
      ]) {
        await expect(store.idempotency.finish(SCOPE, 'first', answer)).rejects.toMatchObject(invalid);
      }
      expect(await begin(store, 'second')).toMatchObject({ outcome: 'in_flight' });
    });
  });

const describeOwnership = (openStore: OpenStore): void =>
  describe('idempotency: the call that has the key', () => {
    const scene = useScene(openStore);

    it('alone lengthens its lease, and never shortens it', async () => {
      const { store } = scene();
      await begin(store, 'first');
      scene().nowMs += 10_000;
      expect(await store.idempotency.renew(SCOPE, 'other', LEASE_MS)).toBe(false);
      expect(await store.idempotency.renew(SCOPE, 'first', LEASE_MS)).toBe(true);
      expect(await store.idempotency.renew(SCOPE, 'first', 1)).toBe(true);
      expect(await begin(store, 'x')).toMatchObject({ leaseEndsAtMs: START_MS + 10_000 + LEASE_MS });
      await store.idempotency.finish(SCOPE, 'first', ANSWER);
      expect(await store.idempotency.renew(SCOPE, 'first', LEASE_MS)).toBe(false);
    });

    it('keeps its lease until its last millisecond, then loses the key to one heir', async () => {
      const { store } = scene();
      await begin(store, 'first');
      const heir = { requestId: 'second', leaseMs: LEASE_MS };
      scene().nowMs += LEASE_MS - 1;
      expect(await store.idempotency.takeOver(SCOPE, 'first', heir)).toBe(false);
      scene().nowMs += 1;
      expect(await store.idempotency.takeOver(SCOPE, 'wrong', heir)).toBe(false);
      expect(await store.idempotency.takeOver(SCOPE, 'first', heir)).toBe(true);
      expect(await store.idempotency.takeOver(SCOPE, 'first', { ...heir, requestId: 'third' })).toBe(false);
      expect(await begin(store, 'x')).toEqual({
        outcome: 'in_flight',
        requestId: 'second',
        leaseEndsAtMs: START_MS + 2 * LEASE_MS,
      });
      expect(await begin(store, 'x', { fingerprint: 'other' })).toEqual({ outcome: 'conflict' });
    });

    it('revives a lease that has passed while nobody took it over', async () => {
      const { store } = scene();
      await begin(store, 'first');
      scene().nowMs += LEASE_MS + 5;
      expect(await store.idempotency.renew(SCOPE, 'first', LEASE_MS)).toBe(true);
      const heir = { requestId: 'second', leaseMs: LEASE_MS };
      expect(await store.idempotency.takeOver(SCOPE, 'first', heir)).toBe(false);
    });

    it('has one heir, however many reach for the key, or lives on', async () => {
      const { store, fixture } = scene();
      const another = await fixture.openAnother();
      for (let round = 0; round < 5; round += 1) {
        const scope = { ...SCOPE, key: `round-${round}` };
        await begin(store, 'first', scope);
        scene().nowMs += LEASE_MS;
        const ids = Array.from({ length: 20 }, (_, index) => `heir-${index}`);
        const moves = ids.map((requestId, index) =>
          (index % 2 === 0 ? store : another).idempotency.takeOver(scope, 'first', { requestId, leaseMs: LEASE_MS }),
        );
        const [isAlive, ...taken] = await Promise.all([another.idempotency.renew(scope, 'first', LEASE_MS), ...moves]);
        const heirs = ids.filter((_, index) => taken[index]);
        expect(heirs).toHaveLength(isAlive ? 0 : 1);
        const owner = heirs[0] ?? 'first';
        expect(await begin(store, 'x', scope)).toMatchObject({ outcome: 'in_flight', requestId: owner });
      }
    });
  });

const describeOutcome = (openStore: OpenStore): void =>
  describe('idempotency: the end of a call', () => {
    const scene = useScene(openStore);

    it('is told by the call that has the key, once: the first answer stands', async () => {
      const { store } = scene();
      expect(await store.idempotency.finish(SCOPE, 'first', ANSWER)).toBe(false);
      await begin(store, 'first');
      scene().nowMs += LEASE_MS;
      await store.idempotency.takeOver(SCOPE, 'first', { requestId: 'second', leaseMs: LEASE_MS });
      expect(await store.idempotency.finish(SCOPE, 'first', { statusCode: 500 })).toBe(false);
      expect(await store.idempotency.finish(SCOPE, 'second', ANSWER)).toBe(true);
      expect(await store.idempotency.finish(SCOPE, 'second', { statusCode: 500 })).toBe(false);
      scene().nowMs += LEASE_MS;
      const heir = { requestId: 'third', leaseMs: LEASE_MS };
      expect(await store.idempotency.takeOver(SCOPE, 'second', heir)).toBe(false);
      expect(await begin(store, 'x')).toEqual({ outcome: 'finished', requestId: 'second', answer: ANSWER });
    });

    it('frees the key for its owner alone, at work and finished', async () => {
      const { store } = scene();
      await begin(store, 'first');
      expect(await store.idempotency.forget(SCOPE, 'other')).toBe(false);
      expect(await store.idempotency.forget(SCOPE, 'first')).toBe(true);
      expect(await store.idempotency.forget(SCOPE, 'first')).toBe(false);
      expect(await begin(store, 'second', { fingerprint: 'other' })).toEqual({ outcome: 'begun' });
      expect(await store.idempotency.finish(SCOPE, 'first', ANSWER)).toBe(false);
      expect(await store.idempotency.finish(SCOPE, 'second', ANSWER)).toBe(true);
      expect(await store.idempotency.forget(SCOPE, 'second')).toBe(true);
      expect(await begin(store, 'third')).toEqual({ outcome: 'begun' });
    });
  });

const describeRefusals = (openStore: OpenStore): void =>
  describe('idempotency: refusals', () => {
    const scene = useScene(openStore);
    const refusal = { statusCode: 422, body: '{"status":"error"}' };
    const end = async (key: string, answer: IdempotentAnswer, accountId = SCOPE.accountId): Promise<void> => {
      const scope = { ...SCOPE, accountId, key };
      await begin(scene().store, key, scope);
      expect(await scene().store.idempotency.finish(scope, key, answer)).toBe(true);
    };
    const stands = async (key: string, accountId = SCOPE.accountId): Promise<boolean> =>
      (await begin(scene().store, 'x', { accountId, key })).outcome === 'finished';

    it('of an account are kept up to a bound: the oldest go first, and their keys are free', async () => {
      await end('accepted', { statusCode: 200, body: '{}' });
      await end('own-row', { statusCode: 404 });
      await end('theirs', refusal, 'other');
      for (let count = 0; count < MAX_KEPT_REFUSALS; count += 1) {
        scene().nowMs += 1;
        await end(`refused-${count}`, refusal);
      }
      expect(await stands('refused-0')).toBe(true);
      scene().nowMs += 1;
      await Promise.all(['new-0', 'new-1', 'new-2'].map((key) => end(key, refusal)));
      for (const key of ['accepted', 'own-row', 'refused-3', 'refused-4', 'new-0', 'new-1', 'new-2']) {
        expect([key, await stands(key)]).toEqual([key, true]);
      }
      expect(await stands('theirs', 'other')).toBe(true);
      for (const key of ['refused-0', 'refused-1', 'refused-2']) {
        expect(await begin(scene().store, 'again', { key, fingerprint: 'other' })).toEqual({ outcome: 'begun' });
      }
    });
  });

const describeRetention = (openStore: OpenStore): void =>
  describe('idempotency: retention', () => {
    const scene = useScene(openStore);

    it('counts from the begin; past it the record is absent for everyone', async () => {
      const { store } = scene();
      await begin(store, 'first');
      scene().nowMs += 1000;
      await store.idempotency.finish(SCOPE, 'first', ANSWER);
      await begin(store, 'idle', { key: 'idle' });
      scene().nowMs = START_MS + DAY_MS - 1;
      expect(await begin(store, 'x')).toMatchObject({ outcome: 'finished' });
      scene().nowMs = START_MS + 2 * DAY_MS;
      const idle = { ...SCOPE, key: 'idle' };
      const heir = { requestId: 'second', leaseMs: LEASE_MS };
      expect(await store.idempotency.renew(idle, 'idle', LEASE_MS)).toBe(false);
      expect(await store.idempotency.takeOver(idle, 'idle', heir)).toBe(false);
      expect(await store.idempotency.finish(idle, 'idle', ANSWER)).toBe(false);
      expect(await store.idempotency.forget(idle, 'idle')).toBe(false);
      expect(await begin(store, 'second', { fingerprint: 'other' })).toEqual({ outcome: 'begun' });
      expect(await begin(store, 'third', { fingerprint: 'other' })).toMatchObject({ requestId: 'second' });
    });

    it('purges what has passed it, bounded, and nothing else', async () => {
      const { store } = scene();
      for (let count = 0; count < 5; count += 1) await begin(store, 'first', { key: `old-${count}` });
      scene().nowMs += 1;
      await begin(store, 'young', { key: 'young' });
      scene().nowMs = START_MS + DAY_MS - 1;
      expect(await store.idempotency.purge(10)).toEqual({ removed: 0, hasMore: false });
      scene().nowMs += 1;
      expect(await store.idempotency.purge(3)).toEqual({ removed: 3, hasMore: true });
      expect(await store.idempotency.purge(3)).toEqual({ removed: 2, hasMore: false });
      expect(await store.idempotency.purge(3)).toEqual({ removed: 0, hasMore: false });
      expect(await begin(store, 'x', { key: 'young' })).toMatchObject({ outcome: 'in_flight', requestId: 'young' });
      await expect(store.idempotency.purge(0)).rejects.toMatchObject({ code: 'invalid_input' });
    });

    it('purges each record once, beside others that begin it anew', async () => {
      const { store, fixture } = scene();
      const another = await fixture.openAnother();
      const keys = Array.from({ length: 30 }, (_, index) => `key-${index}`);
      await Promise.all(keys.map((key) => begin(store, 'old', { key })));
      scene().nowMs += DAY_MS;
      const [begun, ...purged] = await Promise.all([
        Promise.all(keys.map((key) => begin(another, 'new', { key }))),
        store.idempotency.purge(1000),
        another.idempotency.purge(1000),
      ]);
      expect(new Set(begun.map(({ outcome }) => outcome))).toEqual(new Set(['begun']));
      expect((purged[0]?.removed ?? 0) + (purged[1]?.removed ?? 0)).toBeLessThanOrEqual(keys.length);
      for (const key of keys) expect(await begin(store, 'x', { key })).toMatchObject({ requestId: 'new' });
    });
  });

export const describeIdempotency = (openStore: OpenStore): void => {
  describeBegin(openStore);
  describeScopes(openStore);
  describeOwnership(openStore);
  describeOutcome(openStore);
  describeRefusals(openStore);
  describeRetention(openStore);
};
