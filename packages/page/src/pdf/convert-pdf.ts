import { defined } from '@quarry/html';
import { type ConversionLimitName, DEFAULT_CONVERSION_LIMITS } from '../source/conversion-limits.js';
import { convertPage } from '../convert/convert-page.js';
import { emailsInTexts } from '../emails/emails.js';
import { linksInText } from '../links/links.js';
import type { ConversionRequest, PageContent } from '../source/page-content.js';
import { pdfHtml } from './pdf-html.js';
import { type PdfDocument, readPdf } from './read-pdf.js';
import { refusalOf } from './unpacked-size.js';

export interface FetchedPdf {
  readonly bytes: Uint8Array;
  /** Final URL. */
  readonly url: string;
}

/** A PDF document as data. */
export interface PdfData {
  title?: string;
  author?: string;
  language?: string;
  /** All pages of the document, including those not read. */
  pages: number;
  text: string;
}

const refused = (reason: string): PageContent => ({ unsupported: `application/pdf ${reason}` });

const toData = ({ title, author, language, pageCount }: PdfDocument, text: string): PdfData =>
  defined({ title, author, language, pages: pageCount, text });

const isWebTarget = (target: string): boolean => /^https?:\/\//i.test(target) && URL.canParse(target);

const mailText = (target: string): string => decodeURIComponentOrNot(target.replace(/^mailto:/i, ''));
const decodeURIComponentOrNot = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

const describe = (document: PdfDocument, url: string, request: ConversionRequest): PageContent => {
  const limits = { ...DEFAULT_CONVERSION_LIMITS, ...request.limits };
  const wantsData = request.formats.includes('json');
  const shown = convertPage(
    { text: pdfHtml(document), url, mediaType: 'text/html' },
    {
      ...request,
      formats: wantsData ? [...new Set([...request.formats, 'text' as const])] : request.formats,
      links: false,
      emails: false,
      onlyMainContent: false,
    },
  );
  const limitsHit = new Set<ConversionLimitName>([...(shown.limitsHit ?? []), ...document.limitsHit]);
  const content: PageContent = { ...shown };
  if (wantsData) content.json = toData(document, shown.text ?? '');
  if (!request.formats.includes('text')) delete content.text;
  const texts = document.pages.map((lines) => lines.map((line) => line.text).join('\n'));
  if (request.links) {
    content.links = linksInText([...document.targets.filter(isWebTarget), ...texts].join('\n'), limits, limitsHit);
  }
  if (request.emails) {
    const mails = document.targets.filter((target) => /^mailto:/i.test(target)).map(mailText);
    content.emails = emailsInTexts([...mails, ...texts], limits, limitsHit);
  }
  if (limitsHit.size > 0) content.limitsHit = [...limitsHit];
  return content;
};

const reasonOf = (error: unknown): string =>
  error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged';

/**
 * Makes the asked formats of a PDF document's text layer: `html` is a plain page of its headings and paragraphs, `text` and
 * `markdown` what that page shows, `json` is `PdfData`; filters and rules read that page too, links are those that it marks,
 * then those in its text. `unsupported` is `application/pdf` with why: `encrypted`, `damaged`, `without text` (a scan),
 * `too large when unpacked`, `too costly to read`. Bounded in pages, characters, time and what unpacking may take. Never throws.
 */
export const convertPdf = async (page: FetchedPdf, request: ConversionRequest): Promise<PageContent> => {
  const limits = { ...DEFAULT_CONVERSION_LIMITS, ...request.limits };
  try {
    const refusal = await refusalOf(page.bytes);
    if (refusal !== undefined) return refused(refusal);
    const document = await readPdf(page.bytes, limits);
    if (document.pages.every((lines) => lines.length === 0)) {
      return refused(document.limitsHit.length > 0 ? 'too costly to read' : 'without text');
    }
    return describe(document, page.url, request);
  } catch (error) {
    return refused(reasonOf(error));
  }
};
