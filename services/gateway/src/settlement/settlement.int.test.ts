import { request as httpRequest } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { REQUEST_DEADLINE_MS } from '@quarry/contracts';
import type { RequestRow } from '@quarry/store';
import supertest from 'supertest';
import { MAX_REQUEUES } from '../bounds.js';
import { okEnd } from '../../test/fake-worker.js';
import { gate, startGatewayFixture, type FixtureOptions, type GatewayFixture } from '../../test/gateway-fixture.js';

const TARGET = 'https://example.com/page';
const QUEUE = 'browser-scrape';
let fixture: GatewayFixture;

const setUp = async (options: FixtureOptions = {}) => {
  fixture = await startGatewayFixture(options);
  const { account, key } = await fixture.addAccount();
  const scrape = () => supertest(fixture.url).post('/scrape/web').set('x-api-key', key).send({ url: TARGET });
  const newestRow = async (): Promise<RequestRow | undefined> =>
    (await fixture.store.requests.list(account.id, { limit: 1 }))[0];
  const until = async <T>(read: () => Promise<T | undefined | false>): Promise<T> => {
    for (;;) {
      const value = await read();
      if (value !== undefined && value !== false) return value;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const expectNothingLeft = async () => {
    expect(await fixture.inUse(account.id)).toBe(0);
    expect((await fixture.store.accounts.period(account.id))?.held).toBe(0);
  };
  return { account, key, scrape, newestRow, until, expectNothingLeft };
};

/** A call that can be hung up. */
const startCall = (port: number, key: string) => {
  const body = JSON.stringify({ url: TARGET });
  const headers = { 'x-api-key': key, 'content-type': 'application/json', 'content-length': body.length };
  const call = httpRequest({ port, host: '127.0.0.1', path: '/scrape/web', method: 'POST', headers });
  call.on('error', () => undefined);
  call.end(body);
  return call;
};

afterEach(() => fixture.close());

describe('the deadline', () => {
  it('answers 504 when no worker takes the job, releases everything and takes the job back', async () => {
    const { scrape, newestRow, until, expectNothingLeft } = await setUp();
    const call = scrape().then((answer) => answer);
    const waiting = await until(newestRow);
    await until(() => fixture.queue.jobs.has(QUEUE, waiting.id, 1));
    fixture.advance(REQUEST_DEADLINE_MS);
    const answer = await call;
    expect(answer.status).toBe(504);
    expect(answer.body.error).toBe('deadline_exceeded');
    expect(answer.headers).toMatchObject({ 'x-credits-charged': '0', 'x-credits-remaining': '1000' });
    const row = await newestRow();
    expect(row).toMatchObject({ state: 'expired', verdict: 'deadline_exceeded' });
    expect(await fixture.queue.jobs.has(QUEUE, row?.id ?? '', 1)).toBe(false);
    const counted = 'requests_ended_total{operation="scrape/web",state="expired",service="gateway"} 1\n';
    expect(await fixture.metrics.text()).toContain(counted);
    await expectNothingLeft();
  });

  it('answers 504 while a worker still runs, and what it brings later changes nothing', async () => {
    const { account, scrape, newestRow, until, expectNothingLeft } = await setUp();
    const { passed, open } = gate();
    const ended = gate();
    fixture.behave(async () => {
      await passed;
      ended.open();
      return okEnd();
    });
    await fixture.startWorker();
    const call = scrape().then((answer) => answer);
    await until(async () => (await newestRow())?.startedAtMs);
    fixture.advance(REQUEST_DEADLINE_MS);
    expect((await call).status).toBe(504);
    open();
    await ended.passed;
    await fixture.stopWorkers();
    expect((await fixture.store.accounts.period(account.id))?.charged).toBe(0);
    await expectNothingLeft();
  });

  it('sends the result when a worker ended the request without a word', async () => {
    const { scrape } = await setUp({ waitSliceMs: 50 });
    const { passed, open } = gate();
    fixture.behave(async (row) => {
      // The reply of another attempt is not heard by anybody.
      await fixture.files.put({ accountId: row.accountId, requestId: row.id, name: 'silent.json' }, '{"silent":true}');
      const end = { state: 'ok', verdict: 'ok', chargedCredits: 2, answerName: 'silent.json' } as const;
      await fixture.store.requests.finish(row.id, end);
      await passed;
      return okEnd();
    });
    await fixture.startWorker();
    const answer = await scrape();
    open();
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { silent: true } });
    expect(answer.headers['x-credits-charged']).toBe('2');
    // Who ends a request counts its end.
    expect(await fixture.metrics.text()).not.toMatch(/(requests_ended|credits_charged)_total\{/);
  });
});

describe('a queue that forgets', () => {
  it('FLUSHALL during the wait heals: enqueued again as the next attempt, lease back, charged once', async () => {
    const { account, scrape, newestRow, until, expectNothingLeft } = await setUp();
    const call = scrape().then((answer) => answer);
    const row = await until(newestRow);
    await until(async () => (await fixture.queue.jobs.has(QUEUE, row.id, 1)) || undefined);
    await fixture.redis.client.flushall();
    await until(async () => (await newestRow())?.attempt === 2 || undefined);
    await until(async () => (await fixture.inUse(account.id)) === 1 || undefined);
    await fixture.startWorker();
    const answer = await call;
    expect(answer.status).toBe(200);
    expect(answer.headers['x-credits-charged']).toBe('1');
    expect(await fixture.metrics.text()).toMatch(/requests_requeued_total\{[^}]*\} 1/);
    await expectNothingLeft();
  });

  it('FLUSHALL under a running worker: the late first attempt loses to the second', async () => {
    const { account, scrape, newestRow, until, expectNothingLeft } = await setUp();
    const first = gate();
    fixture.behave(async (_row, { job }) => {
      if (job.attempt === 1) await first.passed;
      return okEnd({ attempt: job.attempt });
    });
    await fixture.startWorker();
    const call = scrape().then((answer) => answer);
    await until(async () => (await newestRow())?.startedAtMs);
    await fixture.redis.client.flushall();
    const answer = await call;
    expect(answer.body.attempt).toBeGreaterThan(1);
    first.open();
    await fixture.stopWorkers();
    expect((await fixture.store.accounts.period(account.id))?.charged).toBe(1);
    await expectNothingLeft();
  });

  it('gives a request up that is lost again and again', async () => {
    const { scrape, newestRow, until, expectNothingLeft } = await setUp({ waitSliceMs: 30 });
    const call = scrape().then((answer) => answer);
    let isAnswered = false;
    void call.then(() => (isAnswered = true));
    await until(newestRow);
    await until(async () => {
      await fixture.redis.client.flushall();
      return isAnswered || undefined;
    });
    expect((await call).status).toBe(500);
    expect((await newestRow())?.attempt).toBe(MAX_REQUEUES + 1);
    await expectNothingLeft();
  });
});

