import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { buildOpenApi, MAX_SCHEDULE_TARGET_BYTES, MAX_SCHEDULES } from '@quarry/contracts';
import request from 'supertest';
import { expectError } from '../../test/expect-error.js';
import { okEnd } from '../../test/fake-worker.js';
import { createBatchScene } from '../../test/batch-scene.js';
import { startGatewayFixture, type GatewayFixture } from '../../test/gateway-fixture.js';
import { until } from '../../test/until.js';
import { LOOK_MIN_MS } from './bounds.js';

const MINUTE_MS = 60_000;
const PAGE = { operation: 'scrape/web', params: { url: 'https://shop.example/a', outputFormat: ['markdown'] } };
const HOURLY = { intervalSeconds: 3_600, target: PAGE };

interface Run {
  readonly [name: string]: unknown;
  readonly status: string;
}
interface Schedule {
  readonly [name: string]: unknown;
  readonly id: string;
  readonly nextRuns: readonly string[];
  readonly runs: readonly Run[];
}

let gateway: GatewayFixture;
let caller: Awaited<ReturnType<GatewayFixture['addAccount']>>;
beforeAll(async () => {
  gateway = await startGatewayFixture();
  await gateway.startWorker();
}, 60_000);
afterAll(() => gateway.close());
beforeEach(async () => {
  caller = await gateway.addAccount();
  gateway.behave(async () => okEnd());
});

const get = (path: string, key = caller.key) => request(gateway.url).get(path).set('x-api-key', key);
const post = (path: string, body: object = {}, key = caller.key) =>
  request(gateway.url).post(path).set('x-api-key', key).send(body);
const dataOf = ({ body }: { body: unknown }): Schedule => (body as { data: Schedule }).data;

const add = async (body: object): Promise<Schedule> => {
  const answer = await post('/schedules', body);
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ status: 'ok' })]);
  return dataOf(answer);
};
const show = async (id: string): Promise<Schedule> => dataOf(await get(`/schedules/${id}`));
const sweep = (): Promise<void> => gateway.gateway.sweepOnce();
/** Lets the hour pass and the run end. Returns it. */
const runNext = async (id: string): Promise<Run> => {
  gateway.advance(60 * MINUTE_MS);
  await sweep();
  const [begun] = (await show(id)).runs;
  if (begun?.status === 'running') {
    const ended = async () => (await gateway.store.requests.list(caller.account.id, { limit: 1 }))[0]?.state !== 'open';
    await until(ended);
    gateway.advance(LOOK_MIN_MS);
    await sweep();
  }
  const [run] = (await show(id)).runs;
  if (run === undefined) throw new Error('no run');
  return run;
};

