import { describe, expect, it } from '@jest/globals';
import { cleanEnvironment, withPathFirst } from './environment.mjs';

describe('cleanEnvironment', () => {
  it('drops what npm run and pnpm run add', () => {
    const added = {
      npm_config_prefix: '/usr',
      npm_config_loglevel: 'silent',
      npm_config_omit: 'dev',
      npm_lifecycle_event: 'start',
      npm_package_json: '/x/package.json',
      npm_execpath: '/x/npm-cli.js',
      NPM_CONFIG_GLOBAL: 'true',
      pnpm_config_verify_deps_before_run: 'false',
      PNPM_SCRIPT_SRC_DIR: '/x',
      INIT_CWD: '/x',
      NODE: '/usr/bin/node',
      NODE_OPTIONS: '--inspect',
      NODE_ENV: 'production',
      COLOR: '0',
    };
    expect(cleanEnvironment({ ...added, HOME: '/root' })).toEqual({ HOME: '/root' });
  });

  it('keeps settings of the registry and those that are not a script runner’s', () => {
    const kept = {
      npm_config_registry: 'http://registry.test/',
      NPM_CONFIG_CAFILE: '/ca.pem',
      npm_config_https_proxy: 'http://proxy.test',
      'npm_config_@own:registry': 'http://own.test/',
      'npm_config_//registry.test/:_authToken': 't',
      npm_config_userconfig: '/root/.npmrc',
      NODE_EXTRA_CA_CERTS: '/ca.pem',
      ORIGIN_ENGINEA: 'http://127.0.0.1:1',
      PATH: '/bin',
    };
    expect(cleanEnvironment(kept)).toEqual(kept);
  });

  it('drops empty settings, which would override the ones in a file', () => {
    expect(cleanEnvironment({ npm_config_noproxy: '', npm_config_cafile: '', EMPTY: '', GONE: undefined })).toEqual({
      EMPTY: '',
    });
  });
});

describe('withPathFirst', () => {
  it('puts a folder first', () => {
    expect(withPathFirst({ PATH: '/bin:/usr/bin', A: '1' }, '/node')).toEqual({ PATH: '/node:/bin:/usr/bin', A: '1' });
  });

  it('works without a search path', () => {
    expect(withPathFirst({}, '/node')).toEqual({ PATH: '/node' });
  });
});
