import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = path.join(HERE, '..');
const WORKERS = ['browser-scrape', 'serp', 'sites'];
const SERVICES = ['gateway', ...WORKERS, 'batch-fanout', 'console'];
/** Scaled by CPU, as they get no work from Redis. */
const RECEIVE_CALLS = ['gateway', 'console'];

const read = (file) => readFileSync(path.join(HERE, file), 'utf8');
const readSource = (file) => readFileSync(path.join(ROOT, file), 'utf8');
const all = (text, pattern) => [...text.matchAll(pattern)].map(([, found]) => found);
const only = (text, pattern) => {
  const found = all(text, pattern);
  expect(found).toHaveLength(1);
  return found[0];
};
const milliseconds = (text) => Number(text.replaceAll('_', ''));

const SECRETS = 'overlays/production/secrets.example.yaml';
/** Settings of the runner, the command line and the tests. */
const OF_NO_CLUSTER = [
  ...['FAULTS_DIR', 'QUARRY_PARENT_PIPE', 'REDIS_SERVER', 'RESTART_DELAY_MAX_MS', 'HEALTH_CHECK_MS'],
  ...['QUARRY_URL', 'QUARRY_API_KEY'],
  // A pod has its own limit.
  'WORKER_MEMORY_BYTES',
];

const variablesOf = (files) => files.flatMap((file) => all(read(file), /^([A-Z][A-Z0-9_]*)=/gm));

describe('the settings', () => {
  const known = all(readSource('.env.example'), /^#([A-Z][A-Z0-9_]*)=/gm);

  test('have a place each: a ConfigMap, a Secret or a Deployment', () => {
    const given = [
      ...variablesOf(globSync('base/settings/*.env', { cwd: HERE })),
      // Each kind of service has its own stores.
      ...new Set(all(read(SECRETS), /^ {2}([A-Z][A-Z0-9_]*):/gm)),
      ...new Set(WORKERS.flatMap((name) => all(read(`base/${name}.yaml`), /- name: ([A-Z_]+)$/gm))),
    ];

    expect(given.sort()).toEqual(known.filter((name) => !OF_NO_CLUSTER.includes(name)).sort());
  });

  test('of the overlays are settings', () => {
    const given = variablesOf(globSync('overlays/*/*.env', { cwd: HERE }));

    expect(given.length).toBeGreaterThan(0);
    expect(given.filter((name) => !known.includes(name))).toEqual([]);
  });
});

describe('a pod', () => {
  const graceSeconds = (file) => Number(only(read(file), /terminationGracePeriodSeconds: (\d+)/g));
  const bound = (file, name) =>
    milliseconds(only(readSource(file), new RegExp(`const ${name} = ([\\d_]+);`, 'g'))) / 1_000;

  test('has longer to end than its service takes', () => {
    const noticeMs = only(read('base/settings/gateway.env'), /^SHUTDOWN_NOTICE_MS=(\d+)$/gm);
    const gateway =
      Number(noticeMs) / 1_000 +
      bound('services/gateway/src/bounds.ts', 'DRAIN_MS') +
      bound('services/gateway/src/main.ts', 'CLOSING_MS');
    const worker =
      bound('packages/worker-runtime/src/start-worker.ts', 'DRAIN_GRACE_MS') +
      bound('packages/worker-runtime/src/run-worker.ts', 'CLOSING_MS');

    expect(graceSeconds('base/gateway.yaml')).toBeGreaterThan(gateway);
    expect(graceSeconds('base/worker-pod.yaml')).toBeGreaterThan(worker);
    expect(graceSeconds('base/console.yaml')).toBeGreaterThan(
      bound('services/console/src/bounds.ts', 'CLOSE_CALLS_MS') + 10,
    );
    expect(graceSeconds('base/batch-fanout.yaml')).toBeGreaterThan(
      bound('services/batch-fanout/src/bounds.ts', 'DRAIN_GRACE_MS'),
    );
  });

  test('gets no variables of Services, which would end its start', () => {
    expect(read('base/every-pod.yaml')).toContain('enableServiceLinks: false');
  });
});

test('the ranges that may not be asked are those of the target rule', () => {
  const rule = readSource('packages/egress/src/target/address-ranges.ts');
  const listOf = (name) => all(only(rule, new RegExp(`const ${name} = \\[([^\\]]*)\\]`, 'g')), /'(.+?)'/g);
  const policies = read('base/network-policies.yaml');

  expect(all(policies, /^ {14}- (\S+\/\d+)$/gm).sort()).toEqual(
    ['SPECIAL_IPV4', 'PLATFORM_IPV4', 'SPECIAL_IPV6'].flatMap(listOf).sort(),
  );
  expect(all(policies, /cidr: (\S+)/g)).toEqual(['0.0.0.0/0', only(rule, /GLOBAL_UNICAST_IPV6 = '(.*)'/g)]);
});

describe('scaling', () => {
  test('brings a gateway at the share of its main thread that docs/scaling.md plans with', () => {
    const request = Number(only(read('base/gateway.yaml'), /requests:(?:\s*#.*)?\s+cpu: '?([\d.]+)'?$/gm));
    const share = Number(only(read('components/scaling/gateway-hpa.yaml'), /averageUtilization: (\d+)$/gm)) / 100;
    const planned = Number(only(readSource('bench/src/scaling/plan-fleet.ts'), /replicaShare: \[([\d.]+),/g));

    expect(request * share).toBeCloseTo(planned, 6);
  });

  const objects = read('components/scaling/scaled-objects.yaml').split(/^---$/m);

  test('counts on as many jobs of a replica as its worker runs', () => {
    const slots = WORKERS.map((name) => only(read(`base/${name}.yaml`), /name: SLOTS\n\s+value: '(\d+)'/g));
    const thresholds = WORKERS.map((name) => {
      const object = objects.find((text) => text.includes(`  name: ${name}\n`));
      return only(object, /threshold: '(\d+)'/g);
    });

    expect(thresholds).toEqual(slots);
  });

  test('is there for every worker and asks for metrics that there are', () => {
    const metrics = new Set(
      all(readSource('packages/observability/src/metrics/metric-names.ts'), /^ {2}([a-z_]+): \{/gm),
    );
    const queries = all(objects.join(''), /query: (.*)/g);
    const asked = queries.flatMap((query) => all(query, /\b([a-z]+(?:_[a-z]+)+)\b/g));

    expect(objects.map((text) => only(text, /^ {4}name: (\S+)$/gm)).sort()).toEqual(
      SERVICES.filter((name) => !RECEIVE_CALLS.includes(name)).sort(),
    );
    expect(asked.length).toBeGreaterThanOrEqual(queries.length);
    expect(asked.filter((name) => !metrics.has(name))).toEqual([]);
  });
});
