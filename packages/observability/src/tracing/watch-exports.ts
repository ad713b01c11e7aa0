import { AsyncLocalStorage } from 'node:async_hooks';
import { ExportResultCode } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Logger } from '../logs/logger.js';
import { EXPORT_DELAY_MS, EXPORT_WARNING_MS } from './bounds.js';

/** A status or a code: messages may repeat what the collector said. */
const reasonOf = (error: Error | undefined): string => {
  const code: unknown = error !== undefined && 'code' in error ? error.code : undefined;
  if (typeof code === 'number' || typeof code === 'string') return String(code);
  // The exporter tries again at these and keeps none of them.
  return error?.name === 'OTLPExporterError' ? 'busy: 429, 502, 503 or 504' : 'no answer';
};

export interface WatchedExporter extends SpanExporter {
  /** Counts a span that could not even wait. */
  noteDropped(): void;
  /** For the end of the process: tells at once what was lost since the last line. */
  tellRest(): void;
}

/** The exporter, with all spans that are lost told in the log: now and then, as nothing else depends on them. */
export const watchExports = (exporter: SpanExporter, log: Pick<Logger, 'warn'>): WatchedExporter => {
  // A loss is heard of inside whichever request had spans exported; its line is none of that request's.
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
        // The library has nothing better to do with a failure than to give up, at the end, on the exports beside it.
        done({ code: ExportResultCode.SUCCESS });
      }),
    // Drops come in crowds, one by one.
    noteDropped: () => note(1, 'too many wait', EXPORT_DELAY_MS),
    tellRest: () => {
      if (lost > 0) tell();
    },
    shutdown: () => exporter.shutdown(),
  };
};
