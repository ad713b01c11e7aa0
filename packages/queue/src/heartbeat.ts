import { randomUUID } from 'node:crypto';
import type { ExitCount, ProcessBeat } from '@quarry/contracts';
import { BEAT_MS } from './bounds.js';
import type { QueueLog } from './connection/connections.js';
import type { ProcessRegistry } from './port.js';

export interface HeartbeatOptions {
  readonly processes: Pick<ProcessRegistry, 'beat' | 'leave' | 'countExits'>;
  readonly describe: () => ProcessBeat;
  /** What happened since the last call; asked for at every beat. */
  readonly takeExitCounts?: (() => readonly ExitCount[]) | undefined;
  readonly log: QueueLog;
  /** Default: `BEAT_MS`. */
  readonly everyMs?: number | undefined;
}

export interface Heartbeat {
  /** Leaves the list; never rejects. */
  stop(): Promise<void>;
}

/** Tells operators of this process until it stops. What cannot be sent is dropped: nothing depends on it. */
export const startHeartbeat = (options: HeartbeatOptions): Heartbeat => {
  const { processes, describe, takeExitCounts = () => [], log, everyMs = BEAT_MS } = options;
  const id = randomUUID();
  let isDown = false;
  let isStopped = false;
  let running: Promise<void> | undefined;
  const beat = async (): Promise<void> => {
    try {
      await Promise.all([processes.beat(id, describe()), processes.countExits(takeExitCounts())]);
      isDown = false;
    } catch (error) {
      if (!isDown) log.warn('could not tell of this process', { reason: String(error) });
      isDown = true;
    }
  };
  const tick = (): void => {
    if (!isStopped) running ??= beat().finally(() => (running = undefined));
  };
  const timer = setInterval(tick, everyMs);
  timer.unref();
  tick();
  return {
    stop: async () => {
      isStopped = true;
      clearInterval(timer);
      await running;
      await Promise.allSettled([processes.countExits(takeExitCounts()), processes.leave(id)]);
    },
  };
};
