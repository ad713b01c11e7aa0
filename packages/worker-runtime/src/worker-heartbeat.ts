import { MAX_REPORTED_EXITS, type ProcessBeat } from '@quarry/contracts';
import type { Fetcher } from '@quarry/egress';
import { createProcessDescription, type Logger } from '@quarry/observability';
import { startHeartbeat, type Heartbeat, type JobQueue, type JobWorker } from '@quarry/queue';
import type { MemoryGate } from './memory/memory-gate.js';

export interface WorkerHeartbeatOptions {
  readonly name: string;
  readonly slots: number;
  readonly queue: Pick<JobQueue, 'processes'>;
  readonly jobs: Pick<JobWorker, 'activeCount'>;
  readonly gate: Pick<MemoryGate, 'lastBytes'>;
  readonly fetcher: Pick<Fetcher, 'exits'>;
  /** Without `open` the browser has reported none yet. */
  readonly pages: { readonly open?: number };
  readonly log: Logger;
}

/** Tells operators of a worker and its exits. Its memory includes its Chromium. */
export const startWorkerHeartbeat = (options: WorkerHeartbeatOptions): Heartbeat => {
  const { name, slots, queue, jobs, gate, fetcher, pages, log } = options;
  const describeProcess = createProcessDescription(name);
  const describe = (): ProcessBeat => {
    const process = describeProcess();
    const resting = fetcher.exits?.resting().slice(0, MAX_REPORTED_EXITS);
    return {
      ...process,
      memoryBytes: Math.max(Math.round(gate.lastBytes), process.memoryBytes),
      activeJobs: jobs.activeCount,
      slots,
      pagesOpen: pages.open,
      exits: fetcher.exits?.exits.slice(0, MAX_REPORTED_EXITS),
      restingExits: resting?.map((exit) => ({ ...exit })),
    };
  };
  const takeExitCounts = () => fetcher.exits?.takeCounts() ?? [];
  return startHeartbeat({ processes: queue.processes, describe, takeExitCounts, log });
};
