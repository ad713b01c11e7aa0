import { ExportResultCode } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from '../logger.js';
import { EXPORT_WARNING_MS } from './bounds.js';

/** A status or a code: messages may repeat what the collector said. */
const reasonOf = (error: Error | undefined): string => {
  const code: unknown = error !== undefined && 'code' in error ? error.code : undefined;
  return typeof code === 'number' || typeof code === 'string' ? String(code) : 'no answer';
};

/** The exporter, with failures told in the log: now and then, as nothing else depends on them. */
export const watchExports = (
  exporter: SpanExporter,
  log: Logger,
  nowMs = (): number => performance.now(),
): SpanExporter => {
  let lost = 0;
  let quietUntilMs = -Infinity;
  const note = (count: number, error: Error | undefined): void => {
    lost += count;
    if (nowMs() < quietUntilMs) return;
    quietUntilMs = nowMs() + EXPORT_WARNING_MS;
    log.warn('the trace collector did not take spans', { failedCount: lost, reason: reasonOf(error) });
    lost = 0;
  };
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS) note(spans.length, result.error);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
};
