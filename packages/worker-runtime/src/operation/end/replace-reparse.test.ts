import { describe, expect, it } from '@jest/globals';
import type { RequestRow } from '@quarry/store';
import { LAST_REPARSE_FILE, MAX_KEPT_REPARSES, REPARSE_READ_MS, replaceLastReparse } from './replace-reparse.js';

const row = (id: string, params: object = {}, changes: Partial<RequestRow> = {}): RequestRow => ({
  ...{ id, accountId: 'account-1', operation: 'reparse', contractVersion: 1, state: 'ok', attempt: 1 },
  params: { requestId: 'origin', ...(Object.keys(params).length === 0 ? {} : { params }) },
  ...{ heldCredits: 0, chargedCredits: 0, periodIndex: 0, createdAtMs: 0, deadlineAtMs: 1 },
  ...changes,
});

/** Reparses of one request that end one after the other. */
const scene = (file?: string) => {
  const rows = new Map<string, RequestRow>();
  const removed: string[] = [];
  let nowMs = 1_000_000;
  let text = file;
  const options = {
    requests: {
      get: async (id: string) => rows.get(id) ?? null,
      forgetStored: async (id: string) => void removed.push(`bytes of ${id}`),
    },
    files: {
      read: async () => (text === undefined ? null : Buffer.from(text)),
      put: async ({ requestId, name }: { requestId: string; name: string }, body: unknown) => {
        expect(`${requestId}/${name}`).toBe(`origin/${LAST_REPARSE_FILE}`);
        text = String(body);
        return { sizeBytes: 1, contentType: 'text/plain', etag: '', modifiedAtMs: 0 };
      },
      removeRequest: async (_account: string, id: string) => void removed.push(`files of ${id}`),
    },
    clock: () => nowMs,
  };
  return {
    removed,
    know: (one: RequestRow) => void rows.set(one.id, one),
    end: async (id: string, params: object = {}) => {
      const one = row(id, params);
      rows.set(id, one);
      await replaceLastReparse(options, one);
    },
    pass: (ms: number) => void (nowMs += ms),
  };
};

const FORMATS = ['markdown', 'text', 'html'];

describe('a reparse that ended well', () => {
  it('replaces the one before with the same parameters, once that one could be read', async () => {
    const { end, pass, removed } = scene();
    await end('first', { outputFormat: ['text'], onlyMainContent: true });
    await end('second', { onlyMainContent: true, outputFormat: ['text'] });
    expect(removed).toEqual([]);
    pass(REPARSE_READ_MS);
    await end('third', { outputFormat: ['text'], onlyMainContent: true });
    expect(removed).toEqual(['files of first', 'bytes of first', 'files of second', 'bytes of second']);
  });

  it('leaves those with other parameters, up to a bound', async () => {
    const { end, pass, removed } = scene();
    for (const format of FORMATS) await end(format, { outputFormat: [format] });
    pass(REPARSE_READ_MS);
    await end('plain');
    expect(removed).toEqual([]);
    for (let index = 0; index < MAX_KEPT_REPARSES; index += 1)
      await end(`more-${index}`, { includeOnlyTags: [`#a${index}`] });
    expect(removed.filter((name) => name.startsWith('files'))).toEqual(
      [...FORMATS, 'plain'].slice(0, 3).map((id) => `files of ${id}`),
    );
  });

  it('replaces the one that a file of an earlier version names', async () => {
    const { end, know, pass, removed } = scene('before');
    know(row('before'));
    await end('now');
    // Its parameters are not named.
    for (let index = 0; index < MAX_KEPT_REPARSES; index += 1)
      await end(`more-${index}`, { excludeTags: [`#a${index}`] });
    pass(REPARSE_READ_MS);
    await end('last', { dropLinks: true });
    expect(removed).toContain('files of before');
  });

  it.each([
    ['a request that is no reparse', { operation: 'scrape/web' }],
    ['one of another account', { accountId: 'account-2' }],
  ])('leaves %s alone, whatever the file says', async (_what, changes) => {
    const { end, know, pass, removed } = scene('before 0 0\n');
    know(row('before', {}, changes));
    for (let index = 0; index <= MAX_KEPT_REPARSES; index += 1)
      await end(`more-${index}`, { excludeTags: [`#a${index}`] });
    pass(REPARSE_READ_MS);
    await end('last', { dropLinks: true });
    expect(removed.filter((name) => name.endsWith('before'))).toEqual([]);
  });

  it('is named once when it is delivered twice', async () => {
    const { end, pass, removed } = scene();
    await end('once');
    pass(REPARSE_READ_MS);
    await end('once');
    expect(removed).toEqual([]);
  });
});
