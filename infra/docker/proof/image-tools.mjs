import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { cleanEnvironment } from '../../local/host/environment.mjs';
import { findProgram } from '../../local/host/programs.mjs';
import { Failure, runOrFail } from '../../local/host/run-command.mjs';
import { ROOT } from '../../local/setup/setup.mjs';
import { cachedFolder } from '../../test-servers/cached-folder.mjs';
import { neededPrograms } from '../../test-servers/needed-programs.mjs';

const COMPOSE_FILE = 'docker-compose.yml';
const COMPOSE_SOURCE = path.join(ROOT, 'infra', 'docker', 'compose-go');

/** The programs that build and run images without an engine; they need root. */
export const findBuilders = async (env) => {
  if (process.getuid() !== 0) throw new Failure('Building and running images needs root; try with sudo');
  const packages = {
    buildah: 'buildah',
    crun: 'crun',
    debootstrap: 'debootstrap',
    ip: 'iproute2',
    tini: 'tini',
    unshare: 'util-linux',
  };
  const names = Object.keys(packages);
  const found = await neededPrograms({ names, aptPackages: Object.values(packages), env });
  return Object.fromEntries(names.map((name, index) => [name, found[index]]));
};

export const findGo = (env) => {
  const go = findProgram({ names: ['go'], files: ['/usr/local/go/bin/go'], env });
  if (!go) throw new Failure('Go is needed to build versitygw and the reader of compose files: see go.dev');
  return go;
};

/** The project as Docker Compose's own library reads it, schema and all, with variables from `variables` alone. */
export const readComposeProject = async ({ env, variables }) => {
  const reader = await cachedFolder(ROOT, 'compose-go-2.16.2', async (partial) => {
    for (const name of ['main.go', 'go.mod']) copyFileSync(path.join(COMPOSE_SOURCE, name), path.join(partial, name));
    const options = { cwd: partial, env: cleanEnvironment(env) };
    const args = ['build', '-mod=mod', '-o', 'read-project', '.'];
    await runOrFail('Could not build the reader of compose files', findGo(env), args, options);
  });
  const options = { cwd: ROOT, env: { PATH: env.PATH, HOME: env.HOME, ...variables } };
  const program = path.join(reader, 'read-project');
  return JSON.parse(
    await runOrFail(`compose-go refuses ${COMPOSE_FILE}`, program, [path.join(ROOT, COMPOSE_FILE)], options),
  );
};
