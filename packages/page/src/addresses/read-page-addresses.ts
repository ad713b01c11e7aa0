import { parseDocument, isXhtml, walk } from '@quarry/html';
import { documentTitle } from '../data/document-title.js';
import { collectLinks } from '../links/links.js';
import { DEFAULT_CONVERSION_LIMITS, type ConversionLimitName } from '../source/conversion-limits.js';
import { type PageSource, pageSource } from '../source/page-source.js';
import type { FetchedText } from '../source/page-content.js';
import { canonicalAddress } from './canonical-address.js';
import { AddressCollector, type AddressesWanted, type AddressReading } from './found-addresses.js';

/** Feeds that one page may name: its own, and those of its comments or topics. */
export const MAX_PAGE_FEEDS = 5;

const FEED_TYPES: ReadonlySet<string> = new Set(['application/rss+xml', 'application/atom+xml', 'application/rdf+xml']);

const words = (text = ''): readonly string[] => text.toLowerCase().split(/\s+/);

/** What the page's `link` elements name. */
const readLinkElements = (source: PageSource): Pick<AddressReading, 'feeds' | 'sitemaps'> => {
  const [feeds, sitemaps] = [new Set<string>(), new Set<string>()];
  walk(source.root, {
    enter: ({ name, attribs }) => {
      if (name === 'link') {
        const address = canonicalAddress(source.urls.web(attribs['href']) ?? '');
        const rel = words(attribs['rel']);
        const isFeed = rel.includes('alternate') && FEED_TYPES.has(attribs['type']?.trim().toLowerCase() ?? '');
        if (address !== undefined && isFeed && feeds.size < MAX_PAGE_FEEDS) feeds.add(address);
        if (address !== undefined && rel.includes('sitemap')) sitemaps.add(address);
      }
      return name !== 'template' && name !== 'svg';
    },
  });
  return { feeds: [...feeds], sitemaps: [...sitemaps] };
};

/** A page's own address with its title, then those of its links. */
export const readPageAddresses = ({ text, url, mediaType }: FetchedText, wanted: AddressesWanted): AddressReading => {
  const { root } = parseDocument(text, { isXhtml: isXhtml(mediaType) });
  const source = pageSource(root, url, DEFAULT_CONVERSION_LIMITS, new Set<ConversionLimitName>());
  const collector = new AddressCollector(wanted);
  const own = canonicalAddress(url);
  if (own !== undefined) collector.add({ url: own, title: documentTitle(root) });
  for (const link of collectLinks(source)) {
    const address = canonicalAddress(link);
    if (address !== undefined) collector.add({ url: address });
  }
  const { addresses, isCut } = collector;
  return { kind: 'page', addresses, ...readLinkElements(source), isCut };
};
