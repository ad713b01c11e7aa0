import type { QueueName } from '@quarry/contracts';
import { WINDOW_PER_SLOT } from '../bounds.js';
import { shareFairly } from './share-fairly.js';

/** A job this replica leads. */
export interface LedJob {
  readonly id: string;
  readonly accountId: string;
  readonly queue: QueueName;
  /** Items that have not ended, as far as its leader knows. */
  readonly openItems: number;
}

/** Led jobs of an account on one queue and their open work, over all replicas. */
export interface QueueLoad {
  readonly accountId: string;
  readonly queue: QueueName;
  readonly jobs: number;
  readonly openItems: number;
}

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
};

interface AccountWork {
  readonly led: readonly LedJob[];
  readonly jobs: number;
  readonly openItems: number;
}

const sum = (items: readonly { readonly openItems: number }[]): number =>
  items.reduce((total, { openItems }) => total + openItems, 0);

/** A job may be newer than the last look at the load. */
const workOf = (led: readonly LedJob[], loads: readonly QueueLoad[]): AccountWork => ({
  led,
  jobs: Math.max(
    led.length,
    loads.reduce((total, { jobs }) => total + jobs, 0),
  ),
  openItems: Math.max(sum(led), sum(loads)),
});

/** The led jobs' places of their account's share; other replicas' jobs are taken to be of equal size. */
const shareOfJobs = (share: number, { led, jobs, openItems }: AccountWork): number[] => {
  const demands = led.map((job) => job.openItems);
  const others = jobs - led.length;
  if (others === 0) return shareFairly(share, demands);
  // Who is first among all jobs is not known here: each replica gives places in proportion to what it leads.
  if (share < jobs) return shareFairly(Math.max(1, Math.ceil((share * led.length) / jobs)), demands);
  const demandOfOthers = Math.max(1, Math.ceil((openItems - sum(led)) / others));
  return shareFairly(share, [...demands, ...Array.from({ length: others }, () => demandOfOthers)]);
};

/**
 * How many items of each led job may be in flight. A queue's window is about twice the slots of its live workers, shared
 * fairly among the accounts with open work there, at least one each, and an account's share among its jobs. Without live
 * workers nothing is handed over: an item's deadline runs from there.
 */
export const shareWindows = (
  slotsOf: (queue: QueueName) => number,
  loads: readonly QueueLoad[],
  led: readonly LedJob[],
): Map<string, number> => {
  const windows = new Map<string, number>(led.map(({ id }) => [id, 0]));
  for (const [queue, ledOfQueue] of groupBy(led, (job) => job.queue)) {
    // safe because the key is a led job's queue
    const slots = slotsOf(queue as QueueName);
    if (slots <= 0) continue;
    const ledByAccount = groupBy(ledOfQueue, (job) => job.accountId);
    const loadByAccount = groupBy(
      loads.filter((load) => load.queue === queue),
      (load) => load.accountId,
    );
    const accountIds = [...new Set([...loadByAccount.keys(), ...ledByAccount.keys()])];
    const works = accountIds.map((id) => workOf(ledByAccount.get(id) ?? [], loadByAccount.get(id) ?? []));
    const shares = shareFairly(
      slots * WINDOW_PER_SLOT,
      works.map(({ openItems }) => openItems),
    );
    works.forEach((work, index) => {
      const ofJobs = shareOfJobs(Math.max(1, shares[index] ?? 0), work);
      work.led.forEach((job, place) => windows.set(job.id, ofJobs[place] ?? 0));
    });
  }
  return windows;
};
