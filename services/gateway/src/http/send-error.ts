import type { ErrorRequestHandler, Response } from 'express';
import { errorBody, ERRORS, type ErrorCode, type ErrorDetail } from '@quarry/contracts';
import { FileServerError } from '@quarry/files';
import type { Logger } from '@quarry/observability';
import { QueueUnavailableError } from '@quarry/queue';
import { StoreError } from '@quarry/store';
import { RETRY_AFTER_OVERLOADED_SECONDS } from '../bounds.js';
import { requestState } from './request-state.js';

export interface ErrorAnswer extends ErrorDetail {
  readonly retryAfterSeconds?: number | undefined;
}

/** Sends the contract's error body. Does nothing when an answer is under way already. */
export const sendError = (response: Response, code: ErrorCode, answer: ErrorAnswer = {}): void => {
  if (response.headersSent) return;
  requestState(response).errorCode = code;
  const { retryAfterSeconds, ...detail } = answer;
  if (retryAfterSeconds !== undefined) response.setHeader('retry-after', String(retryAfterSeconds));
  // What a file's or a page's headers may have said before.
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.status(ERRORS[code].status).json(errorBody(requestState(response).id, code, detail));
};

export const sendMethodNotAllowed = (response: Response, allowed: readonly string[]): void => {
  response.setHeader('allow', allowed.join(', '));
  sendError(response, 'method_not_allowed');
};

const statusOf = (error: unknown): number => {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  return typeof status === 'number' ? status : 500;
};

/** A part that is away or has too much to do, as opposed to one that was used wrongly. */
const isOverload = (error: unknown): boolean =>
  error instanceof QueueUnavailableError ||
  (error instanceof FileServerError && error.isTransient) ||
  (error instanceof StoreError && error.code !== 'invalid_input');

/** The last handler: a part that is away or busy is a 503, a path that cannot be decoded a 400, anything else a 500 without its cause. */
export const createErrorHandler =
  (log: Logger): ErrorRequestHandler =>
  // Express tells error handlers by their four parameters.
  (error: unknown, _request, response, _next) => {
    if (isOverload(error)) {
      log.warn('a part is away or busy', { error });
      if (response.headersSent) response.destroy();
      sendError(response, 'overloaded', { retryAfterSeconds: RETRY_AFTER_OVERLOADED_SECONDS });
      return;
    }
    if (statusOf(error) === 400) {
      sendError(response, 'bad_request', { message: 'The address could not be read. Check its percent-encoding.' });
      return;
    }
    log.error('unexpected failure', { error });
    if (response.headersSent) response.destroy();
    else sendError(response, 'internal_error');
  };
