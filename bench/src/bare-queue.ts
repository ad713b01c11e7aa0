/** Peer 2: express and one BullMQ round trip to a worker in this process. Prints its port, serves until killed. */
import type { AddressInfo } from 'node:net';
import { Queue, QueueEvents, Worker } from 'bullmq';
import express from 'express';
import { Redis } from 'ioredis';

/** Finished jobs that are kept: a job that is removed at once may be gone before its result is read. */
const KEPT_JOBS = 1_000;
const redisUrl = process.argv[2] ?? '';
const connect = (): Redis => new Redis(redisUrl, { maxRetriesPerRequest: null });
const name = `bare-${process.pid}`;
const queue = new Queue(name, { connection: connect() });
const events = new QueueEvents(name, { connection: connect() });
queue.setMaxListeners(0);
events.setMaxListeners(0);
const worker = new Worker(name, async (job) => ({ got: job.data as unknown }), {
  connection: connect(),
  concurrency: 32,
});
await Promise.all([queue.waitUntilReady(), events.waitUntilReady(), worker.waitUntilReady()]);

const app = express();
app.use(express.json());
app.post('/', (request, response, next) => {
  queue
    .add('job', request.body as unknown, { removeOnComplete: KEPT_JOBS })
    .then((job) => job.waitUntilFinished(events))
    .then((result: unknown) => response.json(result))
    .catch(next);
});
const server = app.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }));
});
