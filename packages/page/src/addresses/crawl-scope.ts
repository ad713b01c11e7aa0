import type { CrawlScope } from '@quarry/contracts';
import { compileCrawlPattern } from '@quarry/contracts/crawl-pattern';
import { crawlAddress } from './crawl-address.js';
import { createSiteScope } from './site-scope.js';

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
  const included = include.map(compileCrawlPattern);
  const excluded = exclude.map(compileCrawlPattern);
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
    const url = new URL(form);
    if (included.length > 0 && !included.some((matches) => matches(url))) return undefined;
    return excluded.some((matches) => matches(url)) ? undefined : form;
  };
};
