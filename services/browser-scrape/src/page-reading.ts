import { VERDICTS, verdictRule, type Verdict, type WebScrapeParams } from '@quarry/contracts';
import type { DocumentReader } from '@quarry/egress';
import { conversionRequestOf } from '@quarry/page';
import type { ConvertOptions } from './convert-task.js';
import { crawlPageOf } from './crawl/crawl-page.js';
import type { ConvertResult, PageConverter } from './page-converter.js';

/** Reads the documents of one request as they are fetched. */
export interface PageReading {
  readonly readDocument: DocumentReader;
  /** The conversion of the document with this body; undefined if it was only judged. */
  readonly convertedOf: (body: Uint8Array) => ConvertResult | undefined;
}

/** Threads are shared fairly among `sharer`s. */
export type StartReading = (params: WebScrapeParams, sharer?: string) => PageReading;

export interface PageReadingOptions {
  readonly converter: Pick<PageConverter, 'read'>;
  /** Most tokens of a page for the language model; absent if none is configured. */
  readonly maxModelTokens?: number | undefined;
}

/** The conversion that the parameters ask for. */
export const convertOptionsOf = (params: WebScrapeParams, maxModelTokens: number | undefined): ConvertOptions => ({
  ...conversionRequestOf(params),
  title: true,
  tokenizer: params.tokenizer,
  ...(crawlPageOf(params) ? { discovers: true } : {}),
  ...(params.aiExtractRules ? { maxModelTokens } : {}),
});

// safe because these are the names of the table
const ALL_VERDICTS = Object.keys(VERDICTS) as Verdict[];
const ANSWERED = ALL_VERDICTS.filter((verdict) => verdictRule(verdict).error === undefined);
/** With jsRendering: false, a page that needs scripts is returned as served. */
const ANSWERED_AS_SERVED: readonly Verdict[] = [...ANSWERED, 'script_wall'];

/** Judges pages and converts those that will be returned, in one task of a thread. */
export const createPageReading =
  ({ converter, maxModelTokens }: PageReadingOptions): StartReading =>
  (params, sharer) => {
    const options = convertOptionsOf(params, maxModelTokens);
    const verdicts = params.jsRendering === false ? ANSWERED_AS_SERVED : ANSWERED;
    let last: { readonly body: Uint8Array; readonly converted: ConvertResult | undefined } | undefined;
    return {
      readDocument: async (document, signal) => {
        const { read, converted } = await converter.read(document, { options, verdicts }, signal, sharer);
        last = { body: read.body, converted };
        return read;
      },
      convertedOf: (body) => (last?.body === body ? last.converted : undefined),
    };
  };
