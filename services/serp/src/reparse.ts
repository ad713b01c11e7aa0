import {
  readStoredDocument,
  type AnswerWithDocument,
  type ExecuteOperation,
  type OperationOutcome,
  type StoredDocumentOptions,
} from '@quarry/worker-runtime';
import { readWith } from './search.js';
import type { SerpParser } from './serp-parser.js';
import { storePictures } from './store-pictures.js';

export interface ReparseOptions extends StoredDocumentOptions {
  readonly parser: SerpParser;
}

const GONE: OperationOutcome = { verdict: 'not_found', reason: 'no_stored_document', chargedCredits: 0 };

/** Runs today's parser on the results page that a search, or an item of a batch, has stored. Fetches nothing, costs nothing. */
export const createReparse = ({ parser, ...options }: ReparseOptions): ExecuteOperation => {
  return async (row, context) => {
    const stored = await readStoredDocument<AnswerWithDocument>(options, row);
    if (!stored) return GONE;
    const { html, url, preview } = stored.answer.requestMetadata;
    const pageUrl = typeof url === 'string' ? url : '';
    const { signal } = context;
    const read = readWith(
      { parser, operation: stored.origin.operation, signal, sharer: row.accountId },
      { url: pageUrl },
    );
    const { verdict, reason, value } = await read(stored.body.toString('utf8'));
    if (!value) return { verdict, chargedCredits: 0, ...(reason === undefined ? {} : { reason }) };
    return {
      verdict: 'ok',
      chargedCredits: 0,
      metadata: { url: pageUrl, html, ...(typeof preview === 'string' ? { preview } : {}) },
      result: await storePictures(value.result, context.putBundle),
    };
  };
};
