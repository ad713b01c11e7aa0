import { operationById } from '../operations/index.js';

export const BATCH_ROUTE_KINDS = ['submit', 'status', 'stop', 'results', 'ndjson', 'csv', 'retry-failed'] as const;
export type BatchRouteKind = (typeof BATCH_ROUTE_KINDS)[number];

export interface BatchRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With `:jobId` where the job's id stands. */
  readonly path: string;
  /** `Operation.id` of the items. */
  readonly operationId: string;
  readonly kind: BatchRouteKind;
  /** As the operation: until a worker serves it, the gateway answers 501. */
  readonly isBuilt: boolean;
}

const FORMS: Readonly<Record<BatchRouteKind, Pick<BatchRoute, 'method'> & { readonly suffix: string }>> = {
  submit: { method: 'POST', suffix: '' },
  status: { method: 'GET', suffix: '/:jobId' },
  stop: { method: 'DELETE', suffix: '/:jobId' },
  results: { method: 'GET', suffix: '/:jobId/results' },
  ndjson: { method: 'GET', suffix: '/:jobId/results.ndjson' },
  csv: { method: 'GET', suffix: '/:jobId/results.csv' },
  'retry-failed': { method: 'POST', suffix: '/:jobId/retry-failed' },
};

const routesOf = (operationId: string, path: string): readonly BatchRoute[] =>
  BATCH_ROUTE_KINDS.map((kind) => {
    const { method, suffix } = FORMS[kind];
    const isBuilt = operationById(operationId)?.isBuilt ?? false;
    return { method, path: `${path}${suffix}`, operationId, kind, isBuilt };
  });

/** Most requests of one batch. */
export const BATCH_MAX_REQUESTS = 10_000;

export const BATCH_ROUTES: readonly BatchRoute[] = [
  ...routesOf('scrape/web', '/scrape/batch/web'),
  ...routesOf('enginea/serp', '/scrape/batch/enginea/serp'),
];
