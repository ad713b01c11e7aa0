import type { Random } from './random.js';

/** Accounts by size, and the shard each one's requests go to. */
export interface Accounts {
  draw(random: Random): number;
  shardOf(account: number): number;
  /** Share of all requests by shard. */
  readonly shardShares: readonly number[];
}

export interface AccountsOptions {
  readonly count: number;
  /** Share of all requests that the largest sends. */
  readonly largestShare: number;
  readonly shards: number;
}

/** FNV-1a over the account's id, with its bits mixed, modulo the shards. */
export const shardOfId = (id: string, shards: number): number => {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45_d9_f3_b);
  return ((hash ^ (hash >>> 16)) >>> 0) % shards;
};

/** The others' sizes fall with their rank (Zipf), below the largest. */
export const createAccounts = ({ count, largestShare, shards }: AccountsOptions): Accounts => {
  const ranks = Array.from({ length: count - 1 }, (_, index) => 1 / (index + 2));
  const sum = ranks.reduce((total, weight) => total + weight, 0);
  const shares = [largestShare, ...ranks.map((weight) => (weight / sum) * (1 - largestShare))];
  const upTo = new Float64Array(count);
  let total = 0;
  shares.forEach((share, index) => {
    total += share;
    upTo[index] = total;
  });
  const shardByAccount = shares.map((_, index) => shardOfId(`account-${index}`, shards));
  const shardShares = Array.from({ length: shards }, () => 0);
  shares.forEach((share, index) => {
    const shard = shardByAccount[index] ?? 0;
    shardShares[shard] = (shardShares[shard] ?? 0) + share;
  });
  return {
    draw: (random) => {
      const point = random.next() * total;
      let [low, high] = [0, count - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((upTo[middle] ?? 0) < point) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    shardOf: (account) => shardByAccount[account] ?? 0,
    shardShares,
  };
};
