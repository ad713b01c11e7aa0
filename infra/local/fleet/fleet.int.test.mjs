import { afterEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { isRedisReady, redisNote } from './embedded-redis.mjs';
import { findNativeTools } from '../setup/native-tools.mjs';
import { identify, isAlive, readIdentity } from '../host/process-identity.mjs';
import { createFakeRoot, removeFakeRoot, runFakeFleet, TELLING_SERVICE } from './testing/fake-fleet.mjs';

const { paths: tools } = findNativeTools(process.env);
const ifRedis = tools.REDIS_SERVER ? describe : describe.skip;

/** Logs nothing of what it is told. */
const QUIET_SERVICE = `
import { createServer } from 'node:http';
createServer((request, response) => response.end()).listen(Number(process.env.HEALTH_PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
process.stdin.on('end', () => process.exit(0)).resume();
`;

const until = async (condition) => {
  const endsAt = Date.now() + 15_000;
  while (!condition()) {
    if (Date.now() > endsAt) throw new Error('it did not come to that');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/** How the Redis of a data folder is reached. */
const readRedis = ({ dataDir }) => {
  const text = readFileSync(path.join(dataDir, 'redis', 'redis.conf'), 'utf8');
  return { port: Number(/^port (\d+)/m.exec(text)[1]), password: /^requirepass (.+)/m.exec(text)[1] };
};

/** What a service that tells its environment was told. */
const toldTo = ({ dataDir }, name) => JSON.parse(readFileSync(path.join(dataDir, 'logs', `${name}.log`), 'utf8'));

const roots = [];
const runs = [];
/** Ended after a test whatever comes of it. */
const noted = [];
const fakeRoot = (options) => {
  const root = createFakeRoot(options);
  roots.push(root);
  return root;
};
const run = (root, options = {}) => {
  const started = runFakeFleet(root, { tools, ...options });
  runs.push(started);
  return started;
};

afterEach(async () => {
  for (const { runner, ended } of runs.splice(0)) {
    runner.kill('SIGKILL');
    await ended;
  }
  for (const identity of noted.splice(0)) if (isAlive(identity)) process.kill(identity.pid, 'SIGKILL');
  for (const root of roots.splice(0)) removeFakeRoot(root);
});

ifRedis('a fleet that starts and stops', () => {
  it('starts Redis and every service, writes demo.json last and leaves nothing after a stop', async () => {
    const root = fakeRoot();
    const fleet = run(root);
    await fleet.seen('READY');
    const demo = fleet.demo();
    expect(demo).toEqual({
      baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      gateways: [demo.baseUrl],
      filesUrl: `${demo.baseUrl}/files`,
      apiKey: expect.stringMatching(/^key-/),
    });
    const processes = fleet.processes();
    expect(processes).toHaveLength(3);
    expect(processes.every(isAlive)).toBe(true);

    fleet.runner.kill('SIGUSR2');
    expect(await fleet.ended).toBe(0);
    expect(processes.some(isAlive)).toBe(false);
    expect(existsSync(path.join(root.dataDir, 'demo.json'))).toBe(false);
    expect(existsSync(path.join(root.dataDir, 'runner.lock'))).toBe(false);
  });

  it('gives a console a port of its own, and tells everybody where it is', async () => {
    const root = fakeRoot({ services: { first: TELLING_SERVICE, console: TELLING_SERVICE } });
    const fleet = run(root);
    await fleet.seen('READY');
    const { baseUrl, consoleUrl } = fleet.demo();
    expect(consoleUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(consoleUrl).not.toBe(baseUrl);
    const told = { CONSOLE_PORT: new URL(consoleUrl).port, CONSOLE_URL: consoleUrl, CONSOLE_GATEWAY_URL: baseUrl };
    expect(toldTo(root, 'first')).toMatchObject(told);
    expect(toldTo(root, 'console')).toMatchObject(told);
  });

  it('keeps secret and key over a second start', async () => {
    const root = fakeRoot();
    const keys = [];
    for (let start = 0; start < 2; start += 1) {
      const fleet = run(root);
      await fleet.seen('READY');
      keys.push(fleet.demo().apiKey);
      fleet.runner.kill('SIGUSR2');
      await fleet.ended;
    }
    expect(keys[0]).toBe(keys[1]);
  });
});

ifRedis('what a fleet tells its processes', () => {
  it('is what each service needs, and nothing of npm', async () => {
    const root = fakeRoot();
    const fleet = run(root, {
      env: { EGRESS_ALLOW: '127.0.0.1:1', npm_config_prefix: '/nowhere', LOG_LEVEL: 'debug' },
    });
    await fleet.seen('READY');
    const [first, second] = root.services.map((name) => toldTo(root, name));
    const { baseUrl, filesUrl } = fleet.demo();
    expect(first).toMatchObject({
      PORT: new URL(baseUrl).port,
      HOST: '127.0.0.1',
      BASE_URL: baseUrl,
      FILES_URL: filesUrl,
      QUARRY_DATA: root.dataDir,
      QUARRY_SECRET: readFileSync(path.join(root.dataDir, 'secret'), 'utf8').trim(),
      QUARRY_PARENT_PIPE: 'true',
      REDIS_URL: expect.stringMatching(/^redis:\/\/:[0-9a-f]{64}@127\.0\.0\.1:\d+$/),
      EGRESS_ALLOW: '127.0.0.1:1',
      LOG_LEVEL: 'debug',
    });
    expect(first.HEALTH_PORT).not.toBe(second.HEALTH_PORT);
    expect(first).not.toHaveProperty('npm_config_prefix');
    expect(statSync(path.join(root.dataDir, 'secret')).mode & 0o777).toBe(0o600);
  });

  it('is the environment that is written for it alone, and what only the runner knows', async () => {
    const root = fakeRoot();
    const given = {
      first: { ONE: '1', PORT: '3000', QUARRY_DATA: '/data' },
      second: { TWO: '2' },
      gateway: { BASE_URL: 'http://quarry.test', FILES_URL: '' },
      cli: { QUARRY_SECRET: 'written down' },
    };
    const fleet = run(root, { environments: given, tools: { ...tools, CHROMIUM_PATH: '/chromium' } });
    await fleet.seen('READY');
    expect(fleet.demo()).toEqual({
      baseUrl: 'http://quarry.test',
      gateways: [expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/)],
      filesUrl: 'http://quarry.test/files',
      apiKey: 'key-writ',
    });
    const known = {
      PORT: expect.stringMatching(/^[1-9]\d+$/),
      HEALTH_PORT: expect.stringMatching(/^[1-9]\d+$/),
      QUARRY_DATA: root.dataDir,
      QUARRY_PARENT_PIPE: 'true',
      CHROMIUM_PATH: '/chromium',
      PATH: expect.stringMatching(/./),
    };
    const seen = root.services.map((name) => toldTo(root, name));
    expect(seen).toEqual([
      { ...given.first, ...known },
      { ...given.second, ...known },
    ]);
    expect(existsSync(path.join(root.dataDir, 'logs', 'redis.log'))).toBe(false);
  });
});

ifRedis('what a fleet keeps secret', () => {
  it('is shown to nobody, and its files to their owner alone', async () => {
    const root = fakeRoot({ services: { quiet: QUIET_SERVICE } });
    const fleet = run(root);
    await fleet.seen('READY');
    const { password } = readRedis(root);
    const secret = readFileSync(path.join(root.dataDir, 'secret'), 'utf8').trim();
    const files = globSync(['*.*', 'logs/*', 'redis/*.*'], { cwd: root.dataDir }).sort();
    expect(files).toEqual([
      'demo.json',
      'logs/quiet.log',
      'logs/redis.log',
      'redis/process.json',
      'redis/redis.conf',
      'runner.lock',
    ]);
    for (const file of files) expect(statSync(path.join(root.dataDir, file)).mode & 0o077).toBe(0);
    const texts = files
      .filter((file) => file !== 'redis/redis.conf')
      .map((file) => readFileSync(path.join(root.dataDir, file), 'utf8'));
    expect([fleet.output(), ...texts].filter((text) => text.includes(password) || text.includes(secret))).toEqual([]);
  });
});

ifRedis('a fleet that loses a process', () => {
  it('starts a crashed service and a crashed Redis again, and says so', async () => {
    const root = fakeRoot();
    const fleet = run(root);
    await fleet.seen('READY');
    const before = fleet.processes();
    process.kill(before[0].pid, 'SIGKILL');
    process.kill(before[2].pid, 'SIGKILL');
    await fleet.seen('redis ended (SIGKILL); started again at once');
    await fleet.seen('second ended (SIGKILL); started again at once');
    await until(() => fleet.processes().every(isAlive) && !before.slice(2).some(isAlive));
    expect(fleet.processes()).toHaveLength(3);
    expect(isAlive(before[1])).toBe(true);
  });

  it('leaves nothing behind when it is killed itself, and the next start takes the folder over', async () => {
    const root = fakeRoot();
    const fleet = run(root);
    await fleet.seen('READY');
    const processes = fleet.processes();
    fleet.runner.kill('SIGKILL');
    expect(await fleet.ended).toBe('SIGKILL');
    const next = run(root);
    await next.seen('READY');
    expect(processes.some(isAlive)).toBe(false);
  });

  it('ends the Redis that outlived its guard, before it starts another on the same data', async () => {
    const root = fakeRoot();
    const fleet = run(root);
    await fleet.seen('READY');
    const [guard] = fleet.processes();
    const orphan = readRedis(root);
    noted.push(readIdentity(redisNote(root.dataDir)));
    // Frozen first, so that the runner sees nothing of the guard's end.
    fleet.runner.kill('SIGSTOP');
    process.kill(guard.pid, 'SIGKILL');
    fleet.runner.kill('SIGKILL');
    await fleet.ended;
    expect(await isRedisReady(orphan)).toBe(true);
    const next = run(root);
    await next.seen('READY');
    expect(await isRedisReady(orphan)).toBe(false);
    expect(await isRedisReady(readRedis(root))).toBe(true);
  });

  it('says that it is not ready before it waits for what an earlier runner left', async () => {
    const root = fakeRoot();
    const leftover = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      stdio: 'ignore',
      detached: true,
    });
    const details = { processes: [identify(leftover.pid)] };
    mkdirSync(root.dataDir);
    writeFileSync(path.join(root.dataDir, 'runner.lock'), JSON.stringify({ holder: { pid: 0 }, details }));
    writeFileSync(path.join(root.dataDir, 'demo.json'), '{}');
    try {
      run(root);
      await until(() => !existsSync(path.join(root.dataDir, 'demo.json')));
      expect(isAlive(details.processes[0])).toBe(true);
    } finally {
      leftover.kill('SIGKILL');
    }
  });
});

ifRedis('a fleet that cannot start', () => {
  it('refuses a second runner on the same folder and says where the first is', async () => {
    const root = fakeRoot();
    const fleet = run(root);
    await fleet.seen('READY');
    const second = run(root);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain(`already runs on ${root.dataDir} at ${fleet.demo().baseUrl}`);
    expect(fleet.processes().every(isAlive)).toBe(true);
  });

  it('says that a port is taken before it starts anything', async () => {
    const root = fakeRoot();
    const server = createServer();
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address();
    const fleet = run(root, { env: { PORT: String(port) } });
    expect(await fleet.ended).toBe(1);
    server.close();
    expect(fleet.output()).toContain(`Port ${port} is taken`);
    expect(existsSync(path.join(root.dataDir, 'logs'))).toBe(false);
  });

  it('shows the log of a service that cannot start, and stops the others', async () => {
    const root = fakeRoot({
      services: { fine: 'process.stdin.resume();', broken: `console.error('PORT is wrong'); process.exit(1);` },
    });
    const fleet = run(root);
    expect(await fleet.ended).toBe(1);
    expect(fleet.output()).toMatch(/✗ broken ended at its start \(code 1\)[^]*PORT is wrong/);
    expect(existsSync(path.join(root.dataDir, 'runner.lock'))).toBe(false);
  });
});
