import { describe, expect, it } from '@jest/globals';
import { proofSize } from '@quarry/testkit';
import fc from 'fast-check';
import { judge } from '@quarry/verdict';
import { convertPage } from './convert-page.js';
import type { PageContent } from '../source/page-content.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

/** Those whose size alone is their point are so many times as large in the proof. */
const SCALE = proofSize(1, 5);
/** Far above what these take (mostly well under a second), far below what anything quadratic would. */
const TIME_LIMIT_MS = 3_000 * SCALE;
const URL_OF_PAGE = 'https://a.example/';

const convertAll = (text: string): PageContent =>
  convertPage(
    { text, url: URL_OF_PAGE, mediaType: 'text/html' },
    { formats: ['html', 'text', 'markdown', 'json'], links: true, emails: true },
  );

const verdictOn = (text: string): string =>
  judge({
    purpose: 'page',
    requestedUrl: URL_OF_PAGE,
    url: URL_OF_PAGE,
    statusCode: 200,
    headers: {},
    text,
    mediaType: 'text/html',
    tier: 'http',
    bodyBytes: text.length,
    isRedirected: false,
  }).verdict;

const HOSTILE: Readonly<Record<string, () => string>> = {
  '100,000 nested divs': () => `${'<div>'.repeat(100_000)}word${'</div>'.repeat(100_000)}`,
  '100,000 unclosed marks': () => `${'<b><i>'.repeat(50_000)}word`,
  '100,000 paragraphs in 5,000 quotes': () => '<blockquote>'.repeat(5_000) + '<p>word'.repeat(50_000),
  '30,000 nested lists': () => '<ul><li>word'.repeat(30_000),
  '20,000 nested tables': () => `${'<table><tr><td>'.repeat(20_000)}word`,
  'closing tags of nothing': () => `<div>${'<b>'.repeat(50_000)}word${'</div></i></td>'.repeat(50_000)}`,
  'a table of 10,000 rows, of 50,000 in the proof': () =>
    `<table>${'<tr><td>word<td>b<td>c</tr>'.repeat(10_000 * SCALE)}</table>`,
  'spans over everything': () => `<table>${'<tr><td colspan=1000 rowspan=60000>word'.repeat(20_000)}</table>`,
  'many entities': () => `<p>word${'&amp;'.repeat(200_000 * SCALE)}</p>`,
  '200,000 attributes': () =>
    `<p ${Array.from({ length: 200_000 }, (_value, index) => `a${index}="v"`).join(' ')}>word</p>`,
  '200,000 times one attribute': () => `<p ${'a="&lt;" '.repeat(200_000)}>word</p>`,
  '4 MB of text, five times in the proof': () => 'word and more. '.repeat(280_000 * SCALE),
  'one long word': () => `word ${'x'.repeat(4_000_000 * SCALE)}`,
  'special characters': () => `word ${'*_[`<'.repeat(200_000)}`,
  'back-ticks': () => `word <code>${'`'.repeat(200_000)}</code>`,
  'nearly addresses': () => `word ${'a@a.'.repeat(200_000)} ${'a [at] '.repeat(100_000)} ${'a.'.repeat(200_000)}`,
  'open angle brackets': () => `word ${'<'.repeat(500_000)}`,
  'open tags': () => `word ${'<a '.repeat(500_000)}`,
  'open comments': () => `word ${'<!--'.repeat(500_000)}`,
  'white space': () =>
    `<p>word${' '.repeat(600_000 * SCALE)}b<pre>${'\n'.repeat(200_000 * SCALE)}1${'\n'.repeat(40_000 * SCALE)}x</pre>`,
  breaks: () => `<p>word${'<br>'.repeat(60_000 * SCALE)}a<table><tr><td>x${'<br>'.repeat(60_000 * SCALE)}y</table>`,
  'nested JSON-LD': () => `<script type="application/ld+json">${'{"a":'.repeat(100_000)}</script>word`,
  'white space in JSON-LD': () =>
    `<script type="application/ld+json">{"a":1}${'\n'.repeat(300_000)},${',,'.repeat(100_000)}</script>word`,
  'nested microdata': () => `${'<div itemscope itemprop=a>'.repeat(20_000)}word`,
  'nested properties': () => `<div itemscope>${'<span itemprop=a>'.repeat(20_000)}${'word '.repeat(20_000)}`,
  'a long set of sources': () => `word<img srcset="${'a'.repeat(16_000)}">${'<img srcset="a b c">'.repeat(1_000)}`,
  'links around blocks': () => '<p><a href=x><div>word'.repeat(50_000),
  'foreign elements': () => `<p>word</p>${'<svg><foreignObject>'.repeat(30_000)}`,
};

