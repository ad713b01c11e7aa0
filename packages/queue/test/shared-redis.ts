import { startRedis, type RedisFixture } from './redis-fixture.js';

const AT_END = Symbol.for('quarry.test.atEnd');
/** Where the runner of the tests keeps what is to be ended with this process. */
const host = globalThis as { [AT_END]?: (() => Promise<void>)[] };

/** What tests may do with a server that others use after them. */
export type SharedRedis = Pick<RedisFixture, 'url' | 'client'>;

let shared: Promise<RedisFixture> | undefined;

const start = async (): Promise<RedisFixture> => {
  const redis = await startRedis();
  // A process that ends without its runner's word must leave no server behind.
  process.once('exit', () => void redis.kill());
  (host[AT_END] ??= []).push(() => redis.stop());
  return redis;
};

/** The one redis-server of this test process. Every user has a prefix of its own; test files follow each other, so each may empty it. */
export const sharedRedis = (): Promise<SharedRedis> => (shared ??= start());
