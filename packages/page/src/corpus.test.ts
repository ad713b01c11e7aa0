import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { decodeBody, sniffMediaType } from '@quarry/html';
import { convertPage } from './convert/convert-page.js';
import type { PageContent } from './source/page-content.js';
import { proofSize } from '@quarry/testkit';
import { watchProcessor } from '@quarry/testkit/processor-time';

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

const pageOf = (name: string): { readonly text: string; readonly mediaType: string; readonly bytes: Uint8Array } => {
  const bytes = bytesOf(name);
  const header = isHtml(name) ? 'text/html' : undefined;
  const mediaType = sniffMediaType(bytes, header);
  return { text: decodeBody(bytes, mediaType).text, mediaType, bytes };
};

/** Every how many pages one is converted for its cost. */
const PAGE_STRIDE = proofSize(3, 1);

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
  /** Each article, as converted and as its editors cut it out. */
  const converted = articles.map((name) => {
    const { text: expected = '' } = convertPage(
      { text: pageOf(name.replace('.html', '.expected.html')).text, url: 'http://fakehost/', mediaType: 'text/html' },
      { formats: ['text'], links: false, emails: false },
    );
    return { name, expected, content: convert(name, 'http://fakehost/test/page.html') };
  });

  it('markdown and text hold the words of the article', () => {
    const poor: string[] = [];
    for (const { name, expected, content } of converted) {
      const { text = '', markdown = '' } = content;
      const scores = [recall(expected, text), recall(expected, markdown)];
      if (Math.min(...scores) < 0.97) poor.push(`${name}: ${scores.map((score) => score.toFixed(3)).join(' ')}`);
    }
    expect(articles.length).toBeGreaterThan(15);
    expect(poor).toEqual([]);
  });

  it('the main text of most pages is most of the article', () => {
    const scores = converted.map(({ expected, content }) => {
      const { text = '' } = content.json as { text?: string };
      return recall(expected, text);
    });
    const good = scores.filter((score) => score > 0.9).length;
    expect(good / scores.length).toBeGreaterThan(0.9);
  });
});

describeCorpus('every captured page', () => {
  it('is converted fast, with absolute links and plausible e-mails', () => {
    const pages = filesBelow(CORPUS)
      .filter((name) => isHtml(name) && isPage(name))
      .filter((_, index) => index % PAGE_STRIDE === 0);
    let units = 0;
    const usedMs = watchProcessor();
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
    const msPer190Kb = (usedMs() / units) * 190_000;
    // On an idle core about 10 ms; the bound leaves room for slower ones.
    expect(msPer190Kb).toBeLessThan(60);
  }, 120_000);
});
