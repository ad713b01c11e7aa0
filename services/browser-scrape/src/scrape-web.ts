import { REMOVED_HEADER, verdictRule, type ScreenshotOptions, type WebScrapeParams } from '@quarry/contracts';
import type { FetchedPage, FetchOutcome } from '@quarry/egress';
import { defined, filled, toldMediaType } from '@quarry/html';
import type { PageContent } from '@quarry/page';
import { SPANS, withinSpan } from '@quarry/observability';
import type { ExecuteOperation, OperationContext, OperationOutcome } from '@quarry/worker-runtime';
import type { FollowPage } from './crawl/follow-page.js';
import { documentName } from './document-name.js';
import type { ExtractPage } from './extract-page.js';
import { fetchPage } from './fetch-page.js';
import type { StartReading } from './page-reading.js';
import { previewOf } from './preview.js';
import type { OpenCallSession } from './session/call-session.js';

/** The cookies of a session are nowhere but in the session. */
const shownHeaders = ({ headers }: FetchedPage, { session }: FetchOutcome): FetchedPage['headers'] =>
  session && headers['set-cookie'] !== undefined ? { ...headers, 'set-cookie': REMOVED_HEADER } : headers;

/** What the response contains of the page besides its content. */
const describe = (page: FetchedPage, outcome: FetchOutcome): Record<string, unknown> => ({
  statusCode: page.statusCode,
  statusText: page.statusText,
  url: page.url,
  rendered: outcome.tier === 'browser',
  headers: shownHeaders(page, outcome),
  ...(page.scenario ? { jsScenarioResults: page.scenario.results } : {}),
});

/** What a caller should know of the fetch, of the steps and of the conversion; absent if there is nothing. */
const warningsOf = (
  { scenario }: FetchedPage,
  { warnings: ofFetch = [] }: FetchOutcome,
  { warnings: ofContent = [] }: Pick<PageContent, 'warnings'>,
  ofSession: readonly string[],
): { readonly warnings?: readonly string[] } =>
  filled({ warnings: [...ofFetch, ...ofSession, ...(scenario?.warnings ?? []), ...ofContent] });

type Metadata = Readonly<Partial<Record<'url' | 'html' | 'preview' | 'title', string>>>;
type Links = Readonly<Partial<Record<'screenshot' | 'preview' | 'pdf', string>>>;

/** A picture of one element is no preview of the page. */
const storeScreenshot = async (
  picture: Uint8Array,
  { screenshot: asked }: WebScrapeParams,
  { putFile }: OperationContext,
): Promise<Links> => {
  const options: ScreenshotOptions = typeof asked === 'object' ? asked : {};
  const { format = 'jpeg', selector } = options;
  const stored = putFile(`screenshot.${format}`, picture);
  if (selector !== undefined) return { screenshot: await stored };
  const preview = previewOf(picture).then((image) => putFile('preview.webp', image));
  const [screenshotUrl, previewUrl] = await Promise.all([stored, preview]);
  return { screenshot: screenshotUrl, preview: previewUrl };
};

/** Stores the pictures and the document that were made of the page. */
const storeCaptures = async (
  { screenshot, pdf }: FetchedPage,
  params: WebScrapeParams,
  context: OperationContext,
): Promise<Links> => {
  const [pictures, document] = await Promise.all([
    screenshot ? storeScreenshot(screenshot, params, context) : {},
    pdf ? context.putFile('page.pdf', pdf) : undefined,
  ]);
  return { ...pictures, ...(document === undefined ? {} : { pdf: document }) };
};

const failure = ({ verdict, tier, reason, message, page, retryAfterSeconds }: FetchOutcome): OperationOutcome => ({
  ...{ verdict, tier, reason, message, retryAfterSeconds },
  statusCode: page?.statusCode,
});

const duplicate = (outcome: FetchOutcome, itemId: string): OperationOutcome => ({
  ...failure(outcome),
  verdict: 'duplicate',
  reason: 'same_text',
  message: `The page of item ${itemId} of this crawl has the same text. This one is left out, free of charge.`,
});

/** The failure that the caller asked a 4xx of the target to be. */
const targetStatus = (outcome: FetchOutcome, { statusCode }: FetchedPage): OperationOutcome => ({
  ...failure(outcome),
  verdict: 'target_status',
  message: `The target responded with status ${statusCode}, and failOn4xx makes that an error. Check the URL, or leave failOn4xx out to get the page.`,
});

