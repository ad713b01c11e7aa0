import { SITE_OPERATIONS, type SiteDocument } from '@quarry/extract/sites';
import {
  readStoredDocument,
  type AnswerWithDocument,
  type ExecuteOperation,
  type OperationOutcome,
  type StoredDocumentOptions,
} from '@quarry/worker-runtime';
import { DOCUMENTS_FILE, readWith, type Params } from './run-site.js';
import type { SiteReader } from './site-reader.js';

export interface ReparseOptions extends StoredDocumentOptions {
  readonly reader: SiteReader;
}

const failure = (verdict: Exclude<OperationOutcome['verdict'], 'ok'>, reason: string): OperationOutcome => ({
  verdict,
  reason,
  chargedCredits: 0,
});

/** Files of one attempt carry the same mark: `document-a1b2.html`, `documents-a1b2.json`. */
const documentsBeside = (name: string): string => {
  const mark = /-[0-9a-f]+(?=\.\w+$)/.exec(name)?.[0] ?? '';
  return DOCUMENTS_FILE.replace('.', `${mark}.`);
};

/** Runs today's reader on the documents that a request has stored. Fetches nothing, costs nothing. */
export const createReparse = ({ reader, ...options }: ReparseOptions): ExecuteOperation => {
  const documentsOf = async (
    { accountId, id: requestId }: { readonly accountId: string; readonly id: string },
    name: string,
  ): Promise<readonly SiteDocument[] | undefined> => {
    const bytes = await options.files.read({ accountId, requestId, name: documentsBeside(name) }, options.maxFileBytes);
    // safe because only workers write such files
    return bytes === null ? undefined : (JSON.parse(bytes.toString('utf8')) as SiteDocument[]);
  };
  return async (row, context) => {
    const stored = await readStoredDocument<AnswerWithDocument>(options, row);
    const site = stored && SITE_OPERATIONS.get(stored.origin.operation);
    if (!site) return failure('not_found', 'no_stored_document');
    const { origin, answer, body, name } = stored;
    const { html, url, preview } = answer.requestMetadata;
    const pageUrl = typeof url === 'string' ? url : '';
    // safe because parameters of an operation are an object
    const params = origin.params as Params;
    const step = site.begin(params, {}).step;
    const documents = (await documentsOf(origin, name)) ?? [{ step, text: body.toString('utf8'), url: pageUrl }];
    const reading = await readWith({ site, reader, params, signal: context.signal, sharer: row.accountId })(documents);
    if (reading.outcome === 'too_heavy') return failure('too_large', `parse_${reading.limit}`);
    if (reading.outcome === 'ask') return failure('unrecognized', 'documents_missing');
    if (reading.outcome !== 'ok') return failure(reading.outcome, reading.reason);
    const metadata = { url: pageUrl, html, ...(typeof preview === 'string' ? { preview } : {}) };
    return { verdict: 'ok', chargedCredits: 0, metadata, result: reading.result };
  };
};
