import type { FetchRequest } from '../../port.js';
import { isAdHost } from './ad-hosts.js';
import type { AdRules } from './ad-rules.js';
import { compileUrlGlobs } from './url-globs.js';

const HEAVY_TYPES = new Set(['image', 'media', 'font', 'stylesheet', 'texttrack']);

/** True where the caller does not want a page on `pageHost` to load this; never asked about the document itself. */
export type UnwantedRule = (url: URL, resourceType: string, pageHost: string) => boolean;

const isHeavy = (url: URL, type: string): boolean =>
  HEAVY_TYPES.has(type) || (type === 'other' && url.pathname === '/favicon.ico');

/** Compiles what one fetch leaves out. The operator's exceptions stand above our own hosts, not above the caller's patterns. */
export const createUnwantedRule = (request: FetchRequest, adRules: AdRules | undefined): UnwantedRule => {
  const { blockAds, blockResources, screenshot, blockUrls = [] } = request;
  const isListed = compileUrlGlobs(blockUrls);
  const isAd = (url: URL, pageHost: string): boolean => {
    const judgement = adRules?.judge(url, pageHost);
    return judgement === undefined ? isAdHost(url.hostname, pageHost) : judgement === 'ad';
  };
  return (url, type, pageHost) =>
    (blockResources === true && screenshot !== true && isHeavy(url, type)) ||
    (blockAds === true && isAd(url, pageHost)) ||
    isListed(url);
};
