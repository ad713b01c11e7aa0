import { expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { Lane } from './lane.js';

it('a lane tells what goes wrong in the queue library, except that Redis is away, which the connection tells', async () => {
  const lines: unknown[] = [];
  const warn = (message: string, fields?: object): void => void lines.push({ message, ...fields });
  // Nobody listens there, and nobody looks again.
  const redis = new Redis({ port: 1, lazyConnect: true, maxRetriesPerRequest: null, retryStrategy: () => null });
  const lane = new Lane({ redis, prefix: 'test', queue: 'serp', lane: 'batch', log: { warn, error: warn } });
  redis.emit('error', Object.assign(new Error('read ECONNRESET'), { syscall: 'read' }));
  redis.emit('error', new Error('NOAUTH Authentication required.'));
  await lane.close();
  redis.disconnect();
  const line = { message: 'queue library error', queue: 'serp', lane: 'batch' };
  expect(lines).toContainEqual({ ...line, reason: 'NOAUTH Authentication required.' });
  expect(lines).not.toContainEqual(expect.objectContaining({ reason: expect.stringContaining('ECONN') }));
});
