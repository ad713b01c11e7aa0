import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestRedis, type TestRedis } from '@quarry/testkit';
import { openQueue, type JobQueue } from './open-queue.js';

let redis: TestRedis;
let queues: JobQueue[];
let nowMs = 1_000_000;
beforeAll(async () => {
  redis = await startTestRedis();
  const prefix = `test-${randomUUID()}`;
  const log = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} };
  queues = [1, 2].map(() => openQueue({ redisUrl: redis.url, prefix, log, now: () => nowMs }));
});
afterAll(async () => {
  await Promise.all(queues.map((queue) => queue.close()));
  await redis.close();
});

it('turns at a site follow each other by their gaps, whichever process asks, and those that would be too late are not reserved', async () => {
  const reserve = (from: number, gapMs: number, mostMs = 60_000, site = 'a.example') =>
    queues[from]?.siteTurns.reserve({ site, gapMs, mostMs });
  expect(await reserve(0, 2_000)).toBe(0);
  expect(await reserve(1, 2_000)).toBe(2_000);
  expect(await reserve(0, 500)).toBe(2_500);
  expect(await reserve(1, 2_000, 4_000)).toBeUndefined();
  expect(await reserve(0, 2_000, 4_500)).toBe(4_500);
  expect(await reserve(0, 2_000, 60_000, 'b.example')).toBe(0);
  nowMs += 30_000;
  expect(await reserve(1, 2_000)).toBe(0);
});
