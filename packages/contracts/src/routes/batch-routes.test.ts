import { describe, expect, it } from '@jest/globals';
import { BATCH_ROUTES } from './batch-routes.js';
import { OPERATIONS } from '../operations/index.js';

describe('batch routes', () => {
  it.each(['/scrape/batch/web', '/scrape/batch/enginea/serp'])('are the nine of %s', (path) => {
    const own = BATCH_ROUTES.filter((route) => route.path === path || route.path.startsWith(`${path}/`));
    expect(own.map((route) => `${route.method} ${route.path.slice(path.length)} ${route.kind}`)).toEqual([
      'POST  submit',
      'GET /:jobId status',
      'DELETE /:jobId stop',
      'GET /:jobId/results results',
      'GET /:jobId/results.ndjson ndjson',
      'GET /:jobId/results.csv csv',
      'GET /:jobId/results.parquet parquet',
      'GET /:jobId/results.warc.gz warc',
      'POST /:jobId/retry-failed retry-failed',
    ]);
  });

  it('belong to exactly the operations that may be batched', () => {
    const batchable = OPERATIONS.filter(({ isBatchable }) => isBatchable).map(({ id }) => id);
    expect([...new Set(BATCH_ROUTES.map(({ operationId }) => operationId))]).toEqual(batchable);
  });
});
