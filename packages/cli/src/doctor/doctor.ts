import { existsSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { bucketOf, describeOpened, parseConfig, type Config, type Environment } from '@quarry/config';
import { openFiles } from '@quarry/files';
import { openStore, storePath, tightenDataFolder } from '@quarry/store';
import type { OperatorHost } from '../operator/operator-host.js';
import { causeOf } from '../error-cause.js';
import { readDemoFile } from '../fleet/demo-file.js';
import { callFleet } from '../fleet/http-client.js';
import type { Outcome } from '../outcome.js';
import { checkDisk } from './check-disk.js';
import { checkSandbox } from './check-sandbox.js';
import { failed, absent, outcomeOfChecks, passed, type CheckResult } from './check.js';
import { findOnPath, versionOf } from './find-program.js';
import { ownRedisUrl, probeRedis, type RedisProbe } from './redis-probe.js';

/** Oldest Node for the services. */
const MIN_NODE_MAJOR = 24;
const HEALTH_TIMEOUT_MS = 5_000;
const CHROMIUM_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];

type DoctorConfig = Config<'common' | 'parts' | 'worker' | 'local'>;

/** Store, files and Chromium are on other hosts, as for the command line of a fleet of containers. */
const isAllElsewhere = ({ parts }: DoctorConfig): boolean =>
  parts.mongodbUri !== undefined && bucketOf(parts) !== undefined;

/** Reports a check that may fail here; a success is reported as it is. */
const notNeeded = (result: CheckResult, why: string): CheckResult =>
  result.mark === 'ok' ? result : absent(result.name, `not needed here: ${why} (${result.finding})`);

const checkNode = (version: string): CheckResult => {
  const isRecent = Number(version.split('.')[0]) >= MIN_NODE_MAJOR;
  return isRecent
    ? passed('Node', `v${version}`)
    : failed('Node', `v${version} is too old`, `use Node ${MIN_NODE_MAJOR}; npm run setup installs it`);
};

/** Opened targets are not a failure, but are listed. */
const checkTargets = (allow: readonly string[]): CheckResult => {
  const opened = describeOpened(allow);
  const rest = opened.length > 0 ? `; to every caller, ${opened.join(', ')}` : '';
  const finding =
    allow.length === 0 ? 'public addresses only' : `EGRESS_ALLOW opens ${allow.length} private targets${rest}`;
  return passed('Targets', finding);
};

const judgeDataFolder = async (dataDir: string): Promise<CheckResult> => {
  const name = 'Data folder';
  const folder = dataDir;
  const nearest = existsSync(folder) ? folder : dirname(folder);
  try {
    if (!(await stat(nearest)).isDirectory()) return failed(name, `${nearest} is not a folder`, 'set QUARRY_DATA');
    await rm(await mkdtemp(join(nearest, '.doctor-')), { recursive: true });
    const [loose] = nearest === folder ? tightenDataFolder(folder) : [];
    if (loose) {
      const finding = `other users of this machine can read ${loose.path} (${loose.mode})`;
      return failed(name, finding, `run chmod -R go-rwx ${folder} as its owner`);
    }
    return passed(name, nearest === folder ? `${folder} is writable` : `${folder} will be created on first start`);
  } catch (error) {
    return failed(name, `${nearest} is not writable (${causeOf(error)})`, 'set QUARRY_DATA to a writable folder');
  }
};

const checkDataFolder = async (config: DoctorConfig, dataDir: string): Promise<CheckResult> => {
  const result = await judgeDataFolder(dataDir);
  return isAllElsewhere(config) ? notNeeded(result, 'store and files are elsewhere') : result;
};

const checkStore = async ({ parts }: DoctorConfig, dataDir: string): Promise<CheckResult> => {
  const mongodbUri = parts.mongodbUri?.reveal();
  const path = storePath(dataDir);
  if (mongodbUri === undefined && !existsSync(path)) return absent('Store', 'none yet; created on first start');
  const name = mongodbUri === undefined ? path : 'MongoDB';
  try {
    const store = await openStore({ dataDir, mongodbUri });
    try {
      await store.ping();
    } finally {
      await store.close();
    }
    return passed('Store', `${name} opens and responds`);
  } catch (error) {
    const todo =
      mongodbUri === undefined
        ? 'check that it is intact and readable by this user'
        : 'check MONGODB_URI and the server';
    return failed('Store', `${name} does not open (${causeOf(error)})`, todo);
  }
};

const checkFiles = async ({ parts }: DoctorConfig, dataDir: string): Promise<CheckResult> => {
  const s3 = bucketOf(parts);
  if (s3 === undefined) return passed('Stored files', 'kept in the data folder');
  try {
    const files = await openFiles({ s3, dataDir, maxFileBytes: 1 });
    try {
      await files.ping();
    } finally {
      await files.close();
    }
    return passed('Stored files', `bucket ${s3.bucket} responds`);
  } catch (error) {
    return failed(
      'Stored files',
      `bucket ${s3.bucket} does not respond (${causeOf(error)})`,
      'check the S3_* settings',
    );
  }
};

