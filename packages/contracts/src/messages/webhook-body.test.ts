import { describe, expect, it } from '@jest/globals';
import { ACCOUNT_EVENTS } from '../routes/batch.js';
import { webhookBody } from './webhook-body.js';

const SOURCE = { jobId: '5a0a3c1e-6d0f-4f5b-9d2c-7b7f0a1f8a11', data: { operation: 'scrape/web' }, createdAtMs: 0 };
const dataOf = (event: Parameters<typeof webhookBody>[0]['event']): object =>
  (JSON.parse(webhookBody({ ...SOURCE, event }, 'http://api')) as { data: object }).data;

describe('webhookBody', () => {
  it('links the results of a batch, and the request of a single call', () => {
    expect(dataOf('batch.completed')).toEqual({
      operation: 'scrape/web',
      resultsUrl: `http://api/scrape/batch/web/${SOURCE.jobId}/results`,
    });
    expect(dataOf('request.completed')).toMatchObject({ requestUrl: `http://api/requests/${SOURCE.jobId}` });
  });

  it.each(ACCOUNT_EVENTS)('says of %s what its data say and nothing more', (event) => {
    expect(JSON.parse(webhookBody({ ...SOURCE, event }, 'http://api'))).toEqual({
      type: event,
      timestamp: '1970-01-01T00:00:00.000Z',
      data: SOURCE.data,
    });
  });
});
