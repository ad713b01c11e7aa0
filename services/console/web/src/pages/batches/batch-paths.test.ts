import { describe, expect, it } from '@jest/globals';
import { BATCH_ROUTES, CRAWL_ROUTES } from '@quarry/contracts';
import { batchPath, CRAWL_PATH, jobPath } from './batch-paths.js';

describe('batchPath', () => {
  it('is that of the contract for every operation that may be batched', () => {
    const submits = BATCH_ROUTES.filter(({ kind }) => kind === 'submit');
    for (const { operationId, path } of submits) expect(batchPath(operationId)).toBe(path);
  });
});

describe('jobPath', () => {
  const job = { jobId: 'j1', operation: 'scrape/web' };

  it('is that of a batch', () => {
    const resultsUrl = 'https://quarry.example/api/scrape/batch/web/j1/results';
    expect(jobPath({ ...job, resultsUrl })).toBe('/scrape/batch/web/j1');
  });

  it('is that of a crawl, told by where its results are', () => {
    expect(CRAWL_ROUTES.find(({ kind }) => kind === 'submit')?.path).toBe(CRAWL_PATH);
    const resultsUrl = `https://quarry.example/api${CRAWL_PATH}/j1/results`;
    expect(jobPath({ ...job, resultsUrl })).toBe('/crawl/web/j1');
  });
});