describe('POST /schedules', () => {
  it('stores what runs and shows when, as the contract says, free of charge', async () => {
    const body = { name: 'Shop', cron: '0 8 * * 1-5', timeZone: 'Europe/Berlin', target: PAGE, missedRuns: 'skip' };
    const made = await add(body);
    expect(made).toMatchObject({ ...body, target: { type: 'operation', ...PAGE }, state: 'active', key: caller.keyId });
    expect(made.nextRuns).toHaveLength(5);
    const shown = await show(made.id);
    expect(shown).toEqual({ ...made, runs: [] });
    const listed = await get('/schedules');
    expect(listed.headers).toMatchObject({ 'x-credits-charged': '0' });
    expect((listed.body as { data: { schedules: Schedule[] } }).data.schedules).toEqual([made]);
    const document = JSON.stringify(buildOpenApi({ baseUrl: 'http://api' }));
    for (const name of Object.keys(shown)) expect(document).toContain(`"${name}"`);
  });

  it.each<[string, object, [string, string][]]>([
    ['no timing', { target: PAGE }, [['cron', 'requiredIfNotExists']]],
    ['two timings', { ...HOURLY, cron: '0 8 * * *' }, [['intervalSeconds', 'prohibitedWith']]],
    ['an interval below a minute', { ...HOURLY, intervalSeconds: 59 }, [['intervalSeconds', 'range']]],
    ['seconds in cron', { cron: '* * * * * *', target: PAGE }, [['cron', 'regex']]],
    ['no zone', { cron: '0 8 * * *', timeZone: 'Europe/Berlim', target: PAGE }, [['timeZone', 'enum']]],
    ['no operation', { ...HOURLY, target: { operation: 'scrape/wep', params: {} } }, [['target.operation', 'enum']]],
    ['no params', { ...HOURLY, target: { operation: 'scrape/web' } }, [['target.params', 'object']]],
    [
      'wrong params',
      { ...HOURLY, target: { operation: 'scrape/web', params: { url: 'x', wait: -1 } } },
      [
        ...([
          ['target.params.url', 'url'],
          ['target.params.wait', 'range'],
        ] satisfies [string, string][]),
      ],
    ],
    [
      'a batch of what may not be batched',
      { ...HOURLY, target: { type: 'batch', operation: 'map/web', params: {} } },
      [['target.operation', 'enum']],
    ],
    [
      'a wrong item of a batch',
      { ...HOURLY, target: { type: 'batch', operation: 'scrape/web', params: { requests: [{}] } } },
      [['target.params.requests.0.url', 'required']],
    ],
    ['tracking of nothing', { ...HOURLY, changeTracking: {} }, [['changeTracking', 'requiredIfNotExists']]],
    [
      'links that are not extracted',
      { ...HOURLY, changeTracking: { links: true } },
      [['changeTracking.links', 'requiredWhen']],
    ],
    [
      'a webhook without tracking',
      { ...HOURLY, webhook: { url: 'https://hooks.example/' } },
      [['webhook', 'requiredWhen']],
    ],
    [
      'a private receiver',
      { ...HOURLY, changeTracking: { markdown: true }, webhook: { url: 'http://127.0.0.1/' } },
      [['webhook.url', 'forbidden']],
    ],
    [
      'too large a target',
      { ...HOURLY, target: { ...PAGE, params: { ...PAGE.params, x: 'x'.repeat(MAX_SCHEDULE_TARGET_BYTES) } } },
      [['target', 'maxLength']],
    ],
  ])('refuses %s', async (_, body, expected) => {
    const answer = await post('/schedules', body);
    expectError(answer, 422, 'validation_failed');
    const { errors } = answer.body as { errors: { field: string; rule: string }[] };
    expect(errors.map(({ field, rule }) => [field, rule]).sort()).toEqual(expected.sort());
    expect((await get('/schedules')).body).toMatchObject({ data: { schedules: [] } });
  });

  it(`refuses more than ${MAX_SCHEDULES}`, async () => {
    const row = { kind: 'schedule', owner: caller.account.id };
    const { id } = await add(HOURLY);
    const data = (await gateway.store.records.get('schedule', id))?.data;
    for (let index = 2; index < MAX_SCHEDULES; index += 1) {
      await gateway.store.records.insert({ ...row, id: `${id}-${index}`, data });
    }
    expect((await post('/schedules', HOURLY)).status).toBe(200);
    expectError(await post('/schedules', HOURLY), 422, 'validation_failed');
    expect(await gateway.store.records.list('schedule', caller.account.id, { limit: 200 })).toHaveLength(MAX_SCHEDULES);
  });

  it('makes one of equal calls with one Idempotency-Key', async () => {
    const calls = await Promise.all(
      Array.from({ length: 5 }, () => post('/schedules', HOURLY).set('idempotency-key', 'once')),
    );
    expect(new Set(calls.map((answer) => dataOf(answer).id)).size).toBe(1);
    expect((await get('/schedules')).body).toMatchObject({ data: { schedules: [{}] } });
  });

  it('shows no credentials, stores them encrypted, and sends them with each run', async () => {
    const params = { ...PAGE.params, headers: { cookie: 'session=seeded' } };
    const { id, target } = await add({ ...HOURLY, target: { ...PAGE, params } });
    expect(JSON.stringify(target)).not.toContain('seeded');
    expect(JSON.stringify(await gateway.store.records.get('schedule', id))).not.toContain('seeded');
    const run = await runNext(id);
    expect(run).toMatchObject({ status: 'ok' });
    expect((await get(`/requests/${String(run['requestId'])}`)).body).toMatchObject({
      data: { params: { url: PAGE.params.url } },
    });
  });
});

