import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { noFaults } from '@quarry/observability';
import { DELIVERY_LEASE_MS } from './bounds.js';
import { startWebhookDelivery, type WebhookDeliveryOptions } from './start-webhook-delivery.js';
import { createDeliveryScene, SECRET, type DeliveryScene } from '../../test/webhooks/delivery-scene.js';

let scene: DeliveryScene;
beforeEach(async () => {
  scene = await createDeliveryScene();
});
afterEach(() => scene.close());

const start = (options: Partial<WebhookDeliveryOptions> = {}) => {
  const { store, secrets, log, metrics, clock } = scene;
  return startWebhookDelivery({
    ...{ store: store.webhooks, sender: scene.createSender(), secrets, log, metrics, clock },
    ...scene.writing,
    ...{ faultPoint: noFaults, ...options },
  });
};

const until = async (isTrue: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 5));
};
const isDelivered = async (id: string): Promise<boolean> => (await scene.stateOf(id)).state === 'delivered';

describe('startWebhookDelivery', () => {
  it('sends what becomes due while it runs', async () => {
    const { url } = await scene.receive();
    const deliveries = start();
    const { id } = await scene.makeOne(url);
    await until(() => isDelivered(id));
    await deliveries.close();
  });

  it('goes on after a store that was away', async () => {
    const { url } = await scene.receive();
    const { id } = await scene.makeOne(url);
    const { webhooks } = scene.store;
    let asked = 0;
    const claim: typeof webhooks.claim = (input) => {
      asked += 1;
      return asked === 1 ? Promise.reject(new Error('away')) : webhooks.claim(input);
    };
    const deliveries = start({ store: { ...webhooks, claim } });
    await until(() => isDelivered(id));
    await deliveries.close();
  });

  it('lets what is under way end when it closes, and cuts what takes too long', async () => {
    const hanging = await scene.receive('hang');
    const { id } = await scene.makeOne(hanging.url);
    const asked = Promise.withResolvers<() => void>();
    const slow = await scene.listen((_request, response) => {
      asked.resolve(() => response.end());
    });
    const other = await scene.makeOne(slow);
    const deliveries = start({ closeGraceMs: 100 });
    const answer = await asked.promise;
    await until(() => hanging.received.length === 1);
    const closed = deliveries.close();
    answer();
    await closed;
    expect(await scene.stateOf(other.id)).toMatchObject({ state: 'delivered' });
    expect(await scene.stateOf(id)).toMatchObject({ state: 'pending', attempts: 1, lastError: 'cancelled' });
  });

  it('leaves deliveries waiting where there is no secret to sign with, and says so', async () => {
    const { url, received } = await scene.receive();
    const { id } = await scene.makeOne(url);
    await start({ secrets: undefined }).close();
    expect(received).toEqual([]);
    expect(await scene.stateOf(id)).toMatchObject({ state: 'pending', attempts: 0 });
    expect(scene.lines.join('')).toContain('QUARRY_SECRET is not set');
  });
});

/** From the sources, so that nothing here runs a stale build of this service. */
const SOURCE_HOOK = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module';
registerHooks({
  resolve: (specifier, context, next) =>
    next(/^\\.{1,2}\\/.*\\.js$/.test(specifier) && context.parentURL?.endsWith('.ts') ? specifier.slice(0, -3) + '.ts' : specifier, context),
});`)}`;
const CHILD = fileURLToPath(new URL('../../test/webhooks/deliver.child.ts', import.meta.url));

describe('a process killed between sending and keeping the outcome', () => {
  it('has its webhook sent again under the same id by the next one, after the lease', async () => {
    const { url, received } = await scene.receive();
    const { id } = await scene.makeOne(url);
    const faults = await mkdtemp(join(tmpdir(), 'quarry-faults-'));
    await writeFile(join(faults, 'fanout.webhook_sent'), 'kill');
    const args = [CHILD, scene.path, scene.allowed[0] ?? '', faults, SECRET];
    const child = spawn(process.execPath, ['--import', SOURCE_HOOK, ...args], { stdio: 'inherit' });
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    await rm(faults, { recursive: true });
    expect(signal).toBe('SIGKILL');
    expect(await scene.stateOf(id)).toMatchObject({ state: 'pending', attempts: 1 });

    const next = scene.startDeliverer();
    await next.deliver();
    expect(received).toHaveLength(1);
    scene.advance(2 * DELIVERY_LEASE_MS);
    await next.deliver();
    const [first, second] = received;
    expect(received).toHaveLength(2);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
    expect(await scene.stateOf(id)).toMatchObject({ state: 'delivered', attempts: 2 });
  });
});
