import { describe, expect, it } from '@jest/globals';
import { BATCH_ROUTES } from './batch-routes.js';
import { OPERATIONS } from './operations/index.js';

describe('batch routes', () => {
  it('are the six of the contract, none served yet', () => {
    expect(BATCH_ROUTES.map(({ method, path, kind }) => `${method} ${path} ${kind}`)).toEqual([
      'POST /scrape/batch/web submit',
      'GET /scrape/batch/web/:jobId status',
      'GET /scrape/batch/web/:jobId/results results',
      'POST /scrape/batch/enginea/serp submit',
      'GET /scrape/batch/enginea/serp/:jobId status',
      'GET /scrape/batch/enginea/serp/:jobId/results results',
    ]);
    expect(BATCH_ROUTES.some(({ isBuilt }) => isBuilt)).toBe(false);
  });

  it('belong to exactly the operations that may be batched', () => {
    const batchable = OPERATIONS.filter(({ isBatchable }) => isBatchable).map(({ id }) => id);
    expect([...new Set(BATCH_ROUTES.map(({ operationId }) => operationId))]).toEqual(batchable);
  });
});
