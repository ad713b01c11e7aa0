import { Failure, tailOf } from '../local/host/run-command.mjs';
import { startMongoWire } from './mongo-wire.mjs';
import { neededPrograms } from './needed-programs.mjs';
import { TEST_SERVERS } from './needed-servers.mjs';
import { prometheusPrograms } from './prometheus.mjs';
import { S3_TEST_KEYS, startMoto, startVersitygw } from './s3-servers.mjs';

const mongoServer = async ({ root, env }) =>
  env.MONGODB_URI
    ? { env: { TEST_MONGODB_URI: env.MONGODB_URI }, stop: async () => {} }
    : startMongoWire({ root, env });

const s3Environment = (servers) =>
  servers.length === 0
    ? {}
    : {
        TEST_S3_ENDPOINTS: servers.map(({ name, url }) => `${name}=${url}`).join(','),
        TEST_S3_ACCESS_KEY_ID: S3_TEST_KEYS.id,
        TEST_S3_SECRET_ACCESS_KEY: S3_TEST_KEYS.secret,
      };

/** Each test starts its own, with its own settings. */
const proxyProgram = async ({ env }) => {
  await neededPrograms({ names: ['tinyproxy'], aptPackages: ['tinyproxy-bin'], env });
  return { stop: async () => {} };
};

/**
 * Starts the servers of the tests on production stores: MongoDB's protocol (or the server in MONGODB_URI) and S3, and finds the
 * programs of a proxy and of Prometheus; only those in `needed`. Returns `{ env, missing, stop }`; `missing` has a line for each
 * that is not available, and its tests are skipped.
 */
export const startTestServers = async ({ root, env, progress, ...options }) => {
  // When the production stores are chosen for all, every fleet needs them.
  const isForAll = env.TEST_PARTS === 'compose' || options.needed === undefined;
  const needed = isForAll ? new Set(TEST_SERVERS) : options.needed;
  const missing = [];
  const attempt = async (server, label, start, step) => {
    if (!needed.has(server)) return undefined;
    try {
      return await progress.step(label, () => start({ root, env }), step);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      missing.push(`${label}: ${error.message}`);
      if (error.log) progress.line(tailOf(error.log));
      return undefined;
    }
  };
  // One after the other where both may call apt.
  const versitygw = attempt('s3', 'S3 server versitygw', startVersitygw, { isNeeded: false });
  const mongo = await attempt('mongo', 'MongoDB server', mongoServer);
  const moto = await attempt('s3', 'S3 server moto', startMoto);
  await attempt('proxy', 'proxy tinyproxy', proxyProgram);
  const prometheus = await attempt('prometheus', 'Prometheus', prometheusPrograms);
  const s3 = [moto, await versitygw].filter(Boolean);
  return {
    env: { ...mongo?.env, ...s3Environment(s3), ...prometheus?.env },
    missing,
    stop: async () => {
      await Promise.all([mongo, ...s3].map((server) => server?.stop()));
    },
  };
};
