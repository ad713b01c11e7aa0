export const BATCH_ROUTE_KINDS = ['submit', 'status', 'stop', 'results', 'ndjson', 'csv', 'retry-failed'] as const;
export type BatchRouteKind = (typeof BATCH_ROUTE_KINDS)[number];

export interface BatchRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With `:jobId` for the job's id. */
  readonly path: string;
  /** `Operation.id` of the items. */
  readonly operationId: string;
  readonly kind: BatchRouteKind;
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
    return { method, path: `${path}${suffix}`, operationId, kind };
  });

/** Maximum requests of one batch. */
export const BATCH_MAX_REQUESTS = 10_000;

export const BATCH_ROUTES: readonly BatchRoute[] = [
  ...routesOf('scrape/web', '/scrape/batch/web'),
  ...routesOf('enginea/serp', '/scrape/batch/enginea/serp'),
];
