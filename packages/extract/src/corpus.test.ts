import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { decodeBody } from './document/decode-body.js';
import { sniffMediaType } from './document/media-type.js';
import { convertPage } from './page/convert-page.js';
import { decodeCfEmail } from './page/cf-email.js';
import { statedEmail } from './page/email-address.js';
import type { PageContent } from './page/page-content.js';
import { judge } from './verdict/judge.js';
import type { Evidence, Judgement } from './verdict/evidence.js';

/** Real captured pages, kept beside the repository and never in it. */
const CORPUS = process.env['QUARRY_CORPUS'] ?? path.resolve(process.cwd(), '../shared/corpus');
const isPresent = existsSync(CORPUS);
if (!isPresent) process.stdout.write(`corpus tests skipped: no pages at ${CORPUS} (set QUARRY_CORPUS)\n`);
const describeCorpus = isPresent ? describe : describe.skip;

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(CORPUS, path.join(entry.parentPath, entry.name)))
    .sort();

const bytesOf = (name: string): Uint8Array => readFileSync(path.join(CORPUS, name));
const isHtml = (name: string): boolean => /\.html?$/.test(name);

const isPage = (name: string): boolean =>
  /\.(?:html?|json|js)$/.test(name) &&
  !/expected|\bsamples\/|meta\.json$|evaldata|ground-truth|articles\/structured\/.*json$/.test(name);

const REFUSED =
  /^(?:blocked\/|walmart\/blocked\/|zillow\/blocked\/|google\/blocked\/|duckduckgo\/anomaly\/|bing\/captcha\/|booking\/search_shell\/)|anomaly-detection-block|google\/scholar\/aql-\S+-empty/;
/** Pages that came before their scripts ran, or with next to no words and a script: over HTTP they ask for the browser. */
const UNRENDERED =
  /^(?:duckduckgo\/js_shell\/|indeed\/truncated\/|articles\/structured\/misc__(?:microformat|opengraph)_test)/;

const pageOf = (name: string): { readonly text: string; readonly mediaType: string; readonly bytes: Uint8Array } => {
  const bytes = bytesOf(name);
  const header = isHtml(name) ? 'text/html' : undefined;
  const mediaType = sniffMediaType(bytes, header);
  return { text: decodeBody(bytes, mediaType).text, mediaType, bytes };
};

const verdictOn = (name: string, tier: Evidence['tier']): Judgement => {
  const { text, mediaType, bytes } = pageOf(name);
  const url = name.startsWith('booking/search_shell/')
    ? 'https://www.booking.com/searchresults.html'
    : 'https://a.example/';
  return judge({
    purpose: 'page',
    requestedUrl: `${url}?ss=Rome`,
    url,
    statusCode: 200,
    headers: {},
    text,
    mediaType,
    tier,
    bodyBytes: bytes.length,
    isRedirected: false,
  });
};

describeCorpus('verdicts on captured pages', () => {
  const pages = isPresent ? filesBelow(CORPUS).filter(isPage) : [];

  it.each(['http', 'browser'] as const)('refuses every block page and no other (%s)', (tier) => {
    const wrong: string[] = [];
    for (const name of pages) {
      const { verdict, reason } = verdictOn(name, tier);
      const isRefused = verdict !== 'ok';
      const isExpected = REFUSED.test(name) || (tier === 'http' && UNRENDERED.test(name));
      if (isRefused !== isExpected) wrong.push(`${name}: ${verdict} ${reason ?? ''}`);
    }
    expect(pages.length).toBeGreaterThan(200);
    expect(wrong).toEqual([]);
  });

  it.each([
    ['blocked/cloudflare/', /^cloudflare_/],
    ['blocked/datadome/', /^datadome_/],
    ['blocked/perimeterx/', /^perimeterx_/],
    ['walmart/blocked/', /^perimeterx_/],
    ['zillow/blocked/', /^perimeterx_/],
    ['blocked/imperva/', /^imperva_/],
    ['blocked/awswaf/', /^aws_waf_/],
    ['blocked/google/', /^google_/],
    ['google/blocked/', /^google_/],
    ['blocked/consent/', /^google_consent$/],
    ['blocked/yandex/', /^yandex_/],
    ['blocked/baidu/', /^baidu_/],
    ['blocked/ebay/', /^ebay_/],
    ['duckduckgo/anomaly/', /^duckduckgo_/],
    ['bing/captcha/', /^bing_/],
  ])('names the system of %s', (folder, reason) => {
    const names = pages.filter((name) => name.startsWith(folder));
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) expect(verdictOn(name, 'http').reason).toMatch(reason);
  });
});

/** Tests of the meta prescan that expect it to reach where only running scripts would. */
const NEEDS_SCRIPTS = /multi-script test/;

