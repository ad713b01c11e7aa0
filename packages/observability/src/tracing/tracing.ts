import { freshSpanId } from './span-id.js';
import { quietSpan, type Span, type SpanOptions } from './span.js';
import type { TraceContext } from './trace-context.js';

export interface EntryOptions extends SpanOptions {
  /** The span in another process that this one is part of. Its decision about recording applies. */
  readonly parent?: TraceContext | undefined;
  /** Id of the new trace if there is no parent; see `traceIdOf`. */
  readonly traceId: string;
  /** Default: a fresh one. */
  readonly spanId?: string;
  /** Epoch milliseconds. Default: now. */
  readonly startedAtMs?: number;
}

/** Begins the spans of incoming work. `withinSpan` begins spans within them. */
export interface Tracing {
  begin(name: string, options: EntryOptions): Span;
  /** Whether a trace that begins here under this id is recorded. */
  samples(traceId: string): boolean;
  /** Sends the remaining spans, within a time limit. Never rejects. */
  close(): Promise<void>;
}

/** The trace context of incoming work. */
export const entryContext = (
  { parent, traceId, spanId = freshSpanId() }: EntryOptions,
  samples: (traceId: string) => boolean,
): TraceContext => (parent === undefined ? { traceId, spanId, isSampled: samples(traceId) } : { ...parent, spanId });

const never = (): boolean => false;

/** Passes traces on without recording them. */
export const quietTracing: Tracing = {
  begin: (_name, options) => quietSpan(entryContext(options, never)),
  samples: never,
  close: async () => undefined,
};
