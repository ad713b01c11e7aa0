import type { Request, Response } from 'express';
import type { Operation } from '@quarry/contracts';
import { readTraceContext, traceIdOf, type Span, type Tracing } from '@quarry/observability';
import { requestState } from './request-state.js';

/** Continues the caller's trace, or begins one with the id of the request. */
export const beginRequestSpan = (tracing: Tracing, { headers, method }: Request, requestId: string): Span => {
  const parent = readTraceContext(headers['traceparent'], headers['tracestate']);
  return tracing.begin(method, { kind: 'server', parent, traceId: traceIdOf(requestId) });
};

const hostOf = (url: unknown): string | undefined =>
  typeof url === 'string' ? URL.parse(url)?.hostname || undefined : undefined;

/** Records the operation and the target's host, nothing else of the target. */
export const recordOperation = (span: Span, operation: Operation, input: Readonly<Record<string, unknown>>): void => {
  if (!span.isRecording) return;
  span.set({ 'quarry.operation': operation.id, 'quarry.target_host': hostOf(input['url']) });
};

/** Only a 5xx marks the span as failed; a refusal does not. */
export const endRequestSpan = (span: Span, { method }: Request, response: Response): void => {
  if (!span.isRecording) return;
  const { id, route, errorCode } = requestState(response);
  const isWhole = response.writableFinished;
  span.rename(`${method} ${route}`);
  span.set({
    'http.request.method': method,
    'http.route': route,
    'http.response.status_code': isWhole ? response.statusCode : undefined,
    'quarry.request_id': id,
    'error.type': isWhole ? errorCode : 'aborted',
  });
  if (isWhole && response.statusCode >= 500) span.fail(errorCode ?? 'internal_error');
  span.end();
};
