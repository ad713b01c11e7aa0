export type * from './port.js';
export { openQueue, type JobQueue, type QueueOptions } from './open-queue.js';
export type { WorkerOptions } from './slot-worker.js';
export { QueueUnavailableError } from './unavailable.js';
export { RedisUnfitError } from './check-redis.js';
