import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { cleanEnvironment, withPathFirst } from '../host/environment.mjs';
import { fontsLine } from './fonts.mjs';
import { waitForLock } from '../host/lock.mjs';
import { ensureNativeTools, findNativeTools, missingLine } from './native-tools.mjs';
import { createProgress, runMain } from '../host/progress.mjs';
import { Failure, runOrFail, tailOf } from '../host/run-command.mjs';
import {
  BUILD_CONFIG,
  COMPILE,
  COMPILE_ENV,
  BUNDLE_FOLDER,
  BUNDLER,
  buildInputs,
  installInputs,
  isStamped,
  takeStamp,
  WEB_BUILDER,
  WEB_INDEX,
  webInputs,
  workspaceFolders,
  writeStamp,
} from './stamps.mjs';
import { ensureNode, ensurePnpm, findNode } from './toolchain.mjs';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url)).replace(/\/$/, '');

const isInstalled = (root) =>
  existsSync(path.join(root, 'node_modules', '.modules.yaml')) &&
  workspaceFolders(root).every((folder) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
    const needs = Object.keys({ ...dependencies, ...devDependencies });
    return needs.every((name) => existsSync(path.join(root, folder, 'node_modules', name)));
  }) &&
  isStamped(root, 'install', installInputs(root));

const isBuilt = (root) => {
  const { references } = JSON.parse(readFileSync(path.join(root, BUILD_CONFIG), 'utf8'));
  return (
    references.every((reference) =>
      existsSync(path.join(root, path.dirname(reference.path), 'dist', '.tsbuildinfo')),
    ) &&
    existsSync(path.join(root, BUNDLE_FOLDER)) &&
    isStamped(root, 'build', buildInputs(root))
  );
};

const isWebBuilt = (root) => existsSync(path.join(root, WEB_INDEX)) && isStamped(root, 'web', webInputs(root));

const install = async ({ root, env, node, progress }) => {
  const pnpm = await ensurePnpm({ root, env, node, progress });
  // There is no terminal for questions, and CI keeps pnpm from asking.
  const pnpmEnv = { ...withPathFirst(cleanEnvironment(env), path.dirname(node)), CI: 'true' };
  const args = ['install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only'];
  await progress.step('install packages', async () => {
    const stamp = takeStamp(root, installInputs(root));
    await runOrFail('Could not install the packages', pnpm[0], [...pnpm.slice(1), ...args], {
      cwd: root,
      env: pnpmEnv,
    });
    writeStamp(root, 'install', stamp);
  });
};

/** Brings the compiled code up to date. */
export const compile = ({ root, env, node }) =>
  runOrFail('The build failed', node, COMPILE, { cwd: root, env: { ...cleanEnvironment(env), ...COMPILE_ENV } });

const build = async ({ root, env, node, progress }) =>
  progress.step('build', async () => {
    const stamp = takeStamp(root, buildInputs(root));
    await compile({ root, env, node });
    await runOrFail('The bundles could not be made', node, [BUNDLER], { cwd: root, env: cleanEnvironment(env) });
    writeStamp(root, 'build', stamp);
  });

const buildWeb = async ({ root, env, node, progress }) =>
  progress.step('build the console', async () => {
    const stamp = takeStamp(root, webInputs(root));
    await runOrFail('The console could not be built', node, [WEB_BUILDER], { cwd: root, env: cleanEnvironment(env) });
    writeStamp(root, 'web', stamp);
  });

/** True when the project is installed and its current sources are built, for callers that must start quickly. */
export const isReady = (root) => findNode(root) !== undefined && isInstalled(root) && isBuilt(root) && isWebBuilt(root);

const setUpProject = async ({ root, env, progress }) => {
  if (isReady(root)) return;
  const lock = await waitForLock(path.join(root, '.toolchain', 'setup.lock'), {
    onWait: (holder) => progress.line(`  … waiting for another setup (process ${holder?.pid})`),
  });
  if (!lock.ok) throw new Failure('Another setup is still running; try again when it has ended');
  try {
    const node = await ensureNode({ root, env, progress });
    if (!isInstalled(root)) await install({ root, env, node, progress });
    if (!isBuilt(root)) await build({ root, env, node, progress });
    if (!isWebBuilt(root)) await buildWeb({ root, env, node, progress });
  } finally {
    lock.release();
  }
};

/**
 * Makes the project ready to run; returns `{ node, tools, missing, fonts, fontsLine }`: the Node to use, the paths of Redis and
 * Chromium, which of them are missing, which fonts are, and a line about those. Does only what is not done yet.
 */
export const setUp = async ({ root = ROOT, env = process.env, out = process.stdout, withTools = true } = {}) => {
  const progress = createProgress(out);
  // At the same time, as both mostly wait for downloads.
  const [found, project] = await Promise.allSettled([
    withTools ? ensureNativeTools({ env, progress }) : findNativeTools(env),
    setUpProject({ root, env, progress }),
  ]);
  for (const result of [project, found]) if (result.status === 'rejected') throw result.reason;
  const { paths, missing, fonts = [], log } = found.value;
  if (missing.length > 0 && log) progress.line(tailOf(log));
  return {
    node: findNode(root),
    tools: paths,
    missing: missing.map((tool) => ({ ...tool, line: missingLine(tool, env) })),
    fonts,
    fontsLine: fonts.length > 0 ? fontsLine(fonts) : undefined,
  };
};

const main = async () => {
  const { missing, fontsLine: aboutFonts } = await setUp();
  const lines = [...missing.map(({ line }) => line), ...(aboutFonts ? [aboutFonts] : [])];
  for (const line of lines) console.log(`  ! ${line}`);
  console.log(lines.length === 0 ? '  ✓ everything is set up' : '  ✓ set up, apart from that');
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await runMain(main);
