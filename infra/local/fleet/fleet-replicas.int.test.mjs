import { afterEach, describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { findNativeTools } from '../setup/native-tools.mjs';
import { findFreePort, findFreePorts } from '../host/local-ports.mjs';
import { isAlive } from '../host/process-identity.mjs';
import { createFakeRoot, removeFakeRoot, runFakeFleet } from './testing/fake-fleet.mjs';

const { paths: tools } = findNativeTools(process.env);
const ifRedis = tools.REDIS_SERVER ? describe : describe.skip;

/** Says what it was told, and writes down its end. */
const SERVICE = `
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
console.log(JSON.stringify(process.env));
createServer((request, response) => response.end()).listen(Number(process.env.HEALTH_PORT), '127.0.0.1');
const service = process.argv[1].split('/').at(-1).replace('.js', '');
process.on('SIGTERM', () => {
  appendFileSync(process.env.QUARRY_DATA + '/ends', service + '\\n');
  process.exit(0);
});
process.stdin.on('end', () => process.exit(0)).resume();
`;
const BROKEN = 'process.exit(1);';

let root;
let fleet;
const run = (options) => {
  fleet = runFakeFleet(root, { tools, ...options });
  return fleet;
};
afterEach(async () => {
  fleet.runner.kill('SIGKILL');
  await fleet.ended;
  removeFakeRoot(root);
});

/** The first of two ports that are free and reserved for this process: no connection of another test takes them meanwhile. */
const twoPorts = async (triesLeft = 20) => {
  const first = await findFreePort();
  const next = { first: first + 1, last: first + 1 };
  try {
    await findFreePorts(1, '127.0.0.1', next);
    return first;
  } catch (error) {
    if (triesLeft > 0) return twoPorts(triesLeft - 1);
    throw error;
  }
};

const logs = () =>
  readdirSync(path.join(root.dataDir, 'logs'))
    .filter((name) => name !== 'redis.log')
    .sort();
const toldTo = (name) => JSON.parse(readFileSync(path.join(root.dataDir, 'logs', `${name}.log`), 'utf8'));

ifRedis('a fleet with several replicas of a service', () => {
  it('has a name, a log and ports for each, and stops service after service', async () => {
    root = createFakeRoot({ services: { reader: SERVICE, gateway: SERVICE } });
    run({ replicas: { reader: 7, gateway: 2 }, workerMemoryBytes: 700_000_000 });
    await fleet.seen('READY');
    expect(fleet.output()).toContain('✓ 7 × reader and 2 × gateway');
    const names = ['reader', ...[2, 3, 4, 5, 6, 7].map((number) => `reader-${number}`)];
    expect(logs()).toEqual(['gateway', 'gateway-2', ...names].map((name) => `${name}.log`).sort());

    const demo = fleet.demo();
    expect(demo.gateways).toHaveLength(2);
    expect(demo.gateways[0]).toBe(demo.baseUrl);
    expect(['gateway', 'gateway-2'].map((name) => `http://127.0.0.1:${toldTo(name).PORT}`)).toEqual(demo.gateways);
    const told = [...names, 'gateway', 'gateway-2'].map(toldTo);
    expect(new Set([...told.map(({ HEALTH_PORT }) => HEALTH_PORT), ...told.map(({ PORT }) => PORT)]).size).toBe(11);
    for (const one of told) {
      expect(one).toMatchObject({ BASE_URL: demo.baseUrl, WORKER_MEMORY_BYTES: '700000000' });
    }

    const processes = fleet.processes();
    expect(processes).toHaveLength(10);
    fleet.runner.kill('SIGUSR2');
    expect(await fleet.ended).toBe(0);
    expect(processes.some(isAlive)).toBe(false);
    const ends = readFileSync(path.join(root.dataDir, 'ends'), 'utf8').trim().split('\n');
    expect(ends).toEqual(['gateway', 'gateway', ...Array(7).fill('reader')]);
  });

  it('starts the one that crashed again, under its name and on its ports', async () => {
    root = createFakeRoot({ services: { reader: SERVICE } });
    run({ replicas: { reader: 3 }, env: { WORKER_MEMORY_BYTES: '800000000' }, workerMemoryBytes: 700_000_000 });
    await fleet.seen('READY');
    const before = toldTo('reader-2');
    expect(before.WORKER_MEMORY_BYTES).toBe('800000000');
    const others = fleet.processes();
    process.kill(others[2].pid, 'SIGKILL');
    await fleet.seen('reader-2 ended (SIGKILL); started again at once');
    const endsAt = Date.now() + 10_000;
    const log = path.join(root.dataDir, 'logs', 'reader-2.log');
    const lines = () => readFileSync(log, 'utf8').trim().split('\n');
    while (lines().length < 2 && Date.now() < endsAt) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(JSON.parse(lines()[1])).toEqual(before);
    expect([0, 1, 3].every((index) => isAlive(others[index]))).toBe(true);
  });

  it('starts none any more once one could not start', async () => {
    root = createFakeRoot({ services: { broken: BROKEN, reader: SERVICE } });
    run({ replicas: { reader: 16 } });
    expect(await fleet.ended).toBe(1);
    expect(fleet.output()).toContain('broken ended at its start');
    expect(logs().length).toBeLessThan(17);
    expect(existsSync(path.join(root.dataDir, 'runner.lock'))).toBe(false);
  });

  it('names the port that a later gateway cannot have', async () => {
    root = createFakeRoot({ services: { gateway: SERVICE } });
    const first = await twoPorts();
    const server = createServer();
    await new Promise((resolve) => server.listen(first + 1, '127.0.0.1', resolve));
    run({ replicas: { gateway: 3 }, env: { PORT: String(first) } });
    expect(await fleet.ended).toBe(1);
    server.close();
    expect(fleet.output()).toContain(`Port ${first + 1} is taken and 3 gateways need ${first} to ${first + 2}`);
    expect(existsSync(path.join(root.dataDir, 'logs'))).toBe(false);
  });
});
