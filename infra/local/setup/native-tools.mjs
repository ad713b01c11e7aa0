import { aptInstall, canApt } from './apt.mjs';
import { missingFonts } from './fonts.mjs';
import { findProgram, isProgram } from '../host/programs.mjs';

/** The programs that are not npm packages. `setting` is the environment variable that names another one. */
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

/** The programs that are installed, as `{ REDIS_SERVER?, CHROMIUM_PATH? }`, and those that are missing. */
export const findNativeTools = (env) => {
  const found = NATIVE_TOOLS.map((tool) => ({ tool, file: locate(tool, env) }));
  return {
    paths: Object.fromEntries(found.filter(({ file }) => file).map(({ tool, file }) => [tool.setting, file])),
    missing: found.filter(({ file }) => !file).map(({ tool }) => tool),
  };
};

/** One line about a missing program. */
export const missingLine = (tool, env) =>
  env[tool.setting]
    ? `${tool.setting} names ${env[tool.setting]}, which is not a program on this machine`
    : `${tool.name} is not on this machine: install it (${tool.install}), or name it in ${tool.setting}`;

const installWith = async ({ names, packages, env, progress }) => {
  let log = '';
  await progress
    .step(`install ${names.join(' and ')} with apt`, async () => {
      const { code, output } = await aptInstall(packages, env);
      log = output;
      if (code !== 0) throw new Error('apt failed');
    })
    .catch(() => {});
  return log;
};

/** `npm start` prints its first call as a line of curl, and tests run the lines of the docs. */
const CURL = { name: 'curl', aptPackage: 'curl' };

const missingCurl = (env) => (findProgram({ names: ['curl'], env }) ? [] : [CURL]);

const packagesOf = (things) => things.map(({ aptPackage }) => aptPackage);

/**
 * Finds Redis, Chromium, fonts and curl, and installs missing ones by apt where this user may. Never throws: programs that are
 * still missing are in `missing`, fonts in `fonts`.
 */
export const ensureNativeTools = async ({ env, progress }) => {
  const absent = findNativeTools(env).missing.filter((tool) => !env[tool.setting]);
  let log = '';
  if (absent.length > 0 && canApt(env)) {
    const names = absent.map(({ name }) => name);
    log = await installWith({ names, packages: packagesOf(absent), env, progress });
  }
  // Apart, so that a distribution without one of them still installs the programs.
  const extras = [
    { names: ['fonts'], things: missingFonts(env) },
    { names: ['curl'], things: missingCurl(env) },
  ];
  for (const { names, things } of extras) {
    if (things.length > 0 && canApt(env)) await installWith({ names, packages: packagesOf(things), env, progress });
  }
  return { ...findNativeTools(env), fonts: missingFonts(env), log };
};
