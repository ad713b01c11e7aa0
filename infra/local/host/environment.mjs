/** Settings of npm and pnpm by which the registry is reached; everything else that they export is their own. */
const KEPT_CONFIG =
  /^p?npm_config_(registry|ca|cafile|cert|key|proxy|https?_proxy|noproxy|strict_ssl|userconfig|globalconfig|cache|store_dir|@.+|\/\/.+)$/i;
const FROM_A_SCRIPT_RUNNER = /^(p?npm_|PNPM_|NODE_OPTIONS$|NODE_ENV$|NODE$|INIT_CWD$|COLOR$)/i;

/**
 * The environment without what `npm run` or `pnpm run` added to it: its prefix, log level or omitted dependencies would
 * change what nested npm and pnpm calls do, and NODE_OPTIONS or NODE_ENV would change what is installed and run.
 */
export const cleanEnvironment = (env) =>
  Object.fromEntries(
    Object.entries(env).filter(
      ([name, value]) =>
        value !== undefined && (!FROM_A_SCRIPT_RUNNER.test(name) || (KEPT_CONFIG.test(name) && value !== '')),
    ),
  );

/** The same environment with `folder` searched first for programs. */
export const withPathFirst = (env, folder) => ({ ...env, PATH: [folder, env.PATH].filter(Boolean).join(':') });