describe('a run', () => {
  it('is a request of the account: logged, charged, with its key', async () => {
    const { id } = await add(HOURLY);
    const run = await runNext(id);
    expect(run).toMatchObject({
      status: 'ok',
      creditsCharged: 1,
      startedAt: expect.any(String),
      endedAt: expect.any(String),
    });
    const logged = await get(`/requests/${String(run['requestId'])}`);
    expect(logged.body).toMatchObject({
      data: { operation: 'scrape/web', status: 'ok', key: caller.keyId, creditsCharged: 1 },
    });
    expect((await get('/user/me/usage')).body).toMatchObject({ data: { availableCredits: 999, heldCredits: 0 } });
  });

  it('is refused when the credits do not suffice, and says so', async () => {
    caller = await gateway.addAccount({ credits: 0 });
    const { id } = await add(HOURLY);
    const run = await runNext(id);
    expect(run).toMatchObject({ status: 'refused', error: 'credits_exhausted', creditsCharged: 0 });
    expect(String(run['message'])).toMatch(/needs 10 credits and 0 are available/);
  });

  it('is refused once its key is revoked', async () => {
    const { id } = await add(HOURLY);
    await gateway.store.keys.revoke(caller.keyId);
    const made = await gateway.store.keys.create({ accountId: caller.account.id, name: 'next' });
    caller = { ...caller, key: made?.plainKey ?? '' };
    expect(await runNext(id)).toMatchObject({ status: 'refused', error: 'unauthorized' });
  });

  it('of a batch is a job of the account', async () => {
    const requests = [{ url: 'https://a.example/' }, { url: 'https://b.example/' }];
    const target = { type: 'batch', operation: 'scrape/web', params: { requests, defaults: { jsRendering: false } } };
    const { id } = await add({ ...HOURLY, target });
    const scene = createBatchScene(gateway);
    gateway.advance(60 * MINUTE_MS);
    await sweep();
    const [job] = await gateway.store.batches.list(caller.account.id, { limit: 1 });
    await scene.endSome(job?.id ?? '', 2);
    await scene.publish(job?.id ?? '');
    gateway.advance(LOOK_MIN_MS);
    await sweep();
    expect((await show(id)).runs).toMatchObject([
      { jobId: job?.id, creditsCharged: 2, message: '2 of 2 requests succeeded.' },
    ]);
  });
});

describe('a schedule', () => {
  it('that is paused does not run, and goes on from when it is resumed', async () => {
    const { id } = await add(HOURLY);
    expect(dataOf(await post(`/schedules/${id}/pause`))).toMatchObject({ state: 'paused', nextRuns: [] });
    gateway.advance(5 * 60 * MINUTE_MS);
    await sweep();
    const resumed = dataOf(await post(`/schedules/${id}/resume`));
    expect(resumed.state).toBe('active');
    expect(Date.parse(resumed.nextRuns[0] ?? '')).toBeGreaterThan(gateway.clock());
    await runNext(id);
    expect((await show(id)).runs).toHaveLength(1);
  });

  it('that is deleted is gone with its runs', async () => {
    const { id } = await add({ ...HOURLY, changeTracking: { markdown: true } });
    await runNext(id);
    expect((await request(gateway.url).delete(`/schedules/${id}`).set('x-api-key', caller.key)).status).toBe(200);
    expectError(await get(`/schedules/${id}`), 404, 'not_found');
    for (const kind of ['schedule-run', 'schedule-snapshot']) {
      expect(await gateway.store.records.list(kind, id, { limit: 10 })).toEqual([]);
    }
  });

  it('is not there for another account', async () => {
    const { id } = await add(HOURLY);
    const { key } = await gateway.addAccount();
    for (const path of ['', '/changes.rss']) expectError(await get(`/schedules/${id}${path}`, key), 404, 'not_found');
    for (const path of ['/pause', '/resume', '/feed-link']) {
      expectError(await post(`/schedules/${id}${path}`, {}, key), 404, 'not_found');
    }
    expectError(await request(gateway.url).delete(`/schedules/${id}`).set('x-api-key', key), 404, 'not_found');
    expect((await get('/schedules', key)).body).toMatchObject({ data: { schedules: [] } });
    expectError(await request(gateway.url).get(`/schedules/${id}/changes.rss`), 401, 'unauthorized');
  });
});

