import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  allProcesses,
  ApiClient,
  freePort,
  poll,
  recordProof,
  runCli,
  settingOf,
  startFleet,
  type Fleet,
} from '@quarry/testkit';
import { readLogs } from './fleet-watch.js';
import { exchange } from './raw-socket.js';
import { leaksIn } from './secret-forms.js';

const seed = (name: string): string => `seed${name}${randomBytes(9).toString('hex')}`;

/** Recognisable secrets, one per place that may hold a secret. */
const secrets: Record<string, string> = {
  quarrySecret: seed('QuarrySecret'),
  redisPassword: seed('RedisPassword'),
  wrongKey: `qk_${seed('WrongKey')}`,
  authorization: seed('Authorization'),
  cookie: seed('Cookie'),
  customHeader: seed('CustomHeader'),
  urlPassword: seed('UrlPassword'),
  urlToken: seed('UrlToken'),
  bodyToken: seed('BodyToken'),
  targetCookie: seed('TargetCookie'),
  targetBody: seed('TargetBody'),
  targetLocation: seed('TargetLocation'),
  s3KeyId: seed('S3KeyId'),
  s3SecretKey: seed('S3SecretKey'),
};
const secret = (name: string): string => secrets[name] ?? '';

/** An S3 server that accepts any keys, so that ours can be seeded ones. */
const MOTO = /(?:^|,)moto=([^,]+)/.exec(process.env['TEST_S3_ENDPOINTS'] ?? '')?.[1];
const IDEMPOTENCY_KEY = 'longest-key-there-may-be-'.padEnd(255, '0123456789');
/** An Idempotency-Key is not a secret; a log repeats as much of it as of other names by callers. */
const MOST_KEY_CHARS = 100;
const HEAL_MS = 40_000;
const startedAt = performance.now();

const slowReached = Promise.withResolvers<void>();
let redis: ChildProcess;
let redisPort: number;
let redisLog = '';
let target: Server;
let origin: string;
let fleet: Fleet;
let api: ApiClient;
const errorAnswers: string[] = [];
const statuses = new Set<number>();
const places: { place: string; leaks: string[] }[] = [];

