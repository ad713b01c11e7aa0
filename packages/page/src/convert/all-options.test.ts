import { describe, expect, it } from '@jest/globals';
import { proofSize } from '@quarry/testkit';
import type { ExtractOutput, ExtractRule } from '@quarry/contracts';
import fc from 'fast-check';
import { convertPage } from './convert-page.js';
import {
  MAIN_CONTENT_NOT_FOUND,
  type ConversionRequest,
  type PageContent,
  type PageFormat,
} from '../source/page-content.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

/** So many times the size; the proof has the largest pages that there are. */
const SCALE = proofSize(0.2, 5);
/** A conversion may take 20 s in its thread; the largest of these take a few. */
const TIME_LIMIT_MS = 8_000 * Math.max(1, SCALE);
const FORMATS: readonly PageFormat[] = ['html', 'text', 'markdown', 'json'];

const EVERYTHING: ConversionRequest = {
  formats: FORMATS,
  links: true,
  emails: true,
  includeOnlyTags: ['body', 'main > *', '.x ~ .y'],
  excludeTags: ['nav', 'script:not(:has(> *))', ':nth-last-child(1000000)', 'tr:nth-child(7n of .none)'],
  removeBase64Images: true,
  onlyMainContent: true,
  title: true,
  tokenCount: true,
  chunks: { maxTokens: 50 },
  extractRules: {
    title: 'h1, title',
    rows: 'tr:nth-child(odd) > td:first-child',
    deep: 'div div div b',
    src: 'img @src',
    list: { selector: 'p, td, div', type: 'list', output: 'markdown' },
    tree: {
      selector: 'tr, div, p',
      type: 'list',
      output: { link: 'a @href', all: { selector: '*', type: 'list', output: 'html' } },
    },
  },
  aiExtractRules: { title: { type: 'string' }, price: { type: 'number' }, items: { type: 'list', output: 'string' } },
};

const convert = (text: string, request: ConversionRequest): PageContent =>
  convertPage({ text, url: 'https://a.example/dir/', mediaType: 'text/html' }, request);

const row = '<tr><td>Item</td><td>12.50 EUR</td><td><a href="/x">more</a></td></tr>';
const article = `<p>Some running text, with <a href="/page?a=1">a link</a> and ann@example.com &amp; more. <img src="data:image/png;base64,AAAA"></p>\n`;

const HOSTILE: Readonly<Record<string, () => string>> = {
  'a page of 2 MB, of 50 MB in the proof': () =>
    `<main>${article.repeat(Math.ceil((10_000_000 * SCALE) / article.length))}</main>`,
  '100,000 nested divs': () => `${'<div>'.repeat(100_000)}word${'</div>'.repeat(100_000)}`,
  'a table of many rows': () => `<h1>List</h1><table>${row.repeat(6_000 * SCALE)}</table>`,
  'many entities': () => `<p>word${'&amp;&#x41;'.repeat(500_000 * SCALE)}</p>`,
  'many attributes': () =>
    `<p ${Array.from({ length: 200_000 * SCALE }, (_value, index) => `a${index}="&quot;"`).join(' ')}>word</p>`,
  'a long attribute': () =>
    `<p class="${'x '.repeat(2_000_000 * SCALE)}" style="${'url(data:image/'.repeat(20_000 * SCALE)}">word</p>`,
  'many sets of sources': () =>
    `<p>word${'<img srcset="data:image/png;base64,AA 1x, b.png 2x" alt=a>'.repeat(20_000 * SCALE)}`,
  'many paragraphs in a row': () => '<p>word'.repeat(60_000 * SCALE),
};

describe.each(Object.entries(HOSTILE))('%s', (name, make) => {
  it('is converted with every option on', () => {
    const html = make();
    const usedMs = watchProcessor();
    const content = convert(html, EVERYTHING);
    const tookMs = usedMs();
    if (process.env['QUARRY_MEASURE'] === '1') {
      process.stdout.write(
        `${name}: ${Math.round(tookMs)} ms, limits hit: ${(content.limitsHit ?? []).join(' ') || 'none'}\n`,
      );
    }
    expect(tookMs).toBeLessThan(TIME_LIMIT_MS);
    expect(() => JSON.stringify(content)).not.toThrow();
    expect(Object.keys(content.extractedData ?? {})).toEqual(['title', 'rows', 'deep', 'src', 'list', 'tree']);
  });
});

