import { documentKind, toldMediaType } from '@quarry/html';
import { DEFAULT_CONVERSION_LIMITS } from '../source/conversion-limits.js';
import { convertData } from './convert-data.js';
import { beginPage, convertHtml } from './convert-html.js';
import { convertImage } from './convert-image.js';
import type { ConversionRequest, FetchedText, PageContent } from '../source/page-content.js';

/**
 * Makes the asked formats of one fetched document; the tree is built once for all of them. Linear in the document's size and
 * bounded by `limits`; never throws, whatever the document holds. What a kind of document cannot give is `unsupported`. PDF
 * and office documents are `convertBinary`'s.
 */
export const convertPage = (page: FetchedText, request: ConversionRequest): PageContent => {
  const limits = { ...DEFAULT_CONVERSION_LIMITS, ...request.limits };
  const kind = documentKind(page.mediaType);
  if (kind === 'html') return convertHtml(beginPage(page, limits), request, limits);
  if (kind !== 'binary') return convertData(page, request, limits, kind);
  return convertImage(page, request) ?? { unsupported: toldMediaType(page.mediaType) };
};
