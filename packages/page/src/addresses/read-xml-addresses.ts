import { normalizeText, scanXml, type XmlVisitor } from '@quarry/html';
import { cutTitle, TITLE_MAX_CHARS } from '../data/document-title.js';
import { canonicalAddress, MAX_ADDRESS_CHARS } from './canonical-address.js';
import { AddressCollector, NO_ADDRESSES, type AddressesWanted, type AddressReading } from './found-addresses.js';

/** Text kept of one element: more than an address or a title has, white space around it included. */
const MAX_TEXT_CHARS = 4 * MAX_ADDRESS_CHARS;
/** Sitemaps that one index may name. */
export const MAX_NAMED_SITEMAPS = 50_000;

type Format = 'sitemap' | 'sitemapIndex' | 'rss' | 'atom';

const FORMATS: Readonly<Record<string, { readonly format: Format; readonly entry: string }>> = {
  urlset: { format: 'sitemap', entry: 'url' },
  sitemapindex: { format: 'sitemapIndex', entry: 'sitemap' },
  rss: { format: 'rss', entry: 'item' },
  rdf: { format: 'rss', entry: 'item' },
  feed: { format: 'atom', entry: 'entry' },
};

type Fact = 'url' | 'title' | 'lastmod' | 'guid';

/** The elements of an entry that are read, by their names without prefix. */
const FACTS: Readonly<Record<Format, Readonly<Record<string, Fact>>>> = {
  sitemap: { loc: 'url', lastmod: 'lastmod' },
  sitemapIndex: { loc: 'url' },
  rss: { link: 'url', title: 'title', guid: 'guid' },
  atom: { title: 'title', updated: 'lastmod' },
};

/** The date forms of sitemaps and of Atom. */
const W3C_DATE = /^\d{4}(?:-\d{2}(?:-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?)?$/i;

const splitName = (name: string): { readonly prefix: string; readonly local: string } => {
  const colon = name.indexOf(':');
  return { prefix: name.slice(0, colon + 1), local: name.slice(colon + 1) };
};

interface Entry {
  /** Elements open within it. */
  depth: number;
  facts: Partial<Record<Fact, string>>;
}

interface Shape {
  readonly format: Format;
  readonly entryName: string;
  /** Of the elements of an entry. */
  readonly prefix: string;
}

const shapeOf = (rootName: string): Shape | undefined => {
  const { prefix, local } = splitName(rootName);
  const key = local.toLowerCase();
  const found = Object.hasOwn(FORMATS, key) ? FORMATS[key] : undefined;
  if (!found) return undefined;
  // The root of RSS 1.0 has another namespace than its items.
  const own = key === 'rdf' ? '' : prefix;
  return { format: found.format, entryName: `${own}${found.entry}`, prefix: own };
};

/** Only a permanent link is an address; a feed that says nothing means one. */
const isPermanent = (attributes: ReadonlyMap<string, string>): boolean =>
  attributes.get('isPermaLink')?.toLowerCase() !== 'false';

class EntryReader implements XmlVisitor {
  private shape: Shape | undefined;
  private isOther = false;
  private entry: Entry | undefined;
  private captured: { readonly fact: Fact; readonly name: string; text: string } | undefined;

  constructor(private readonly onEntry: (facts: Entry['facts'], format: Format) => void) {}

  get format(): Format | undefined {
    return this.shape?.format;
  }

  open(name: string, attributes: ReadonlyMap<string, string>): void {
    if (this.isOther) return;
    if (!this.shape) {
      this.shape = shapeOf(name);
      this.isOther = this.shape === undefined;
      return;
    }
    if (name === this.shape.entryName) {
      this.finish();
      this.entry = { depth: 0, facts: {} };
      return;
    }
    const { entry, shape } = this;
    if (!entry) return;
    entry.depth += 1;
    const fact = this.factOf(name, entry.depth);
    if (fact !== undefined && !(fact === 'guid' && !isPermanent(attributes))) {
      this.captured = { fact, name, text: '' };
    }
    if (shape.format === 'atom' && entry.depth === 1 && name === `${shape.prefix}link`) readLink(entry, attributes);
  }

  close(name: string): void {
    const { entry, captured } = this;
    if (!entry) return;
    if (name === this.shape?.entryName) {
      this.finish();
      return;
    }
    entry.depth = Math.max(0, entry.depth - 1);
    if (captured?.name !== name) return;
    this.captured = undefined;
    if (captured.text.length <= MAX_TEXT_CHARS) entry.facts[captured.fact] ??= captured.text.trim();
  }

  text(data: string): void {
    if (this.captured && this.captured.text.length <= MAX_TEXT_CHARS) this.captured.text += data;
  }

  /** Also ends an entry that its document leaves open. */
  finish(): void {
    const { entry, shape } = this;
    this.entry = undefined;
    this.captured = undefined;
    if (entry && shape) this.onEntry(entry.facts, shape.format);
  }

  private factOf(name: string, depth: number): Fact | undefined {
    const { shape } = this;
    if (!shape) return undefined;
    // The title of an article, in a sitemap of news.
    if (shape.format === 'sitemap' && depth === 2 && name === 'news:title') return 'title';
    if (depth !== 1 || !name.startsWith(shape.prefix)) return undefined;
    const facts = FACTS[shape.format];
    const local = name.slice(shape.prefix.length);
    return Object.hasOwn(facts, local) ? facts[local] : undefined;
  }
}

const readLink = ({ facts }: Entry, attributes: ReadonlyMap<string, string>): void => {
  const href = attributes.get('href');
  if (href !== undefined && (attributes.get('rel') ?? 'alternate') === 'alternate') facts.url ??= href;
};

const titleOf = ({ title = '' }: Entry['facts']): string | undefined =>
  cutTitle(normalizeText(title.slice(0, 4 * TITLE_MAX_CHARS)).toWellFormed()) || undefined;

/**
 * Addresses in a sitemap, a sitemap index or a feed (RSS, RDF, Atom), or nothing in other XML. Takes time in proportion to its
 * length; never throws.
 */
export const readXmlAddresses = (text: string, url: string, wanted: AddressesWanted): AddressReading => {
  const collector = new AddressCollector(wanted);
  const sitemaps = new Set<string>();
  const reader = new EntryReader((facts, format) => {
    const written = facts.url || facts.guid;
    const address = written === undefined ? undefined : canonicalAddress(written, url);
    if (address === undefined) return;
    if (format === 'sitemapIndex') {
      if (sitemaps.size < MAX_NAMED_SITEMAPS) sitemaps.add(address);
      return;
    }
    const { lastmod } = facts;
    collector.add({
      url: address,
      title: titleOf(facts),
      lastmod: lastmod !== undefined && W3C_DATE.test(lastmod) ? lastmod : undefined,
    });
  });
  scanXml(text, reader);
  reader.finish();
  const { format } = reader;
  if (format === undefined) return NO_ADDRESSES;
  const kind = format === 'sitemap' || format === 'sitemapIndex' ? format : 'feed';
  const { addresses, isCut } = collector;
  return { kind, addresses, sitemaps: [...sitemaps], feeds: [], isCut };
};
