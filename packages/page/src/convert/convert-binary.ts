import { convertOffice, isOfficeType } from '../office/convert-office.js';
import { convertPdf } from '../pdf/convert-pdf.js';
import type { ConversionRequest, PageContent } from '../source/page-content.js';
import { convertPage } from './convert-page.js';

export interface FetchedBinary {
  readonly bytes: Uint8Array;
  /** Final URL. */
  readonly url: string;
  readonly mediaType: string;
}

/**
 * Makes the asked formats of a document that is no text: PDF and office documents as their readers do; of other bytes, such as
 * a picture's, only the URL can be shown. Never throws.
 */
export const convertBinary = async (document: FetchedBinary, request: ConversionRequest): Promise<PageContent> => {
  const { url, mediaType } = document;
  if (mediaType === 'application/pdf') return convertPdf(document, request);
  if (isOfficeType(mediaType)) return convertOffice(document, request);
  return convertPage({ text: '', url, mediaType }, request);
};

/** Whether documents of this type have a text, besides their URL. */
export const isReadableBinary = (mediaType: string): boolean =>
  mediaType === 'application/pdf' || isOfficeType(mediaType);
