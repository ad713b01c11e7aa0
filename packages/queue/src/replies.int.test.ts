import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { REMEMBERED_REPLIES } from './bounds.js';
import { replyChannel } from './names.js';
import type { ReplyListener } from './port.js';
import { eventually, openTestQueue, type QueueFixture } from '../test/queue-fixture.js';
import { startRedis, type RedisFixture } from '../test/redis-fixture.js';
import { QueueUnavailableError } from './connection/unavailable.js';

describe('replies', () => {
  let redis: RedisFixture;
  let gateway: QueueFixture;
  let worker: QueueFixture;
  let listener: ReplyListener;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());
  beforeEach(async () => {
    gateway = openTestQueue(redis.url);
    worker = openTestQueue(redis.url, gateway.prefix);
    listener = await gateway.queue.listenForReplies();
  });
  afterEach(async () => {
    await listener.close();
    await gateway.close();
    await worker.close();
  });

  const send = (requestId: string, address = listener.address) =>
    worker.queue.replies.send(address, { requestId, attempt: 1 });

  it('reaches the gateway that waits, for its request only', async () => {
    const [one, two] = [randomUUID(), randomUUID()];
    const waits = [listener.wait(one, 5_000), listener.wait(two, 100)];
    await send(one);
    expect(await Promise.all(waits)).toEqual([true, false]);
  });

  it('is known to be heard, or not', async () => {
    const { replies } = worker.queue;
    expect(await replies.isHeard(listener.address)).toBe(true);
    expect(await replies.isHeard(randomUUID())).toBe(false);
    const other = await gateway.queue.listenForReplies();
    await other.close();
    expect(await replies.isHeard(other.address)).toBe(false);
  });

  it('is heard again soon after Redis came back', async () => {
    const { replies } = worker.queue;
    await redis.kill();
    await expect(replies.isHeard(listener.address)).rejects.toBeInstanceOf(QueueUnavailableError);
    await redis.start();
    const startedAt = performance.now();
    await eventually(() => replies.isHeard(listener.address).catch(() => false));
    // What a worker waits before it gives a gateway up.
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  }, 20_000);

  it('reaches all who wait for one request', async () => {
    const id = randomUUID();
    const waits = [listener.wait(id, 5_000), listener.wait(id, 5_000)];
    await send(id);
    expect(await Promise.all(waits)).toEqual([true, true]);
  });

  it('is kept for a wait that begins after it, once', async () => {
    const [id, later] = [randomUUID(), randomUUID()];
    await send(id);
    const waiting = listener.wait(later, 5_000);
    await send(later);
    await waiting;
    expect(await listener.wait(id, 0)).toBe(true);
    expect(await listener.wait(id, 1)).toBe(false);
  });

  it('remembers a bounded number of replies without a waiter', async () => {
    const ids = Array.from({ length: REMEMBERED_REPLIES + 1 }, () => randomUUID());
    for (const id of ids) await send(id);
    const last = randomUUID();
    const waiting = listener.wait(last, 5_000);
    await send(last);
    await waiting;
    expect(await listener.wait(ids[0] ?? '', 1)).toBe(false);
    expect(await listener.wait(ids[1] ?? '', 1)).toBe(true);
  });

  it('ends a wait when its signal aborts', async () => {
    const controller = new AbortController();
    const wait = listener.wait(randomUUID(), 60_000, controller.signal);
    controller.abort();
    expect(await wait).toBe(false);
    expect(await listener.wait(randomUUID(), 60_000, controller.signal)).toBe(false);
  });

  it('ends all waits when the listener closes', async () => {
    const wait = listener.wait(randomUUID(), 60_000);
    await listener.close();
    expect(await wait).toBe(false);
  });

  it('does not reach another gateway', async () => {
    const other = await worker.queue.listenForReplies();
    expect(other.address).not.toBe(listener.address);
    expect(other.address.length).toBeLessThanOrEqual(64);
    const id = randomUUID();
    const wait = other.wait(id, 100);
    await send(id);
    expect(await wait).toBe(false);
    await other.close();
  });

  it('is dropped with a log line when malformed', async () => {
    const channel = replyChannel(gateway.prefix, listener.address);
    for (const text of ['{', '{}', '{"requestId":"x","attempt":1}']) await redis.client.publish(channel, text);
    await eventually(() => gateway.lines.length === 3);
    const id = randomUUID();
    const wait = listener.wait(id, 5_000);
    await send(id);
    expect(await wait).toBe(true);
  });

  it('to a gateway that is gone is no error', async () => {
    await expect(send(randomUUID(), randomUUID())).resolves.toBeUndefined();
  });

  it('refuses to send what is no reply', async () => {
    await expect(worker.queue.replies.send('x', { requestId: 'x', attempt: 0 })).rejects.toThrow();
  });

  it('is heard again after Redis was away', async () => {
    await redis.kill();
    await redis.start();
    const id = randomUUID();
    const wait = listener.wait(id, 10_000);
    await eventually(async () => {
      await send(id).catch(() => undefined);
      return Promise.race([wait, new Promise<false>((resolve) => setTimeout(() => resolve(false), 50))]);
    }, 9_000);
    expect(await wait).toBe(true);
  });
});
