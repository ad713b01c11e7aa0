import type { RequestHandler } from 'express';
import { BATCHES_PATH, REQUEST_PATH, REQUESTS_PATH } from '@quarry/contracts';
import type { BatchItemStore, BatchStore, RequestStore } from '@quarry/store';
import { refuse } from '../admission/screen-request.js';
import { createJobList } from '../batch/list-jobs.js';
import { onPath, type Exchange, type ExchangeOptions } from '../http/exchange.js';
import { describeWholeRequest } from './describe-request.js';
import { findOwnRow } from './find-own-row.js';
import { createRequestList } from './list-requests.js';

export interface RequestRoutesOptions extends ExchangeOptions {
  readonly requests: Pick<RequestStore, 'get' | 'search'>;
  readonly items: Pick<BatchItemStore, 'get'>;
  readonly batches: Pick<BatchStore, 'get' | 'list' | 'searchItems'>;
  /** Public URLs of the API and of the stored files, without a trailing slash. */
  readonly baseUrl: string;
  readonly filesUrl: string;
}

const READ = ['GET', 'HEAD'] as const;

const NO_REQUEST = refuse('not_found', {
  message: 'No such request, or it is no longer stored. GET /requests lists the stored ones.',
});

/** Handlers of the request log by path pattern. All are free of charge. */
export const openRequestRoutes = (
  options: RequestRoutesOptions,
): readonly (readonly [path: string, handler: RequestHandler])[] => {
  const showRequest = async (exchange: Exchange): Promise<void> => {
    const { request, account } = exchange;
    const row = await findOwnRow(options, account.id, String(request.params['requestId']));
    if (row === undefined) return exchange.refuse(NO_REQUEST);
    await exchange.send({ status: 'ok', data: describeWholeRequest(row, options.filesUrl) });
  };
  const handlers = [
    [REQUESTS_PATH, createRequestList(options)],
    [REQUEST_PATH, showRequest],
    [BATCHES_PATH, createJobList(options)],
  ] as const;
  return handlers.map(([path, answer]) => [path, onPath(options, { path, methods: READ }, answer)]);
};
