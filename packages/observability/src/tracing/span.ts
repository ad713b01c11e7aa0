import type { SpanAttributes } from './span-names.js';
import type { TraceContext } from './trace-context.js';

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

export interface SpanOptions {
  /** Default: `internal`. */
  readonly kind?: SpanKind;
  readonly attributes?: SpanAttributes;
}

/** One piece of work of a trace. Nothing here throws, waits or does I/O. */
export interface Span {
  /** Undefined outside of any trace. */
  readonly context: TraceContext | undefined;
  /** False: what is told to the span goes nowhere. */
  readonly isRecording: boolean;
  set(attributes: SpanAttributes): void;
  /** What the work is becomes known only now. */
  rename(name: string): void;
  /** The work failed; `code` is an error code, a verdict or a class name, never a message. */
  fail(code: string): void;
  /** Names another trace that has to do with it. */
  link(context: TraceContext): void;
  /** Begins a piece of this work. Of a span that does not record: itself. */
  child(name: string, options?: SpanOptions): Span;
  end(): void;
}

class QuietSpan implements Span {
  readonly isRecording = false;
  readonly context: TraceContext | undefined;

  constructor(context: TraceContext | undefined) {
    this.context = context;
  }

  set(): void {}

  rename(): void {}

  fail(): void {}

  link(): void {}

  child(): Span {
    return this;
  }

  end(): void {}
}

/** A place in a trace that nobody records. */
export const quietSpan = (context: TraceContext | undefined): Span => new QuietSpan(context);

export const NO_SPAN = quietSpan(undefined);
