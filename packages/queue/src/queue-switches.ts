import type { QueueName } from '@quarry/contracts';
import type { Redis } from 'ioredis';
import { MAX_JOBS_PER_CALL } from './bounds.js';
import { withTimeout } from './connection/unavailable.js';
import type { LaneQueues } from './lane-queues.js';
import { laneKey, LANES, refOf, switchKey } from './names.js';
import type { JobPriority, JobRef, QueueSwitch, QueueSwitches } from './port.js';

/** KEYS[1]: the switch. ARGV: the state that it must have, the next one. Returns 1 if it had it. */
const MOVE = `
if redis.call('HGET', KEYS[1], 'state') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'state', ARGV[2])
return 1`;

export interface QueueSwitchesOptions {
  readonly redis: Redis;
  readonly prefix: string;
  readonly now: () => number;
  readonly queues: LaneQueues;
}

/**
 * The library keeps the pause itself in both lists, so no worker takes a job once it is written. Ours adds who did it and whether
 * waiting jobs are to be ended. Every step may be repeated: a process that dies within one leaves the rest to the next call.
 */
export const openQueueSwitches = ({ redis, prefix, now, queues }: QueueSwitchesOptions): QueueSwitches => {
  const close = async (queue: QueueName, by: string, state: 'paused' | 'draining'): Promise<void> => {
    const record = { state, by, atMs: now() };
    const work = async () => {
      await redis.hset(switchKey(prefix, queue), record);
      await Promise.all(LANES.map((lane) => queues.get(queue, lane).pause()));
    };
    await withTimeout('pausing a queue', work());
  };

  const read = async (queue: QueueName): Promise<QueueSwitch> => {
    const record = await withTimeout('reading a switch', redis.hgetall(switchKey(prefix, queue)));
    const { state, by = '', atMs } = record;
    return state === 'paused' || state === 'draining' ? { state, by, atMs: Number(atMs) } : { state: 'open' };
  };

  return {
    read,
    pause: (queue, by) => close(queue, by, 'paused'),
    drain: (queue, by) => close(queue, by, 'draining'),
    resume: async (queue) => {
      const work = async () => {
        await Promise.all(LANES.map((lane) => queues.get(queue, lane).resume()));
        await redis.del(switchKey(prefix, queue));
      };
      await withTimeout('resuming a queue', work());
    },
    noteDrained: async (queue) => {
      const work = redis.eval(MOVE, 1, switchKey(prefix, queue), 'draining', 'paused');
      return (await withTimeout('ending a drain', work)) === 1;
    },
    waiting: async (queue: QueueName, lane: JobPriority, limit: number): Promise<JobRef[]> => {
      const count = Math.max(1, Math.min(limit, MAX_JOBS_PER_CALL));
      const ids = await withTimeout(
        'reading waiting jobs',
        redis.lrange(laneKey(prefix, queue, lane, 'wait'), -count, -1),
      );
      return ids.flatMap((id) => refOf(id) ?? []);
    },
  };
};
