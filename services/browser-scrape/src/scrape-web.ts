import { verdictRule, type WebScrapeParams } from '@quarry/contracts';
import type { FetchedPage, FetchOutcome } from '@quarry/egress';
import { toldMediaType } from '@quarry/html';
import { SPANS, withinSpan } from '@quarry/observability';
import type { ExecuteOperation, OperationContext, OperationOutcome } from '@quarry/worker-runtime';
import { documentName } from './document-name.js';
import type { ExtractPage } from './extract-page.js';
import { fetchPage } from './fetch-page.js';
import type { StartReading } from './page-reading.js';
import { previewOf } from './preview.js';

/** What a caller may see of the page beside its content. */
const describe = (page: FetchedPage, outcome: FetchOutcome): Record<string, unknown> => ({
  statusCode: page.statusCode,
  statusText: page.statusText,
  url: page.url,
  rendered: outcome.tier === 'browser',
  headers: page.headers,
  ...(outcome.warnings && outcome.warnings.length > 0 ? { warnings: outcome.warnings } : {}),
});

const storeImages = async (page: FetchedPage, context: OperationContext): Promise<Record<string, string>> => {
  if (!page.screenshot) return {};
  const [screenshot, preview] = await Promise.all([
    context.putFile('screenshot.jpeg', page.screenshot),
    previewOf(page.screenshot).then((image) => context.putFile('preview.webp', image)),
  ]);
  return { screenshot, preview };
};

const failure = (outcome: FetchOutcome): OperationOutcome => ({
  verdict: outcome.verdict,
  tier: outcome.tier,
  ...(outcome.reason ? { reason: outcome.reason } : {}),
  ...(outcome.message ? { message: outcome.message } : {}),
});

/** Largest document that is kept and answered with where the answer is free: no page of an error needs more. */
export const MAX_FREE_DOCUMENT_BYTES = 2_097_152;

const tooLargeToBeFree = (outcome: FetchOutcome, { statusCode, body }: FetchedPage): OperationOutcome => ({
  ...failure(outcome),
  verdict: 'too_large',
  reason: 'free_document_too_large',
  message: `The target answered with status ${statusCode}, which is free, and ${body.byteLength} bytes; of free answers ${MAX_FREE_DOCUMENT_BYTES} bytes are read at most.`,
});

/** What the browser shows of data, texts and files is its own viewer: no picture of the target. */
const noScreenshot = (outcome: FetchOutcome, { statusCode, mediaType, body }: FetchedPage): OperationOutcome => {
  const type = toldMediaType(mediaType);
  return {
    ...failure(outcome),
    verdict: 'unsupported',
    reason: `no_screenshot_of_${type}`,
    message: `No screenshot could be taken of what the target answered: status ${statusCode}, ${type}, ${body.byteLength} bytes.`,
  };
};

/** `POST /scrape/web`: fetch by the cheapest tier that shows the page, convert, store. */
export const createScrapeWeb = (extractPage: ExtractPage, startReading: StartReading): ExecuteOperation => {
  return async (row, context) => {
    // safe because only what passed the operation's schema is admitted
    const params = row.params as WebScrapeParams;
    const reading = startReading(params, row.accountId);
    const outcome = await fetchPage(
      context.fetcher,
      params,
      { requestId: row.id, deadlineAtMs: row.deadlineAtMs, readDocument: reading.readDocument },
      context.signal,
    );
    context.signal.throwIfAborted();
    const { page } = outcome;
    if (verdictRule(outcome.verdict).error !== undefined || !page) return failure(outcome);
    // A page that the target does not have is free and says more by its status than by its picture.
    if (params.screenshot && !page.screenshot && outcome.verdict === 'ok') return noScreenshot(outcome, page);
    const document = { ...page, converted: reading.convertedOf(page.body) };
    const { isCharged } = verdictRule(outcome.verdict);
    if (!isCharged && page.body.byteLength > MAX_FREE_DOCUMENT_BYTES) return tooLargeToBeFree(outcome, page);
    const call = { deadlineAtMs: row.deadlineAtMs, isCharged, signal: context.signal, sharer: row.accountId };
    const extraction = await withinSpan(SPANS.extract, {}, () => extractPage(document, params, call));
    if (extraction.outcome === 'refused') {
      return { ...failure(outcome), verdict: extraction.verdict, reason: extraction.reason };
    }
    const [html, { screenshot, preview }] = await Promise.all([
      // Texts are stored as decoded, so that a reader needs no charset of the time.
      context.putFile(documentName(page.mediaType), page.text ?? page.body),
      storeImages(page, context),
    ]);
    return {
      verdict: outcome.verdict,
      tier: outcome.tier,
      metadata: { url: params.url, html, ...(preview ? { preview } : {}) },
      result: { ...describe(page, outcome), ...(screenshot ? { screenshot } : {}), ...extraction.content },
    };
  };
};