type Answered = Extract<RedisProbe, { outcome: 'answered' }>;

const judgeRedis = ({ evictionPolicy }: Answered, who = ''): CheckResult => {
  if (evictionPolicy === null) return passed('Redis', `${who}responds; its eviction policy is unknown`);
  return evictionPolicy === 'noeviction'
    ? passed('Redis', `${who}responds, noeviction`)
    : failed('Redis', `${who}evicts (${evictionPolicy})`, 'set its maxmemory-policy to noeviction');
};

const checkRedis = async (config: DoctorConfig, env: Environment, dataDir: string): Promise<CheckResult> => {
  const ownUrl = env['REDIS_URL'] ? null : await ownRedisUrl(dataDir);
  const ownProbe = ownUrl === null ? null : await probeRedis(ownUrl);
  if (ownProbe?.outcome === 'answered') return judgeRedis(ownProbe, "the fleet's own ");
  const probe = await probeRedis(config.common.redisUrl.reveal());
  if (probe.outcome === 'answered') return judgeRedis(probe);
  const own = config.local.redisServer ?? (await findOnPath(['redis-server'], env['PATH'] ?? ''));
  const program = env['REDIS_URL'] ? null : own;
  if (program) return passed('Redis', `not running; the fleet starts ${program}`);
  return failed('Redis', `no response (${probe.reason})`, 'install redis-server, or set REDIS_URL to a running one');
};

const judgeChromium = async (config: DoctorConfig, env: Environment): Promise<CheckResult> => {
  const path = config.worker.chromiumPath ?? (await findOnPath(CHROMIUM_NAMES, env['PATH'] ?? ''));
  if (!path) return failed('Chromium', 'not found', 'install chromium, or set CHROMIUM_PATH');
  try {
    return passed('Chromium', `${await versionOf(path)} (${path})`);
  } catch (error) {
    return failed('Chromium', `${path} does not run (${causeOf(error)})`, 'install chromium, or set CHROMIUM_PATH');
  }
};

/** A configured path means that Chromium is to run here. */
const isChromiumNeeded = (config: DoctorConfig): boolean =>
  config.worker.chromiumPath !== undefined || !isAllElsewhere(config);

const checkChromium = async (config: DoctorConfig, env: Environment): Promise<CheckResult> => {
  const result = await judgeChromium(config, env);
  return isChromiumNeeded(config) ? result : notNeeded(result, 'workers have their own');
};

const checkGateway = async (dataDir: string): Promise<CheckResult> => {
  const demo = await readDemoFile(dataDir);
  if (!demo) return absent('Gateway', 'no fleet is running on this data folder; npm start starts one');
  const answer = await callFleet({
    url: `${demo.baseUrl}/healthz`,
    method: 'GET',
    headers: {},
    timeoutMs: HEALTH_TIMEOUT_MS,
  });
  if (answer.outcome === 'answered' && answer.status === 200) return passed('Gateway', `${demo.baseUrl} responds`);
  const why = answer.outcome === 'answered' ? `status ${answer.status}` : answer.reason;
  return failed('Gateway', `${demo.baseUrl} does not respond (${why})`, 'restart the fleet with npm start');
};

const runChecks = async ({
  env,
  nodeVersion,
  rootDir,
}: Pick<OperatorHost, 'env' | 'nodeVersion' | 'rootDir'>): Promise<CheckResult[]> => {
  const parsed = parseConfig(
    [
      'common',
      'tracing',
      'parts',
      'addresses',
      'gateway',
      'allowances',
      'targets',
      'worker',
      'origins',
      'local',
      'client',
    ],
    env,
  );
  if (!parsed.ok) {
    const problems = parsed.problems.map((problem) => failed('Configuration', problem, 'see .env.example'));
    return [checkNode(nodeVersion), ...problems];
  }
  const { config } = parsed;
  const dataDir = resolve(rootDir, config.common.dataDir);
  return [
    checkNode(nodeVersion),
    passed('Configuration', 'every setting is valid'),
    checkTargets(config.targets.egressAllow),
    ...(
      await Promise.all([
        checkDataFolder(config, dataDir),
        checkStore(config, dataDir),
        checkFiles(config, dataDir),
        bucketOf(config.parts) === undefined ? checkDisk(dataDir, config.allowances.diskLowShare) : undefined,
        checkRedis(config, env, dataDir),
        checkChromium(config, env),
        isChromiumNeeded(config) ? checkSandbox() : undefined,
        checkGateway(dataDir),
      ])
    ).filter((result) => result !== undefined),
  ];
};

/** Checks everything the fleet needs, one line each; exit code 1 on a failure. */
export const doctor = async (
  host: Pick<OperatorHost, 'env' | 'nodeVersion' | 'rootDir'>,
  { isJson }: { isJson: boolean },
): Promise<Outcome> => {
  const results = await runChecks(host);
  return outcomeOfChecks(results, isJson);
};