describe('changeTracking', () => {
  const tracked = { ...HOURLY, name: 'Tea', changeTracking: { markdown: true, fields: ['title', 'statusCode'] } };
  const page = (markdown: string, more: object = {}) =>
    gateway.behave(async () => okEnd({ statusCode: 200, markdown, ...more }));

  it('compares with the run before, tells the receiver of changes alone, and lists them as RSS', async () => {
    const { id } = await add({ ...tracked, webhook: { url: 'https://hooks.example/in' } });
    page('# Tea\n\n10 EUR\n', { title: 'Tea' });
    expect(await runNext(id)).toMatchObject({ change: { status: 'first' } });
    expect(await runNext(id)).toMatchObject({ change: { status: 'same', added: 0 } });
    page('# Tea\n\n12 EUR\n');
    const changed = await runNext(id);
    expect(changed).toMatchObject({
      change: {
        ...{ status: 'changed', added: 1, removed: 2, changed: 0, comparedWith: expect.any(String) },
        fields: [{ path: 'title', change: 'removed', before: 'Tea' }],
        markdown: { added: 1, removed: 1, diff: expect.stringContaining('-10 EUR\n+12 EUR') },
      },
    });
    expect(await runNext(id)).toMatchObject({ change: { status: 'same' } });

    const deliveries = await get('/webhooks/deliveries');
    const found = (deliveries.body as { data: { deliveries: { id: string }[] } }).data.deliveries;
    expect(found).toMatchObject([{ event: 'schedule.changed', id: `${String(changed['id'])}.changed` }]);
    const delivery = await gateway.store.webhooks.get(found[0]?.id ?? '');
    expect(delivery?.data).toMatchObject({
      scheduleId: id,
      runId: changed['id'],
      requestId: changed['requestId'],
      removed: 2,
    });
    expect(JSON.stringify(delivery?.data)).not.toContain('EUR');

    const feed = await get(`/schedules/${id}/changes.rss`);
    expect(feed.headers).toMatchObject({ 'content-type': 'application/rss+xml; charset=utf-8' });
    expect(feed.text.match(/<item>/g)).toHaveLength(1);
    expect(feed.text).toContain('+12 EUR');
  });

  it('opens the feed with a signed link until it expires', async () => {
    const { id } = await add(tracked);
    const { body } = await post(`/schedules/${id}/feed-link`, { expiresInSeconds: 60 });
    const link = new URL((body as { data: { url: string } }).data.url);
    const open = (path: string) => request(gateway.url).get(path);
    expect((await open(`${link.pathname}${link.search}`)).status).toBe(200);
    const { id: other } = await add(tracked);
    expect((await open(`/schedules/${other}/changes.rss${link.search}`)).status).toBe(401);
    gateway.advance(61_000);
    expectError(await open(`${link.pathname}${link.search}`), 401, 'unauthorized');
  });

  it('takes a page that is gone for removed, and says nothing about one that fails', async () => {
    const { id } = await add(tracked);
    page('# Tea\n', { title: 'Tea' });
    await runNext(id);
    page('# Forbidden\n', { statusCode: 401 });
    expect(await runNext(id)).toMatchObject({
      status: 'ok',
      change: { status: 'unknown', message: expect.stringMatching('status 401') },
    });
    gateway.behave(async () => ({ state: 'failed', verdict: 'blocked', error: 'target_blocked' }));
    const failed = await runNext(id);
    expect(failed).toMatchObject({ status: 'error', error: 'target_blocked' });
    expect(failed).not.toHaveProperty('change');
    page('# Not found\n', { statusCode: 404 });
    expect(await runNext(id)).toMatchObject({ change: { status: 'changed', added: 0, removed: 3, changed: 0 } });
  });
});
