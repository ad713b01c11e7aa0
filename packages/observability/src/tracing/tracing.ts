import { freshSpanId } from './span-id.js';
import { quietSpan, type Span, type SpanOptions } from './span.js';
import type { TraceContext } from './trace-context.js';

export interface EntryOptions extends SpanOptions {
  /** Whose work this is a part of, in another process. Its decision about recording is kept. */
  readonly parent?: TraceContext | undefined;
  /** Id of the trace that begins where there is no parent; see `traceIdOf`. */
  readonly traceId: string;
  /** Default: a fresh one. */
  readonly spanId?: string;
  /** Epoch milliseconds. Default: now. */
  readonly startedAtMs?: number;
}

/** Where a process begins spans: with the work that comes in. Below that, `withinSpan` divides it. */
export interface Tracing {
  begin(name: string, options: EntryOptions): Span;
  /** Whether a trace that begins here under this id is recorded. */
  samples(traceId: string): boolean;
  /** Sends what is left, within a bound. Never rejects. */
  close(): Promise<void>;
}

/** Where the work stands that comes in. */
export const entryContext = (
  { parent, traceId, spanId = freshSpanId() }: EntryOptions,
  samples: (traceId: string) => boolean,
): TraceContext => (parent === undefined ? { traceId, spanId, isSampled: samples(traceId) } : { ...parent, spanId });

const never = (): boolean => false;

/** Carries traces through without recording them. */
export const quietTracing: Tracing = {
  begin: (_name, options) => quietSpan(entryContext(options, never)),
  samples: never,
  close: async () => undefined,
};
