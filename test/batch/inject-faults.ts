import type { FleetService } from '@quarry/testkit';
import type { BatchScene } from './batch-scene.js';
import { oneOf, shuffled, type Random } from './seeded-random.js';

/** Longer than the lock of a job: another worker takes the job while the first still has it. */
const FROZEN_MS = 9_000;
const LOOK_MS = 50;
/** Faults happen at most this long after the job has reached their place. */
const MAX_DELAY_MS = 300;

export type FaultKind = FleetService | 'FLUSHALL' | 'Redis restart' | 'frozen worker';

export interface FaultPlan {
  /** `kill -9` of services, evenly. */
  readonly kills: number;
  readonly flushes: number;
  readonly restarts: number;
  readonly freezes: number;
}

const KILLED: readonly FleetService[] = ['browser-scrape', 'batch-fanout', 'gateway'];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const repeat = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

const kinds = (plan: FaultPlan, random: Random): FaultKind[] => [
  // Frozen ones first: their thaw must come while the job runs.
  ...repeat<FaultKind>(plan.freezes, 'frozen worker'),
  ...shuffled<FaultKind>(random, [
    ...Array.from({ length: plan.kills }, (_, index) => KILLED[index % KILLED.length] ?? 'gateway'),
    ...repeat<FaultKind>(plan.flushes, 'FLUSHALL'),
    ...repeat<FaultKind>(plan.restarts, 'Redis restart'),
  ]),
];

const signal = (pid: number, name: NodeJS.Signals): boolean => {
  try {
    return process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
    return false;
  }
};

const somePid = async (scene: BatchScene, service: FleetService, random: Random): Promise<number> => {
  for (;;) {
    const pids = scene.pids(service);
    if (pids.length > 0) return oneOf(random, pids);
    await pause(LOOK_MS);
  }
};

const freeze = async (scene: BatchScene, random: Random): Promise<void> => {
  const pid = await somePid(scene, 'browser-scrape', random);
  if (!signal(pid, 'SIGSTOP')) return;
  // oxlint-disable-next-line quarry/no-long-sleep -- the lock of a job must run out, and other faults strike meanwhile
  await pause(FROZEN_MS);
  signal(pid, 'SIGCONT');
};

const strike = async (scene: BatchScene, kind: Exclude<FaultKind, 'frozen worker'>, random: Random): Promise<void> => {
  if (kind === 'FLUSHALL') await scene.redis.command('FLUSHALL');
  else if (kind === 'Redis restart') {
    await scene.redis.kill();
    await scene.redis.start();
  } else signal(await somePid(scene, kind, random), 'SIGKILL');
};

/**
 * Injects the planned faults at random moments, spread over a job by its progress, so that all of them happen while it runs.
 * Returns how often each kind happened.
 */
export const injectFaults = async (
  scene: BatchScene,
  jobId: string,
  plan: FaultPlan,
  random: Random,
): Promise<Readonly<Record<string, number>>> => {
  const struck: Record<string, number> = {};
  const thaws: Promise<void>[] = [];
  const planned = kinds(plan, random);
  for (const [index, kind] of planned.entries()) {
    const share = (index + 0.2 + random() * 0.6) / (planned.length + 1);
    for (;;) {
      const job = await scene.store.batches.get(jobId);
      if (job === null) throw new Error('the job is gone');
      if (job.finishedAtMs !== undefined) throw new Error(`the job ended before fault ${index}, ${kind}`);
      if (job.visibleCount >= share * job.requestsCount) break;
      await pause(LOOK_MS);
    }
    await pause(random() * MAX_DELAY_MS);
    if (kind === 'frozen worker') thaws.push(freeze(scene, random));
    else await strike(scene, kind, random);
    struck[kind] = (struck[kind] ?? 0) + 1;
  }
  await Promise.all(thaws);
  return struck;
};
