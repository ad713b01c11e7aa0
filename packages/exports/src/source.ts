import type { FileKey, FileStore } from '@quarry/files';
import type { BatchItem, BatchJob } from '@quarry/store';
import { EXPORT_PAGE_ROWS } from './bounds.js';

/** Pieces of a file; texts are UTF-8. */
export type Parts = AsyncGenerator<string | Uint8Array>;

export type ItemPages = AsyncGenerator<readonly BatchItem[]>;

/** What an export is made of. */
export interface ExportSource {
  /** The items, in the order of their rows. */
  readonly pages: ItemPages;
  /** Both return null for a file that is no longer stored, and reject if it cannot be read. */
  readonly files: Pick<FileStore, 'read' | 'open'>;
  /** Public URL of stored files, without a trailing slash. */
  readonly filesUrl: string;
  /** Called between pieces of work, so that long exports leave room for other work of the process. */
  readonly takeTurn: () => Promise<void>;
}

/** The stored response of an item that succeeded. */
export const answerKeyOf = ({ accountId, id, state, answerName }: BatchItem): FileKey | undefined =>
  state === 'ok' && answerName !== undefined ? { accountId, requestId: id, name: answerName } : undefined;

/** All items that were visible when the job was read, in pages. Rejects when `signal` aborts, or when items are gone. */
export async function* visiblePages(
  job: Pick<BatchJob, 'id' | 'visibleCount'>,
  read: (page: { readonly afterSeq: number; readonly limit: number }) => Promise<readonly BatchItem[]>,
  signal: AbortSignal,
): ItemPages {
  for (let afterSeq = 0; afterSeq < job.visibleCount;) {
    if (signal.aborted) throw new Error('stopped in the middle of an export');
    const items = await read({ afterSeq, limit: Math.min(EXPORT_PAGE_ROWS, job.visibleCount - afterSeq) });
    const last = items.at(-1)?.seq;
    if (last === undefined) throw new Error('items of an export are gone');
    yield items;
    afterSeq = last;
  }
}
