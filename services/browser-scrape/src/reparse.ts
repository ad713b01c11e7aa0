import { documentKind, sniffMediaType } from '@quarry/extract';
import type { ReparseParams, WebScrapeParams } from '@quarry/contracts';
import type { FileStore } from '@quarry/files';
import type { RequestRow, Store } from '@quarry/store';
import type { ExecuteOperation, OperationOutcome } from '@quarry/worker-runtime';
import type { ExtractPage, FetchedDocument } from './extract-page.js';

export interface ReparseOptions {
  readonly requests: Pick<Store['requests'], 'get'>;
  readonly items: Pick<Store['items'], 'get'>;
  readonly files: Pick<FileStore, 'read'>;
  readonly extractPage: ExtractPage;
  /** Largest stored answer or document that is read. */
  readonly maxFileBytes: number;
}

/** What a stored answer says of its fetch; the rest of it is made anew. */
interface StoredAnswer {
  readonly requestMetadata: Readonly<Record<string, unknown>> & { readonly html: string };
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

const GONE: OperationOutcome = { verdict: 'not_found', reason: 'no_stored_document', chargedCredits: 0 };

/** Runs today's conversion on the document that a request of page scraping, or an item of a batch, has stored. Fetches nothing, costs nothing. */
export const createReparse = ({
  requests,
  items,
  files,
  extractPage,
  maxFileBytes,
}: ReparseOptions): ExecuteOperation => {
  const readAnswer = async ({ accountId, id, answerName }: RequestRow): Promise<StoredAnswer | undefined> => {
    if (answerName === undefined) return undefined;
    const bytes = await files.read({ accountId, requestId: id, name: answerName }, maxFileBytes);
    // safe because only this service writes answers
    return bytes === null ? undefined : (JSON.parse(bytes.toString('utf8')) as StoredAnswer);
  };

  return async (row, { signal }) => {
    // safe because the gateway alone fills these parameters
    const { requestId } = row.params as ReparseParams;
    const origin = (await requests.get(requestId)) ?? (await items.get(requestId));
    if (origin?.accountId !== row.accountId) return GONE;
    const answer = await readAnswer(origin);
    const name = answer?.requestMetadata.html.split('/').at(-1);
    if (answer === undefined || name === undefined) return GONE;
    const body = await files.read({ accountId: row.accountId, requestId, name }, maxFileBytes);
    if (body === null) return GONE;
    // safe because only what passed the operation's schema is admitted
    const params = origin.params as WebScrapeParams;
    const extraction = await extractPage(toDocument(answer, name, body), params, {
      deadlineAtMs: row.deadlineAtMs,
      signal,
    });
    if (extraction.outcome === 'refused') {
      return { verdict: extraction.verdict, reason: extraction.reason, chargedCredits: 0 };
    }
    return {
      verdict: 'ok',
      chargedCredits: 0,
      metadata: pick(answer.requestMetadata, METADATA_KEYS) as Record<string, string>,
      result: { ...pick({ ...answer }, FETCH_KEYS), ...extraction.content },
    };
  };
};
