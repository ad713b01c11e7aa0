import type { WebScrapeParams } from '@quarry/contracts';
import type { ExtractedFields, ExtractFields } from './extract-fields.js';
import type { PageDiscovery } from './crawl/discover-page.js';
import type { ConvertResult, PageConverter } from './page-converter.js';
import { convertOptionsOf } from './page-reading.js';
import type { WrittenContent } from './written-content.js';

/** A fetched or stored document. */
export interface FetchedDocument {
  readonly url: string;
  readonly mediaType: string;
  readonly body: Uint8Array;
  /** Absent for binary documents, and for texts whose body is their UTF-8. */
  readonly text?: string | undefined;
  /** Its conversion, if it was made when the document was judged. */
  readonly converted?: ConvertResult | undefined;
}

export type Extraction =
  | {
      readonly outcome: 'extracted';
      readonly title?: string | undefined;
      readonly discovery?: PageDiscovery | undefined;
      readonly content: Omit<WrittenContent, 'unsupported' | 'title'> & Partial<ExtractedFields>;
    }
  | { readonly outcome: 'refused'; readonly verdict: 'unsupported' | 'too_large'; readonly reason: string };

export interface ExtractionCall {
  /** The job's own, absolute, epoch milliseconds. */
  readonly deadlineAtMs: number;
  /** False: the response will be free. */
  readonly isCharged: boolean;
  /** The account, which shares the threads with others. */
  readonly sharer?: string;
  readonly signal: AbortSignal;
}

export type ExtractPage = (
  document: FetchedDocument,
  params: WebScrapeParams,
  call: ExtractionCall,
) => Promise<Extraction>;

export interface ExtractPageOptions {
  readonly converter: Pick<PageConverter, 'convert'>;
  readonly extractFields: ExtractFields;
  /** Most tokens of a page for the language model; absent if none is configured. */
  readonly maxModelTokens?: number | undefined;
}

/** Converts a document as the parameters ask. */
export const createExtractPage =
  ({ converter, extractFields, maxModelTokens }: ExtractPageOptions): ExtractPage =>
  async ({ url, mediaType, body, text, converted: before }, params, { deadlineAtMs, isCharged, signal, sharer }) => {
    const { aiExtractRules: rules } = params;
    const input = text === undefined ? { bytes: body, url, mediaType } : { text, url, mediaType };
    const options = convertOptionsOf(params, maxModelTokens);
    const converted = before ?? (await converter.convert(input, options, signal, sharer));
    if (converted.outcome === 'too_heavy') {
      return { outcome: 'refused', verdict: 'too_large', reason: `conversion_${converted.limit}` };
    }
    const { discovery } = converted;
    const { unsupported, title, ...content } = converted.content;
    if (unsupported !== undefined) return { outcome: 'refused', verdict: 'unsupported', reason: unsupported };
    if (!rules) return { outcome: 'extracted', title, discovery, content };
    const { modelPage: page } = converted;
    const embedded = content.aiResponse;
    const fields = await extractFields({ rules, page, embedded, deadlineAtMs, isCharged }, signal);
    return { outcome: 'extracted', title, discovery, content: { ...content, ...fields } };
  };
