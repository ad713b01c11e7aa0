import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { watchProcessor } from '@quarry/testkit/processor-time';
import { canonicalAddress } from './canonical-address.js';
import { readAddresses } from './read-addresses.js';
import { MAX_PAGE_FEEDS } from './read-page-addresses.js';
import { MAX_NAMED_SITEMAPS } from './read-xml-addresses.js';
import { createSiteScope } from './site-scope.js';

const SITE = 'https://site.example';
const isOfSite = createSiteScope({ roots: [SITE], includeSubdomains: true });

const read = (text: string, mediaType = 'application/xml', maxAddresses = 1_000) =>
  readAddresses({ text, url: `${SITE}/docs/from`, mediaType }, { isOfSite, maxAddresses });

const urlset = (entries: string): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries}</urlset>`;

describe('the addresses of a sitemap', () => {
  it('are canonical, each once, with what it states of them', () => {
    const text = urlset(`
      <url><loc> ${SITE}/a#x </loc><lastmod>2026-05-04</lastmod><priority>0.5</priority></url>
      <url><loc>${SITE}/b?c=1&amp;d=2</loc><lastmod>yesterday</lastmod></url>
      <url><loc><![CDATA[${SITE}/c]]></loc><lastmod>2026-05-04T10:00:00+02:00</lastmod></url>
      <url><loc>${SITE}/a</loc></url>
      <url><loc>https://other.example/</loc></url>
      <url><lastmod>2026-05-04</lastmod></url>`);
    expect(read(text)).toMatchObject({
      kind: 'sitemap',
      isCut: false,
      addresses: [
        { url: `${SITE}/a`, lastmod: '2026-05-04', title: undefined },
        { url: `${SITE}/b?c=1&d=2`, lastmod: undefined },
        { url: `${SITE}/c`, lastmod: '2026-05-04T10:00:00+02:00' },
      ],
    });
  });

  it('are those of pages: not of pictures, and the title is that of the article', () => {
    const text = urlset(`<url>
      <image:image><image:loc>${SITE}/a.jpg</image:loc><loc>${SITE}/no</loc><image:title>No</image:title></image:image>
      <loc>${SITE}/a</loc>
      <news:news><news:publication><news:name>N</news:name></news:publication><news:title> Slate
        &amp; stone </news:title></news:news></url>`);
    expect(read(text).addresses).toEqual([{ url: `${SITE}/a`, title: 'Slate & stone' }]);
  });

  it('are read with a prefix, without closing tags, and when the server calls it something else', () => {
    const prefixed = `<s:urlset xmlns:s="x"><s:url><s:loc>${SITE}/a</s:loc></s:url></s:urlset>`;
    expect(read(prefixed).addresses).toEqual([{ url: `${SITE}/a` }]);
    const open = `<urlset><url><loc>${SITE}/a</loc><url><loc>${SITE}/b</loc>`;
    expect(read(open, 'text/html').addresses.map(({ url }) => url)).toEqual([`${SITE}/a`, `${SITE}/b`]);
  });

  it('are as many as are wanted', () => {
    const text = urlset(Array.from({ length: 12 }, (_, index) => `<url><loc>${SITE}/${index}</loc></url>`).join(''));
    expect(read(text, 'text/xml', 12)).toMatchObject({ isCut: false });
    const cut = read(text, 'text/xml', 11);
    expect([cut.addresses.length, cut.isCut]).toEqual([11, true]);
  });

  it('may be a list of lines', () => {
    const text = `\uFEFF${SITE}/a\r\n\n${SITE}/b\n`;
    expect(read(text, 'text/plain')).toMatchObject({ kind: 'sitemap', addresses: [{ url: `${SITE}/a` }, { url: `${SITE}/b` }] }); // oxfmt-ignore
    expect(read(`${text}Not found`, 'text/plain').kind).toBe('none');
    expect(read('', 'text/plain').kind).toBe('none');
  });
});

describe('an index of sitemaps', () => {
  it('names them, wherever they are, and is no list of pages', () => {
    const text = `<sitemapindex><sitemap><loc>${SITE}/one.xml</loc><lastmod>2026-01-01</lastmod></sitemap>
      <sitemap><loc>https://cdn.example/two.xml.gz</loc></sitemap></sitemapindex>`;
    expect(read(text)).toMatchObject({
      kind: 'sitemapIndex',
      sitemaps: [`${SITE}/one.xml`, 'https://cdn.example/two.xml.gz'],
      addresses: [],
    });
  });

  it('names at most so many', () => {
    const one = (_: unknown, index: number): string => `<sitemap><loc>/${index}.xml</loc></sitemap>`;
    const text = `<sitemapindex>${Array.from({ length: MAX_NAMED_SITEMAPS + 5 }, one).join('')}</sitemapindex>`;
    expect(read(text).sitemaps).toHaveLength(MAX_NAMED_SITEMAPS);
  });
});

