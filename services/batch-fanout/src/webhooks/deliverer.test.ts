import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createWebhookSecrets, RETRY_DELAYS_MS, verifyWebhook } from '@quarry/webhooks';
import { recordSpans } from '../../../../packages/observability/test/record-spans.js';
import { DELIVERY_LEASE_MS, MAX_PER_HOST, MAX_UNDER_WAY } from './bounds.js';
import { BASE_URL, createDeliveryScene, SECRET, type DeliveryScene } from '../../test/webhooks/delivery-scene.js';
import type { Received } from '../../test/webhooks/create-receivers.js';

let scene: DeliveryScene;
beforeEach(async () => {
  scene = await createDeliveryScene();
});
afterEach(() => scene.close());

const isVerified = ({ headers, body }: Received, secret: string | undefined): boolean =>
  verifyWebhook(
    {
      id: String(headers['webhook-id']),
      timestamp: String(headers['webhook-timestamp']),
      signature: String(headers['webhook-signature']),
      body,
    },
    { secret: secret ?? '', nowMs: scene.clock() },
  ).isValid;

const count = async (result: string): Promise<number> => {
  const line = new RegExp(`^webhook_deliveries_total\\{.*result="${result}".*\\} (\\d+)$`, 'm');
  return Number(line.exec(await scene.metrics.text())?.[1] ?? 0);
};

