import type { Response } from 'express';

/** Aborts when the caller leaves before the response is out. */
export const callerGoneSignal = (response: Response): AbortSignal => {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  if (response.destroyed) controller.abort();
  return controller.signal;
};
