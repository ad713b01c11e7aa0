export type * from './port.js';
export { startHeartbeat, type Heartbeat, type HeartbeatOptions } from './heartbeat.js';
export { openQueue, type JobQueue, type QueueOptions } from './open-queue.js';
export type { WorkerOptions } from './slots/slot-worker.js';
export { QueueUnavailableError } from './connection/unavailable.js';
export { RedisUnfitError } from './connection/check-redis.js';
