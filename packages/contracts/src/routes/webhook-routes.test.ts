import { describe, expect, it } from '@jest/globals';
import { readDeliveriesCursor, toDeliveriesCursor, validateDeliveriesQuery } from './webhook-routes.js';

const JOB_ID = '6f8f5d20-6a0e-4d0c-9b0f-2b1d7c1f3a55';

describe('the query of a page of deliveries', () => {
  it('has a default for its length alone', () => {
    expect(validateDeliveriesQuery({})).toEqual({ ok: true, params: { limit: 20 } });
  });

  it('takes job, state, length and the cursor of the page before', () => {
    const last = { createdAtMs: 1_800_000_000_000, id: `${JOB_ID}.progress.10` };
    const cursor = toDeliveriesCursor(last);
    const query = { jobId: JOB_ID, state: 'dead', limit: '100', cursor };
    expect(validateDeliveriesQuery(query)).toEqual({ ok: true, params: { ...query, limit: 100 } });
    expect(readDeliveriesCursor(cursor)).toEqual({ beforeMs: last.createdAtMs, beforeId: last.id });
  });

  it.each([
    [{ jobId: 'x' }, 'jobId', 'regex'],
    [{ state: 'lost' }, 'state', 'enum'],
    [{ limit: '0' }, 'limit', 'range'],
    [{ limit: '101' }, 'limit', 'range'],
    [{ cursor: JOB_ID }, 'cursor', 'regex'],
    [{ cursor: `1.${'x'.repeat(129)}` }, 'cursor', 'regex'],
    [{ page: '2' }, 'page', 'unknown'],
  ])('refuses %j', (query, field, rule) => {
    const checked = validateDeliveriesQuery(query);
    expect(checked.ok ? [] : checked.violations).toMatchObject([{ field, rule }]);
  });
});
