import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  freePort,
  inParallel,
  proofSize,
  recordProof,
  REPOSITORY_ROOT,
  runCli,
  startTestRedis,
  type TestRedis,
} from '@quarry/testkit';
import { leaksIn } from './secret-forms.js';

const seed = (name: string): string => `seed${name}${randomBytes(9).toString('hex')}`;
const secrets = {
  mongoPassword: seed('MongoPassword'),
  redisPassword: seed('RedisPassword'),
  s3KeyId: seed('S3KeyId'),
  s3SecretKey: seed('S3SecretKey'),
  quarrySecret: seed('QuarrySecret'),
  proxyPassword: seed('ProxyPassword'),
  aiKey: seed('AiKey'),
  shortSecret: randomBytes(7).toString('hex'),
};
/** A process that cannot start may retry for a while; its output is collected for this time after its first line. */
const LISTEN_MS = proofSize(3_000, 6_000);
/** On a busy machine the first line takes a while. */
const FIRST_WORD_MS = 120_000;
const AT_ONCE = 4;
const IS_LONG = proofSize(0, 1) === 1;
const SERVICES = ['gateway', 'browser-scrape', 'batch-fanout'] as const;
/** Programs that open every store, each with its own messages. */
const ASKED_OF_PARTS = new Set(['gateway', 'doctor']);
/** An uncaught error, as a bug would throw. */
const CRASH = '--import=data:text/javascript,setTimeout(()=>{throw(new(Error)("a-bug"))},2500)';

let dataDir: string;
let redis: TestRedis;
let closedPort: number;
let cases = 0;
const leaks: string[] = [];
const startedAt = performance.now();

const settings = (more: Readonly<Record<string, string>>): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: dataDir,
  QUARRY_DATA: dataDir,
  REDIS_URL: redis.url,
  QUARRY_SECRET: secrets.quarrySecret,
  LOG_LEVEL: 'debug',
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
  ...more,
});

const runService = (service: string, env: Record<string, string>): Promise<string> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [`dist/${service}.js`], { cwd: REPOSITORY_ROOT, env });
    let output = '';
    let timer = setTimeout(() => child.kill('SIGKILL'), FIRST_WORD_MS);
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        if (output === '') {
          clearTimeout(timer);
          timer = setTimeout(() => child.kill('SIGKILL'), LISTEN_MS);
        }
        output += chunk.toString();
      });
    }
    child.once('close', () => {
      clearTimeout(timer);
      resolve(output);
    });
  });

const expectClean = (text: string): void => {
  cases += Object.keys(secrets).length;
  const found = leaksIn(text, secrets);
  leaks.push(...found);
  expect(found).toEqual([]);
};

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'quarry-failing-start-'));
  closedPort = await freePort();
  redis = await startTestRedis();
});

