import type { ErrorRequestHandler, Response } from 'express';
import type { Logger } from '@quarry/observability';
import { StoreError } from '@quarry/store';
import { HasherBusyError } from '../passwords/password-hasher.js';
import { RETRY_AFTER_BUSY_SECONDS } from '../bounds.js';
import { CONSOLE_ERRORS, consoleErrorBody, refuse, type Refusal } from './errors.js';
import { requestState } from './request-state.js';

/** Sends an error body. Does nothing if a response has begun. */
export const sendRefusal = (response: Response, refusal: Refusal): void => {
  if (response.headersSent) return;
  const seconds = refusal.detail?.retryAfterSeconds;
  if (seconds !== undefined) response.setHeader('retry-after', String(seconds));
  response.status(CONSOLE_ERRORS[refusal.error].status);
  response.json(consoleErrorBody(requestState(response).id, refusal));
};

export const OVERLOADED = refuse('overloaded', { retryAfterSeconds: RETRY_AFTER_BUSY_SECONDS });

/** A store that is away or busy, or too many passwords to check, as opposed to a wrong call. */
const isOverload = (error: unknown): boolean =>
  error instanceof HasherBusyError || (error instanceof StoreError && error.code !== 'invalid_input');

const isUndecodable = (error: unknown): boolean => error instanceof URIError;

/** The last handler: an unavailable store or a full queue is a 503, an undecodable path a 404, anything else a 500 without its cause. */
export const createErrorHandler =
  (log: Logger): ErrorRequestHandler =>
  // Express recognizes error handlers by their four parameters.
  (error: unknown, _request, response, _next) => {
    if (response.headersSent) {
      log.error('a response failed', { error });
      response.destroy();
    } else if (isUndecodable(error)) {
      sendRefusal(response, refuse('not_found'));
    } else if (isOverload(error)) {
      log.warn('a part is unavailable or busy', { error });
      sendRefusal(response, OVERLOADED);
    } else {
      log.error('unexpected failure', { error });
      sendRefusal(response, refuse('internal_error'));
    }
  };
