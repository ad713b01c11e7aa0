import { describe, expect, it } from '@jest/globals';
import {
  LOG_LIMIT_DEFAULT,
  readInstant,
  readLogCursor,
  toLogCursor,
  toLogQuery,
  validateBatchesQuery,
  validateRequestsQuery,
} from './request-routes.js';

describe('the query of the request log', () => {
  it('has no filter and a limit by default', () => {
    expect(validateRequestsQuery({})).toEqual({ ok: true, params: { limit: LOG_LIMIT_DEFAULT } });
  });

  it('names every violation at once', () => {
    const query = {
      operation: 'x',
      status: 'done',
      error: 'y',
      since: '2026-13-01',
      limit: '101',
      cursor: '?',
      more: '1',
    };
    const checked = validateRequestsQuery(query);
    const fields = checked.ok ? [] : checked.violations.map(({ field }) => field);
    expect(fields.sort()).toEqual(Object.keys(query).sort());
  });

  it.each([
    ['2026-01-31', Date.UTC(2026, 0, 31)],
    ['2026-01-31T12:30:00Z', Date.UTC(2026, 0, 31, 12, 30)],
    ['2026-01-31T12:30:00.250+02:00', Date.UTC(2026, 0, 31, 10, 30, 0, 250)],
  ])('takes %s as a time', (since, expected) => {
    expect(validateRequestsQuery({ since }).ok).toBe(true);
    expect(readInstant(since)).toBe(expected);
  });

  it.each(['2026-02-30', '2026-02-29T12:00:00Z', '2026-04-31T00:00Z', '0000-01-01'])(
    'takes %s for no date of the calendar',
    (until) => {
      const checked = validateRequestsQuery({ until });
      const violations = checked.ok ? [] : checked.violations;
      expect(violations).toMatchObject([
        { field: 'until', rule: 'date', message: expect.stringContaining('calendar') },
      ]);
    },
  );

  it.each(['2028-02-29', '2026-12-31T23:59:59.999-11:00'])('takes %s, which is one', (until) => {
    expect(validateRequestsQuery({ until }).ok).toBe(true);
  });

  it('leads on with the same filters from another place', () => {
    const next = { number: 17, id: 'a-b' };
    expect(toLogQuery({ status: 'error', host: undefined, limit: 5 } as never, next)).toBe(
      'status=error&limit=5&cursor=17.a-b',
    );
    expect(readLogCursor(toLogCursor(next))).toEqual(next);
    expect(validateBatchesQuery({ cursor: toLogCursor(next) }).ok).toBe(true);
  });
});
