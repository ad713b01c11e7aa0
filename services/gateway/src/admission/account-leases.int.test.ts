import { afterEach, describe, expect, it } from '@jest/globals';
import { StoreError } from '@quarry/store';
import supertest from 'supertest';
import { STORE_ANSWER_MS } from '../bounds.js';
import { expectError } from '../../test/expect-error.js';
import { okEnd } from '../../test/fake-worker.js';
import { gate, startGatewayFixture, type GatewayFixture } from '../../test/gateway-fixture.js';
import { hurryTimers } from '../../../../packages/queue/test/hurried-timers.js';
import { until } from '../../test/until.js';
import { createAccountLeases } from './account-leases.js';

const BODY = { url: 'https://example.com/page' };
const PLACES = 40;
let fixture: GatewayFixture;
afterEach(() => fixture.close());

const fill = async () => {
  fixture = await startGatewayFixture({ concurrency: PLACES });
  const { account, key } = await fixture.addAccount();
  const scrape = () => supertest(fixture.url).post('/scrape/web').set('x-api-key', key).send(BODY);
  const usage = async (): Promise<number> => {
    const answer = await supertest(fixture.url).get('/user/me/usage').set('x-api-key', key);
    return (answer.body as { data: { availableConcurrency: number } }).data.availableConcurrency;
  };
  const { passed, open } = gate();
  fixture.behave(async () => {
    await passed;
    return okEnd();
  });
  await fixture.startWorker();
  const calls = Array.from({ length: PLACES }, () => scrape().then((answer) => answer));
  await until(async () => (await fixture.store.requests.listOpen(account.id, 100)).length === PLACES);
  return { account, scrape, usage, calls, open };
};

describe('an account with every place taken, when Redis forgets', () => {
  it('gets no further place, and sees none that is free', async () => {
    const { account, scrape, usage, calls, open } = await fill();
    await fixture.redis.client.flushall();
    expectError(await scrape(), 429, 'concurrency_limit');
    await fixture.redis.client.flushall();
    expect(await usage()).toBe(0);
    await fixture.redis.client.flushall();
    const refused = await Promise.all(Array.from({ length: 20 }, () => scrape()));
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]));
    expect(refused[0]?.headers['ratelimit']).toBe('"concurrency";r=0');
    open();
    expect((await Promise.all(calls)).filter(({ status }) => status === 200)).toHaveLength(PLACES);
    expect(await fixture.inUse(account.id)).toBe(0);
    expect((await scrape()).status).toBe(200);
    expect((await fixture.store.accounts.period(account.id))?.held).toBe(0);
  });

  it('counts right however the requests end meanwhile', async () => {
    const { account, calls, open, scrape } = await fill();
    await fixture.redis.client.flushall();
    open();
    const during = await Promise.all(Array.from({ length: 30 }, () => scrape()));
    expect(during.every(({ status }) => [200, 429].includes(status))).toBe(true);
    await Promise.all(calls);
    expect(await fixture.inUse(account.id)).toBe(0);
  });
});

describe('createAccountLeases', () => {
  const never = async (): Promise<void> => undefined;
  const lost = { seed: never, reassert: never, release: never, inUse: async () => undefined };

  it('reads the open requests once per loss, and no more than that', async () => {
    fixture = await startGatewayFixture();
    let reads = 0;
    const leases = createAccountLeases(fixture.queue.leases, {
      listOpen: async () => {
        reads += 1;
        return [{ id: 'r1', deadlineAtMs: Date.now() + 60_000 }];
      },
    });
    const take = (id: string) => leases.take('a', id, 2, () => Date.now() + 60_000);
    expect(await take('r2')).toMatchObject({ isTaken: true, inUse: 2 });
    expect(await take('r3')).toMatchObject({ isTaken: false, inUse: 2 });
    expect([await leases.inUse('a'), reads]).toEqual([2, 1]);
    await fixture.redis.client.flushall();
    expect([await leases.inUse('a'), await leases.inUse('a'), reads]).toEqual([1, 1, 2]);
  });

  it('reads them once for all calls that find out together, also after a read that failed', async () => {
    fixture = await startGatewayFixture();
    const calls = 30;
    const { leases: places } = fixture.queue;
    const rounds = [gate(), gate()];
    let reads = 0;
    let asked = 0;
    const take: typeof places.take = async (...given) => {
      const answer = await places.take(...given);
      asked += 1;
      if (asked % calls === 0) rounds[asked / calls - 1]?.open();
      return answer;
    };
    const leases = createAccountLeases(
      { ...places, take },
      {
        listOpen: async () => {
          reads += 1;
          await rounds[reads - 1]?.passed;
          if (reads === 1) throw new StoreError('busy', 'the lock was taken');
          return [{ id: 'r0', deadlineAtMs: Date.now() + 60_000 }];
        },
      },
    );
    const takeAll = () =>
      Promise.allSettled(
        Array.from({ length: calls }, (_, n) => leases.take('a', `t${n}`, 10, () => Date.now() + 60_000)),
      );
    expect((await takeAll()).every(({ status }) => status === 'rejected')).toBe(true);
    expect(reads).toBe(1);
    const taken = (await takeAll()).filter((one) => one.status === 'fulfilled' && one.value.isTaken);
    expect([taken.length, reads, await leases.inUse('a')]).toEqual([9, 2, 10]);
    await leases.inUse('b');
    expect(reads).toBe(3);
  });

  it('asks when a place ends once it is known who holds the others', async () => {
    fixture = await startGatewayFixture();
    let nowMs = 1_000;
    const asked: number[] = [];
    const leases = createAccountLeases(fixture.queue.leases, {
      listOpen: async () => {
        nowMs = 2_000;
        return [];
      },
    });
    await leases.take('a', 'r', 1, () => {
      asked.push(nowMs);
      return Date.now() + 60_000;
    });
    expect(asked).toEqual([1_000, 2_000]);
  });

  it('waits for no store that hangs', async () => {
    fixture = await startGatewayFixture();
    let timers: ReturnType<typeof hurryTimers> | undefined;
    const listOpen = (): Promise<never> => {
      timers = hurryTimers(20);
      return new Promise(() => undefined);
    };
    try {
      const leases = createAccountLeases(fixture.queue.leases, { listOpen });
      await expect(leases.inUse('a')).rejects.toMatchObject({ name: 'StoreError', code: 'busy' });
      expect(timers?.passedMs()).toBeGreaterThanOrEqual(STORE_ANSWER_MS);
    } finally {
      timers?.stop();
    }
  });

  it('refuses rather than guess when Redis forgets again and again', async () => {
    fixture = await startGatewayFixture();
    const leases = createAccountLeases(
      { ...lost, take: async () => ({ isKnown: false }) },
      { listOpen: async () => [] },
    );
    expect(await leases.take('a', 'r', 3, () => 1)).toEqual({ isKnown: true, isTaken: false, inUse: 3 });
    expect(await leases.inUse('a')).toBe(0);
  });
});
