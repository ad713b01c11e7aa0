import { Redis } from 'ioredis';
import type { RedisUse } from './figures.js';

/** Counters of a Redis. */
export interface RedisSample {
  readonly commands: ReadonlyMap<string, number>;
  readonly bytesIn: number;
  readonly bytesOut: number;
}

export interface RedisWatch {
  sample(): Promise<RedisSample>;
  close(): void;
}

const SCRIPTS = new Set(['eval', 'evalsha']);
/** Commands of the measurement itself. */
const OWN = new Set(['info']);

const numberOf = (info: string, field: string): number =>
  Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);

const commandsOf = (info: string): Map<string, number> =>
  new Map(
    [...info.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)]
      .map(([, name = '', calls]): [string, number] => [name, Number(calls)])
      .filter(([name]) => !OWN.has(name)),
  );

export const watchRedis = (url: string): RedisWatch => {
  const redis = new Redis(url);
  return {
    sample: async () => {
      const [stats, commands] = await Promise.all([redis.info('stats'), redis.info('commandstats')]);
      return {
        commands: commandsOf(commands),
        bytesIn: numberOf(stats, 'total_net_input_bytes'),
        bytesOut: numberOf(stats, 'total_net_output_bytes'),
      };
    },
    close: () => redis.disconnect(),
  };
};

/** Commands that scripts call count as well: the server works for each of them. */
export const redisUseBetween = (before: RedisSample, after: RedisSample, count: number): RedisUse => {
  const calls = [...after.commands].map(([name, value]): [string, number] => [
    name,
    (value - (before.commands.get(name) ?? 0)) / count,
  ]);
  const sum = (wanted: (name: string) => boolean): number =>
    calls.filter(([name]) => wanted(name)).reduce((total, [, value]) => total + value, 0);
  return {
    commands: sum(() => true),
    scripts: sum((name) => SCRIPTS.has(name)),
    bytesIn: (after.bytesIn - before.bytesIn) / count,
    bytesOut: (after.bytesOut - before.bytesOut) / count,
  };
};