/** Largest document of a free response: no error page needs more. */
export const MAX_FREE_DOCUMENT_BYTES = 2_097_152;

const tooLargeToBeFree = (outcome: FetchOutcome, { statusCode, body }: FetchedPage): OperationOutcome => ({
  ...failure(outcome),
  verdict: 'too_large',
  reason: 'free_document_too_large',
  message: `The target responded with status ${statusCode}, which is free, and ${body.byteLength} bytes; a free response has at most ${MAX_FREE_DOCUMENT_BYTES} bytes.`,
});

/** For data, texts and files the browser shows its own viewer, which is no picture of the target. */
const noCapture = (
  what: 'screenshot' | 'pdf',
  outcome: FetchOutcome,
  { statusCode, mediaType, body }: FetchedPage,
): OperationOutcome => {
  const type = toldMediaType(mediaType);
  const made = what === 'pdf' ? 'PDF document could be made' : 'screenshot could be taken';
  return {
    ...failure(outcome),
    verdict: 'unsupported',
    reason: `no_${what}_of_${type}`,
    message: `No ${made} of the target's response: status ${statusCode}, ${type}, ${body.byteLength} bytes.`,
  };
};

/** What was asked for and is missing. A page that the target does not have is free, and its status says more than a picture. */
const missingCapture = (page: FetchedPage, { verdict }: FetchOutcome, params: WebScrapeParams) => {
  if (verdict !== 'ok') return undefined;
  if (params.screenshot !== false && !page.screenshot) return 'screenshot';
  return params.pdf && !page.pdf ? 'pdf' : undefined;
};

/** `POST /scrape/web`: fetch by the cheapest tier that shows the page, convert, store. */
export const createScrapeWeb = (
  extractPage: ExtractPage,
  startReading: StartReading,
  /** Default: no page is of a crawl. */
  followPage: FollowPage = async () => ({}),
  /** Default: no call has a session. */
  openSession: OpenCallSession = async () => undefined,
): ExecuteOperation => {
  return async (row, context) => {
    // safe because only what passed the operation's schema is admitted
    const params = row.params as WebScrapeParams;
    const session = await openSession(row, params);
    if (session && 'verdict' in session) return session;
    const reading = startReading(params, row.accountId);
    const outcome = await fetchPage(
      context.fetcher,
      params,
      {
        ...{ requestId: row.id, deadlineAtMs: row.deadlineAtMs, readDocument: reading.readDocument },
        session: session?.fetch,
      },
      context.signal,
    );
    context.signal.throwIfAborted();
    const { page } = outcome;
    if (verdictRule(outcome.verdict).error !== undefined || !page) return failure(outcome);
    const kept = (await session?.keep(outcome)) ?? [];
    if (params.failOn4xx && outcome.verdict === 'target_4xx') return targetStatus(outcome, page);
    const missing = missingCapture(page, outcome, params);
    if (missing) return noCapture(missing, outcome, page);
    const document = { ...page, converted: reading.convertedOf(page.body) };
    const { isCharged } = verdictRule(outcome.verdict);
    if (!isCharged && page.body.byteLength > MAX_FREE_DOCUMENT_BYTES) return tooLargeToBeFree(outcome, page);
    const call = { deadlineAtMs: row.deadlineAtMs, isCharged, signal: context.signal, sharer: row.accountId };
    const extraction = await withinSpan(SPANS.extract, {}, () => extractPage(document, params, call));
    if (extraction.outcome === 'refused') {
      return { ...failure(outcome), verdict: extraction.verdict, reason: extraction.reason };
    }
    const { content } = extraction;
    const crawled = isCharged ? await followPage({ row, context, params, page, discovery: extraction.discovery }) : {};
    if ('duplicateOf' in crawled) return duplicate(outcome, crawled.duplicateOf);
    const [html, { preview, ...links }] = await Promise.all([
      // Texts are stored decoded, so that a reader does not need their charset.
      context.putFile(documentName(page.mediaType), page.text ?? [page.body]),
      storeCaptures(page, params, context),
    ]);
    return {
      verdict: outcome.verdict,
      tier: outcome.tier,
      statusCode: page.statusCode,
      ...crawled,
      metadata: defined<Metadata>({ url: params.url, html, preview, title: extraction.title }),
      result: { ...describe(page, outcome), ...links, ...content, ...warningsOf(page, outcome, content, kept) },
    };
  };
};
