import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const PORT = /^port (\d{1,5})$/m;
const PASSWORD = /^requirepass (\S+)$/m;

/** Address of the Redis that a fleet started for this data folder, as its configuration notes it; null when there is none. */
export const ownRedisUrl = async (dataDir: string): Promise<string | null> => {
  const noted = await readFile(join(dataDir, 'redis', 'redis.conf'), 'utf8').catch(() => '');
  const [port, password] = [PORT.exec(noted)?.[1], PASSWORD.exec(noted)?.[1]];
  if (port === undefined || password === undefined) return null;
  return `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}`;
};
