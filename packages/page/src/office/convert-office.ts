import { defined } from '@quarry/html';
import { convertPage } from '../convert/convert-page.js';
import { linksInText } from '../links/links.js';
import { type ConversionLimits, DEFAULT_CONVERSION_LIMITS } from '../source/conversion-limits.js';
import type { ConversionRequest, PageContent } from '../source/page-content.js';
import { type Archive, openArchive } from './archive/open-archive.js';
import { OfficeRefusal } from './archive/office-refusal.js';
import { readDocx } from './docx/read-docx.js';
import { readEpub } from './epub/read-epub.js';
import { escapeHtml } from './html-body.js';
import { readOdt } from './odt/read-odt.js';
import { type OfficeDocument, type OfficeFacts, OfficeReading } from './office-reading.js';
import { readPptx } from './pptx/read-pptx.js';
import { readXlsx } from './xlsx/read-xlsx.js';

export interface FetchedOfficeFile {
  readonly bytes: Uint8Array;
  /** Final URL. */
  readonly url: string;
  readonly mediaType: string;
}

/** An office document as data. */
export interface OfficeData extends OfficeFacts {
  text: string;
}

type Read = (archive: Archive, reading: OfficeReading) => Promise<OfficeDocument>;

const READERS: ReadonlyMap<string, Read> = new Map([
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', readDocx],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', readXlsx],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', readPptx],
  ['application/vnd.oasis.opendocument.text', readOdt],
  ['application/epub+zip', readEpub],
]);

export const isOfficeType = (mediaType: string): boolean => READERS.has(mediaType);

const pageOf = ({ facts, html }: OfficeDocument): string => {
  const language = facts.language === undefined ? '' : ` lang="${escapeHtml(facts.language)}"`;
  const title = facts.title === undefined ? '' : `<title>${escapeHtml(facts.title)}</title>\n`;
  return `<!DOCTYPE html>\n<html${language}>\n<head>\n<meta charset="utf-8">\n${title}</head>\n<body>\n${html}\n</body>\n</html>\n`;
};

const showsNothing = ({ html }: OfficeDocument): boolean =>
  !html.includes('<img alt=') && html.replace(/<[^>]*>/g, '').trim() === '';

const show = (
  document: OfficeDocument,
  url: string,
  request: ConversionRequest,
  limits: ConversionLimits,
): PageContent => {
  const { formats } = request;
  const needsText = formats.includes('json') || request.links;
  const shown = convertPage(
    { text: pageOf(document), url, mediaType: 'text/html' },
    {
      ...request,
      formats: [
        ...new Set([...formats.filter((format) => format !== 'json'), ...(needsText ? ['text' as const] : [])]),
      ],
      onlyMainContent: false,
    },
  );
  const { text = '', ...rest } = shown;
  const limitsHit = new Set(rest.limitsHit ?? []);
  const content: PageContent = { ...rest };
  if (formats.includes('text')) content.text = text;
  if (formats.includes('json')) content.json = defined<OfficeData>({ ...document.facts, text });
  if (request.links) {
    const inText = linksInText(text, limits, limitsHit);
    content.links = [...new Set([...(rest.links ?? []), ...inText])].slice(0, limits.maxLinks);
  }
  if (limitsHit.size > 0) content.limitsHit = [...limitsHit];
  return content;
};

const read = async ({ bytes, mediaType }: FetchedOfficeFile, reading: OfficeReading): Promise<OfficeDocument> => {
  const reader = READERS.get(mediaType);
  if (!reader) throw new OfficeRefusal('damaged');
  const document = await reader(await openArchive(bytes), reading);
  if (showsNothing(document))
    throw new OfficeRefusal(reading.limitsHit.size > 0 ? 'too costly to read' : 'without text');
  return document;
};

/**
 * Makes the asked formats of a DOCX, XLSX, PPTX, ODT or EPUB document: `html` is a plain page of its headings, paragraphs,
 * lists and tables, `text` and `markdown` what that page shows, `json` is `OfficeData`; filters and rules read that page too,
 * links are those that it marks, then those in its text. `unsupported` is the media type with why: `encrypted`, `damaged`,
 * `without text`, `too large when unpacked`, `with too many parts`, `too costly to read`. Bounded in what unpacking may take,
 * characters, cells, rows, slides, chapters and time. Fetches nothing, never throws.
 */
export const convertOffice = async (file: FetchedOfficeFile, request: ConversionRequest): Promise<PageContent> => {
  const limits = { ...DEFAULT_CONVERSION_LIMITS, ...request.limits };
  const reading = new OfficeReading(limits);
  try {
    const content = show(await read(file, reading), file.url, request, limits);
    const limitsHit = [...new Set([...(content.limitsHit ?? []), ...reading.limitsHit])];
    return limitsHit.length > 0 ? { ...content, limitsHit } : content;
  } catch (error) {
    const reason = error instanceof OfficeRefusal ? error.reason : 'damaged';
    return { unsupported: `${file.mediaType} ${reason}` };
  }
};
