import type { SpanAttributes } from './span-names.js';
import type { TraceContext } from './trace-context.js';

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

export interface SpanOptions {
  /** Default: `internal`. */
  readonly kind?: SpanKind;
  readonly attributes?: SpanAttributes;
}

/** One span of a trace. Its methods do not throw, wait or do I/O. */
export interface Span {
  /** Undefined outside of any trace. */
  readonly context: TraceContext | undefined;
  /** False: the span is not recorded. */
  readonly isRecording: boolean;
  set(attributes: SpanAttributes): void;
  /** For a name that was not known at the beginning. */
  rename(name: string): void;
  /** The work failed; `code` is an error code, a verdict or a class name, never a message. */
  fail(code: string): void;
  /** Links a related trace. */
  link(context: TraceContext): void;
  /** Begins a span within this one. A span that is not recorded returns itself. */
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

/** A span that is not recorded. */
export const quietSpan = (context: TraceContext | undefined): Span => new QuietSpan(context);

export const NO_SPAN = quietSpan(undefined);