const KEY_OF: Readonly<Record<PageFormat, keyof PageContent>> = {
  html: 'content',
  text: 'text',
  markdown: 'markdown',
  json: 'json',
};

const tag = fc.constantFrom(
  ...'p div span b a ul li table tr td main article nav h1 script style svg title html head body template pre img'.split(
    ' ',
  ),
);
const attribute = fc.constantFrom(
  '',
  ' class=x',
  ' id=y',
  ' href="/z"',
  ' src="data:image/png;base64,AA"',
  ' srcset="a 1x,data:b 2x"',
  ' style="background:url(data:image/gif;base64,R0)"',
  ' hidden',
);
const piece = fc.oneof(
  fc.tuple(tag, attribute).map(([name, rest]) => `<${name}${rest}>`),
  tag.map((name) => `</${name}>`),
  fc.constantFrom('word', ' a@b.example.com ', '&lt;', '<', '<!--', '-->', '<!doctype html>', '"', '\0', '日本'),
);

const selector = fc.constantFrom(
  'p',
  '.x',
  '#y, b',
  'div > *',
  ':not(p)',
  ':has(b)',
  'p ~ p',
  'tr + tr',
  ':nth-child(2)',
  '*',
  ':root',
  ':foo',
  '[',
  'a:contains("word")',
);

const stringRule = fc.tuple(selector, fc.constantFrom('', ' @class', ' @href')).map(([css, end]) => css + end);

const objectRule: fc.Arbitrary<ExtractRule> = fc.record(
  {
    selector,
    type: fc.constantFrom('item' as const, 'list' as const),
    output: fc.constantFrom<ExtractOutput>('text', 'html', 'markdown', '@class', {
      own: ':scope @class',
      all: { selector: ':scope > *', type: 'list', output: 'html' },
    }),
  },
  { requiredKeys: ['selector'] },
);

const request = fc.record<ConversionRequest>(
  {
    formats: fc.uniqueArray(fc.constantFrom(...FORMATS)),
    links: fc.boolean(),
    emails: fc.boolean(),
    includeOnlyTags: fc.array(selector, { maxLength: 2 }),
    excludeTags: fc.array(selector, { maxLength: 2 }),
    removeBase64Images: fc.boolean(),
    onlyMainContent: fc.boolean(),
    extractRules: fc.dictionary(
      fc.constantFrom('a', 'b', '__proto__', 'constructor'),
      fc.oneof(stringRule, objectRule),
    ),
    aiExtractRules: fc.constantFrom(undefined, {}, { title: { type: 'string' } as const }),
  },
  { requiredKeys: ['formats', 'links', 'emails'] },
);

const keysAsked = (asked: ConversionRequest): string[] => [
  ...asked.formats.map((format) => KEY_OF[format]),
  ...(asked.links ? ['links'] : []),
  ...(asked.emails ? ['emails'] : []),
  ...(Object.keys(asked.extractRules ?? {}).length > 0 ? ['extractedData'] : []),
  ...(Object.keys(asked.aiExtractRules ?? {}).length > 0 ? ['aiResponse'] : []),
];

describe('any page with any options', () => {
  const mediaType = fc.constantFrom(
    'text/html',
    'text/html',
    'text/html',
    'application/xml',
    'text/csv',
    'application/json',
    'text/plain',
  );

  it('gives what was asked for, and nothing else', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 50 }), request, mediaType, (pieces, asked, type) => {
        const page = { text: pieces.join(''), url: 'https://a.example/', mediaType: type };
        const content = convertPage(page, asked);
        const { warnings, ...outputs } = content;
        expect(Object.keys(outputs).sort()).toEqual(keysAsked(asked).sort());
        if (warnings)
          expect([asked.onlyMainContent, type, warnings]).toEqual([true, 'text/html', [MAIN_CONTENT_NOT_FOUND]]);
        expect(Object.keys(content.extractedData ?? {}).sort()).toEqual(Object.keys(asked.extractRules ?? {}).sort());
        expect(() => JSON.stringify(content)).not.toThrow();
      }),
      { numRuns: proofSize(500, 1_500) },
    );
  });
});
