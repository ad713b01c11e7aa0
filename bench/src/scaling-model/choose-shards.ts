import { createAccounts } from './accounts.js';
import { LIMITS, type Traffic } from './assumptions.js';

/** Beyond this, a fleet's own polling leaves no room on any server, however many there are. */
const MOST_SHARDS = 100;

export interface ShardLoad {
  /** Threads that the requests take, over all servers together. */
  readonly workShare: number;
  /** Of the thread of each server: replicas take from all of them, so each is polled by all. */
  readonly pollingShare: number;
}

export interface ShardChoice {
  readonly shards: number;
  /** Share of its thread that the busiest uses. */
  readonly busiestShare: number;
  /** Accounts that are too large for one. */
  readonly dividedAccounts: number;
  /** False when the busiest is above the limit with `MOST_SHARDS` of them. */
  readonly isEnough: boolean;
}

/** The fewest servers of which the busiest uses no more of its thread than it may. */
export const chooseShards = (
  { workShare, pollingShare }: ShardLoad,
  { accounts: count, largestAccount: largestShare }: Traffic,
): ShardChoice => {
  const choose = (shards: number): ShardChoice => {
    const { shardShares, divided } = createAccounts({ count, largestShare, shards });
    const busiestShare = workShare * Math.max(...shardShares) + pollingShare;
    return { shards, busiestShare, dividedAccounts: divided, isEnough: busiestShare <= LIMITS.redisShare };
  };
  const leastShards = Math.floor(workShare / (LIMITS.redisShare - pollingShare));
  if (pollingShare >= LIMITS.redisShare || leastShards > MOST_SHARDS) return choose(MOST_SHARDS);
  let choice = choose(Math.max(1, leastShards));
  while (!choice.isEnough && choice.shards < MOST_SHARDS) choice = choose(choice.shards + 1);
  return choice;
};