describe('Redis away', () => {
  it('is 503 with Retry-After and holds nothing', async () => {
    const { account, scrape } = await setUp({ ownRedis: true });
    await fixture.redis.kill();
    const answer = await scrape();
    expect(answer.status).toBe(503);
    expect(answer.body.error).toBe('overloaded');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await fixture.store.accounts.period(account.id))?.held).toBe(0);
    await fixture.redis.start();
  }, 20_000);
});

describe('a client that leaves', () => {
  it('before the start: the job goes, nothing is charged, the place is free', async () => {
    const { key, newestRow, until, expectNothingLeft } = await setUp();
    const call = startCall(fixture.port, key);
    const row = await until(newestRow);
    await until(async () => (await fixture.queue.jobs.has(QUEUE, row.id, 1)) || undefined);
    call.destroy();
    await until(async () => (await newestRow())?.state === 'cancelled' || undefined);
    await until(async () => !(await fixture.queue.jobs.has(QUEUE, row.id, 1)) || undefined);
    await until(async () => (await fixture.inUse(row.accountId)) === 0 || undefined);
    await expectNothingLeft();
  });

  it('after the start: the work ends and counts, and its place is taken until then', async () => {
    const { account, key, newestRow, until, expectNothingLeft } = await setUp();
    const { passed, open } = gate();
    fixture.behave(async () => {
      await passed;
      return okEnd();
    });
    await fixture.startWorker();
    const call = startCall(fixture.port, key);
    await until(async () => (await newestRow())?.startedAtMs);
    call.destroy();
    await until(async () => fixture.lines.some((line) => line.includes('"isAborted":true')) || undefined);
    expect(await fixture.inUse(account.id)).toBe(1);
    open();
    await until(async () => (await newestRow())?.state === 'ok' || undefined);
    await until(async () => (await fixture.inUse(account.id)) === 0 || undefined);
    expect((await fixture.store.accounts.period(account.id))?.charged).toBe(1);
    await expectNothingLeft();
  });
});

