import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { cleanEnvironment } from '../local/host/environment.mjs';
import { findProgram } from '../local/host/programs.mjs';
import { Failure, runCommand, runOrFail } from '../local/host/run-command.mjs';
import { cachedFolder } from './cached-folder.mjs';
import { startGuardedServer } from './guarded-server.mjs';
import { pythonTools } from './python-tools.mjs';

const MOTO_VERSION = '5.2.5';
const VERSITYGW_VERSION = '1.8.0';
/** The Go version that versitygw needs. */
const MIN_GO = [1, 25];

/** The servers of the tests know one user. */
export const S3_TEST_KEYS = { id: 'quarry-test', secret: 'quarry-test-secret' };

export const startMoto = async ({ root, env }) => {
  const python = await pythonTools({
    root,
    env,
    name: `moto-${MOTO_VERSION}`,
    packages: [`moto[server]==${MOTO_VERSION}`],
  });
  const { port, stop } = await startGuardedServer({
    name: 'moto',
    env,
    commandFor: (freePort) => [python, '-m', 'moto.server', '-H', '127.0.0.1', '-p', String(freePort)],
  });
  return { name: 'moto', url: `http://127.0.0.1:${port}`, stop };
};

/** Whether this Go builds versitygw. */
export const isRecentGo = (versionLine) => {
  const [, major, minor] = /\bgo(\d+)\.(\d+)/.exec(versionLine) ?? [];
  if (major === undefined) return false;
  return Number(major) > MIN_GO[0] || (Number(major) === MIN_GO[0] && Number(minor) >= MIN_GO[1]);
};

/** Left out without a recent Go: a second S3 server is not worth installing one. */
export const startVersitygw = async ({ root, env }) => {
  const go = findProgram({ names: ['go'], files: ['/usr/local/go/bin/go'], env });
  const options = { env: cleanEnvironment(env) };
  if (!go || !isRecentGo((await runCommand(go, ['version'], options)).stdout)) {
    throw new Failure(`no Go ${MIN_GO.join('.')} or newer to build it with`);
  }
  const folder = await cachedFolder(root, `versitygw-${VERSITYGW_VERSION}`, async (partial) => {
    const spec = `github.com/versity/versitygw/cmd/versitygw@v${VERSITYGW_VERSION}`;
    await runOrFail('Could not build versitygw', go, ['install', spec], { env: { ...options.env, GOBIN: partial } });
  });
  const keys = { ROOT_ACCESS_KEY: S3_TEST_KEYS.id, ROOT_SECRET_KEY: S3_TEST_KEYS.secret };
  const { port, stop } = await startGuardedServer({
    name: 'versitygw',
    env: { ...env, ...keys },
    commandFor: (freePort, dataDir) => {
      mkdirSync(path.join(dataDir, 'data'));
      return [`${folder}/versitygw`, '--port', `127.0.0.1:${freePort}`, 'posix', path.join(dataDir, 'data')];
    },
  });
  return { name: 'versitygw', url: `http://127.0.0.1:${port}`, stop };
};
