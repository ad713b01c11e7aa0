import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY_ROOT, type Prometheus } from '@quarry/testkit';
import { parseAllDocuments } from 'yaml';

/** The HPA's tolerance. */
const TOLERANCE = 0.1;

interface Trigger {
  readonly name: string;
  readonly type: string;
  readonly metricType: string;
  readonly metadata: {
    readonly query: string;
    readonly threshold: string;
    readonly ignoreNullValues: string;
    readonly serverAddress: string;
  };
}

export interface ScaledObject {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly minReplicaCount: number;
    readonly maxReplicaCount: number;
    readonly fallback: { readonly replicas: number; readonly behavior: string };
    readonly triggers: readonly Trigger[];
  };
}

/** The ScaledObjects of the component, or as the production overlay has them. */
export const readScaledObjects = (from: 'component' | 'production'): readonly ScaledObject[] => {
  const text =
    from === 'component'
      ? readFileSync(join(REPOSITORY_ROOT, 'k8s/components/scaling/scaled-objects.yaml'), 'utf8')
      : execFileSync('kubectl', ['kustomize', 'k8s/overlays/production'], { cwd: REPOSITORY_ROOT, encoding: 'utf8' });
  return (
    parseAllDocuments(text)
      // safe because only ScaledObjects, whose shape is that of their schema, are kept
      .map((document) => document.toJS() as ScaledObject)
      .filter(({ kind }) => kind === 'ScaledObject')
  );
};

/** Queries as KEDA's scaler of this type does: one element, or an error where null values must not be ignored. */
export const askAsKeda = async (prometheus: Prometheus, { type, metadata }: Trigger): Promise<number> => {
  if (type !== 'prometheus') throw new Error(`no scaler of type ${type}`);
  const result = await prometheus.query(metadata.query);
  if (result.length > 1) throw new Error(`${metadata.query} returned multiple elements`);
  const [only] = result;
  if (only === undefined) {
    if (metadata.ignoreNullValues !== 'false') return 0;
    throw new Error(`${metadata.query}: the result is empty`);
  }
  const value = Number(only.value[1]);
  if (!Number.isFinite(value)) throw new Error(`${metadata.query} is ${only.value[1]}`);
  return value;
};

/** Replicas that an HPA wants for a metric of the type AverageValue when `present` of them run. */
const wantedFor = (value: number, threshold: number, present: number): number =>
  Math.abs(value / (threshold * present) - 1) <= TOLERANCE ? present : Math.ceil(value / threshold);

export interface Answer {
  /** The value of each trigger; undefined where the scaler had an error. */
  readonly values: readonly (number | undefined)[];
  /** Replicas after the HPA's next decision, without its bounds on speed. */
  readonly desired: number;
}

/** The decision of KEDA and the HPA now, with `present` replicas. */
export const scaleNow = async (prometheus: Prometheus, { spec }: ScaledObject, present: number): Promise<Answer> => {
  const values = await Promise.all(
    spec.triggers.map((trigger) => askAsKeda(prometheus, trigger).catch(() => undefined)),
  );
  const wishes = values.map((value, index) => {
    const trigger = spec.triggers[index];
    if (trigger?.metricType !== 'AverageValue') throw new Error('only AverageValue has a fallback');
    if (value !== undefined) return wantedFor(value, Number(trigger.metadata.threshold), present);
    if (spec.fallback.behavior !== 'currentReplicasIfHigher') throw new Error(`fallback ${spec.fallback.behavior}`);
    return Math.max(spec.fallback.replicas, present);
  });
  return { values, desired: Math.min(spec.maxReplicaCount, Math.max(spec.minReplicaCount, ...wishes)) };
};
