import { describe, expect, it } from '@jest/globals';
import { BATCH_ROUTES } from '@quarry/contracts';
import { batchPath, resultsPath } from './batch-paths.js';

describe('batchPath', () => {
  it('is that of the contract for every operation that may be batched', () => {
    const submits = BATCH_ROUTES.filter(({ kind }) => kind === 'submit');
    for (const { operationId, path } of submits) expect(batchPath(operationId)).toBe(path);
  });

  it('leads to files', () => {
    expect(resultsPath('scrape/web', 'j1', 'results.csv')).toBe('/scrape/batch/web/j1/results.csv');
  });
});
