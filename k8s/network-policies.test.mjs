import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { isLetThrough } from './testing/network-policy.mjs';
import { KUBECTL, OVERLAYS, render, workloadsOf } from './testing/render.mjs';

const WORKERS = ['browser-scrape', 'serp', 'sites'];
const OURS = ['gateway', ...WORKERS, 'batch-fanout', 'console'];
const ASKS_THE_INTERNET = [...WORKERS, 'batch-fanout'];
const OPENS_FILES = ['gateway', ...WORKERS, 'batch-fanout'];

/** Addresses of the cluster, of a cloud's metadata, and others that no target may have. */
const FORBIDDEN = [
  ...['169.254.169.254', '169.254.170.2', '100.100.100.200', '168.63.129.16', '192.0.0.192', '127.0.0.1', '0.0.0.0'],
  ...['10.0.0.1', '10.96.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.255.255'],
  ...['100.64.0.1', '100.127.255.255', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
  ...['::1', '::', 'fd00::1', 'fd00:ec2::254', 'fc00::1', 'fe80::1', 'ff02::1', '::ffff:10.0.0.1', '64:ff9b::a00:1'],
  ...['2002:a00:1::1', '2001:0:a00:1::1', '2001:db8::1'],
];
const PUBLIC = [
  ...['1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '169.253.255.255', '172.15.255.255'],
  ...['172.32.0.0', '192.167.255.255', '192.169.0.0', '223.255.255.255', '2606:4700::1111', '2a00:1450:4001::1'],
];
/** Any address of a range, written as four bytes or eight groups. */
const bytes = (count) => fc.array(fc.nat(255), { minLength: count, maxLength: count });
const privateIpv4 = fc.oneof(
  bytes(3).map((rest) => `10.${rest.join('.')}`),
  fc.tuple(fc.integer({ min: 16, max: 31 }), bytes(2)).map(([second, rest]) => `172.${second}.${rest.join('.')}`),
  bytes(2).map((rest) => `192.168.${rest.join('.')}`),
  bytes(2).map((rest) => `169.254.${rest.join('.')}`),
  fc.tuple(fc.integer({ min: 64, max: 127 }), bytes(2)).map(([second, rest]) => `100.${second}.${rest.join('.')}`),
);
const privateIpv6 = fc
  .tuple(
    fc.oneof(fc.integer({ min: 0xfc00, max: 0xffff }), fc.integer({ min: 0, max: 0x1fff })),
    fc.array(fc.nat(0xffff), { minLength: 7, maxLength: 7 }),
  )
  .map((groups) =>
    groups
      .flat()
      .map((group) => group.toString(16))
      .join(':'),
  );
const anyPort = fc.integer({ min: 1, max: 65_535 });

/** A cluster with one pod of each workload of the overlay, and foreign pods. */
const clusterOf = (overlay) => {
  const objects = render(overlay);
  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy');
  const own = objects.find(({ kind }) => kind === 'Namespace').metadata.name;
  const names = [own, 'kube-system', 'monitoring', 'ingress-nginx', 'shop'];
  const namespaces = Object.fromEntries(names.map((name) => [name, { 'kubernetes.io/metadata.name': name }]));
  let last = 0;
  const pod = (namespace, labels, ports = {}) => ({ namespace, labels, ports, address: `10.1.0.${(last += 1)}` });
  const pods = Object.fromEntries(
    workloadsOf(objects).map(({ metadata, spec: { template } }) => {
      const ports = template.spec.containers.flatMap((container) => container.ports ?? []);
      const byName = Object.fromEntries(ports.map(({ name, containerPort }) => [name, containerPort]));
      return [metadata.name, pod(own, template.metadata.labels, byName)];
    }),
  );
  const strangers = {
    'in the namespace': pod(own, { app: 'shop' }),
    elsewhere: pod('shop', { app: 'shop' }),
    'elsewhere, with our labels': pod('shop', pods.serp.labels),
  };
  const dns = pod('kube-system', { 'k8s-app': 'kube-dns' });
  const reaches = (from, to, port, protocol) => isLetThrough({ policies, namespaces }, { from, to, port, protocol });
  return { pod, pods, strangers, dns, reaches };
};

/** The stores: pods beside the services, or the addresses in the example of production. */
const PARTS = {
  local: ({ pods: { redis, mongo, s3 } }) => ({ redis: [redis, 6379], mongo: [mongo, 27017], s3: [s3, 7070] }),
  production: () => ({
    redis: [{ address: '192.0.2.10' }, 6379],
    mongo: [{ address: '192.0.2.21' }, 27017],
    s3: [{ address: '192.0.2.30' }, 443],
  }),
};

const ifKubectl = KUBECTL ? describe : describe.skip;
const title = KUBECTL ? 'the network policies of %s' : 'the network policies of %s (kubectl is not on this machine)';

let cluster;

ifKubectl.each(OVERLAYS)(`${title}, on the way out`, (overlay) => {
  beforeAll(() => {
    cluster = clusterOf(overlay);
  });

  test.each(OURS)('let %s reach no address that a target may not have', (name) => {
    const { pods, reaches } = cluster;
    const open = FORBIDDEN.flatMap((address) =>
      [53, 80, 443, 3000, 6443, 9464, 10250]
        .filter((port) => reaches(pods[name], { address }, port))
        .map((port) => `${address}:${port}`),
    );

    expect(open).toEqual([]);
    fc.assert(
      fc.property(
        fc.oneof(privateIpv4, privateIpv6),
        anyPort,
        fc.constantFrom('TCP', 'UDP'),
        (address, port, protocol) => {
          expect(reaches(pods[name], { address }, port, protocol)).toBe(false);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('let workers and webhooks reach public addresses over TCP, and gateway and console none', () => {
    const { pods, reaches } = cluster;
    for (const address of PUBLIC) {
      const asking = OURS.filter((name) => reaches(pods[name], { address }, 443));
      expect([address, asking.sort()]).toEqual([address, [...ASKS_THE_INTERNET].sort()]);
      expect([address, OURS.filter((name) => reaches(pods[name], { address }, 443, 'UDP'))]).toEqual([address, []]);
    }
  });

  test('let every service resolve names in kube-system and ask nothing else there', () => {
    const { pod, pods, dns, reaches } = cluster;
    const others = [pod('kube-system', { 'k8s-app': 'metrics-server' }), pod('shop', dns.labels)];
    for (const name of OURS) {
      expect(reaches(pods[name], dns, 53, 'UDP') && reaches(pods[name], dns, 53, 'TCP')).toBe(true);
      expect(reaches(pods[name], dns, 9153)).toBe(false);
      expect(others.filter((other) => reaches(pods[name], other, 53, 'UDP'))).toEqual([]);
    }
  });

  test('let each service reach its parts, at their ports', () => {
    const { redis, mongo, s3 } = PARTS[overlay](cluster);
    const { pods, reaches } = cluster;
    const users = ([part, port]) => OURS.filter((name) => reaches(pods[name], part, port)).sort();

    expect(users(redis)).toEqual([...OURS].sort());
    expect(users(mongo)).toEqual([...OURS].sort());
    expect(users(s3)).toEqual([...OPENS_FILES].sort());
    for (const [part] of [redis, mongo, s3]) expect(users([part, 22])).toEqual([]);
  });
});

ifKubectl.each(OVERLAYS)(`${title}, on the way in`, (overlay) => {
  beforeAll(() => {
    cluster = clusterOf(overlay);
  });

  test('let no pod that is not ours in, but at the API and the console', () => {
    const { pods, strangers, reaches } = cluster;
    const ports = [22, 3000, 3001, 6379, 7070, 9464, 27017];
    const open = Object.entries(strangers).flatMap(([who, stranger]) =>
      Object.entries(pods).flatMap(([name, pod]) =>
        ports.filter((port) => reaches(stranger, pod, port)).map((port) => `${name}:${port} from ${who}`),
      ),
    );

    const anyone = ['elsewhere', 'elsewhere, with our labels'].flatMap((who) =>
      ['console:3001', 'gateway:3000'].map((port) => `${port} from ${who}`),
    );
    expect(open.sort()).toEqual(overlay === 'local' ? anyone.sort() : []);
  });

  test('let services reach none of each other, but the console the API', () => {
    const { pods, reaches } = cluster;
    const open = OURS.flatMap((from) =>
      OURS.flatMap((to) =>
        [3000, 3001, 9464]
          .filter((port) => reaches(pods[from], pods[to], port))
          .map((port) => `${from}: ${to}:${port}`),
      ),
    );

    expect(open).toEqual(['console: gateway:3000']);
  });

  test('let Prometheus read metrics, and the ingress controller call the API and the console', () => {
    const { pod, pods, reaches } = cluster;
    const prometheus = pod('monitoring', { app: 'prometheus' });
    const controller = pod('ingress-nginx', { app: 'ingress-nginx' });

    expect(OURS.filter((name) => !reaches(prometheus, pods[name], 9464))).toEqual([]);
    expect(OURS.filter((name) => reaches(controller, pods[name], 9464))).toEqual([]);
    for (const [pod, port] of [
      [pods.gateway, 3000],
      [pods.console, 3001],
    ]) {
      expect(reaches(controller, pod, port)).toBe(true);
      expect(reaches({ address: '1.1.1.1' }, pod, port)).toBe(overlay === 'local');
    }
    expect(OURS.filter((name) => reaches({ address: '1.1.1.1' }, pods[name], 9464))).toEqual([]);
  });
});
