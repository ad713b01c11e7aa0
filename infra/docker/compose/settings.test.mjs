import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { FLEET } from '../../local/replicas.mjs';
import { SERVICE_GROUPS } from '../../../packages/config/src/service-groups.ts';
import { SETTING_GROUPS, settingsOf } from '../../../packages/config/src/settings.ts';
import { readContainers } from './containers.mjs';
import { fillSecrets, readEnvFile } from './env-file.mjs';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (name) => readFileSync(path.join(ROOT, name), 'utf8');
const namesOf = (groups) => groups.flatMap((group) => settingsOf(group).map(([, { name }]) => name));

const example = read('infra/docker/compose.env.example');
const variables = readEnvFile(fillSecrets(example));
const containers = readContainers({ root: ROOT, variables });

/** For tests alone, what a runner on one machine says, and what needs a file that the container does not have. */
const NOT_IN_CONTAINERS = ['FAULTS_DIR', 'QUARRY_PARENT_PIPE', 'ADBLOCK_LIST', 'WORKER_MEMORY_BYTES'];
/** Settings of groups that a service asks for, of which it uses others alone. */
const SIGNING = ['QUARRY_SECRET', 'QUARRY_SECRET_PREVIOUS'];
const HEADERS = ['QUARRY_HEADER_SECRET', 'QUARRY_HEADER_SECRET_PREVIOUS'];
const UNUSED = {
  // Secrets are with those alone that use them.
  'browser-scrape': SIGNING,
  serp: HEADERS,
  sites: [...SIGNING, ...HEADERS],
  // It listens nowhere but for health, and never sees a stored file; of the exits it needs the pace alone.
  'batch-fanout': ['PORT', ...HEADERS, ...namesOf(['parts', 'egress'])].filter(
    (name) => !['MONGODB_URI', 'SITE_REQUESTS_PER_SECOND'].includes(name),
  ),
};
/** What the images set for all of their processes, and for what runs them. */
const OF_THE_IMAGES = ['NODE_ENV', 'MALLOC_ARENA_MAX', ...namesOf(['common', 'gateway', 'addresses', 'worker'])];

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
    // Redis has a password and a name there; the address of the API follows the port that is published.
    expect(others.filter((name) => !['REDIS_URL', 'BASE_URL'].includes(name))).toEqual([]);
  });
});

describe('compose.env.example', () => {
  it('shows the settings’ own defaults', () => {
    const kinds = new Map(SETTING_GROUPS.flatMap(settingsOf).map(([, setting]) => [setting.name, setting]));
    const shown = [...example.matchAll(/^#([A-Z]\w*)=(.+)$/gm)].filter(([, name]) => kinds.has(name));
    expect(shown.length).toBeGreaterThan(8);
    const wrong = shown.filter(([, name, value]) => ![kinds.get(name).fallback, undefined].includes(value));
    // Of these the file has a default of its own.
    const own = ['BASE_URL', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'QUARRY_URL'];
    expect(wrong.map(([, name]) => name).filter((name) => !own.includes(name))).toEqual([]);
  });
});
