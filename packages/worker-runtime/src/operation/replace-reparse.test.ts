import { describe, expect, it } from '@jest/globals';
import type { RequestRow } from '@quarry/store';
import { LAST_REPARSE_FILE, replaceLastReparse } from './replace-reparse.js';

const row = (id: string, operation: string, accountId = 'account-1'): RequestRow => ({
  ...{ id, accountId, operation, params: { requestId: 'origin' }, contractVersion: 1, state: 'ok', attempt: 1 },
  ...{ heldCredits: 0, chargedCredits: 0, periodIndex: 0, createdAtMs: 0, deadlineAtMs: 1 },
});

/** What is removed when a reparse ends whose last one is said to have been `last`. */
const end = async (last: RequestRow | undefined) => {
  const removed: string[] = [];
  const named: string[] = [];
  const requests = {
    get: async () => last ?? null,
    forgetStored: async (id: string) => void removed.push(`bytes of ${id}`),
  };
  const files = {
    read: async () => (last === undefined ? null : Buffer.from(last.id)),
    put: async ({ requestId, name }: { requestId: string; name: string }, body: unknown) => {
      named.push(`${requestId}/${name}: ${String(body)}`);
      return { sizeBytes: 1, contentType: 'text/plain', etag: '', modifiedAtMs: 0 };
    },
    removeRequest: async (_account: string, id: string) => void removed.push(`files of ${id}`),
  };
  await replaceLastReparse({ requests, files }, row('now', 'reparse'));
  expect(named).toEqual([`origin/${LAST_REPARSE_FILE}: now`]);
  return removed;
};

describe('a reparse that ended well', () => {
  it('takes the place of the last one', async () => {
    expect(await end(row('before', 'reparse'))).toEqual(['files of before', 'bytes of before']);
    expect(await end(undefined)).toEqual([]);
  });

  it.each([
    ['a request that is no reparse', row('before', 'scrape/web')],
    ['one of another account', row('before', 'reparse', 'account-2')],
    ['itself, when it is delivered twice', row('now', 'reparse')],
  ])('leaves %s alone, whatever the file says that names the last one', async (_what, last) => {
    expect(await end(last)).toEqual([]);
  });
});
