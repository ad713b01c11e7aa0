import type { QueueName } from '@quarry/contracts';
import { WINDOW_PER_SLOT } from '../bounds.js';

/** A job that this replica leads. */
export interface LedJob {
  readonly id: string;
  readonly accountId: string;
  readonly queue: QueueName;
  /** Items that its leader does not know to have ended. */
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

/** A job may be newer than the last sample of the load. */
const workOf = (led: readonly LedJob[], loads: readonly QueueLoad[]): AccountWork => ({
  led,
  jobs: Math.max(
    led.length,
    loads.reduce((total, { jobs }) => total + jobs, 0),
  ),
  openItems: Math.max(sum(led), sum(loads)),
});

/**
 * Shares places max-min fairly: no demand gets more than it asks for, and what it leaves goes to larger demands. If there are fewer
 * places than demands, the first ones get one each.
 */
export const shareFairly = (places: number, demands: readonly number[]): number[] => {
  const shares = demands.map(() => 0);
  const wanting = demands
    .map((demand, index) => ({ demand: Math.max(0, Math.floor(demand)), index }))
    .filter(({ demand }) => demand > 0)
    // A remainder goes to the last in this order, which is the first of the largest demands.
    .sort((one, other) => one.demand - other.demand || other.index - one.index);
  if (places <= wanting.length) {
    const first = wanting.map(({ index }) => index).sort((one, other) => one - other);
    for (const index of first.slice(0, Math.max(0, Math.floor(places)))) shares[index] = 1;
    return shares;
  }
  let left = Math.floor(places);
  wanting.forEach(({ demand, index }, rank) => {
    const share = Math.min(demand, Math.floor(left / (wanting.length - rank)));
    shares[index] = share;
    left -= share;
  });
  return shares;
};

/** The led jobs' parts of their account's share; jobs of other replicas are assumed to be of equal size. */
const shareOfJobs = (share: number, { led, jobs, openItems }: AccountWork): number[] => {
  const demands = led.map((job) => job.openItems);
  const others = jobs - led.length;
  if (others === 0) return shareFairly(share, demands);
  // The order of all jobs is not known here, so each replica gives places in proportion to the jobs it leads.
  if (share < jobs) return shareFairly(Math.max(1, Math.ceil((share * led.length) / jobs)), demands);
  const demandOfOthers = Math.max(1, Math.ceil((openItems - sum(led)) / others));
  return shareFairly(share, [...demands, ...Array.from({ length: others }, () => demandOfOthers)]);
};

/**
 * How many items of each led job may be in flight. A queue's window is about twice the slots of its live workers. It is shared
 * fairly among the accounts with open work there, at least one each, and an account's share among its jobs. Without live workers
 * nothing is handed over, because an item's deadline starts then.
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
