import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { FLEET } from '../../local/fleet/replicas.mjs';
import { SERVICE_GROUPS } from '../../../packages/config/src/service-groups.ts';
import { SETTING_GROUPS, settingsOf } from '../../../packages/config/src/settings.ts';
import { fillSecrets, readContainers } from './containers.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (name) => readFileSync(path.join(ROOT, name), 'utf8');
const namesOf = (groups) => groups.flatMap((group) => settingsOf(group).map(([, { name }]) => name));

const example = read('infra/docker/compose.env.example');
const variables = parseEnv(fillSecrets(example));
const containers = readContainers({ root: ROOT, variables });

/** Settings of tests, of the local runner, and one that needs a file that the container does not have. */
const NOT_IN_CONTAINERS = ['FAULTS_DIR', 'QUARRY_PARENT_PIPE', 'ADBLOCK_LIST', 'WORKER_MEMORY_BYTES'];
/** Settings that a service does not use although it reads their group. */
const SIGNING = ['QUARRY_SECRET', 'QUARRY_SECRET_PREVIOUS'];
const HEADERS = ['QUARRY_HEADER_SECRET', 'QUARRY_HEADER_SECRET_PREVIOUS'];
const UNUSED = {
  // Only services that use a secret have it.
  'browser-scrape': SIGNING,
  serp: HEADERS,
  sites: [...SIGNING, ...HEADERS],
  // It opens no stored files; where it listens is set by the images.
  console: ['PORT', ...HEADERS, ...namesOf(['parts'])].filter((name) => name !== 'MONGODB_URI'),
  // It listens on the health port alone; of the settings of egress it needs only the pace.
  'batch-fanout': ['PORT', ...HEADERS, ...namesOf(['egress'])].filter((name) => name !== 'SITE_REQUESTS_PER_SECOND'),
};
/** What the images set for all of their processes. */
const OF_THE_IMAGES = [
  'NODE_ENV',
  'MALLOC_ARENA_MAX',
  ...namesOf(['common', 'gateway', 'addresses', 'worker', 'console']),
];

const setIn = (service) => Object.keys(containers[service].env);
const passedTo = (service) => Object.keys(containers[service].service.environment);

describe.each(FLEET)('the container of %s', (service) => {
  const settings = namesOf(SERVICE_GROUPS[service]);

  it('is passed every setting that the service reads', () => {
    const spared = [...NOT_IN_CONTAINERS, ...(UNUSED[service] ?? [])];
    expect(settings.filter((name) => !setIn(service).includes(name) && !spared.includes(name))).toEqual([]);
  });

  it('is passed nothing that the service does not read', () => {
    expect(passedTo(service).filter((name) => !settings.includes(name))).toEqual([]);
    const ofTheImage = setIn(service).filter((name) => !passedTo(service).includes(name));
    expect(ofTheImage.filter((name) => !OF_THE_IMAGES.includes(name))).toEqual([]);
  });

  it('has the settings’ own defaults where the file gives one', () => {
    const kinds = new Map(SETTING_GROUPS.flatMap(settingsOf).map(([, setting]) => [setting.name, setting]));
    const given = passedTo(service).filter((name) => kinds.get(name)?.fallback !== undefined);
    const others = given.filter((name) => {
      const { fallback } = kinds.get(name);
      return ![fallback, ''].includes(containers[service].env[name]);
    });
    // Redis has a password and a host name in the file; the addresses of API and console follow the published ports.
    expect(others.filter((name) => !['REDIS_URL', 'BASE_URL', 'CONSOLE_URL'].includes(name))).toEqual([]);
  });
});

describe('compose.env.example', () => {
  it('shows the settings’ own defaults', () => {
    const kinds = new Map(SETTING_GROUPS.flatMap(settingsOf).map(([, setting]) => [setting.name, setting]));
    const shown = [...example.matchAll(/^#([A-Z]\w*)=(.+)$/gm)].filter(([, name]) => kinds.has(name));
    expect(shown.length).toBeGreaterThan(8);
    const wrong = shown.filter(([, name, value]) => ![kinds.get(name).fallback, undefined].includes(value));
    // The file has its own defaults for these.
    const own = ['BASE_URL', 'CONSOLE_URL', 'CONSOLE_GATEWAY_URL', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'QUARRY_URL'];
    expect(wrong.map(([, name]) => name).filter((name) => !own.includes(name))).toEqual([]);
  });
});