describe('overload', () => {
  it('turns requests away before any hold while the oldest job waits too long', async () => {
    const { account, key, scrape, newestRow, until } = await setUp({ maxQueueWaitMs: 50 });
    const waiting = startCall(fixture.port, key);
    const row = await until(newestRow);
    await until(async () => (await fixture.queue.jobs.backlog(QUEUE)).oldestWaitMs > 50 || undefined);
    fixture.gateway.start();
    const shed = await until(async () => {
      const answer = await scrape()
        .timeout(400)
        .catch(() => undefined);
      return answer?.status === 503 ? answer : undefined;
    });
    expect(shed.body.error).toBe('overloaded');
    expect(shed.headers['retry-after']).toBe('5');
    expect(await fixture.metrics.text()).toMatch(/requests_shed_total\{[^}]*reason="wait_too_long"[^}]*\} [1-9]/);
    expect(await fixture.metrics.text()).toMatch(/queue_backlog\{queue="browser-scrape"[^}]*\} [1-9]/);
    expect(row.accountId).toBe(account.id);
    waiting.destroy();
  });
});

describe('shutdown', () => {
  it('ends what waits after the drain time: 503, nothing charged', async () => {
    const { account, scrape, newestRow, until } = await setUp({ drainMs: 100 });
    const call = scrape().then((answer) => answer);
    await until(newestRow);
    await fixture.gateway.close();
    const answer = await call;
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect((await fixture.store.accounts.period(account.id))?.available).toBe(1_000);
  });

  it('lets what is nearly done end', async () => {
    const { scrape, newestRow, until } = await setUp();
    const { passed, open } = gate();
    fixture.behave(async () => {
      await passed;
      return okEnd();
    });
    await fixture.startWorker();
    const call = scrape().then((answer) => answer);
    await until(async () => (await newestRow())?.startedAtMs);
    const closing = fixture.gateway.close();
    open();
    expect((await call).status).toBe(200);
    await closing;
  });

  it('turns new requests away at once, holding nothing, while one still runs', async () => {
    const { account, scrape, newestRow, until } = await setUp();
    const { passed, open } = gate();
    fixture.behave(async () => {
      await passed;
      return okEnd();
    });
    await fixture.startWorker();
    const call = scrape().then((answer) => answer);
    const row = await until(newestRow);
    await until(async () => (await newestRow())?.startedAtMs);
    const closing = fixture.gateway.close();
    const late = await scrape();
    expect(late.status).toBe(503);
    expect(late.headers['retry-after']).toBe('5');
    expect((await newestRow())?.id).toBe(row.id);
    open();
    await call;
    await closing;
    expect((await fixture.store.accounts.period(account.id))?.charged).toBe(1);
  });
});
