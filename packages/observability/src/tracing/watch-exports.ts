import { AsyncLocalStorage } from 'node:async_hooks';
import { ExportResultCode } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from '../logs/logger.js';
import { EXPORT_DELAY_MS, EXPORT_WARNING_MS } from './bounds.js';

/** A status or a code, because messages may contain the collector's text. */
const reasonOf = (error: Error | undefined): string => {
  const code: unknown = error !== undefined && 'code' in error ? error.code : undefined;
  if (typeof code === 'number' || typeof code === 'string') return String(code);
  // The exporter retries these statuses and does not report them.
  return error?.name === 'OTLPExporterError' ? 'busy: 429, 502, 503 or 504' : 'no answer';
};

export interface WatchedExporter extends SpanExporter {
  /** Counts a span that was dropped because too many wait. */
  noteDropped(): void;
  /** For the end of the process: logs at once what was lost since the last line. */
  tellRest(): void;
}

/** The exporter, which also logs lost spans, at most once in `EXPORT_WARNING_MS`. */
export const watchExports = (exporter: SpanExporter, log: Pick<Logger, 'warn'>): WatchedExporter => {
  // A loss is noticed in the context of some request, to which the log line does not belong.
  const outside = AsyncLocalStorage.snapshot();
  let lost = 0;
  let reason = '';
  let quietUntilMs = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  const tell = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const failedCount = lost;
    lost = 0;
    quietUntilMs = performance.now() + EXPORT_WARNING_MS;
    outside(() => log.warn('the trace collector did not take spans', { failedCount, reason }));
  };
  const note = (count: number, why: string, delayMs: number): void => {
    lost += count;
    reason = why;
    const waitMs = Math.max(delayMs, quietUntilMs - performance.now());
    if (waitMs <= 0) tell();
    else timer ??= setTimeout(tell, waitMs).unref();
  };
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS) note(spans.length, reasonOf(result.error), 0);
        // On a failure the library would, when it shuts down, abandon the other exports.
        done({ code: ExportResultCode.SUCCESS });
      }),
    // Drops come one by one, many at a time.
    noteDropped: () => note(1, 'too many wait', EXPORT_DELAY_MS),
    tellRest: () => {
      if (lost > 0) tell();
    },
    shutdown: () => exporter.shutdown(),
  };
};
