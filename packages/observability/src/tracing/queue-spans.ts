import { BatchSpanProcessor, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace';
import * as bounds from './bounds.js';

/** Ended spans wait here for their export. Refuses those that the library would drop without a word. */
export const queueSpans = (exporter: SpanExporter, onDropped: () => void): SpanProcessor => {
  let waiting = 0;
  const queue = new BatchSpanProcessor({
    exporter: {
      export: (spans, done) => {
        waiting -= spans.length;
        exporter.export(spans, done);
      },
      shutdown: () => exporter.shutdown(),
    },
    maxQueueSize: bounds.MAX_QUEUED_SPANS,
    maxExportBatchSize: bounds.MAX_SPANS_PER_EXPORT,
    scheduledDelayMillis: bounds.EXPORT_DELAY_MS,
    exportTimeoutMillis: bounds.EXPORT_TIMEOUT_MS,
  });
  return {
    onStart: (span, context) => queue.onStart(span, context),
    onEnd: (span) => {
      if (waiting >= bounds.MAX_QUEUED_SPANS) return onDropped();
      waiting += 1;
      queue.onEnd(span);
    },
    forceFlush: () => queue.forceFlush(),
    shutdown: () => queue.shutdown(),
  };
};
