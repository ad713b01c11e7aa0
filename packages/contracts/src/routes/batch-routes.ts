import { BATCH_EXPORTS } from './batch.js';

export const BATCH_ROUTE_KINDS = [
  ...(['submit', 'status', 'stop', 'results', 'ndjson', 'csv', 'parquet', 'warc', 'retry-failed'] as const),
] as const;
export type BatchRouteKind = (typeof BATCH_ROUTE_KINDS)[number];

/** What its jobs are. */
export type JobFamily = 'batch' | 'crawl';

export interface BatchRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With `:jobId` for the job's id. */
  readonly path: string;
  /** `Operation.id` of the items. */
  readonly operationId: string;
  readonly kind: BatchRouteKind;
  readonly family: JobFamily;
}

const FORMS: Readonly<Record<BatchRouteKind, Pick<BatchRoute, 'method'> & { readonly suffix: string }>> = {
  submit: { method: 'POST', suffix: '' },
  status: { method: 'GET', suffix: '/:jobId' },
  stop: { method: 'DELETE', suffix: '/:jobId' },
  results: { method: 'GET', suffix: '/:jobId/results' },
  ndjson: { method: 'GET', suffix: `/:jobId/results.${BATCH_EXPORTS.ndjson.suffix}` },
  csv: { method: 'GET', suffix: `/:jobId/results.${BATCH_EXPORTS.csv.suffix}` },
  parquet: { method: 'GET', suffix: `/:jobId/results.${BATCH_EXPORTS.parquet.suffix}` },
  warc: { method: 'GET', suffix: `/:jobId/results.${BATCH_EXPORTS.warc.suffix}` },
  'retry-failed': { method: 'POST', suffix: '/:jobId/retry-failed' },
};

const routesOf = (
  operationId: string,
  path: string,
  kinds: readonly BatchRouteKind[] = BATCH_ROUTE_KINDS,
  family: JobFamily = 'batch',
): readonly BatchRoute[] =>
  kinds.map((kind) => {
    const { method, suffix } = FORMS[kind];
    return { method, path: `${path}${suffix}`, operationId, kind, family };
  });

/** Maximum requests of one batch. */
export const BATCH_MAX_REQUESTS = 10_000;

export const BATCH_ROUTES: readonly BatchRoute[] = [
  ...routesOf('scrape/web', '/scrape/batch/web'),
  ...routesOf('enginea/serp', '/scrape/batch/enginea/serp'),
];

/** Crawls are jobs as batches are; a failed page is crawled again by another crawl. */
export const CRAWL_ROUTES: readonly BatchRoute[] = routesOf(
  'scrape/web',
  '/crawl/web',
  BATCH_ROUTE_KINDS.filter((kind) => kind !== 'retry-failed'),
  'crawl',
);
