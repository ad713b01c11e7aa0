export interface BatchRoute {
  readonly method: 'GET' | 'POST';
  /** With `:jobId` where the job's id stands. */
  readonly path: string;
  /** `Operation.id` of the items. */
  readonly operationId: string;
  readonly kind: 'submit' | 'status' | 'results';
  /** False until it is served; the gateway then answers 501. */
  readonly isBuilt: boolean;
}

const routesOf = (operationId: string, path: string): readonly BatchRoute[] => [
  { method: 'POST', path, operationId, kind: 'submit', isBuilt: false },
  { method: 'GET', path: `${path}/:jobId`, operationId, kind: 'status', isBuilt: false },
  { method: 'GET', path: `${path}/:jobId/results`, operationId, kind: 'results', isBuilt: false },
];

/** Most requests of one batch. */
export const BATCH_MAX_REQUESTS = 10_000;

export const BATCH_ROUTES: readonly BatchRoute[] = [
  ...routesOf('scrape/web', '/scrape/batch/web'),
  ...routesOf('enginea/serp', '/scrape/batch/enginea/serp'),
];
