/** Accounts by size, and the queue servers (shards) that their requests go to. */
export interface Accounts {
  /** The account at a point from 0 up to, not including, 1. */
  draw(point: number): number;
  /** `point` tells which of its shards takes the request of an account that has several. */
  shardOf(account: number, point: number): number;
  /** Share of all requests by shard. */
  readonly shardShares: readonly number[];
  /** Accounts whose hash needs a second part, since each is more than a fair share of what the table places. */
  readonly divided: number;
}

export interface AccountsOptions {
  readonly count: number;
  /** Share of all requests that the largest sends. */
  readonly largestShare: number;
  readonly shards: number;
}

/** So many of the largest stand in a table; the others go by hash. */
export const ACCOUNTS_IN_TABLE = 100;

/** FNV-1a over the account's id, with its bits mixed, modulo the shards. */
export const shardOfId = (id: string, shards: number): number => {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45_d9_f3_b);
  return ((hash ^ (hash >>> 16)) >>> 0) % shards;
};

/** The others' sizes fall with their rank (Zipf), below the largest. */
const sharesOf = ({ count, largestShare }: AccountsOptions): number[] => {
  const ranks = Array.from({ length: count - 1 }, (_, index) => 1 / (index + 2));
  const sum = ranks.reduce((total, weight) => total + weight, 0);
  return [largestShare, ...ranks.map((weight) => (weight / sum) * (1 - largestShare))];
};

/** The small ones by hash, then each part of the large ones to the shard with the least, the largest part first. */
const place = (shares: readonly number[], shards: number) => {
  const shardShares = Array.from({ length: shards }, () => 0);
  const add = (shard: number, share: number): void => void (shardShares[shard] = (shardShares[shard] ?? 0) + share);
  const shardsOf = shares.map((share, account) => {
    if (account < ACCOUNTS_IN_TABLE) return [];
    const shard = shardOfId(`account-${account}`, shards);
    add(shard, share);
    return [shard];
  });
  const large = shares.slice(0, ACCOUNTS_IN_TABLE);
  const room = large.reduce((sum, share) => sum + share, 0) / shards;
  const parts = large.flatMap((share, account) => {
    const count = Math.ceil(share / room);
    return Array.from({ length: count }, () => ({ account, share: share / count }));
  });
  for (const { account, share } of parts.toSorted((left, right) => right.share - left.share)) {
    const shard = shardShares.indexOf(Math.min(...shardShares));
    add(shard, share);
    shardsOf[account]?.push(shard);
  }
  return { shardShares, shardsOf };
};

/** The largest accounts are placed by a table, the others by hash. The same options give the same places. */
export const createAccounts = (options: AccountsOptions): Accounts => {
  const { count, shards } = options;
  const shares = sharesOf(options);
  const upTo = new Float64Array(count);
  let total = 0;
  shares.forEach((share, index) => {
    total += share;
    upTo[index] = total;
  });
  const { shardShares, shardsOf } = place(shares, shards);
  return {
    draw: (point) => {
      const sought = point * total;
      let [low, high] = [0, count - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((upTo[middle] ?? 0) < sought) low = middle + 1;
        else high = middle;
      }
      return low;
    },
    shardOf: (account, point) => {
      const places = shardsOf[account] ?? [];
      return places[Math.floor(point * places.length)] ?? 0;
    },
    shardShares,
    divided: shardsOf.filter((places) => places.length > 1).length,
  };
};
