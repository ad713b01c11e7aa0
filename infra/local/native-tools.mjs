import { aptInstall, canApt } from './apt.mjs';
import { findProgram, isProgram } from './programs.mjs';

/** The programs that no package of npm brings. `setting` is the environment variable that names another one. */
export const NATIVE_TOOLS = [
  {
    name: 'Redis',
    setting: 'REDIS_SERVER',
    names: ['redis-server', 'valkey-server'],
    files: ['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/opt/homebrew/bin/redis-server'],
    aptPackage: 'redis-server',
    install: 'apt install redis-server, or brew install redis',
  },
  {
    name: 'Chromium',
    setting: 'CHROMIUM_PATH',
    names: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
    files: [
      '/usr/bin/chromium',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    aptPackage: 'chromium',
    install: 'apt install chromium, or brew install --cask chromium',
  },
];

const locate = (tool, env) => {
  const given = env[tool.setting];
  return given ? (isProgram(given) ? given : undefined) : findProgram({ names: tool.names, files: tool.files, env });
};

/** What is there, as `{ REDIS_SERVER?, CHROMIUM_PATH? }`, and what is not. */
export const findNativeTools = (env) => {
  const found = NATIVE_TOOLS.map((tool) => ({ tool, file: locate(tool, env) }));
  return {
    paths: Object.fromEntries(found.filter(({ file }) => file).map(({ tool, file }) => [tool.setting, file])),
    missing: found.filter(({ file }) => !file).map(({ tool }) => tool),
  };
};

/** One clear line about a program that is not there. */
export const missingLine = (tool, env) =>
  env[tool.setting]
    ? `${tool.setting} names ${env[tool.setting]}, which is not a program on this machine`
    : `${tool.name} is not on this machine: install it (${tool.install}), or name it in ${tool.setting}`;

/**
 * Sees to Redis and Chromium: already there, else installed by apt where this user may. Never throws: what could not be
 * had is in `missing`, and the caller knows whether it can do without.
 */
export const ensureNativeTools = async ({ env, progress }) => {
  const before = findNativeTools(env);
  const installable = before.missing.filter((tool) => !env[tool.setting]);
  if (installable.length === 0 || !canApt(env)) return { ...before, log: '' };
  let log = '';
  await progress
    .step(`install ${installable.map(({ name }) => name).join(' and ')} with apt`, async () => {
      const { code, output } = await aptInstall(
        installable.map(({ aptPackage }) => aptPackage),
        env,
      );
      log = output;
      if (code !== 0) throw new Error('apt failed');
    })
    .catch(() => {});
  return { ...findNativeTools(env), log };
};
