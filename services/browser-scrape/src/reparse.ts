import { documentKind, sniffMediaType } from '@quarry/html';
import type { WebScrapeParams } from '@quarry/contracts';
import { SPANS, withinSpan } from '@quarry/observability';
import {
  readStoredDocument,
  type AnswerWithDocument,
  type ExecuteOperation,
  type OperationOutcome,
  type StoredDocumentOptions,
} from '@quarry/worker-runtime';
import type { ExtractPage, FetchedDocument } from './extract-page.js';

export interface ReparseOptions extends StoredDocumentOptions {
  readonly extractPage: ExtractPage;
}

/** What a stored answer says of its fetch; the rest of it is made anew. */
interface StoredAnswer extends AnswerWithDocument {
  readonly url: string;
  readonly rendered: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly statusCode: number;
  readonly statusText: string;
  readonly screenshot?: string;
  readonly warnings?: readonly string[];
}

const FETCH_KEYS = ['statusCode', 'statusText', 'url', 'rendered', 'headers', 'screenshot', 'warnings'] as const;
const METADATA_KEYS = ['url', 'html', 'preview'] as const;

const pick = <K extends string>(from: Readonly<Record<string, unknown>>, keys: readonly K[]): Record<string, unknown> =>
  Object.fromEntries(keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]]));

/** Texts are stored decoded, whatever charset the target had. */
const toDocument = (answer: StoredAnswer, name: string, body: Uint8Array): FetchedDocument => {
  const { url, rendered, headers } = answer;
  // What the browser does not render is stored as it was served, whichever tier brought it.
  const isRendered = rendered && name.endsWith('.html');
  const mediaType = isRendered ? 'text/html' : sniffMediaType(body, headers['content-type']);
  const isText = documentKind(mediaType) !== 'binary';
  const text = isText ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(body) : undefined;
  return { url, mediaType, body, ...(text === undefined ? {} : { text }) };
};

const GONE: OperationOutcome = { verdict: 'not_found', reason: 'no_stored_document' };

/** Runs today's conversion on the document that a request of page scraping, or an item of a batch, has stored. Fetches nothing, costs nothing. */
export const createReparse = ({ extractPage, ...options }: ReparseOptions): ExecuteOperation => {
  return async (row, { signal }) => {
    const stored = await readStoredDocument<StoredAnswer>(options, row);
    if (!stored) return GONE;
    const { origin, answer, name, body } = stored;
    // safe because only what passed the operation's schema is admitted
    const params = origin.params as WebScrapeParams;
    const document = toDocument(answer, name, body);
    const call = { deadlineAtMs: row.deadlineAtMs, isCharged: false, signal, sharer: row.accountId };
    const extraction = await withinSpan(SPANS.extract, {}, () => extractPage(document, params, call));
    if (extraction.outcome === 'refused') return { verdict: extraction.verdict, reason: extraction.reason };
    return {
      verdict: 'ok',
      metadata: pick(answer.requestMetadata, METADATA_KEYS) as Record<string, string>,
      result: { ...pick({ ...answer }, FETCH_KEYS), ...extraction.content },
    };
  };
};