describe.each(Object.entries(HOSTILE))('%s', (_name, make) => {
  it('is converted in bounded time, without a word lost or a stack overrun', () => {
    const html = make();
    const usedMs = watchProcessor();
    const content = convertAll(html);
    expect(() => JSON.stringify(content)).not.toThrow();
    verdictOn(html);
    expect(usedMs()).toBeLessThan(TIME_LIMIT_MS);
    expect(content.markdown).toContain('word');
    expect(content.text).toContain('word');
  });
});

const WORDS = ['alpha', 'beta', 'gamma', 'delta', 'naïve', '日本', 'слово', 'snake_case', 'x2', "it's"] as const;
const TAGS = [
  'p',
  'div',
  'span',
  'b',
  'i',
  'em',
  'a',
  'ul',
  'ol',
  'li',
  'table',
  'tr',
  'td',
  'th',
  'blockquote',
  'h1',
  'h3',
  'pre',
  'code',
  'dl',
  'dt',
  'dd',
  'section',
  'sup',
  'del',
  'q',
  'figure',
] as const;

const attributes = fc.constantFrom(
  '',
  ' class=line',
  ' href="/x"',
  ' align=right',
  ' colspan=3',
  ' rowspan=2',
  ' start=4',
  ' title="t"',
  ' itemscope',
);
const token = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...WORDS).map((word) => ` ${word} `) },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...TAGS), attributes).map(([tag, extra]) => `<${tag}${extra}>`) },
  { weight: 2, arbitrary: fc.constantFrom(...TAGS).map((tag) => `</${tag}>`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '<br>',
      '<hr>',
      '<img src=x alt=y>',
      '&amp;',
      '&lt;',
      '|',
      '*',
      '_',
      '#',
      '1.',
      '- ',
      '\n',
    ),
  },
);

const wordCounts = (text: string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const word of WORDS) {
    const found = text.split(word).length - 1;
    if (found > 0) counts.set(word, found);
  }
  return counts;
};

describe('any tag soup', () => {
  it('keeps every visible word in text and markdown', () => {
    fc.assert(
      fc.property(fc.array(token, { maxLength: 80 }), (tokens) => {
        const html = tokens.join('');
        const visible = tokens.filter((part) => !part.startsWith('<')).join('');
        const { text = '', markdown = '' } = convertAll(html);
        const unescaped = markdown.replaceAll('\\', '');
        for (const [word, count] of wordCounts(visible)) {
          expect(wordCounts(text).get(word) ?? 0).toBe(count);
          expect(wordCounts(unescaped).get(word) ?? 0).toBe(count);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('never throws, whatever it is made of', () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 10, unit: 'binary' }),
      fc.constantFrom(
        '<',
        '>',
        '</',
        '<!',
        '<?',
        '<!--',
        '-->',
        '&',
        '&#',
        '&#x',
        ';',
        '"',
        "'",
        '=',
        '\0',
        '\r',
        '\u2028',
      ),
      fc.constantFrom(
        '<script>',
        '</script>',
        '<style>',
        '<title>',
        '<textarea>',
        '<svg>',
        '<math>',
        '<template>',
        '<noscript>',
        '<plaintext>',
      ),
      token,
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const html = pieces.join('');
        const content = convertAll(html);
        expect(content.content).toBe(html);
        expect(typeof content.markdown).toBe('string');
        expect(() => JSON.stringify(content)).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });
});
