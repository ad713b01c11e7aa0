import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { parseConfig, SERVICE_GROUPS } from '@quarry/config';
import { parseAllDocuments } from 'yaml';
import { isSelected } from './testing/network-policy.mjs';
import { KUBECTL, OVERLAYS, render, workloadsOf } from './testing/render.mjs';

const SERVICES = ['batch-fanout', 'browser-scrape', 'console', 'gateway', 'serp', 'sites'];
const NO_SECRETS = { stringData: {} };

const readSource = (file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const namesOf = (objects) => objects.map(({ metadata }) => metadata.name).sort();
const podOf = (workload) => workload.spec.template.spec;
const containersOf = (workload) => [...(podOf(workload).initContainers ?? []), ...podOf(workload).containers];
/** `name/container` of each container that breaks a rule. */
const breakers = (workloads, isGood) =>
  workloads.flatMap((workload) =>
    containersOf(workload)
      .filter((container) => !isGood(container, podOf(workload)))
      .map(({ name }) => `${workload.metadata.name}/${name}`),
  );

const decoded = ({ data = {} }) =>
  Object.fromEntries(Object.entries(data).map(([name, text]) => [name, Buffer.from(text, 'base64').toString('utf8')]));

/** Names in the environment of a service's containers; Secrets of the example where the overlay makes none. */
const environmentOf = (workload, objects) => {
  const example = parseAllDocuments(readSource('k8s/overlays/production/secrets.example.yaml')).map((one) =>
    one.toJS(),
  );
  const find = (kind, { name }) => objects.find((one) => one.kind === kind && one.metadata.name === name);
  const secret = (reference) => {
    const made = find('Secret', reference);
    if (made) return { ...made.stringData, ...decoded(made) };
    const shape = example.find(({ metadata }) => metadata.name === reference.name) ?? NO_SECRETS;
    return { ...shape.stringData, ...('QUARRY_SECRET' in shape.stringData ? { QUARRY_SECRET: 'x'.repeat(16) } : {}) };
  };
  const [container] = podOf(workload).containers;
  const sources = container.envFrom.map(({ configMapRef, secretRef }) =>
    configMapRef ? find('ConfigMap', configMapRef).data : secret(secretRef),
  );
  const own = Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value]));
  return Object.assign({}, ...sources, own);
};

const ifKubectl = KUBECTL ? describe : describe.skip;
const title = KUBECTL ? 'the pods of %s' : 'the pods of %s (kubectl is not on this machine)';

const contentsOf = (overlay) => {
  const objects = KUBECTL ? render(overlay) : [];
  const ofKind = (kind) => objects.filter((object) => object.kind === kind);
  return { objects, workloads: workloadsOf(objects), ofKind, services: ofKind('Deployment') };
};

ifKubectl.each(OVERLAYS)(`${title}, each`, (overlay) => {
  const { workloads, services } = contentsOf(overlay);

  test('have no rights, and write to volumes alone', () => {
    const isConfined = ({ securityContext }, { securityContext: pod }) =>
      pod.runAsNonRoot === true &&
      pod.runAsUser > 0 &&
      securityContext.readOnlyRootFilesystem === true &&
      securityContext.allowPrivilegeEscalation === false &&
      securityContext.privileged !== true &&
      securityContext.capabilities.drop.includes('ALL') &&
      securityContext.capabilities.add === undefined;

    expect(breakers(workloads, isConfined)).toEqual([]);
  });

  test('see nothing of the node, and hold no token of the cluster', () => {
    const isApart = (_, pod) =>
      !(pod.hostNetwork || pod.hostPID || pod.hostIPC) &&
      (pod.volumes ?? []).every((volume) => volume.hostPath === undefined) &&
      pod.automountServiceAccountToken === false;

    expect(breakers(workloads, isApart)).toEqual([]);
  });

  test('are held to a profile of system calls, the workers of a local cluster apart', () => {
    const isHeld = (_, { securityContext }) =>
      ['RuntimeDefault', 'Localhost'].includes(securityContext.seccompProfile.type);

    expect(breakers(workloads, isHeld)).toEqual(
      overlay === 'local' ? ['browser-scrape/quarry', 'serp/quarry', 'sites/quarry'] : [],
    );
  });

  test('ask for what they need and have a limit', () => {
    const isBounded = ({ resources: { requests, limits } = {} }) =>
      [requests, limits].every((amounts) => amounts?.cpu !== undefined && amounts.memory !== undefined);

    expect(breakers(workloads, isBounded)).toEqual([]);
  });

  test('name a version of their image', () => {
    expect(breakers(workloads, ({ image }) => /:[\w.-]+$/.test(image) && !image.endsWith(':latest'))).toEqual([]);
  });

  test('are asked by probes whether they get on and are ready', () => {
    const probes = services.map((service) => {
      const [{ startupProbe, livenessProbe, readinessProbe, ports }] = podOf(service).containers;
      const port = ports.find(({ name }) => name === 'health').containerPort;
      return [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => [httpGet.path, httpGet.port, port]);
    });
    const asked = ['/healthz', '/healthz', '/readyz'].map((path) => [path, 'health', 9464]);

    expect(probes).toEqual(services.map(() => asked));
    expect(
      breakers(
        workloads.filter(({ kind }) => kind === 'StatefulSet'),
        ({ name, readinessProbe }) => readinessProbe || name === 'bucket',
      ),
    ).toEqual([]);
  });
});

ifKubectl.each(OVERLAYS)(`${title}, together`, (overlay) => {
  const { objects, workloads, ofKind, services } = contentsOf(overlay);

  test('are those of every service', () => {
    expect(namesOf(services)).toEqual(SERVICES);
  });

  test('start with settings that their services accept', () => {
    const problems = services.flatMap((service) => {
      const { name } = service.metadata;
      const parsed = parseConfig(SERVICE_GROUPS[name], environmentOf(service, objects));
      return parsed.ok ? [] : parsed.problems.map((problem) => `${name}: ${problem}`);
    });

    expect(problems).toEqual([]);
  });

  test('are found by Services, and kept by a budget each', () => {
    const found = (selector) => workloads.filter(({ spec }) => isSelected(selector, spec.template.metadata.labels));
    for (const { metadata, spec } of ofKind('Service')) {
      const pods = found({ matchLabels: spec.selector });
      const names = pods.flatMap((pod) => podOf(pod).containers.flatMap(({ ports }) => ports.map(({ name }) => name)));
      expect([metadata.name, namesOf(pods)]).toEqual([metadata.name, [metadata.name]]);
      expect(
        spec.ports.map(({ name, targetPort = name }) => targetPort).filter((port) => !names.includes(port)),
      ).toEqual([]);
    }
    const budgets = ofKind('PodDisruptionBudget').map(({ spec }) => namesOf(found(spec.selector)));
    expect(budgets.sort()).toEqual(SERVICES.map((name) => [name]));
  });

  test('are as many as their scaling says, in production', () => {
    const scaled = [...ofKind('ScaledObject'), ...ofKind('HorizontalPodAutoscaler')].map(({ spec }) => spec);
    const counted = services.filter(({ spec }) => spec.replicas !== undefined);

    expect(scaled.map(({ scaleTargetRef }) => scaleTargetRef.name).sort()).toEqual(overlay === 'local' ? [] : SERVICES);
    expect(namesOf(counted)).toEqual(overlay === 'local' ? SERVICES : []);
    expect(scaled.filter((spec) => (spec.minReplicaCount ?? spec.minReplicas) < 2)).toEqual([]);
  });
});
