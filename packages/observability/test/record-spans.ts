import { randomUUID } from 'node:crypto';
import { readTraceContext, traceIdOf, type TraceContext } from '../src/tracing/trace-context.js';
import { quietSpan, type Span, type SpanOptions } from '../src/tracing/span.js';
import type { EntryOptions, Tracing } from '../src/tracing/tracing.js';

/** What became of one span. */
export interface SeenSpan {
  name: string;
  readonly kind: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly attributes: Record<string, unknown>;
  readonly links: string[];
  failedWith: string | undefined;
  hasEnded: boolean;
  readonly startedAtMs: number | undefined;
}

const freshSpanId = (): string => traceIdOf(randomUUID()).slice(0, 16);

/** Tracing that keeps what it is told, for tests. Traces are recorded unless the caller's decision is not to. */
export const recordSpans = () => {
  const seen: SeenSpan[] = [];
  const open = (
    name: string,
    context: TraceContext,
    parentSpanId: string | undefined,
    options: SpanOptions & Pick<EntryOptions, 'startedAtMs'>,
  ): Span => {
    if (!context.isSampled) return quietSpan(context);
    const { kind = 'internal', attributes = {}, startedAtMs } = options;
    const { traceId, spanId } = context;
    const span: SeenSpan = {
      ...{ name, kind, traceId, spanId, parentSpanId, startedAtMs },
      ...{ attributes: { ...attributes }, links: [], failedWith: undefined, hasEnded: false },
    };
    seen.push(span);
    return {
      context,
      isRecording: true,
      set: (more) => void Object.assign(span.attributes, more),
      rename: (to) => void (span.name = to),
      fail: (code) => void (span.failedWith = code),
      link: (to) => void span.links.push(to.traceId),
      child: (childName, childOptions = {}) =>
        open(childName, { ...context, spanId: freshSpanId() }, spanId, childOptions),
      end: () => void (span.hasEnded = true),
    };
  };
  const tracing: Tracing = {
    begin: (name, { parent, traceId, spanId = freshSpanId(), ...options }) =>
      open(name, parent ? { ...parent, spanId } : { traceId, spanId, isSampled: true }, parent?.spanId, options),
    samples: () => true,
    close: async () => undefined,
  };
  const named = (name: string): SeenSpan => {
    const span = seen.find((one) => one.name === name);
    if (span === undefined) throw new Error(`no span ${name} among ${seen.map((one) => one.name).join(', ')}`);
    return span;
  };
  return { tracing, seen, named };
};

/** A caller's trace, as headers and read. */
export const callerTrace = ({ isSampled = true } = {}) => {
  const traceparent = `00-${traceIdOf(randomUUID())}-${freshSpanId()}-${isSampled ? '01' : '00'}`;
  const context = readTraceContext(traceparent);
  if (context === undefined) throw new Error('a trace of our own is broken');
  return { traceparent, context };
};
