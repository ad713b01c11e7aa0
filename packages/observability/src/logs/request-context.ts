import { AsyncLocalStorage } from 'node:async_hooks';
import { NO_SPAN, type Span, type SpanOptions } from '../tracing/span.js';

/** Fields of every log line of one request or job. */
export interface RequestContext {
  readonly requestId: string;
  readonly accountId?: string;
  readonly operation?: string;
  readonly attempt?: number;
  /** Of the current span. */
  readonly traceId?: string;
  readonly spanId?: string;
}

interface Scope {
  readonly context: RequestContext;
  readonly span: Span;
}

const storage = new AsyncLocalStorage<Scope>();

/** Runs `fn` with `context` in every log line, also after awaits, and with its spans below `span`. */
export const withRequestContext = <T>(context: RequestContext, fn: () => T, span: Span = NO_SPAN): T =>
  storage.run({ context, span }, fn);

/** The context of the running request or job; undefined outside of one. */
export const currentRequestContext = (): RequestContext | undefined => {
  const scope = storage.getStore();
  const place = scope?.span.context;
  return scope && place ? { ...scope.context, traceId: place.traceId, spanId: place.spanId } : scope?.context;
};

/** The current span; outside of any, one that is not recorded. */
export const currentSpan = (): Span => storage.getStore()?.span ?? NO_SPAN;

const nameOf = (error: unknown): string => (error instanceof Error ? error.constructor.name : 'unknown');

/** Runs a part of the current work in a span of its own, which fails if the work rejects. Nearly free if nothing is recorded. */
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
