import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { FLEET, serviceArguments } from '../local/fleet.mjs';
import { FONTS } from '../local/fonts.mjs';
import { NODE_VERSION, PNPM_VERSION } from '../local/toolchain.mjs';
import { readContainers } from './compose/containers.mjs';
import { fillSecrets, readEnvFile } from './compose/env-file.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (name) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const all = (text, pattern) => [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort();

const compose = read('docker-compose.yml');
const dockerfile = read('infra/docker/Dockerfile');
const asked = all(compose, /\$\{([A-Z][A-Z0-9_]*)/g);

/** What the images set, what is for tests, what needs a file, and what is between the local runner and its processes. */
const NOT_ASKED = [
  ...['QUARRY_DATA', 'HOST', 'PORT', 'HEALTH_HOST', 'HEALTH_PORT', 'CHROMIUM_PATH'],
  ...[
    'FAULTS_DIR',
    'QUARRY_PARENT_PIPE',
    'ADBLOCK_LIST',
    'REDIS_SERVER',
    'RESTART_DELAY_MAX_MS',
    'HEALTH_CHECK_MS',
    'WORKER_MEMORY_BYTES',
  ],
];

describe('docker-compose.yml', () => {
  it('takes every setting that a deployment may want to change', () => {
    const settings = all(read('.env.example'), /^#([A-Z][A-Z0-9_]*)=/gm);
    expect(settings.filter((name) => !asked.includes(name)).sort()).toEqual([...NOT_ASKED].sort());
  });

  it('asks for what the example documents, and for nothing else', () => {
    expect(all(read('infra/docker/compose.env.example'), /^#?([A-Z][A-Z0-9_]*)=/gm)).toEqual(asked);
  });

  it('makes up no secret', () => {
    const isSecret = /^(QUARRY_SECRET|\w+_PASSWORD|S3_SECRET_ACCESS_KEY)$/;
    const uses = [...compose.matchAll(/\$\{([A-Z][A-Z0-9_]*)(:.)?/g)].filter(([, name]) => isSecret.test(name));
    expect(new Set(uses.map(([, name]) => name)).size).toBe(6);
    expect(uses.filter(([, , otherwise]) => otherwise !== ':?')).toEqual([]);
  });
});

describe('the images', () => {
  it('have the Node and pnpm that the project is tested with', () => {
    expect(dockerfile).toContain(`library/node:${NODE_VERSION}-`);
    expect(dockerfile).toContain(`PNPM_VERSION=${PNPM_VERSION}\n`);
  });

  it('have Chromium and the fonts that a local setup brings', () => {
    const [, packages] = /apt-get install -y --no-install-recommends((?: \\\n +\S+)+) \\\n/.exec(dockerfile);
    const fonts = FONTS.map(({ aptPackage }) => aptPackage);
    expect(all(packages, /([a-z][a-z-]+)/g)).toEqual(['chromium', ...fonts].sort());
  });

  it('start the services as the local fleet does', () => {
    const variables = readEnvFile(fillSecrets(read('infra/docker/compose.env.example')));
    const containers = readContainers({ root: ROOT, variables });
    expect(FLEET.map((name) => containers[name].argv)).toEqual(
      FLEET.map((name) => ['node', ...serviceArguments(name)]),
    );
  });
});
