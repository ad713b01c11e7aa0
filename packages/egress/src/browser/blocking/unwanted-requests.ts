import type { FetchRequest } from '../../port.js';
import { isAdHost } from './ad-hosts.js';
import type { AdRules } from './ad-rules.js';
import { compileUrlGlobs } from './url-globs.js';

const HEAVY_TYPES = new Set(['image', 'media', 'font', 'stylesheet', 'texttrack']);

/** Whether the caller does not want a page on `pageHost` to load this. Not for the document itself. */
export type UnwantedRule = (url: URL, resourceType: string, pageHost: string) => boolean;

const isHeavy = (url: URL, type: string): boolean =>
  HEAVY_TYPES.has(type) || (type === 'other' && url.pathname === '/favicon.ico');

/** Compiles what one fetch blocks. The operator's exceptions override our own hosts, but not the caller's patterns. */
export const createUnwantedRule = (request: FetchRequest, adRules: AdRules | undefined): UnwantedRule => {
  const { blockAds, blockResources, screenshot, pdf, blockUrls = [] } = request;
  // A picture of a page without its styles and images would not be of the page.
  const isDrawn = pdf === true || (screenshot !== undefined && screenshot !== false);
  const isListed = compileUrlGlobs(blockUrls);
  const isAd = (url: URL, pageHost: string): boolean => {
    const judgement = adRules?.judge(url, pageHost);
    return judgement === undefined ? isAdHost(url.hostname, pageHost) : judgement === 'ad';
  };
  return (url, type, pageHost) =>
    (blockResources === true && !isDrawn && isHeavy(url, type)) ||
    (blockAds === true && isAd(url, pageHost)) ||
    isListed(url);
};
