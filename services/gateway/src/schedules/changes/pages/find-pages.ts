import { canonicalJson, isPlainObject, type ChangeTracking } from '@quarry/contracts';
import { visiblePages } from '@quarry/exports';
import type { FileStore } from '@quarry/files';
import type { BatchItem, BatchJob, BatchStore } from '@quarry/store';
import { STORE_ANSWER_MS } from '../../../bounds.js';
import { withTimeout } from '../../../http/with-timeout.js';
import { COMPARED_AT_ONCE } from '../../bounds.js';
import { contentOf } from '../find-change.js';
import { contentDigest, createSample, pageKey, pageName, type Page } from './page-index.js';

/**
 * What a run says of a page. `unknown`: it could not be read. `duplicate`: its text is that of another page, so nothing is stored
 * of it.
 */
export interface FoundPage extends Page {
  readonly state: 'content' | 'gone' | 'unknown' | 'duplicate';
  /** Place in the submission. */
  readonly index: number;
}

/** What a job says of its pages. */
export interface FoundPages {
  readonly pages: ReadonlyMap<string, FoundPage>;
  readonly ceiling: string | undefined;
}

export interface PageSource {
  readonly batches: Pick<BatchStore, 'results'>;
  readonly files: Pick<FileStore, 'read'>;
  /** Called after each part of the work: it goes on if this resolves. */
  readonly renew: () => Promise<void>;
}

const urlOf = ({ params, query }: BatchItem): string =>
  isPlainObject(params) && typeof params['url'] === 'string' ? params['url'] : canonicalJson(query);

const findPage = async (files: PageSource['files'], tracking: ChangeTracking, item: BatchItem): Promise<FoundPage> => {
  const { id: itemId, answerName = '', index } = item;
  const page = { url: pageName(urlOf(item)), digest: '', itemId, answerName, index };
  if (item.verdict === 'duplicate') return { ...page, state: 'duplicate' };
  const content = await contentOf(files, tracking, item);
  if (content === undefined || 'message' in content) return { ...page, state: 'unknown' };
  if (content.isGone) return { ...page, state: 'gone' };
  return { ...page, state: 'content', digest: contentDigest(content.tracked) };
};

/** Reads the stored responses of a job, a few at a time. Keeps a bounded number of digests. */
export const findPages = async (
  { batches, files, renew }: PageSource,
  tracking: ChangeTracking,
  job: BatchJob,
): Promise<FoundPages> => {
  const found = createSample<FoundPage>();
  /** Of equal addresses the one that was submitted first. */
  const add = async (item: BatchItem): Promise<void> => {
    const key = pageKey(urlOf(item));
    if (!found.takes(key)) return;
    const page = await findPage(files, tracking, item);
    if ((found.get(key)?.index ?? Infinity) > page.index) found.set(key, page);
  };
  const read: Parameters<typeof visiblePages>[1] = (page) =>
    withTimeout(STORE_ANSWER_MS, batches.results(job.id, page));
  for await (const items of visiblePages(job, read, new AbortController().signal)) {
    for (let next = 0; next < items.length; next += COMPARED_AT_ONCE) {
      await Promise.all(items.slice(next, next + COMPARED_AT_ONCE).map(add));
    }
    await renew();
  }
  const { values: pages, ceiling } = found.end();
  return { pages, ceiling };
};
