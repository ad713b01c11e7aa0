import { createHmac } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';

const PROBE_TIMEOUT_MS = 1_000;

/** The settings of the fleet's own Redis: durable within a second, reachable from this machine only, never evicting. */
export const redisConfiguration = ({ folder, port, password }) =>
  [
    `port ${port}`,
    'bind 127.0.0.1',
    'protected-mode yes',
    `requirepass ${password}`,
    `dir "${folder.replace(/["\\]/g, '\\$&')}"`,
    'appendonly yes',
    'appendfsync everysec',
    'save ""',
    'maxmemory-policy noeviction',
    'daemonize no',
    '',
  ].join('\n');

const redisFolder = (dataDir) => path.join(dataDir, 'redis');

/** The file that records the Redis process of a data folder. */
export const redisNote = (dataDir) => path.join(redisFolder(dataDir), 'process.json');

/** Writes the configuration; returns its file and the address for clients. */
export const prepareRedis = ({ dataDir, port, secret }) => {
  const folder = redisFolder(dataDir);
  const password = createHmac('sha256', secret).update('embedded redis').digest('hex');
  const file = path.join(folder, 'redis.conf');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(file, redisConfiguration({ folder, port, password }), { mode: 0o600 });
  return { file, port, password, url: `redis://:${password}@127.0.0.1:${port}` };
};

/** True when Redis responds and has read its data. */
export const isRedisReady = ({ port, password }) =>
  new Promise((resolve) => {
    let answer = '';
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(`AUTH ${password}\r\nPING\r\n`));
    const end = (isReady) => {
      socket.destroy();
      resolve(isReady);
    };
    socket.setTimeout(PROBE_TIMEOUT_MS, () => end(false));
    socket.on('error', () => end(false));
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1');
      if (answer.includes('+PONG')) end(true);
      else if (/^-(LOADING|NOAUTH|ERR)/m.test(answer)) end(false);
    });
  });
