import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { FLEET } from '../../local/fleet/replicas.mjs';
import { fillSecrets, readContainers } from './containers.mjs';
import { environmentOnOneMachine, redisOnOneMachine, variablesOnOneMachine } from './one-machine.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const example = parseEnv(fillSecrets(readFileSync(`${ROOT}infra/docker/compose.env.example`, 'utf8')));
const STORES = { MONGODB_URI: 'mongodb://127.0.0.1:1/quarry', S3_ENDPOINT: 'http://127.0.0.1:2' };

const onOneMachine = (more = {}) => {
  const variables = variablesOnOneMachine({
    variables: { ...example, ...STORES, ...more },
    port: 4_000,
    consolePort: 4_001,
    redisPort: 5_000,
  });
  const containers = readContainers({ root: ROOT, variables });
  return { variables, containers, environmentOf: (name) => environmentOnOneMachine(name, containers[name], variables) };
};

describe('the containers of docker-compose.yml on one machine', () => {
  it('differ from themselves in addresses and in how they hear of their memory', () => {
    const there = readContainers({ root: ROOT, variables: example });
    const here = onOneMachine();
    const changes = FLEET.map((name) => {
      const env = here.environmentOf(name);
      const names = Object.keys({ ...there[name].env, ...env });
      return [name, names.filter((one) => env[one] !== there[name].env[one]).sort()];
    });
    expect(here.environmentOf('console')).toMatchObject({
      ...{ CONSOLE_URL: 'http://127.0.0.1:4001', CONSOLE_GATEWAY_URL: 'http://127.0.0.1:4000' },
    });
    const addresses = ['BASE_URL', 'CONSOLE_HOST', 'HEALTH_HOST', 'HOST', 'MONGODB_URI', 'REDIS_URL'];
    const worker = [...addresses, 'S3_ENDPOINT', 'WORKER_MEMORY_BYTES'];
    expect(Object.fromEntries(changes)).toEqual({
      ...{ 'browser-scrape': worker, serp: worker, sites: worker },
      ...{ 'batch-fanout': [...addresses, 'S3_ENDPOINT'], gateway: [...addresses, 'S3_ENDPOINT'] },
      console: [...addresses, 'CONSOLE_GATEWAY_URL', 'CONSOLE_URL'].sort(),
    });
    expect(here.environmentOf('serp')).toMatchObject({
      ...STORES,
      BASE_URL: 'http://127.0.0.1:4000',
      REDIS_URL: `redis://:${example.REDIS_PASSWORD}@127.0.0.1:5000`,
      WORKER_MEMORY_BYTES: String(2 * 1_024 ** 3),
    });
  });

  it('take what the variables say', () => {
    const { environmentOf } = onOneMachine({
      ...{ REDIS_URL: 'redis://elsewhere:1', PUBLISH_HOST: '0.0.0.0', SERP_MEMORY: '768m' },
    });
    expect(environmentOf('serp')).toMatchObject({ REDIS_URL: 'redis://elsewhere:1', WORKER_MEMORY_BYTES: '805306368' });
    expect(environmentOf('gateway').HOST).toBe('0.0.0.0');
  });

  it('need stores elsewhere', () => {
    expect(() => variablesOnOneMachine({ variables: example, port: 1, redisPort: 2 })).toThrow(
      'MONGODB_URI and S3_ENDPOINT must be set',
    );
  });

  it('have a Redis with the flags and the password of its container', () => {
    const { redis } = onOneMachine().containers;
    const { argv, env } = redisOnOneMachine(redis, { folder: '/a folder', port: 5_000 });
    expect(argv.slice(0, 2)).toEqual(['/bin/sh', '-euc']);
    expect(argv[2]).toContain(
      'exec redis-server "$REDIS_FOLDER/redis.conf" --bind 127.0.0.1 --port 5000 --dir "$REDIS_FOLDER"',
    );
    expect(argv[2]).toContain('--appendonly yes --appendfsync everysec');
    expect(argv[2]).toContain('--maxmemory-policy noeviction');
    expect(argv[2]).not.toMatch(/\/tmp|\/data/);
    expect(env).toEqual({ REDIS_PASSWORD: example.REDIS_PASSWORD, REDIS_FOLDER: '/a folder' });
    expect(() =>
      redisOnOneMachine({ ...redis, argv: ['sh', '-c', 'redis-server'] }, { folder: '/f', port: 1 }),
    ).toThrow('is not where it was');
  });
});
