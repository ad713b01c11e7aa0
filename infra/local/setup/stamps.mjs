import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const WORKSPACE_FOLDERS = ['packages', 'services'];
const LONE_WORKSPACES = ['bench'];
/** What `tsc -b` reads in the root and in each package; tsconfig.json is what editors and the linter read, tests included. */
export const BUILD_CONFIG = 'tsconfig.build.json';
/** TypeScript's native compiler. `typescript` is the release that other tools load as a library. */
const COMPILER = 'node_modules/typescript-native/bin/tsc';
/** More checkers would check the same shared types again. */
export const COMPILE = [COMPILER, '-b', BUILD_CONFIG, '--checkers', '1'];
/** A Go program that runs for seconds: garbage collection would take a third of its time. */
export const COMPILE_ENV = { GOGC: 'off', GOMEMLIMIT: '1GiB' };
/** Makes the files that run, `dist/<service>.js`, from the output of `tsc -b`. */
export const BUNDLER = 'infra/build/bundle.mjs';
const BUNDLER_PLUGINS = 'infra/build/start-plugins.mjs';
export const BUNDLE_FOLDER = 'dist';
/** Makes the console's web app, `dist/console-web`, from its sources. */
export const WEB_BUILDER = 'infra/build/web.mjs';
export const WEB_INDEX = 'dist/console-web/index.html';
/** Its sources, and those of the package whose rules it shares. */
const WEB_FOLDERS = ['services/console/web', 'packages/contracts/src'];
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'fixtures']);
const BUILT = /\.(ts|json)$/;
const NOT_BUILT = /\.test\.tsx?$/;

/** The folders that hold a package.json of the workspace, relative to the root. */
export const workspaceFolders = (root) => {
  const nested = WORKSPACE_FOLDERS.flatMap((parent) =>
    existsSync(path.join(root, parent)) ? readdirSync(path.join(root, parent)).map((name) => `${parent}/${name}`) : [],
  );
  return [...nested, ...LONE_WORKSPACES].filter((folder) => existsSync(path.join(root, folder, 'package.json'))).sort();
};

const filesUnder = (root, folder) =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED_FOLDERS.has(entry.name) ? [] : filesUnder(root, name);
    return [name];
  });

/** The files that decide which packages are installed. */
export const installInputs = (root) =>
  [
    'package.json',
    'pnpm-lock.yaml',
    'pnpm-workspace.yaml',
    '.npmrc',
    ...workspaceFolders(root).map((folder) => `${folder}/package.json`),
  ].filter((file) => existsSync(path.join(root, file)));

/** The files that decide the built code: everything that the compiler reads, without tests. */
export const buildInputs = (root) =>
  [
    BUILD_CONFIG,
    BUNDLER,
    BUNDLER_PLUGINS,
    'tsconfig.base.json',
    'pnpm-lock.yaml',
    ...workspaceFolders(root).flatMap((folder) => [
      `${folder}/package.json`,
      `${folder}/${BUILD_CONFIG}`,
      ...(existsSync(path.join(root, folder, 'src'))
        ? filesUnder(root, `${folder}/src`).filter((file) => BUILT.test(file) && !NOT_BUILT.test(file))
        : []),
    ]),
  ].filter((file) => existsSync(path.join(root, file)));

/** The files that decide the built web app, without tests. */
export const webInputs = (root) =>
  [
    WEB_BUILDER,
    'pnpm-lock.yaml',
    'services/console/package.json',
    ...WEB_FOLDERS.filter((folder) => existsSync(path.join(root, folder))).flatMap((folder) =>
      filesUnder(root, folder),
    ),
  ].filter((file) => !NOT_BUILT.test(file) && existsSync(path.join(root, file)));

const digest = (parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
};

const statDigest = (root, files) =>
  digest(
    files.flatMap((file) => {
      const { size, mtimeMs } = statSync(path.join(root, file));
      return [file, `${size}:${mtimeMs}`];
    }),
  );
const contentDigest = (root, files) => digest(files.flatMap((file) => [file, readFileSync(path.join(root, file))]));

const stampFile = (root) => path.join(root, '.toolchain', 'stamps.json');

export const readStamps = (root) => {
  try {
    return JSON.parse(readFileSync(stampFile(root), 'utf8'));
  } catch {
    return {};
  }
};

/** The state of some files. Take it before the work on them, and store it afterwards. */
export const takeStamp = (root, files) => ({ stat: statDigest(root, files), content: contentDigest(root, files) });

/** Stores that the work `name` was done on the files of the stamp. */
export const writeStamp = (root, name, stamp) => {
  const partial = `${stampFile(root)}.${process.pid}`;
  mkdirSync(path.dirname(partial), { recursive: true });
  writeFileSync(partial, `${JSON.stringify({ ...readStamps(root), [name]: stamp }, null, 2)}\n`);
  renameSync(partial, stampFile(root));
};

/** True when the files are as they were at the last stamp: by size and time, or, when those differ, by content. */
export const isStamped = (root, name, files) => {
  const known = readStamps(root)[name];
  if (!known) return false;
  if (known.stat === statDigest(root, files)) return true;
  const now = takeStamp(root, files);
  if (known.content !== now.content) return false;
  writeStamp(root, name, now);
  return true;
};
