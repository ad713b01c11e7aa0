import { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { METRICS, type CounterName, type GaugeName, type HistogramName, type MetricLabels } from './metric-names.js';

/** The registry of one process. A metric appears with its first value; sampled gauges disappear when they are no longer set. */
export interface Metrics {
  increment<Name extends CounterName>(name: Name, labels: MetricLabels<Name>, by?: number): void;
  set<Name extends GaugeName>(name: Name, labels: MetricLabels<Name>, value: number): void;
  observe<Name extends HistogramName>(name: Name, labels: MetricLabels<Name>, value: number): void;
  /** Runs `collect` before each exposition, for gauges that are read, not counted. A failing one is skipped. */
  onCollect(collect: () => void | Promise<void>): void;
  /** Prometheus text format. */
  text(): Promise<string>;
  readonly contentType: string;
  close(): void;
}

/** Each sample wakes the process: at the usual 10 ms, that is most of what an idle service costs. */
const LAG_RESOLUTION_MS = 100;

/** The measured delay includes the sampler's own resolution. */
const lagSeconds = (delayNs: number): number => Math.max(0, delayNs / 1e6 - LAG_RESOLUTION_MS) / 1000;

const sampleEventLoop = (metrics: Metrics): (() => void) => {
  const delay = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  delay.enable();
  metrics.onCollect(() => {
    for (const quantile of [50, 99] as const) {
      metrics.set('event_loop_lag_seconds', { quantile: `p${quantile}` }, lagSeconds(delay.percentile(quantile)));
    }
    metrics.set('event_loop_lag_seconds', { quantile: 'max' }, lagSeconds(delay.max));
    delay.reset();
  });
  return () => delay.disable();
};

export interface MetricsOptions {
  readonly service: string;
  /** Monotonic milliseconds. Default: the process's clock. */
  readonly nowMs?: () => number;
}

type Labels = Readonly<Record<string, string | number>>;
type SetSeries = Map<string, { readonly labels: Labels; readonly atMs: number }>;

/** When each series of gauges with `freshForSeconds` was last set. */
class FreshSeries {
  readonly #setAt = new Map<GaugeName, SetSeries>();

  constructor(private readonly nowMs: () => number) {}

  note(name: GaugeName, labels: Labels): void {
    if (freshForMs(name) === undefined) return;
    const series: SetSeries = this.#setAt.get(name) ?? new Map<string, never>();
    this.#setAt.set(name, series);
    series.set(JSON.stringify(labels), { labels, atMs: this.nowMs() });
  }

  removeStale(gauges: ReadonlyMap<GaugeName, Gauge>): void {
    for (const [name, series] of this.#setAt) {
      const oldestMs = this.nowMs() - (freshForMs(name) ?? Infinity);
      for (const [key, { labels, atMs }] of series) {
        if (atMs >= oldestMs) continue;
        series.delete(key);
        gauges.get(name)?.remove({ ...labels });
      }
    }
  }
}

const freshForMs = (name: GaugeName): number | undefined => {
  const metric = METRICS[name];
  return 'freshForSeconds' in metric ? metric.freshForSeconds * 1_000 : undefined;
};

/** The metrics of `METRICS` and the default ones of the process, labelled with the service. */
export const createMetrics = (options: MetricsOptions): Metrics => {
  const registry = new Registry();
  registry.setDefaultLabels({ service: options.service });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_RESOLUTION_MS });
  const counters = new Map<CounterName, Counter>();
  const gauges = new Map<GaugeName, Gauge>();
  const histograms = new Map<HistogramName, Histogram>();
  const fresh = new FreshSeries(options.nowMs ?? (() => performance.now()));
  const collectors: (() => void | Promise<void>)[] = [];

  const base = (name: CounterName | GaugeName | HistogramName) => ({
    name,
    help: METRICS[name].help,
    labelNames: METRICS[name].labels,
    registers: [registry],
  });
  const once = <Name, Metric>(made: Map<Name, Metric>, name: Name, make: () => Metric): Metric => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const metric = make();
    made.set(name, metric);
    return metric;
  };

  const metrics: Metrics = {
    increment: (name, labels, by = 1) => once(counters, name, () => new Counter(base(name))).inc({ ...labels }, by),
    set: (name, labels, value) => {
      once(gauges, name, () => new Gauge(base(name))).set({ ...labels }, value);
      fresh.note(name, labels);
    },
    observe: (name, labels, value) =>
      once(histograms, name, () => new Histogram({ ...base(name), buckets: [...METRICS[name].buckets] })).observe(
        { ...labels },
        value,
      ),
    onCollect: (collect) => {
      collectors.push(collect);
    },
    text: async () => {
      await Promise.allSettled(collectors.map(async (collect) => collect()));
      fresh.removeStale(gauges);
      return registry.metrics();
    },
    contentType: registry.contentType,
    close: () => stopSampling(),
  };
  const stopSampling = sampleEventLoop(metrics);
  return metrics;
};
