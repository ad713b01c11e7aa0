import { createTraceState, ROOT_CONTEXT, SpanKind as OtelKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Attributes, Span as OtelSpan, SpanContext, SpanOptions as OtelOptions, Tracer } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace';
import pTimeout from 'p-timeout';
import * as bounds from './bounds.js';
import type { SpanAttributes } from './span-names.js';
import { quietSpan, type Span, type SpanKind, type SpanOptions } from './span.js';
import { freshSpanId } from './span-id.js';
import type { TraceContext } from './trace-context.js';
import { entryContext, type EntryOptions, type Tracing } from './tracing.js';

const KINDS: Readonly<Record<SpanKind, OtelKind>> = {
  internal: OtelKind.INTERNAL,
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  producer: OtelKind.PRODUCER,
  consumer: OtelKind.CONSUMER,
};

const toOtel = ({ traceId, spanId, isSampled, state }: TraceContext): SpanContext => ({
  traceId,
  spanId,
  traceFlags: isSampled ? 1 : 0,
  ...(state === undefined ? {} : { traceState: createTraceState(state) }),
});

const present = (attributes: SpanAttributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));

const toOptions = ({ kind = 'internal', attributes }: SpanOptions): OtelOptions => ({
  kind: KINDS[kind],
  ...(attributes === undefined ? {} : { attributes: present(attributes) }),
});

/** Begins the span with the context `place`, below `parent`. */
type BeginSpan = (
  name: string,
  place: TraceContext,
  parent: TraceContext | undefined,
  options: SpanOptions & { readonly startedAtMs?: number },
) => Span;

class RecordingSpan implements Span {
  readonly isRecording = true;
  readonly context: TraceContext;
  readonly #span: OtelSpan;
  readonly #record: BeginSpan;

  constructor(context: TraceContext, span: OtelSpan, record: BeginSpan) {
    this.context = context;
    this.#span = span;
    this.#record = record;
  }

  set(attributes: SpanAttributes): void {
    this.#span.setAttributes(present(attributes));
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }

  fail(code: string): void {
    this.#span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', code);
  }

  link(context: TraceContext): void {
    this.#span.addLink({ context: toOtel(context) });
  }

  child(name: string, options: SpanOptions = {}): Span {
    return this.#record(name, { ...this.context, spanId: freshSpanId() }, this.context, options);
  }

  end(): void {
    this.#span.end();
  }
}

/** The library asks for ids when a span begins; ours are chosen before. */
const createIds = () => {
  const next = { traceId: '', spanId: '' };
  return { next, generator: { generateTraceId: () => next.traceId, generateSpanId: () => next.spanId } };
};

const createRecord = (tracer: Tracer, next: { traceId: string; spanId: string }): BeginSpan => {
  const record: BeginSpan = (name, place, parent, { startedAtMs, ...options }) => {
    next.traceId = place.traceId;
    next.spanId = place.spanId;
    const above = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, toOtel(parent));
    const started = startedAtMs === undefined ? {} : { startTime: startedAtMs };
    return new RecordingSpan(place, tracer.startSpan(name, { ...toOptions(options), ...started }, above), record);
  };
  return record;
};

/** Ended spans wait here for their export. Reports those that the library would drop silently. */
const queueSpans = (exporter: SpanExporter, onDropped: () => void): SpanProcessor => {
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

export interface RecordingOptions {
  /** Such as `gateway`. */
  readonly service: string;
  /** Distinguishes replicas. */
  readonly instance: string;
  /** Share of the traces that begin here which is recorded, from 0 to 1. */
  readonly ratio: number;
  readonly exporter: SpanExporter;
  /** Called for every ended span that is dropped because too many wait. */
  readonly onDropped?: () => void;
  /** Default: `TRACING_CLOSE_MS`. */
  readonly closeMs?: number | undefined;
}

/** Records the spans of sampled traces and sends them in the background. Sets nothing globally. */
export const createRecordingTracing = (options: RecordingOptions): Tracing => {
  const ids = createIds();
  const sampler = new TraceIdRatioBasedSampler(options.ratio);
  const samples = (traceId: string): boolean =>
    sampler.shouldSample(ROOT_CONTEXT, traceId).decision === SamplingDecision.RECORD_AND_SAMPLED;
  const provider = new TracerProvider({
    // Whether a span is recorded is decided before the library is called.
    sampler: new AlwaysOnSampler(),
    idGenerator: ids.generator,
    resource: resourceFromAttributes({
      'service.name': options.service,
      'service.namespace': 'quarry',
      'service.instance.id': options.instance,
    }),
    spanLimits: {
      attributeCountLimit: bounds.MAX_SPAN_ATTRIBUTES,
      attributeValueLengthLimit: bounds.MAX_ATTRIBUTE_CHARS,
      linkCountLimit: bounds.MAX_SPAN_LINKS,
    },
    spanProcessors: [queueSpans(options.exporter, options.onDropped ?? (() => undefined))],
  });
  const record = createRecord(provider.getTracer('quarry'), ids.next);
  return {
    begin: (name: string, entry: EntryOptions): Span => {
      const place = entryContext(entry, samples);
      return place.isSampled ? record(name, place, entry.parent, entry) : quietSpan(place);
    },
    samples,
    close: async () => {
      const milliseconds = options.closeMs ?? bounds.TRACING_CLOSE_MS;
      await pTimeout(provider.shutdown(), { milliseconds, message: false }).catch(() => undefined);
    },
  };
};
