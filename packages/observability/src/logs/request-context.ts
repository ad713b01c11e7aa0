import { AsyncLocalStorage } from 'node:async_hooks';
import { NO_SPAN, type Span, type SpanOptions } from '../tracing/span.js';

/** What every log line of one request or job carries. */
export interface RequestContext {
  readonly requestId: string;
  readonly accountId?: string;
  readonly operation?: string;
  readonly attempt?: number;
  /** Of the span it runs in. */
  readonly traceId?: string;
  readonly spanId?: string;
}

interface Scope {
  readonly context: RequestContext;
  readonly span: Span;
}

const storage = new AsyncLocalStorage<Scope>();

/** Runs `fn` so that every line logged inside it, also after awaits, carries `context`, and that its spans are parts of `span`. */
export const withRequestContext = <T>(context: RequestContext, fn: () => T, span: Span = NO_SPAN): T =>
  storage.run({ context, span }, fn);

/** The context of the running request or job; undefined outside of one. */
export const currentRequestContext = (): RequestContext | undefined => {
  const scope = storage.getStore();
  const place = scope?.span.context;
  return scope && place ? { ...scope.context, traceId: place.traceId, spanId: place.spanId } : scope?.context;
};

/** The span that runs; one that records nothing outside of any. */
export const currentSpan = (): Span => storage.getStore()?.span ?? NO_SPAN;

const nameOf = (error: unknown): string => (error instanceof Error ? error.constructor.name : 'unknown');

/** Runs a piece of the current work as a span of its own, which fails when it rejects. Costs next to nothing where nothing records. */
export const withinSpan = <T>(name: string, options: SpanOptions, fn: (span: Span) => Promise<T>): Promise<T> => {
  const scope = storage.getStore();
  if (scope === undefined || !scope.span.isRecording) return fn(scope?.span ?? NO_SPAN);
  const span = scope.span.child(name, options);
  return storage.run({ context: scope.context, span }, async () => {
    try {
      return await fn(span);
    } catch (error) {
      span.fail(nameOf(error));
      throw error;
    } finally {
      span.end();
    }
  });
};
