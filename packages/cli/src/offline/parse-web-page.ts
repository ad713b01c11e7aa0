import { operationOf, validateParams, type WebScrapeParams } from '@quarry/contracts';
import { conversionRequestOf, convertBinary, convertPage, openTokenizer, type PageContent } from '@quarry/page';
import type { OfflineInput, OfflineOutcome } from './offline-parser.js';
import type { SavedPage } from './saved-page.js';

/** URL for a saved page without one. */
const SOME_URL = 'https://saved.example/';

/** The parameters with their defaults; given ones were checked already. */
const withDefaults = (params: OfflineInput['params']): WebScrapeParams => {
  const checked = validateParams(operationOf('scrape/web'), { url: SOME_URL, ...params });
  if (!checked.ok) throw new Error('the parameters were not checked');
  return checked.params;
};

/** URL of a document without one: relative links stay relative. */
const NO_ADDRESS = '';

/** The page's own URL: canonical, else og:url. */
const ownAddress = (page: SavedPage & { text: string }): string => {
  const { json } = convertPage({ ...page, url: NO_ADDRESS }, { formats: ['json'], links: false, emails: false });
  const { canonical, openGraph } = (json ?? {}) as { canonical?: unknown; openGraph?: { url?: unknown } };
  const address = [canonical, openGraph?.url].find(
    (candidate) => typeof candidate === 'string' && /^https?:\/\//i.test(candidate) && URL.canParse(candidate),
  );
  return typeof address === 'string' ? address : NO_ADDRESS;
};

const convert = async (page: SavedPage, params: WebScrapeParams): Promise<PageContent> => {
  const { text, bytes, mediaType, url } = page;
  const { tokenizer } = params;
  const countTokens = tokenizer === undefined ? undefined : await openTokenizer(tokenizer);
  const request = { ...conversionRequestOf(params), countTokens };
  if (text === undefined) return convertBinary({ bytes, url: url ?? NO_ADDRESS, mediaType }, request);
  const address = url ?? (/html/.test(mediaType) ? ownAddress({ ...page, text }) : NO_ADDRESS);
  return convertPage({ text, mediaType, url: address }, request);
};

/** `scrape/web` on a saved page: the worker's result without data of the fetch. */
export const parseWebPage = async ({ page, params }: OfflineInput): Promise<OfflineOutcome> => {
  const { unsupported, ...content } = await convert(page, withDefaults(params));
  if (unsupported !== undefined) return { verdict: 'unsupported', reason: unsupported };
  return { verdict: 'ok', result: { url: page.url, ...content } };
};