const startRedis = async (): Promise<void> => {
  redis = spawn(process.env['REDIS_SERVER'] ?? 'redis-server', ['-'], { stdio: ['pipe', 'pipe', 'pipe'] });
  for (const stream of [redis.stdout, redis.stderr])
    stream?.on('data', (text: Buffer) => (redisLog += text.toString()));
  redis.stdin?.end(
    `port ${redisPort}\nbind 127.0.0.1\nrequirepass ${secret('redisPassword')}\nsave ""\nmaxmemory-policy noeviction\nloglevel debug\n`,
  );
  for (;;) {
    const isUp = await new Promise<boolean>((resolve) => {
      const socket = connect(redisPort, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.once('close', () => undefined);
      setTimeout(() => socket.destroy(), 50);
    });
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

const startTarget = async (): Promise<void> => {
  target = createServer((request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    response.setHeader('set-cookie', `session=${secret('targetCookie')}; Path=/`);
    if (path === '/reset') return void request.socket.resetAndDestroy();
    if (path === '/cut') {
      response.writeHead(200, { 'content-length': '9999', 'content-type': 'text/html' });
      return void response.write(secret('targetBody'), () => response.destroy());
    }
    if (path === '/moved')
      return void response
        .writeHead(302, { location: `http://${secret('targetLocation')}.invalid/?t=${secret('targetLocation')}` })
        .end();
    if (path === '/loop')
      return void response.writeHead(302, { location: `/loop?t=${secret('targetLocation')}` }).end();
    if (path === '/slow') slowReached.resolve();
    if (path === '/slow') return void setTimeout(() => response.end(`<p>${secret('targetBody')}</p>`), 1_500);
    const status = { '/500': 500, '/403': 403, '/404': 404 }[path] ?? 200;
    response.writeHead(status, { 'content-type': path === '/zip' ? 'application/zip' : 'text/html' });
    response.end(
      `<html><body><script>console.log('${secret('targetBody')}')</script><p>${secret('targetBody')}</p></body></html>`,
    );
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  origin = `127.0.0.1:${(target.address() as AddressInfo).port}`;
};

/** Sends a request and keeps error texts. */
const ask = async (body: unknown, headers: Record<string, string> = {}, path = '/scrape/web'): Promise<number> => {
  try {
    const answer = await api.send('POST', path, body, headers);
    statuses.add(answer.status);
    if (answer.status !== 200) errorAnswers.push(JSON.stringify([...answer.headers, answer.body]));
    return answer.status;
  } catch {
    return 0;
  }
};

const scrape = (path: string, more: Record<string, unknown> = {}): Promise<number> =>
  ask({
    url: `http://${origin}${path}?token=${secret('urlToken')}`,
    jsRendering: false,
    headers: {
      Authorization: `Bearer ${secret('authorization')}`,
      Cookie: `session=${secret('cookie')}`,
      'X-Custom-Token': secret('customHeader'),
    },
    ...more,
  });

const healed = (): Promise<number> =>
  poll(
    () => scrape('/ok'),
    (status) => status === 200,
    { timeoutMs: HEAL_MS, everyMs: 200 },
  );

const sendFailingTraffic = async (): Promise<void> => {
  for (const path of ['/ok', '/500', '/403', '/404', '/zip', '/reset', '/cut', '/moved', '/loop']) await scrape(path);
  await scrape('/ok', { jsRendering: true });
  await scrape('/500', { jsRendering: true });
  const closed = await freePort();
  for (const url of [
    `http://127.0.0.1:${closed}/?token=${secret('urlToken')}`,
    `http://${secret('urlToken').toLowerCase()}.invalid/?token=${secret('urlToken')}`,
    `http://user:${secret('urlPassword')}@${origin}/`,
    `https://${origin}/?token=${secret('urlToken')}`,
    `ftp://user:${secret('urlPassword')}@${origin}/${secret('urlToken')}`,
  ]) {
    await ask({ url, jsRendering: false });
  }
  const hostile = { 'X-Bad': `${secret('customHeader')}\r\n`, Cookie: `a=${secret('cookie')}\u0000` };
  await scrape('/ok', { headers: hostile });
  await ask(`{"url":"http://${origin}/","token":"${secret('bodyToken')}"`);
  await ask({
    url: `http://${origin}/`,
    headers: { Authorization: 5, Host: secret('authorization') },
    jsRendering: secret('bodyToken'),
  });
  await ask(`token=${secret('bodyToken')}`, { 'content-type': 'text/plain' });
  for (const url of [`http://${origin}/ok`, `http://${origin}/404`])
    await ask({ url, jsRendering: false }, { 'idempotency-key': IDEMPOTENCY_KEY });
  await ask({ url: `http://${origin}/` }, { 'idempotency-key': IDEMPOTENCY_KEY.repeat(20) });
  await ask(
    { url: `http://${origin}/` },
    {
      'x-api-key': secret('wrongKey'),
      authorization: `Bearer ${secret('authorization')}`,
      cookie: `a=${secret('cookie')}`,
    },
  );
  await ask({}, {}, `/nothing/${secret('urlToken')}?token=${secret('urlToken')}`);
  await ask({}, {}, `/files/demo/${secret('urlToken')}/%E0%A4%A`);
  const port = Number(new URL(fleet.baseUrl).port);
  const raw = await exchange({
    port,
    bytes: `GET /?t=${secret('urlToken')} HTTP/1.1\r\nx-api-key : ${secret('wrongKey')}\r\nCookie: ${secret('cookie')}\0\r\n\r\n`,
  });
  errorAnswers.push(raw.text);
};

const breakParts = async (): Promise<void> => {
  const killed = scrape('/slow');
  await slowReached.promise;
  for (const { pid } of fleet.processes('browser-scrape')) process.kill(pid, 'SIGKILL');
  await killed;
  const store = new DatabaseSync(join(fleet.dataDir, 'quarry.sqlite'));
  store.exec('BEGIN EXCLUSIVE');
  // The first that gives up gets a response; the others may still succeed.
  const refused = Array.from({ length: 6 }, () => scrape('/ok'));
  await Promise.race(refused);
  store.exec('ROLLBACK');
  store.close();
  await Promise.all(refused);
  redis.kill('SIGKILL');
  await Promise.race(Array.from({ length: 4 }, () => scrape('/ok')));
  await startRedis();
  await healed();
  for (const { pid } of fleet.processes('gateway')) process.kill(pid, 'SIGKILL');
  await healed();
};

const readMetrics = async (): Promise<string> => {
  const texts = await Promise.all(
    [...fleet.processes('gateway'), ...fleet.processes('browser-scrape')].map(async ({ pid }) => {
      const answer = await fetch(`http://127.0.0.1:${settingOf(pid, 'HEALTH_PORT')}/metrics`);
      return answer.text();
    }),
  );
  return texts.join('\n');
};

const seededFiles = async (): Promise<Record<string, string>> => {
  if (MOTO === undefined) return {};
  const bucket = `quarry-seeded-${randomUUID()}`;
  await fetch(`${MOTO}/${bucket}`, { method: 'PUT' });
  return {
    S3_BUCKET: bucket,
    S3_ENDPOINT: MOTO,
    S3_ACCESS_KEY_ID: secret('s3KeyId'),
    S3_SECRET_ACCESS_KEY: secret('s3SecretKey'),
  };
};

beforeAll(async () => {
  redisPort = await freePort();
  await Promise.all([startRedis(), startTarget()]);
  fleet = await startFleet({
    services: ['gateway', 'browser-scrape', 'batch-fanout'],
    env: {
      EGRESS_ALLOW: origin,
      LOG_LEVEL: 'debug',
      ...(await seededFiles()),
      QUARRY_SECRET: secret('quarrySecret'),
      REDIS_URL: `redis://:${secret('redisPassword')}@127.0.0.1:${redisPort}`,
    },
  });
  const made = await runCli(['key', 'create', 'demo', '--name', 'seeded', '--json'], { QUARRY_DATA: fleet.dataDir });
  secrets['demoKey'] = fleet.apiKey;
  secrets['madeKey'] = (JSON.parse(made.stdout) as { key: string }).key;
  api = new ApiClient({ ...fleet, apiKey: secret('madeKey') });
  await sendFailingTraffic();
  await breakParts();
}, 240_000);

afterAll(async () => {
  recordProof({
    name: 'seeded secrets in logs, metrics, errors and arguments',
    cases: places.length * Object.keys(secrets).length,
    failures: places.reduce((sum, { leaks }) => sum + leaks.length, 0),
    seconds: Math.round((performance.now() - startedAt) / 1_000),
    note: `${Object.keys(secrets).length} secrets in ${places.length} places; statuses met ${[...statuses].sort().join(' ')}`,
  });
  await fleet.stop();
  redis.kill('SIGKILL');
  target.closeAllConnections();
  target.close();
}, 60_000);

const expectClean = (place: string, text: string, known: Readonly<Record<string, string>> = secrets): void => {
  const leaks = leaksIn(text, known);
  places.push({ place, leaks });
  expect(leaks).toEqual([]);
};

describe('what was seeded everywhere shows nowhere', () => {
  it('after traffic that met success and every kind of failure', () => {
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404, 415, 422, 502, 503]));
  });

  it.each(['gateway.log', 'browser-scrape.log'])('in %s', (name) => {
    const text = readLogs(fleet)[name] ?? '';
    expect(text.length).toBeGreaterThan(500);
    expectClean(name, text);
  });

  it('in any other log of the fleet', () => {
    const logs = Object.entries(readLogs(fleet));
    expect(logs.length).toBeGreaterThanOrEqual(2);
    for (const [name, text] of logs) expectClean(name, text);
  });

  it('in the log of Redis', () => {
    expect(redisLog).toMatch(/ready to accept connections/i);
    expectClean('redis', redisLog);
  });

  it('more than a little of an Idempotency-Key, which is no secret, in logs and errors', () => {
    const told = [...Object.values(readLogs(fleet)), ...errorAnswers].join('\n');
    expect(told.includes(IDEMPOTENCY_KEY.slice(0, MOST_KEY_CHARS + 1))).toBe(false);
  });

  it('in what the runner printed, the demo key apart that it is to show', () => {
    const others = Object.fromEntries(Object.entries(secrets).filter(([name]) => name !== 'demoKey'));
    expectClean('runner', fleet.output(), others);
  });

  it('in the metrics', async () => {
    const text = await readMetrics();
    expect(text).toContain('# TYPE');
    expectClean('metrics', text);
  });

  it('in any answer that is an error', () => {
    expect(errorAnswers.length).toBeGreaterThan(20);
    // An error may name the caller's wrong field, but never the content of a header, a cookie or the target's response.
    expectClean('errors', errorAnswers.join('\n'));
  });

  it('in the command line of any process', () => {
    expectClean(
      'arguments',
      allProcesses()
        .map(({ commandLine }) => commandLine)
        .join('\n'),
    );
  });

  it('as a key or a password in the store', () => {
    const stored = ['quarry.sqlite', 'quarry.sqlite-wal'].map((name) =>
      readFileSync(join(fleet.dataDir, name), 'latin1'),
    );
    const { demoKey = '', madeKey = '', wrongKey = '', quarrySecret = '', redisPassword = '' } = secrets;
    expectClean('store', stored.join('\n'), { demoKey, madeKey, wrongKey, quarrySecret, redisPassword });
  });
});
