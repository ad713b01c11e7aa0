import type { WebScrapeParams } from '@quarry/contracts';
import { conversionRequestOf, type PageContent } from '@quarry/extract';
import type { ExtractedFields, ExtractFields } from './extract-fields.js';
import type { PageConverter } from './page-converter.js';

/** A document as it was fetched or stored. */
export interface FetchedDocument {
  readonly url: string;
  readonly mediaType: string;
  readonly body: Uint8Array;
  /** Absent for binary documents. */
  readonly text?: string | undefined;
}

export type Extraction =
  | { readonly outcome: 'extracted'; readonly content: Omit<PageContent, 'unsupported'> & Partial<ExtractedFields> }
  | { readonly outcome: 'refused'; readonly verdict: 'unsupported' | 'too_large'; readonly reason: string };

export interface ExtractionTime {
  /** The job's own, absolute, epoch milliseconds. */
  readonly deadlineAtMs: number;
  readonly signal: AbortSignal;
}

export type ExtractPage = (
  document: FetchedDocument,
  params: WebScrapeParams,
  time: ExtractionTime,
) => Promise<Extraction>;

export interface ExtractPageOptions {
  readonly converter: PageConverter;
  readonly extractFields: ExtractFields;
  /** Most tokens of a page for the language model; absent: none is configured. */
  readonly maxModelTokens?: number | undefined;
}

/** Makes of a document what the parameters ask for. */
export const createExtractPage =
  ({ converter, extractFields, maxModelTokens }: ExtractPageOptions): ExtractPage =>
  async ({ url, mediaType, body, text }, params, { deadlineAtMs, signal }) => {
    const { aiExtractRules: rules } = params;
    const input = text === undefined ? { bytes: body, url, mediaType } : { text, url, mediaType };
    const options = { ...conversionRequestOf(params), ...(rules ? { maxModelTokens } : {}) };
    const converted = await converter.convert(input, options, signal);
    if (converted.outcome === 'too_heavy') {
      return { outcome: 'refused', verdict: 'too_large', reason: `conversion_${converted.limit}` };
    }
    const { unsupported, ...content } = converted.content;
    if (unsupported !== undefined) return { outcome: 'refused', verdict: 'unsupported', reason: unsupported };
    if (!rules) return { outcome: 'extracted', content };
    const { modelPage: page } = converted;
    const fields = await extractFields({ rules, page, embedded: content.aiResponse, deadlineAtMs }, signal);
    return { outcome: 'extracted', content: { ...content, ...fields } };
  };
