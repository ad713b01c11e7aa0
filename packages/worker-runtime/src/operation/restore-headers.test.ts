import { describe, expect, it } from '@jest/globals';
import { REMOVED_HEADER } from '@quarry/contracts';
import type { RequestRow } from '@quarry/store';
import { createHeaderSeals } from '@quarry/tokens';
import { restoreHeaders } from './restore-headers.js';

const SCOPE = { accountId: 'account-1', requestId: 'request-1' };
const seals = createHeaderSeals({ secret: 'the secret of a deployment' });
const sealed = seals?.seal(SCOPE, { Cookie: 'sid=1' }) ?? '';

const rowOf = (headers: object | undefined, sealedHeaders?: string): RequestRow => ({
  ...{ id: SCOPE.requestId, accountId: SCOPE.accountId, operation: 'scrape/web', contractVersion: 1, state: 'open' },
  ...{ attempt: 1, heldCredits: 1, chargedCredits: 0, periodIndex: 0, createdAtMs: 0, deadlineAtMs: 0 },
  params: { url: 'https://shop.example/', ...(headers && { headers }) },
  ...(sealedHeaders === undefined ? {} : { sealedHeaders }),
});
const REMOVED = { Accept: 'text/html', Cookie: REMOVED_HEADER };

describe('the headers of a row', () => {
  it('come back to their places', () => {
    expect(restoreHeaders(seals, rowOf(REMOVED, sealed))?.params).toEqual({
      ...{ url: 'https://shop.example/', headers: { Accept: 'text/html', Cookie: 'sid=1' } },
    });
  });

  it('are left as they are where none was removed', () => {
    for (const row of [rowOf(undefined), rowOf({ Accept: 'text/html' })]) expect(restoreHeaders(seals, row)).toBe(row);
  });

  it.each([
    ['a row of a backup', seals, rowOf(REMOVED)],
    ['what another secret has sealed', createHeaderSeals({ secret: 'the secret of another' }), rowOf(REMOVED, sealed)],
    ['a worker without a secret', undefined, rowOf(REMOVED, sealed)],
    ['the row of another request', seals, { ...rowOf(REMOVED, sealed), id: 'request-2' }],
  ])('are lost to %s', (_name, by, row) => {
    expect(restoreHeaders(by, row)).toBeUndefined();
  });
});
