import type { ChangeTracking } from '@quarry/contracts';
import type { BatchJob } from '@quarry/store';
import { MAX_PAGE_DETAIL_BYTES, MAX_PAGE_DETAILS, MAX_PAGE_DIFF_BYTES, MAX_PAGE_LIST_BYTES } from '../../bounds.js';
import { compare, withoutComparison, type Change, type PageChange } from '../compare.js';
import { contentOf } from '../find-change.js';
import { fitting, linesOf, type Tracked } from '../tracked.js';
import { comparePages, type PageDifference } from './compare-pages.js';
import { findPages, type PageSource } from './find-pages.js';
import { packPages, unpackPages, type Page, type StoredPages } from './page-index.js';

export interface JobComparison {
  readonly tracking: ChangeTracking;
  readonly job: BatchJob;
  /** Of the run before, and when it was due. */
  readonly before?: { readonly stored: StoredPages; readonly dueMs: number } | undefined;
}

interface Compared {
  readonly change: Change;
  /** What the next run is compared with; absent: what this one was compared with. */
  readonly next?: StoredPages | undefined;
}

const NONE_READ = 'No page of this run could be read.';

/** What differs in a page, if both responses are still stored. */
const detailsOf = async (
  { files }: PageSource,
  { tracking, job: { accountId } }: JobComparison,
  { before, after }: PageDifference['changed'][number],
): Promise<Partial<PageChange>> => {
  const read = async ({ itemId: id, answerName }: Page): Promise<Tracked | undefined> => {
    const content = await contentOf(files, tracking, { accountId, id, answerName, state: 'ok' });
    return content !== undefined && 'tracked' in content ? content.tracked : undefined;
  };
  const [was, is] = [await read(before), await read(after)];
  if (was === undefined || is === undefined) return {};
  const { added, removed, changed, fields, links, markdown } = compare(was, is, 0);
  const short = markdown && { ...markdown, diff: fitting(linesOf(markdown.diff), MAX_PAGE_DIFF_BYTES).join('') };
  return { added, removed, changed, fields, links, markdown: short };
};

/** The changed pages, the first of them with what differs, as far as that fits. */
const describeChanged = async (
  source: PageSource,
  comparison: JobComparison,
  changed: PageDifference['changed'],
): Promise<readonly PageChange[]> => {
  const named = changed.map(({ after: { url, itemId: requestId } }): PageChange => ({ url, requestId }));
  const shown = [...fitting(named, MAX_PAGE_LIST_BYTES)];
  let bytesLeft = MAX_PAGE_DETAIL_BYTES;
  for (const [index, pages] of changed.slice(0, Math.min(shown.length, MAX_PAGE_DETAILS)).entries()) {
    const details = await detailsOf(source, comparison, pages);
    const bytes = Buffer.byteLength(JSON.stringify(details));
    if (bytes > bytesLeft) continue;
    bytesLeft -= bytes;
    const page = shown[index];
    if (page !== undefined) shown[index] = { ...page, ...details };
  }
  return shown;
};

/** How a batch or a crawl differs from the one of the run before, page by page. */
export const comparePagesOf = async (source: PageSource, comparison: JobComparison): Promise<Compared> => {
  const { tracking, job, before } = comparison;
  const after = await findPages(source, tracking, job);
  const isRead = [...after.pages.values()].some(({ state }) => state === 'content' || state === 'gone');
  if (!isRead) return { change: withoutComparison('unknown', NONE_READ) };
  const known = before === undefined ? { pages: new Map<string, Page>() } : unpackPages(before.stored);
  // A crawl that was bounded says nothing of the pages beyond.
  const isWhole = job.crawl === undefined || job.crawl.limitsHit.length === 0;
  const { next, ...found } = comparePages(known, after, isWhole);
  if (before === undefined) return { change: withoutComparison('first'), next: packPages(next) };
  const namesOf = (pages: readonly Page[]): readonly string[] =>
    fitting(
      pages.map(({ url }) => url),
      MAX_PAGE_LIST_BYTES,
    );
  const [added, removed] = [namesOf(found.added), namesOf(found.removed)];
  const changed = await describeChanged(source, comparison, found.changed);
  const isCut =
    next.ceiling !== undefined ||
    added.length < found.added.length ||
    removed.length < found.removed.length ||
    changed.length < found.changed.length ||
    changed.some((page) => page.added === undefined);
  const counts = { added: found.added.length, removed: found.removed.length, changed: found.changed.length };
  const change: Change = {
    status: counts.added + counts.removed + counts.changed > 0 ? 'changed' : 'same',
    comparedWithMs: before.dueMs,
    ...counts,
    pages: { compared: found.compared, unknown: found.unknown, added, removed, changed },
    ...(isCut ? { isCut } : {}),
  };
  return { change, next: packPages(next) };
};
