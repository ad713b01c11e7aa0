import { documentKind, filled, sniffMediaType } from '@quarry/html';
import { MAIN_CONTENT_NOT_FOUND, type PageContent } from '@quarry/page';
import type { ReparseParams, WebScrapeParams } from '@quarry/contracts';
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

/** The parts of a stored result about its fetch; all others are made again. */
interface StoredAnswer extends AnswerWithDocument {
  readonly url: string;
  readonly rendered: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly statusCode: number;
  readonly statusText: string;
  readonly screenshot?: string;
  readonly pdf?: string;
  readonly jsScenarioResults?: readonly unknown[];
  readonly warnings?: readonly string[];
}

const FETCH_KEYS = [
  'statusCode',
  'statusText',
  'url',
  'rendered',
  'headers',
  'screenshot',
  'pdf',
  'jsScenarioResults',
] as const;
const METADATA_KEYS = ['url', 'html', 'preview', 'title'] as const;

const pick = <K extends string>(from: Readonly<Record<string, unknown>>, keys: readonly K[]): Record<string, unknown> =>
  Object.fromEntries(keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]]));

/** Texts are stored decoded, whatever charset the target had. */
const toDocument = (answer: StoredAnswer, name: string, body: Uint8Array): FetchedDocument => {
  const { url, rendered, headers } = answer;
  // A document that the browser does not render is stored as served, whichever tier fetched it.
  const isRendered = rendered && name.endsWith('.html');
  const mediaType = isRendered ? 'text/html' : sniffMediaType(body, headers['content-type']);
  const isText = documentKind(mediaType) !== 'binary';
  const text = isText ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(body) : undefined;
  return { url, mediaType, body, text };
};

/** The warnings of the fetch stay; those of the conversion are made again. */
const warningsOf = (
  { warnings = [] }: StoredAnswer,
  content: Pick<PageContent, 'warnings'>,
): { readonly warnings?: readonly string[] } =>
  filled({
    warnings: [...warnings.filter((one) => one !== MAIN_CONTENT_NOT_FOUND), ...(content.warnings ?? [])],
  });

const GONE: OperationOutcome = { verdict: 'not_found', reason: 'no_stored_document' };

/** Runs the current conversion on the stored document of a request or batch item. Fetches nothing, costs nothing. */
export const createReparse = ({ extractPage, ...options }: ReparseOptions): ExecuteOperation => {
  return async (row, { signal }) => {
    const stored = await readStoredDocument<StoredAnswer>(options, row);
    if (!stored) return GONE;
    const { origin, answer, name, body } = stored;
    // safe because only what passed the operation's schema is admitted
    const asked = row.params as ReparseParams;
    const params = { ...(origin.params as WebScrapeParams), ...asked.params } as WebScrapeParams;
    const document = toDocument(answer, name, body);
    const call = { deadlineAtMs: row.deadlineAtMs, isCharged: false, signal, sharer: row.accountId };
    const extraction = await withinSpan(SPANS.extract, {}, () => extractPage(document, params, call));
    if (extraction.outcome === 'refused') return { verdict: extraction.verdict, reason: extraction.reason };
    return {
      verdict: 'ok',
      // safe because links and titles are texts
      metadata: pick({ ...answer.requestMetadata, title: extraction.title }, METADATA_KEYS) as Record<string, string>,
      result: {
        ...pick({ ...answer }, FETCH_KEYS),
        ...extraction.content,
        ...warningsOf(answer, extraction.content),
      },
    };
  };
};
