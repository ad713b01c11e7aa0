import { OUTPUT_FORMATS, type OutputFormat } from '@quarry/contracts';
import { convertPage, type ConversionRequest, type PageContent } from '@quarry/extract';
import type { OfflineInput, OfflineOutcome } from './offline-parser.js';
import type { SavedPage } from './saved-page.js';

const isFormat = (value: unknown): value is OutputFormat => OUTPUT_FORMATS.some((format) => format === value);

const readRequest = (params: OfflineInput['params']): ConversionRequest => {
  const { outputFormat } = params;
  return {
    formats: Array.isArray(outputFormat) ? outputFormat.filter(isFormat) : ['html'],
    links: params['extractLinks'] === true,
    emails: params['extractEmails'] === true,
  };
};

/** Address of a document that has none: relative links stay as they stand instead of becoming an invention. */
const NO_ADDRESS = '';

/** The address that a page gives itself: canonical, else og:url. */
const ownAddress = (page: SavedPage & { text: string }): string => {
  const { json } = convertPage({ ...page, url: NO_ADDRESS }, { formats: ['json'], links: false, emails: false });
  const { canonical, openGraph } = (json ?? {}) as { canonical?: unknown; openGraph?: { url?: unknown } };
  const address = [canonical, openGraph?.url].find(
    (candidate) => typeof candidate === 'string' && /^https?:\/\//i.test(candidate) && URL.canParse(candidate),
  );
  return typeof address === 'string' ? address : NO_ADDRESS;
};

const toOutcome = ({ unsupported, ...content }: PageContent, url: string | undefined): OfflineOutcome =>
  unsupported === undefined
    ? { verdict: 'ok', result: { ...(url === undefined ? {} : { url }), ...content } }
    : { verdict: 'unsupported', reason: unsupported };

/** `scrape/web` on a saved page: what the worker makes of the document, without what only a fetch can tell. */
export const parseWebPage = ({ page, params }: OfflineInput): OfflineOutcome => {
  const { text, mediaType, url } = page;
  if (text === undefined) return { verdict: 'unsupported', reason: mediaType };
  const address = url ?? (/html/.test(mediaType) ? ownAddress({ ...page, text }) : NO_ADDRESS);
  return toOutcome(convertPage({ text, mediaType, url: address }, readRequest(params)), url);
};
