import type { ScrapedDocument, Scrapers } from '@quarry/scrapers/scraper';
import type { ExecuteOperation, OperationOutcome } from '../port.js';
import {
  readStoredDocument,
  type AnswerWithDocument,
  type StoredDocumentOptions,
} from '../operation/stored-document.js';
import { DOCUMENTS_FILE, readWith, type Params } from './scraper-run.js';
import type { ScraperReader } from './scraper-reader.js';
import { storePictures } from './store-pictures.js';

export interface ReparseOptions extends StoredDocumentOptions {
  readonly scrapers: Scrapers;
  readonly reader: ScraperReader;
}

const failure = (verdict: Exclude<OperationOutcome['verdict'], 'ok'>, reason: string): OperationOutcome => ({
  verdict,
  reason,
});

/** Names of files of one attempt have the same token: `document-a1b2.html`, `documents-a1b2.json`. */
const documentsBeside = (name: string): string => {
  const mark = /-[0-9a-f]+(?=\.\w+$)/.exec(name)?.[0] ?? '';
  return DOCUMENTS_FILE.replace('.', `${mark}.`);
};

/** Runs the current scraper on the stored documents of a request or batch item. Fetches nothing, costs nothing. */
export const createScraperReparse = ({ scrapers, reader, ...options }: ReparseOptions): ExecuteOperation => {
  const documentsOf = async (
    { accountId, id: requestId }: { readonly accountId: string; readonly id: string },
    name: string,
  ): Promise<readonly ScrapedDocument[] | undefined> => {
    const bytes = await options.files.read({ accountId, requestId, name: documentsBeside(name) }, options.maxFileBytes);
    // safe because only workers write such files
    return bytes === null ? undefined : (JSON.parse(bytes.toString('utf8')) as ScrapedDocument[]);
  };
  return async (row, context) => {
    const stored = await readStoredDocument<AnswerWithDocument>(options, row);
    const scraper = stored && scrapers.get(stored.origin.operation);
    if (!scraper) return failure('not_found', 'no_stored_document');
    const { origin, answer, body, name } = stored;
    const { html, url, preview } = answer.requestMetadata;
    const pageUrl = typeof url === 'string' ? url : '';
    // safe because parameters of an operation are an object
    const params = origin.params as Params;
    const step = scraper.begin(params, {}).step;
    const documents = (await documentsOf(origin, name)) ?? [{ step, text: body.toString('utf8'), url: pageUrl }];
    const read = await readWith({ scraper, reader, params, signal: context.signal, sharer: row.accountId })(documents);
    const reading = ('otherwise' in read ? read.otherwise : undefined) ?? read;
    if (reading.outcome === 'too_heavy') return failure('too_large', `parse_${reading.limit}`);
    if (reading.outcome === 'ask') return failure('unrecognized', 'documents_missing');
    if (reading.outcome !== 'ok') return failure(reading.outcome, reading.reason);
    const metadata = { url: pageUrl, html, ...(typeof preview === 'string' ? { preview } : {}) };
    const result = scraper.isRecord ? reading.result : await storePictures(reading.result, context.putBundle);
    return { verdict: 'ok', metadata, result };
  };
};
