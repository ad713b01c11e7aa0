import { hostname } from 'node:os';
import type { Logger } from '../logs/logger.js';
import { EXPORT_TIMEOUT_MS, MAX_EXPORTS_AT_ONCE } from './bounds.js';
import { quietTracing, type Tracing } from './tracing.js';

export interface TracingOptions {
  /** Such as `gateway`. */
  readonly service: string;
  /** URL of an OTLP/HTTP collector, without `/v1/traces`; undefined: nothing is exported. */
  readonly endpoint: string | undefined;
  /** Sent with every export. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Share of the traces that begin here which is exported, from 0 to 1. */
  readonly ratio: number;
  readonly log: Logger;
  /** Default: `TRACING_CLOSE_MS`. */
  readonly closeMs?: number;
}

/** Traces of this process. OpenTelemetry, which takes some 20 MB, is loaded only if spans are exported. */
export const openTracing = async (options: TracingOptions): Promise<Tracing> => {
  const { service, endpoint, headers = {}, ratio, log, closeMs } = options;
  if (endpoint === undefined) return quietTracing;
  const [{ OTLPTraceExporter }, { createRecordingTracing }, { watchExports }] = await Promise.all([
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('./recording-tracing.js'),
    import('./watch-exports.js'),
  ]);
  const collector = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: EXPORT_TIMEOUT_MS,
    concurrencyLimit: MAX_EXPORTS_AT_ONCE,
  });
  const instance = `${hostname()}:${process.pid}`;
  const exporter = watchExports(collector, log);
  const onDropped = (): void => exporter.noteDropped();
  const tracing = createRecordingTracing({ service, instance, ratio, exporter, onDropped, closeMs });
  return { ...tracing, close: () => tracing.close().finally(() => exporter.tellRest()) };
};