describeCorpus('encodings', () => {
  it.each(['encoding__tests1.dat', 'encoding__tests2.dat', 'encoding__test-yahoo-jp.dat'])('%s', (name) => {
    const source = Buffer.from(bytesOf(`articles/encoding/${name}`)).toString('latin1');
    const cases = source.split(/(?:^|\n)#data\n/).slice(1);
    expect(cases.length).toBeGreaterThan(0);
    const wrong: string[] = [];
    for (const one of cases) {
      const [data = '', expected = ''] = one.split('\n#encoding\n');
      if (NEEDS_SCRIPTS.test(data)) continue;
      const { encoding } = decodeBody(Buffer.from(data, 'latin1'), 'text/html');
      const wanted = expected.trim().split('\n')[0]?.toLowerCase() ?? '';
      // Bytes that are valid UTF-8 are read as such where nothing is declared, or hardly anything true.
      if (encoding !== wanted && encoding !== 'utf-8') wrong.push(`${data.slice(0, 80)}: ${encoding}, not ${wanted}`);
    }
    expect(wrong).toEqual([]);
  });

  it('guesses Big5 from bytes alone', () => {
    expect(decodeBody(bytesOf('articles/encoding/encoding__chardet__test_big5.txt'), 'text/html').encoding).toBe(
      'big5',
    );
  });

  it('reads a page that is UTF-8 in spite of its meta tag', () => {
    expect(pageOf('articles/readability/gmw.html').text).toContain('宇航员');
  });
});

const convert = (name: string, url: string): PageContent => {
  const { text, mediaType } = pageOf(name);
  return convertPage(
    { text, url, mediaType },
    { formats: ['html', 'text', 'markdown', 'json'], links: true, emails: true },
  );
};

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Share of the expected words that are in the text, each as often as expected. */
const recall = (expected: string, actual: string): number => {
  const counts = new Map<string, number>();
  for (const word of wordsOf(actual)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const wanted = wordsOf(expected);
  let found = 0;
  for (const word of wanted) {
    const left = counts.get(word) ?? 0;
    if (left > 0) found += 1;
    counts.set(word, left - 1);
  }
  return wanted.length === 0 ? 1 : found / wanted.length;
};

const articles = isPresent
  ? filesBelow(path.join(CORPUS, 'articles', 'readability')).filter(
      (name) => /\.html$/.test(name) && !name.includes('.expected.'),
    )
  : [];

describeCorpus('articles', () => {
  it('markdown and text hold the words of the article', () => {
    const poor: string[] = [];
    for (const name of articles) {
      const expected = convertPage(
        { text: pageOf(name.replace('.html', '.expected.html')).text, url: 'http://fakehost/', mediaType: 'text/html' },
        { formats: ['text'], links: false, emails: false },
      );
      const { text = '', markdown = '' } = convert(name, 'http://fakehost/test/page.html');
      const scores = [recall(expected.text ?? '', text), recall(expected.text ?? '', markdown)];
      if (Math.min(...scores) < 0.97) poor.push(`${name}: ${scores.map((score) => score.toFixed(3)).join(' ')}`);
    }
    expect(articles.length).toBeGreaterThan(15);
    expect(poor).toEqual([]);
  });

  it('the main text of most pages is most of the article', () => {
    const scores = articles.map((name) => {
      const expected = convertPage(
        { text: pageOf(name.replace('.html', '.expected.html')).text, url: 'http://fakehost/', mediaType: 'text/html' },
        { formats: ['text'], links: false, emails: false },
      );
      const { json } = convert(name, 'http://fakehost/test/page.html');
      return recall(expected.text ?? '', (json as { text?: string }).text ?? '');
    });
    const good = scores.filter((score) => score > 0.9).length;
    expect(good / scores.length).toBeGreaterThan(0.9);
  });

  it('metadata agrees with what others read', () => {
    const wrong: string[] = [];
    for (const name of articles) {
      const meta = JSON.parse(Buffer.from(bytesOf(name.replace('.html', '.meta.json'))).toString('utf8')) as Record<
        string,
        unknown
      >;
      const page = convert(name, 'http://fakehost/test/page.html').json as Record<string, unknown>;
      if (typeof meta['lang'] === 'string' && page['language'] !== meta['lang'])
        wrong.push(`${name}: ${String(page['language'])}`);
    }
    expect(wrong).toEqual([]);
  });

  it('e-mails hidden by cfemail are found', () => {
    const names = filesBelow(path.join(CORPUS, 'articles', 'trafilatura')).filter(isHtml);
    let found = 0;
    for (const name of names) {
      const { text } = pageOf(name);
      const expected = [...text.matchAll(/data-cfemail="([\da-f]+)"/g)]
        .map(([, hex]) => statedEmail(decodeCfEmail(hex ?? '')))
        .filter((email) => email !== undefined);
      const emails = convert(name, 'https://a.example/').emails ?? [];
      for (const email of expected) expect(emails).toContain(email);
      found += expected.length;
    }
    expect(found).toBeGreaterThan(0);
  });
});

describeCorpus('every captured page', () => {
  it('is converted fast, with absolute links and plausible e-mails', () => {
    const pages = filesBelow(CORPUS).filter((name) => isHtml(name) && isPage(name));
    let units = 0;
    const started = performance.now();
    for (const name of pages) {
      const { text } = pageOf(name);
      units += text.length;
      const {
        links = [],
        emails = [],
        markdown = '',
      } = convertPage(
        { text, url: 'https://a.example/', mediaType: 'text/html' },
        { formats: ['markdown'], links: true, emails: true },
      );
      for (const link of links) expect(link).toMatch(/^https?:\/\//);
      for (const email of emails) expect(email).toMatch(/^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/);
      expect(emails.filter((email) => /\.(?:png|jpe?g|gif|webp|svg|js|css)$/.test(email))).toEqual([]);
      expect(markdown).not.toMatch(/\]\(data:|\]\(javascript:/);
    }
    const msPer190Kb = ((performance.now() - started) / units) * 190_000;
    // On an idle core about 10 ms; the bound leaves room for a loaded machine.
    expect(msPer190Kb).toBeLessThan(60);
  }, 120_000);
});