describe('a feed', () => {
  it.each([
    ['RSS', `<rss version="2.0"><channel><link>${SITE}/no</link><item><title>One &amp; two</title><link>${SITE}/a</link><pubDate>Mon</pubDate></item></channel></rss>`, undefined], // oxfmt-ignore
    ['RSS with a permanent link alone', `<rss><channel><item><guid>${SITE}/a</guid><title>One &amp; two</title></item><item><guid isPermaLink="false">${SITE}/no</guid></item></channel></rss>`, undefined], // oxfmt-ignore
    ['RDF', `<rdf:RDF><channel/><item rdf:about="x"><title>One &amp; two</title><link>${SITE}/a</link></item></rdf:RDF>`, undefined], // oxfmt-ignore
    ['Atom', `<feed><link href="${SITE}/no"/><entry><title>One &amp; two</title><link rel="edit" href="${SITE}/no"/><link href="../a"/><updated>2026-05-04T10:00:00Z</updated></entry></feed>`, '2026-05-04T10:00:00Z'], // oxfmt-ignore
  ])('gives addresses and titles of its entries: %s', (_, text, lastmod) => {
    const { kind, addresses } = read(text);
    expect(kind).toBe('feed');
    expect(addresses).toEqual([{ url: `${SITE}/a`, title: 'One & two', lastmod }]);
  });
});

describe('the addresses of a page', () => {
  const page = `<html><head><title> Slate </title><base href="/docs/">
    <link rel="alternate" type="application/rss+xml" href="/feed.xml"><link rel="alternate" hreflang="de" href="/de">
    <link rel="sitemap" href="/site.xml"></head><body><a href="a#b">A</a><a href="a">A</a><a href="mailto:x@y.example">M</a>
    <a href="https://other.example/">O</a><a href="https://blog.site.example/p">B</a></body></html>`;

  it('are its own with its title, then its links; it also names feeds and sitemaps', () => {
    expect(read(page, 'text/html')).toEqual({
      kind: 'page',
      addresses: [
        { url: `${SITE}/docs/from`, title: 'Slate' },
        { url: `${SITE}/docs/a` },
        { url: 'https://blog.site.example/p' },
      ],
      feeds: [`${SITE}/feed.xml`],
      sitemaps: [`${SITE}/site.xml`],
      isCut: false,
    });
  });

  it('has at most so many feeds', () => {
    const feed = (_: unknown, index: number): string =>
      `<link rel="alternate" type="application/atom+xml" href="/${index}.xml">`;
    const text = Array.from({ length: MAX_PAGE_FEEDS + 2 }, feed).join('');
    expect(read(`<html>${text}`, 'text/html').feeds).toHaveLength(MAX_PAGE_FEEDS);
  });
});

describe('whatever a document is', () => {
  const piece = fc.constantFrom(
    ...['<urlset>', '<url>', '</url>', '<loc>', '</loc>', '<sitemapindex>', '<sitemap>', '<rss>', '<item>', '<link>'],
    ...['<feed>', '<entry>', '<link href="/x"/>', '<title>', '</title>', '<lastmod>', '2026-01-01', '<![CDATA[', ']]>'],
    ...[`${SITE}/a`, 'https://other.example/', '/b', '&amp;', '&', '<', '>', '"', ' ', '\n', '<!--', '\ud800', 'xx'],
  );

  it('its addresses are canonical, of the site, each once and no more than wanted', () => {
    const type = fc.constantFrom('application/xml', 'text/html', 'text/plain', 'application/json');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), type, (pieces, mediaType) => {
        const urls = read(pieces.join(''), mediaType, 3).addresses.map(({ url }) => url);
        expect(urls.every((url) => canonicalAddress(url) === url && isOfSite(url))).toBe(true);
        expect(new Set(urls).size).toBe(urls.length);
        expect(urls.length).toBeLessThanOrEqual(3);
      }),
    );
  });

  it.each([
    ['entries in entries', `<urlset>${'<url>'.repeat(400_000)}`],
    ['elements in an entry', `<urlset><url>${'<x>'.repeat(400_000)}${'</y>'.repeat(400_000)}`],
    ['one address without an end', `<urlset><url><loc>https://site.example/${'x'.repeat(4_000_000)}`],
    ['lines of one address', `${SITE}/a\n`.repeat(300_000)],
    ['one line', `${SITE}/${'x'.repeat(4_000_000)}`],
    ['titles', `<rss><channel>${`<item><title>${'a &amp; '.repeat(500)}</title></item>`.repeat(500)}`],
  ])('it is read in time in proportion to its length: %s', (_, text) => {
    const spent = watchProcessor();
    read(text, text.startsWith('<') ? 'application/xml' : 'text/plain');
    expect(spent()).toBeLessThan(4_000);
  });
});
