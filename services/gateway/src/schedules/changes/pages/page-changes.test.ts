import { describe, expect, it } from '@jest/globals';
import type { BatchItem, BatchJob } from '@quarry/store';
import { MAX_COMPARED_PAGES, MAX_PAGE_DETAILS } from '../../bounds.js';
import type { PageSource } from './find-pages.js';
import { comparePagesOf } from './page-changes.js';

const PAGES = MAX_COMPARED_PAGES + 500;
/** A record's content, with what a run has beside its change. */
const ROOM_BYTES = 63_000;

/** A crawl of long addresses whose pages all say `text`, and how much of it is read at once. */
const jobOf = (text: string) => {
  const rowOf = (index: number) => ({
    ...{ id: `${text}-${index}`, accountId: 'account', index, seq: index + 1, state: 'ok', verdict: 'ok' },
    ...{ answerName: 'r', params: { url: `https://shop.example/${index}/${'x'.repeat(400)}` }, query: {} },
  });
  const job = { id: text, accountId: 'account', visibleCount: PAGES, requestsCount: PAGES };
  let [reading, most, renewed] = [0, 0, 0];
  const source: PageSource = {
    batches: {
      // safe because no more of it is read
      results: async (_, { afterSeq, limit }) =>
        Array.from({ length: Math.min(limit, PAGES - afterSeq) }, (_row, place) =>
          rowOf(afterSeq + place),
        ) as unknown as BatchItem[],
    },
    files: {
      read: async ({ requestId }) => {
        reading += 1;
        most = Math.max(most, reading);
        await new Promise(setImmediate);
        reading -= 1;
        const [word = '', index = ''] = requestId.split('-');
        return Buffer.from(JSON.stringify({ statusCode: 200, markdown: `${word} ${index}\n`.repeat(500) }));
      },
    },
    renew: async () => void (renewed += 1),
  };
  // safe because no more of it is read
  return { source, job: job as unknown as BatchJob, figures: () => ({ most, renewed }) };
};

describe('the changes of a job', () => {
  it('are bounded: in pages, in what is read at once, and in what is shown', async () => {
    const tracking = { markdown: true };
    const first = jobOf('a');
    const { next: stored } = await comparePagesOf(first.source, { tracking, job: first.job });
    if (stored === undefined) throw new Error('nothing to compare with');
    expect(stored.pages).toHaveLength(MAX_COMPARED_PAGES);
    const { source, job, figures } = jobOf('b');
    const { change } = await comparePagesOf(source, { tracking, job, before: { stored, dueMs: 1 } });
    expect(change).toMatchObject({ status: 'changed', changed: MAX_COMPARED_PAGES, added: 0, removed: 0, isCut: true });
    expect(change.pages).toMatchObject({ compared: MAX_COMPARED_PAGES, unknown: 0 });
    expect(change.pages?.changed.filter(({ markdown }) => markdown).length).toBeLessThanOrEqual(MAX_PAGE_DETAILS);
    expect(Buffer.byteLength(JSON.stringify(change))).toBeLessThan(ROOM_BYTES);
    expect(figures().most).toBeLessThanOrEqual(4);
    expect(figures().renewed).toBeGreaterThan(10);
  }, 60_000);
});
