import type { CrawlScope } from '@quarry/contracts';
import { crawlAddress } from './crawl-address.js';
import { createSiteScope } from './site-scope.js';

/** Whether a text matches a pattern in which `*` stands for any characters, in time bounded by the product of their lengths. */
export const matchesPattern = (text: string, pattern: string): boolean => {
  let [at, of] = [0, 0];
  let [star, from] = [-1, 0];
  while (at < text.length) {
    if (pattern[of] === '*') {
      star = of;
      from = at;
      of += 1;
    } else if (pattern[of] === text[at]) {
      at += 1;
      of += 1;
    } else if (star >= 0) {
      of = star + 1;
      from += 1;
      at = from;
    } else return false;
  }
  while (pattern[of] === '*') of += 1;
  return of === pattern.length;
};

const withoutWww = (address: string): string => address.replace(/^(https?:\/\/)www\./, '$1');
const folderOf = ({ pathname }: URL): string => pathname.slice(0, pathname.lastIndexOf('/') + 1);

/**
 * The form in which a crawl fetches an address, undefined where it is none of it. `pages`: addresses that are of the crawl already, such
 * as the page that links to it and where that page led.
 */
export const createCrawlScope = (
  scope: CrawlScope,
  pages: readonly string[] = [],
): ((address: string) => string | undefined) => {
  const { root, include, exclude, includeSubdomains, allowExternal, crawlEntireDomain } = scope;
  const isOfSite = createSiteScope({ roots: [root, ...pages].map(withoutWww), includeSubdomains });
  const rootUrl = new URL(root);
  // Where the crawl was led off its folder, the folder means nothing.
  const isWithin = (address: string): boolean => {
    const url = URL.parse(address);
    return url !== null && (withoutWww(url.href) === withoutWww(root) || url.pathname.startsWith(folderOf(rootUrl)));
  };
  const hasFolder = !crawlEntireDomain && !allowExternal && pages.every(isWithin);
  return (address) => {
    const form = crawlAddress(address, scope);
    if (form === undefined) return undefined;
    if (!allowExternal && !isOfSite(withoutWww(form))) return undefined;
    if (hasFolder && !isWithin(form)) return undefined;
    const { pathname, search } = new URL(form);
    const path = pathname + search;
    if (include.length > 0 && !include.some((pattern) => matchesPattern(path, pattern))) return undefined;
    return exclude.some((pattern) => matchesPattern(path, pattern)) ? undefined : form;
  };
};