describe('a delivery', () => {
  it('tells of the job, signed for its account, and ends with a 2xx', async () => {
    const { url, received } = await scene.receive(202);
    const { id, jobId, createdAtMs } = await scene.makeOne(`${url}/hook?token=t1`);
    await scene.startDeliverer().deliver();
    expect(received).toHaveLength(1);
    const [first] = received as [Received];
    expect(first.path).toBe('/hook?token=t1');
    expect(first.headers).toMatchObject({ 'webhook-id': id, 'content-type': 'application/json' });
    expect(isVerified(first, scene.secrets.of(scene.account.id)[0])).toBe(true);
    expect(isVerified(first, scene.secrets.of('another')[0])).toBe(false);
    expect(JSON.parse(first.body)).toEqual({
      type: 'batch.completed',
      timestamp: new Date(createdAtMs).toISOString(),
      data: expect.objectContaining({
        ...{ jobId, operation: 'scrape/web', status: 'done', requestsCount: 1, succeededCount: 1, failedCount: 0 },
        resultsUrl: `${BASE_URL}/scrape/batch/web/${jobId}/results`,
      }),
    });
    expect(await scene.stateOf(id)).toMatchObject({ state: 'delivered', attempts: 1, lastStatusCode: 202 });
    expect(await count('delivered')).toBe(1);
  });

  it('is a part of the trace of its batch where that is recorded, under the same signature', async () => {
    const { url, received } = await scene.receive(500, 200);
    const { jobId } = await scene.makeOne(`${url}/hook?token=t1`);
    const { tracing, seen } = recordSpans();
    await scene.startDeliverer().deliver();
    scene.advance(RETRY_DELAYS_MS[0] ?? 0);
    await scene.startDeliverer({ tracing }).deliver();
    const [plain, traced] = received as [Received, Received];
    const [{ traceId, spanId, attributes } = { traceId: '', spanId: '', attributes: {} }] = seen;
    expect(plain.headers).not.toHaveProperty('traceparent');
    expect(traced.headers['traceparent']).toBe(`00-${traceId}-${spanId}-01`);
    expect(traceId).toBe(jobId.replaceAll('-', ''));
    expect(traced.body).toBe(plain.body);
    expect(isVerified(traced, scene.secrets.of(scene.account.id)[0])).toBe(true);
    expect(attributes).toMatchObject({ 'http.response.status_code': 200, 'quarry.attempt': 2 });
    expect(JSON.stringify(seen)).not.toMatch(/token|\/hook/);
  });

  it('carries both signatures while the secret of the deployment is being changed', async () => {
    const { url, received } = await scene.receive();
    await scene.makeOne(url);
    const secrets = createWebhookSecrets({ secret: 'the next deployment secret', previous: SECRET });
    await scene.startDeliverer({ ...(secrets ? { secrets } : {}) }).deliver();
    const [current, previous] = secrets?.of(scene.account.id) ?? [];
    expect(previous).toBe(scene.secrets.of(scene.account.id)[0]);
    expect([current, previous].map((secret) => isVerified((received as [Received])[0], secret))).toEqual([true, true]);
  });

  it('that meets a 500 is sent again after the pause: same id, same bytes, a time of its own', async () => {
    const { url, received } = await scene.receive(500, 200);
    const { id } = await scene.makeOne(url);
    const { deliver } = scene.startDeliverer();
    await deliver();
    const nextAttemptAtMs = scene.clock() + (RETRY_DELAYS_MS[0] ?? 0);
    expect(await scene.stateOf(id)).toMatchObject({
      ...{ state: 'pending', attempts: 1, nextAttemptAtMs, lastStatusCode: 500, lastError: 'status' },
    });
    scene.advance(4_999);
    await deliver();
    expect(received).toHaveLength(1);
    scene.advance(1);
    await deliver();
    const [first, second] = received as [Received, Received];
    expect(second.body).toBe(first.body);
    expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
    expect(Number(second.headers['webhook-timestamp']) - Number(first.headers['webhook-timestamp'])).toBe(5);
    expect(isVerified(second, scene.secrets.of(scene.account.id)[0])).toBe(true);
    expect(await scene.stateOf(id)).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  it('has its tries and no more, and all of them again when it is sent by hand', async () => {
    const tries = RETRY_DELAYS_MS.length + 1;
    const { url, received } = await scene.receive(...Array<number>(tries + 1).fill(503), 200);
    const { id } = await scene.makeOne(url);
    const { deliver } = scene.startDeliverer();
    for (const pauseMs of [0, ...RETRY_DELAYS_MS]) {
      scene.advance(pauseMs);
      await deliver();
    }
    expect(await scene.stateOf(id)).toMatchObject({ state: 'dead', attempts: tries, lastStatusCode: 503 });
    scene.advance(1e9);
    await deliver();
    expect(received).toHaveLength(tries);

    await scene.store.webhooks.redeliver(scene.account.id, id);
    await deliver();
    expect(await scene.stateOf(id)).toMatchObject({ state: 'pending', attempts: 1 });
    scene.advance(RETRY_DELAYS_MS[0] ?? 0);
    await deliver();
    expect(await scene.stateOf(id)).toMatchObject({ state: 'delivered' });
    expect(new Set(received.map(({ headers, body }) => `${String(headers['webhook-id'])} ${body}`)).size).toBe(1);
    expect([await count('failed'), await count('dead'), await count('delivered')]).toEqual([tries, 1, 1]);
  });

  it('follows no redirect', async () => {
    const { url, received } = await scene.receive(307);
    const { id } = await scene.makeOne(url);
    await scene.startDeliverer().deliver();
    expect(received.map(({ path }) => path)).toEqual(['/']);
    expect(await scene.stateOf(id)).toMatchObject({ state: 'pending', lastStatusCode: 307, lastError: 'redirect' });
  });

  it('goes to no private address, and is dead at once', async () => {
    let touched = 0;
    const url = await scene.listen((_request, response) => {
      touched += 1;
      response.end();
    }, false);
    const { id } = await scene.makeOne(url);
    await scene.startDeliverer().deliver();
    expect(touched).toBe(0);
    expect(await scene.stateOf(id)).toMatchObject({ state: 'dead', attempts: 1, lastError: 'refused_address' });
  });

  it('is dead at once where the receiver says it is gone', async () => {
    const { url } = await scene.receive(410);
    const { id } = await scene.makeOne(url);
    await scene.startDeliverer().deliver();
    expect(await scene.stateOf(id)).toMatchObject({ state: 'dead', lastStatusCode: 410 });
  });

  it('waits no longer than its time for a receiver that hangs', async () => {
    const { url } = await scene.receive('hang');
    const { id } = await scene.makeOne(url);
    await scene.startDeliverer({ timeoutMs: 30 }).deliver();
    expect(await scene.stateOf(id)).toMatchObject({ state: 'pending', attempts: 1, lastError: 'timeout' });
  });

  it('leaves no address in the log', async () => {
    const { url } = await scene.receive(410);
    await scene.makeOne(`${url}/hook/seeded?token=seeded`);
    await scene.startDeliverer().deliver();
    expect(scene.lines.join('')).toContain('webhook given up');
    expect(scene.lines.join('')).not.toContain('seeded');
  });
});

describe('several deliveries', () => {
  it('a receiver that hangs gets a few at once, and holds up nobody else', async () => {
    const [hanging, well] = [await scene.receive('hang'), await scene.receive()];
    for (let made = 0; made < 3 * MAX_PER_HOST; made += 1) await scene.makeOne(hanging.url);
    const { id } = await scene.makeOne(well.url);
    const cutting = new AbortController();
    const deliverer = scene.startDeliverer({ signal: cutting.signal });
    await deliverer.startDue();
    while ((await scene.stateOf(id)).state === 'pending' || hanging.received.length < MAX_PER_HOST) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    await deliverer.startDue();
    expect(hanging.received).toHaveLength(MAX_PER_HOST);
    cutting.abort();
    await deliverer.settled();
    // What was cut is due at once, for whoever comes next.
    const due = await scene.store.webhooks.claim({ leaseMs: 1_000, limit: 100 });
    expect(due).toHaveLength(3 * MAX_PER_HOST);
    expect(due.filter(({ lastError }) => lastError === 'cancelled')).toHaveLength(MAX_PER_HOST);
  });

  it('are bounded in all', async () => {
    const receivers = await Promise.all(
      Array.from({ length: MAX_UNDER_WAY / MAX_PER_HOST + 1 }, () => scene.receive('hang')),
    );
    for (const { url } of receivers) for (let made = 0; made < MAX_PER_HOST; made += 1) await scene.makeOne(url);
    const cutting = new AbortController();
    const deliverer = scene.startDeliverer({ signal: cutting.signal });
    await deliverer.startDue();
    expect(await scene.store.webhooks.claim({ leaseMs: 1_000, limit: 100 })).toHaveLength(MAX_PER_HOST);
    cutting.abort();
    await deliverer.settled();
  });

  it('are sent once each by two that work side by side', async () => {
    const receivers = [await scene.receive(), await scene.receive(), await scene.receive()];
    const ids: string[] = [];
    for (let made = 0; made < 24; made += 1) {
      const made3 = await scene.makeDeliveries(receivers[made % 3]?.url ?? '', ['batch.started', 'batch.completed']);
      ids.push(...made3.map(({ id }) => id));
    }
    const other = await scene.open();
    const both = [scene.startDeliverer(), scene.startDeliverer({ store: other.webhooks })];
    while ((await scene.store.webhooks.list(scene.account.id, { limit: 1, state: 'pending' })).length > 0) {
      await Promise.all(both.map(({ deliver }) => deliver()));
    }
    await other.close();
    const sent = receivers.flatMap(({ received }) => received.map(({ headers }) => String(headers['webhook-id'])));
    expect(ids).toHaveLength(48);
    expect(sent.sort()).toEqual(ids.sort());
  });

  it('whose outcome could not be kept are sent again, when their lease is over', async () => {
    const { url, received } = await scene.receive();
    const { id } = await scene.makeOne(url);
    const finish = () => Promise.reject(new Error('the store is away'));
    await scene.startDeliverer({ store: { ...scene.store.webhooks, finish } }).deliver();
    expect(await scene.stateOf(id)).toMatchObject({ state: 'pending', attempts: 1 });
    const { deliver } = scene.startDeliverer();
    scene.advance(DELIVERY_LEASE_MS - 1);
    await deliver();
    expect(received).toHaveLength(1);
    scene.advance(1);
    await deliver();
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id]);
    expect(await scene.stateOf(id)).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  it('that come back after their lease change nothing any more', async () => {
    const { url } = await scene.receive(500, 200);
    const { id } = await scene.makeOne(url);
    const late = scene.startDeliverer({
      // Another takes it up between this one's answer and its outcome.
      faultPoint: async () => {
        scene.advance(DELIVERY_LEASE_MS);
        await scene.startDeliverer().deliver();
      },
    });
    await late.deliver();
    expect(await scene.stateOf(id)).toMatchObject({ state: 'delivered', attempts: 2 });
    expect(await count('late')).toBe(1);
  });
});
