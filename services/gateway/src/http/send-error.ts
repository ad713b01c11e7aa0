import type { ErrorRequestHandler, Response } from 'express';
import { errorBody, ERRORS, type ErrorCode, type ErrorDetail } from '@quarry/contracts';
import { FileServerError } from '@quarry/files';
import type { Logger } from '@quarry/observability';
import { QueueUnavailableError } from '@quarry/queue';
import { StoreError } from '@quarry/store';
import { RETRY_AFTER_OVERLOADED_SECONDS } from '../bounds.js';
import { requestState } from './request-state.js';

/** Sends the error body. Does nothing if a response has begun. */
export const sendError = (response: Response, code: ErrorCode, detail: ErrorDetail = {}): void => {
  if (response.headersSent) return;
  const state = requestState(response);
  state.errorCode = code;
  const { retryAfterSeconds } = detail;
  if (retryAfterSeconds !== undefined) response.setHeader('retry-after', String(retryAfterSeconds));
  // Overrides the headers of a file or page.
  response.setHeader('content-type', 'application/json; charset=utf-8');
  const error = errorBody(state.id, code, detail);
  const { statusCode, body } = state.tellError?.(error) ?? { statusCode: ERRORS[code].status, body: error };
  response.status(statusCode).json(body);
};

export const sendMethodNotAllowed = (response: Response, allowed: readonly string[]): void => {
  response.setHeader('allow', allowed.join(', '));
  sendError(response, 'method_not_allowed');
};

const statusOf = (error: unknown): number => {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return typeof status === 'number' ? status : 500;
};

/** A dependency that is unavailable or busy, as opposed to a wrong call. */
const isOverload = (error: unknown): boolean =>
  error instanceof QueueUnavailableError ||
  (error instanceof FileServerError && error.isTransient) ||
  (error instanceof StoreError && error.code !== 'invalid_input');

/** The last handler: an unavailable or busy dependency is a 503, an undecodable path a 400, anything else a 500 without its cause. */
export const createErrorHandler =
  (log: Logger): ErrorRequestHandler =>
  // Express recognizes error handlers by their four parameters.
  (error: unknown, _request, response, _next) => {
    if (isOverload(error)) {
      log.warn('a dependency is unavailable or busy', { error });
      if (response.headersSent) response.destroy();
      sendError(response, 'overloaded', { retryAfterSeconds: RETRY_AFTER_OVERLOADED_SECONDS });
      return;
    }
    if (statusOf(error) === 400) {
      sendError(response, 'bad_request', { message: 'The URL could not be decoded. Check its percent-encoding.' });
      return;
    }
    log.error('unexpected failure', { error });
    if (response.headersSent) response.destroy();
    else sendError(response, 'internal_error');
  };
