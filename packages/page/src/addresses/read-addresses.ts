import { documentKind } from '@quarry/html';
import type { FetchedText } from '../source/page-content.js';
import { canonicalAddress, MAX_ADDRESS_CHARS } from './canonical-address.js';
import { AddressCollector, NO_ADDRESSES, type AddressesWanted, type AddressReading } from './found-addresses.js';
import { readPageAddresses } from './read-page-addresses.js';
import { readXmlAddresses } from './read-xml-addresses.js';

/** Servers send sitemaps and feeds as any type. */
const XML_START = /^[\ufeff\s]{0,1000}<(?:\?xml|(?:\w{1,20}:)?(?:urlset|sitemapindex|rss|feed|RDF)[\s>])/;
const WEB_START = /^https?:\/\//i;

/** A sitemap as a list: one address on each line, and nothing else. */
const readTextList = (text: string, wanted: AddressesWanted): AddressReading => {
  const collector = new AddressCollector(wanted);
  let from = 0;
  while (from < text.length) {
    const end = text.indexOf('\n', from);
    const to = end === -1 ? text.length : end;
    const line = text
      .slice(from, Math.min(to, from + 2 * MAX_ADDRESS_CHARS))
      .replace(/^\ufeff/, '')
      .trim();
    if (line !== '' && !WEB_START.test(line)) return NO_ADDRESSES;
    const address = canonicalAddress(line);
    if (address !== undefined) collector.add({ url: address });
    from = to + 1;
  }
  const { addresses, isCut } = collector;
  return addresses.length === 0 ? NO_ADDRESSES : { ...NO_ADDRESSES, kind: 'sitemap', addresses, isCut };
};

/** The addresses of a site that a document lists: a page, a sitemap of any form, or a feed. Never throws. */
export const readAddresses = (document: FetchedText, wanted: AddressesWanted): AddressReading => {
  const { text, url, mediaType } = document;
  const kind = documentKind(mediaType);
  const found = kind === 'xml' || XML_START.test(text) ? readXmlAddresses(text, url, wanted) : NO_ADDRESSES;
  if (found.kind !== 'none') return found;
  if (kind === 'html') return readPageAddresses(document, wanted);
  return kind === 'text' ? readTextList(text, wanted) : NO_ADDRESSES;
};
