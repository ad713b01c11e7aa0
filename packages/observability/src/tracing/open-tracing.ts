import { hostname } from 'node:os';
import type { Logger } from '../logs/logger.js';
import { EXPORT_TIMEOUT_MS, MAX_EXPORTS_AT_ONCE } from './bounds.js';
import { quietTracing, type Tracing } from './tracing.js';

export interface TracingOptions {
  /** Such as `gateway`. */
  readonly service: string;
  /** Address of an OTLP/HTTP collector, without `/v1/traces`; undefined: nothing is exported. */
  readonly endpoint: string | undefined;
  /** Sent with every export. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** From 0 to 1: of the traces that begin here, those that are exported. */
  readonly ratio: number;
  readonly log: Logger;
  /** Default: `TRACING_CLOSE_MS`. */
  readonly closeMs?: number;
}

/** Traces of this process. OpenTelemetry is loaded only where spans are exported: it takes some 20 MB and a moment. */
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
