import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { FLEET, serviceArguments } from '../local/fleet/fleet.mjs';
import { FONTS } from '../local/setup/fonts.mjs';
import { NODE_VERSION, PNPM_VERSION } from '../local/setup/toolchain.mjs';
import { fillSecrets, readContainers } from './compose/containers.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (name) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const all = (text, pattern) => [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort();

const compose = read('docker-compose.yml');
const dockerfile = read('infra/docker/Dockerfile');
/** With the parts that several services share merged in. */
const readCompose = () => parse(compose, { merge: true });
const asked = all(compose, /\$\{([A-Z][A-Z0-9_]*)/g);

/** Settings of the images, of tests, of files, and those that only the local runner gives its processes. */
const NOT_ASKED = [
  ...['QUARRY_DATA', 'HOST', 'PORT', 'HEALTH_HOST', 'HEALTH_PORT', 'CONSOLE_HOST', 'CONSOLE_PORT', 'CHROMIUM_PATH'],
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
    const isSecret = /^(QUARRY_SECRET|QUARRY_HEADER_SECRET|\w+_PASSWORD|S3_SECRET_ACCESS_KEY)$/;
    const uses = [...compose.matchAll(/\$\{([A-Z][A-Z0-9_]*)(:.)?/g)].filter(([, name]) => isSecret.test(name));
    expect(new Set(uses.map(([, name]) => name)).size).toBe(11);
    expect(uses.filter(([, , otherwise]) => otherwise !== ':?')).toEqual([]);
  });
});

describe('the rules for datagrams', () => {
  const { networks } = parse(compose);
  const rules = read('infra/docker/datagrams.nft');

  it('name the bridge of the network where pages are rendered', () => {
    const bridge = networks.internet.driver_opts['com.docker.network.bridge.name'];
    expect(all(rules, /define pages = "([^"]+)"/g)).toEqual([bridge]);
    // Names of interfaces are at most this long.
    expect(bridge.length).toBeLessThanOrEqual(15);
  });

  it('stop all but questions for names, on the way out and to the host', () => {
    const chains = rules.split(/chain \w+ \{/).slice(1);
    expect(chains.map((chain) => /hook (\w+)/.exec(chain)[1])).toEqual(['forward', 'input']);
    for (const chain of chains) expect(chain).toContain('iifname $pages meta l4proto udp udp dport != 53 counter drop');
  });

  it('cover all containers with a browser, which have no other way out', () => {
    const outward = ({ networks: names = [] }) => names.filter((name) => !networks[name]?.internal);
    const { services } = readCompose();
    const withBrowser = Object.entries(services).filter(([, { image = '' }]) => image.startsWith('quarry-browser:'));
    expect(withBrowser.map(([name]) => name).sort()).toEqual(['browser-scrape', 'serp', 'sites']);
    for (const [, service] of withBrowser) expect(outward(service)).toEqual(['internet']);
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
    const variables = parseEnv(fillSecrets(read('infra/docker/compose.env.example')));
    const containers = readContainers({ root: ROOT, variables });
    expect(FLEET.map((name) => containers[name].argv)).toEqual(
      FLEET.map((name) => ['node', ...serviceArguments(name)]),
    );
  });
});