afterAll(async () => {
  recordProof({
    name: 'seeded secrets in what failing starts and crashes print',
    cases,
    failures: leaks.length,
    seconds: Math.round((performance.now() - startedAt) / 1_000),
    note: `${Object.keys(secrets).length} secrets`,
  });
  await redis.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Malformed settings, reported before anything is opened. */
const MALFORMED: Readonly<Record<string, () => Record<string, string>>> = {
  'a malformed MONGODB_URI': () => ({ MONGODB_URI: `mongo://quarry:${secrets.mongoPassword}@127.0.0.1:27017/quarry` }),
  'a malformed REDIS_URL': () => ({ REDIS_URL: `http://:${secrets.redisPassword}@127.0.0.1:${closedPort}` }),
  'an S3_ENDPOINT with a password': () => ({
    S3_BUCKET: 'quarry',
    S3_ENDPOINT: `http://user:${secrets.s3SecretKey}@127.0.0.1:${closedPort}`,
  }),
  'a QUARRY_SECRET that is too short': () => ({ QUARRY_SECRET: secrets.shortSecret }),
  'a malformed proxy': () => ({
    PROXY_DATACENTER: `ftp://quarry:${secrets.proxyPassword}@127.0.0.1:${closedPort}`,
    PROXY_RESIDENTIAL: `http://quarry:${secrets.proxyPassword}@127.0.0.1:port`,
  }),
  'a malformed model': () => ({
    AI_BASE_URL: `https://quarry:${secrets.aiKey}@127.0.0.1:${closedPort}`,
    AI_API_KEY: secrets.aiKey,
    AI_TIMEOUT_MS: 'soon',
  }),
};

/** Valid settings with which one store cannot work. */
const USELESS: Readonly<Record<string, () => Record<string, string>>> = {
  'a MONGODB_URI with a blank': () => ({ MONGODB_URI: `mongodb://quarry:${secrets.mongoPassword}@ 127.0.0.1/quarry` }),
  'a MongoDB that is not there': () => ({
    MONGODB_URI: `mongodb://quarry:${secrets.mongoPassword}@127.0.0.1:${closedPort}/quarry?serverSelectionTimeoutMS=1500`,
  }),
  'a MONGODB_URI with an option that there is not': () => ({
    MONGODB_URI: `mongodb://quarry:${secrets.mongoPassword}@127.0.0.1:${closedPort}/quarry?noSuchOption=${secrets.mongoPassword}`,
  }),
  'a Redis that is not there': () => ({ REDIS_URL: `redis://quarry:${secrets.redisPassword}@127.0.0.1:${closedPort}` }),
  'a Redis that knows no such user': () => ({
    REDIS_URL: redis.url.replace('redis://', `redis://quarry:${secrets.redisPassword}@`),
  }),
  'an S3 server that is not there': () => ({
    S3_BUCKET: 'quarry',
    S3_ENDPOINT: `http://127.0.0.1:${closedPort}`,
    S3_ACCESS_KEY_ID: secrets.s3KeyId,
    S3_SECRET_ACCESS_KEY: secrets.s3SecretKey,
  }),
};

type Settings = Readonly<Record<string, string>>;

/** Settings that every service reads. */
const TOLD_BY_ALL = ['MONGODB_URI', 'REDIS_URL', 'QUARRY_SECRET'];
const allMalformed = (): Settings => Object.assign({}, ...Object.values(MALFORMED).map((more) => more())) as Settings;

/**
 * The wrong settings of each program, and how each is reported. The short form starts every program once with all malformed
 * settings, which are reported in one message, and one program with the failures of each store, which are the stores' own code;
 * the long form starts every program with everything.
 */
const wrongSettingsOf = (program: string): readonly (readonly [name: string, settings: () => Settings])[] => {
  const isAsked = IS_LONG || ASKED_OF_PARTS.has(program);
  return [
    ['all that is malformed', allMalformed],
    ...(isAsked ? Object.entries(USELESS) : []),
    ...(IS_LONG ? Object.entries(MALFORMED) : []),
  ];
};

/** Starts a program with each, some at the same time; returns the output by name. */
const tellEach = async (
  program: string,
  tell: (env: Record<string, string>) => Promise<string>,
): Promise<readonly (readonly [name: string, text: string])[]> => {
  const wrong = wrongSettingsOf(program);
  return inParallel(wrong.length, AT_ONCE, async (at) => {
    const [name, more] = wrong[at] ?? ['', () => ({})];
    return [name, await tell(settings(more()))] as const;
  });
};

describe.each(SERVICES)('%s', (service) => {
  it('tells no secret when its settings are wrong', async () => {
    for (const [name, text] of await tellEach(service, (env) => runService(service, env))) {
      expect(`${name}: ${text.length > 20}`).toBe(`${name}: true`);
      if (name === 'all that is malformed') {
        expect(TOLD_BY_ALL.filter((setting) => !text.includes(setting))).toEqual([]);
      }
      expectClean(text);
    }
  }, 300_000);

  it('tells no secret when it crashes', async () => {
    const text = await runService(
      service,
      settings({
        NODE_OPTIONS: CRASH,
        AI_API_KEY: secrets.aiKey,
        PROXY_DATACENTER: `http://quarry:${secrets.proxyPassword}@127.0.0.1:${closedPort}`,
      }),
    );
    expect(text).toContain('a-bug');
    expectClean(text);
  }, 150_000);
});

describe.each([['doctor'], ['account', 'list']])('quarry %s', (...args) => {
  it('tells no secret when its settings are wrong', async () => {
    const told = await tellEach(args.join(' '), async (env) => {
      const { stdout, stderr } = await runCli(args, env);
      return `${stdout}\n${stderr}`;
    });
    for (const [, text] of told) expectClean(text);
  }, 300_000);
});
