import { describe, expect, it } from '@jest/globals';
import type { ConversionLimits } from '../source/conversion-limits.js';
import { convertPage } from '../convert/convert-page.js';
import type { ConversionRequest, PageContent, PageData } from '../source/page-content.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const URL_OF_PAGE = 'https://a.example/dir/page.html';

const convert = (text: string, wish: Partial<ConversionRequest>): PageContent =>
  convertPage(
    { text, url: URL_OF_PAGE, mediaType: 'text/html' },
    { formats: ['html'], links: false, emails: false, ...wish },
  );

const html = (text: string, wish: Partial<ConversionRequest>): string | undefined => convert(text, wish).content;

const rule = (text: string, selector: string, limits: Partial<ConversionLimits> = {}): unknown =>
  convert(text, { formats: [], extractRules: { a: selector }, limits }).extractedData?.['a'];

describe('filters', () => {
  const page =
    '<!doctype html><html><head><title>T</title></head><body><main><p class="a">one</p><p>two <b class=a>b</b></p></main><div class=a>x<i class="a">y</i></div></body></html>';

  it('keep what matches: outermost, in page order, nothing twice', () => {
    expect(html(page, { includeOnlyTags: ['div', '.a', 'main > .a'] })).toBe(
      '<p class="a">one</p>\n<b class="a">b</b>\n<div class="a">x<i class="a">y</i></div>',
    );
  });

  it('keep nothing where nothing matches', () => {
    expect(
      convert(page, { formats: ['html', 'text', 'markdown'], links: true, emails: true, includeOnlyTags: ['.none'] }),
    ).toEqual({ content: '', text: '', markdown: '', links: [], emails: [] });
  });

  it('drop what matches and keep the rest of the document with its type', () => {
    expect(html(page, { excludeTags: ['.a', '.a .a', 'head'] })).toBe(
      '<!doctype html>\n<html><body><main><p>two </p></main></body></html>',
    );
  });

  it('run in their order: what is kept first is dropped from then', () => {
    const content = html(page, { includeOnlyTags: ['main', 'div'], excludeTags: ['main .a', 'div > i'] });
    expect(content).toBe('<main><p>two </p></main>\n<div class="a">x</div>');
    expect(html(page, { includeOnlyTags: ['b'], excludeTags: ['main b'] })).toBe('<b class="a">b</b>');
  });

  it('concern every format, the links and the addresses', () => {
    const text =
      '<nav><a href="/n">nav n@x.example.com</a></nav><main><a href="/m">main m@x.example.com</a><table><tr><th>A<th>B<tr><td>1<td>2</table></main>';
    const content = convert(text, {
      formats: ['html', 'text', 'markdown', 'json'],
      links: true,
      emails: true,
      excludeTags: ['nav'],
    });
    expect(content.links).toEqual(['https://a.example/m']);
    expect(content.emails).toEqual(['m@x.example.com']);
    for (const output of [content.content, content.text, content.markdown, JSON.stringify(content.json)]) {
      expect(output).toContain('main m');
      expect(output).not.toContain('nav');
    }
    expect(content.markdown).toContain('| A | B |');
  });

  it('leave what the page says of itself to its data', () => {
    const text =
      '<title>Name</title><meta name=description content=Short><base href="https://b.example/"><h1>H</h1><article><h2>I</h2><a href="x">t</a></article>';
    const { json, links } = convert(text, { formats: ['json'], links: true, includeOnlyTags: ['article'] });
    expect(json).toMatchObject({ title: 'Name', description: 'Short', headings: [{ level: 2, text: 'I' }] });
    expect((json as PageData).text).not.toContain('H');
    expect(links).toEqual(['https://b.example/x']);
  });

  it('that are not asked for leave the document as it came', () => {
    const odd = '<P CLASS=a>x<br/>&nbsp;&#39;</p >';
    const none = { includeOnlyTags: [], excludeTags: [], removeBase64Images: false };
    expect(html(odd, none)).toBe(odd);
    expect(html(odd, { ...none, links: true, extractRules: { a: 'p' } })).toBe(odd);
  });

  it('see the tree that browsers show, and write only the tags of the page', () => {
    const table = '<table><tr><td>1</td></tr><tr><td>2</td></tr></table>';
    expect(html(table, { excludeTags: ['html > body > table > tbody > tr:nth-child(2)'] })).toBe(
      '<table><tr><td>1</td></tr></table>',
    );
    expect(html(table, { excludeTags: ['table > tr', 'head + table'] })).toBe(table);
    expect(rule('<title>T</title><p>a</p></body></html><p>b</p>', 'body > p')).toEqual(['a', 'b']);
    expect(rule('<title>T</title><p>a</p>', 'head > title')).toBe('T');
    expect(rule('<html><meta name=x content=y><div>a</div></html>', 'head + body > div')).toBe('a');
    expect(rule('<head></head><script>s</script><body><p>a</p></body><body><p>b</p>', 'head > script')).toBe('s');
    expect(rule('<head></head><script>s</script><body><p>a</p></body><body><p>b</p>', 'body > p')).toEqual(['a', 'b']);
    expect(rule('\n<!-- c -->\n<html>\n<head><title>t</title></head>\n<body>\na', ':root > :first-child')).toBe('');
  });

  it('pass over selectors that no one knows', () => {
    expect(html('<p>a</p><b>c</b>', { excludeTags: [':foo', 'b', '['] })).toBe('<p>a</p>');
    expect(html('<p>a</p>', { includeOnlyTags: [':foo'] })).toBe('');
  });

  it('reduce to the main content after the tags', () => {
    const story = '<p>A sentence of running text that says something of some length, for once, and more.</p>'.repeat(9);
    const text = `<nav><a href=/x>Menu entry</a></nav><article><h1>Title of it</h1>${story}<p class=ad>Buy this now, it is cheap.</p></article><footer>Foot</footer>`;
    const content = convert(text, {
      formats: ['html', 'text', 'markdown'],
      links: true,
      onlyMainContent: true,
      excludeTags: ['.ad'],
    });
    for (const output of [content.content, content.text, content.markdown]) {
      expect(output).toContain('A sentence');
      expect(output).not.toMatch(/Buy this|Menu entry|Foot/);
    }
    expect(content.links).toEqual([]);
  });
});

describe('removeBase64Images', () => {
  const PIXEL = 'data:image/png;base64,iVBORw0KGgo=';
  const strip = (text: string): string | undefined => html(text, { removeBase64Images: true });

  it.each([
    ['a picture', `<img src="${PIXEL}" alt="A">`, '<img alt="A">'],
    ['an ordinary picture', '<img src="/a.png" alt="A">', '<img src="/a.png" alt="A">'],
    ['upper case', `<img src=" DATA:image/gif;base64,R0=">`, '<img>'],
    [
      'candidates',
      `<img srcset="${PIXEL} 1x, /b.png 2x,${PIXEL} 3x" src="/c.png">`,
      '<img srcset="/b.png 2x" src="/c.png">',
    ],
    [
      'only inline candidates',
      `<picture><source srcset="${PIXEL}"><img src=a></picture>`,
      '<picture><source><img src="a"></picture>',
    ],
    ['a poster', `<video poster="${PIXEL}" src="/v.mp4"></video>`, '<video src="/v.mp4"></video>'],
    ['a lazy source', `<img data-src="${PIXEL}" src=a>`, '<img src="a">'],
    [
      'an svg',
      `<svg><image href="${PIXEL}" xlink:href="${PIXEL}" width="1"></image></svg>`,
      '<svg><image width="1"></image></svg>',
    ],
    ['an icon', `<link rel=icon href="${PIXEL}">`, '<link rel="icon">'],
    [
      'a style attribute',
      `<p style="color:red;background:url('${PIXEL}') no-repeat,url(/a.png)">`,
      '<p style="color:red;background:none no-repeat,url(/a.png)"></p>',
    ],
    [
      'style rules',
      `<style>a>b{background:url( "${PIXEL}" )}i{background:URL(${PIXEL})}@font-face{src:url(data:font/woff2;base64,AA)}</style>`,
      '<style>a>b{background:none}i{background:none}@font-face{src:url(data:font/woff2;base64,AA)}</style>',
    ],
    ['an address that never ends', `<style>a{b:url("${PIXEL}</style>`, `<style>a{b:url("${PIXEL}</style>`],
    [
      'words about them',
      `<p title="data:image/png">data:image/png;base64,x</p>`,
      `<p title="data:image/png">data:image/png;base64,x</p>`,
    ],
  ])('%s', (_name, text, expected) => {
    expect(strip(text)).toBe(expected);
  });

  it('leaves no inline picture in markdown, and rules read the page before', () => {
    const content = convert(`<p><img src="${PIXEL}" alt="A"> b`, {
      formats: ['markdown'],
      removeBase64Images: true,
      extractRules: { a: 'img @src' },
    });
    expect(content.markdown).not.toContain('data:');
    expect(content.extractedData).toEqual({ a: PIXEL });
  });
});

describe('extractRules', () => {
  it.each([
    ['nothing', '<p>a', 'b', null],
    ['one match', '<p>a', 'p', 'a'],
    ['several', '<p>a<p>b<p>a', 'p', ['a', 'b', 'a']],
    ['a list of selectors in page order', '<h1>a</h1><p>b</p><h1>c</h1>', 'p, h1', ['a', 'b', 'c']],
    ['collapsed white space', '<div> a\n <b>b</b>&nbsp; c<br>d<p>e</div>', 'div', 'a b c d e'],
    ['what is seen', '<div>a<i hidden>b</i><script>c</script><style>d</style></div>', 'div', 'a'],
    ['a hidden element that is asked for', '<p style="display:none">a</p>', 'p', 'a'],
    ['a script that is asked for', '<script type="application/ld+json">{"a":1}</script>', 'script', '{"a":1}'],
    ['an empty text', '<p></p>', 'p', ''],
    ['an attribute', '<p id=x>a', 'p @id', 'x'],
    ['an attribute in any case', '<p ID=x>a', 'p @Id', 'x'],
    ['an attribute that is not there', '<p>a', 'p @id', null],
    ['the elements that have the attribute', '<p>a<p id=x>b', 'p @id', 'x'],
    ['an empty attribute', '<option selected>a', 'option @selected', ''],
    ['a whole address', '<a href="../x?y#z">a', 'a @href', 'https://a.example/x?y#z'],
    ['an address by the base', '<base href="/b/"><img src="c.png">', 'img @src', 'https://a.example/b/c.png'],
    ['another scheme', '<a href="mailto:a@b.example">a', 'a @href', 'mailto:a@b.example'],
    ['no address', '<a href="http://[">a', 'a @href', 'http://['],
    [
      'a source set',
      '<img srcset="a.png 1x, /b.png 2x">',
      'img @srcset',
      'https://a.example/dir/a.png 1x, https://a.example/b.png 2x',
    ],
    ['a form', '<form action="go">', 'form @action', 'https://a.example/dir/go'],
    ['another attribute as it is', '<meta content=" x ">', 'meta @content', ' x '],
    ['a sign in a selector', '<meta name="x@y" content=z>', 'meta[name="x@y"] @content', 'z'],
    ['states that no page is in', '<a href=x>a</a>', 'a:hover, a:focus, a:target', null],
    ['closed templates', '<template><p>a</p></template><p>b</p>', 'p', 'b'],
    ['an attribute that objects have', '<p>a', '[constructor], p[tostring^=f]', null],
    [
      'an address hidden from robots',
      '<p><a class="__cf_email__" data-cfemail="3f5e7f5d115c50">[email&#160;protected]</a></p>',
      'p',
      'a@b.co',
    ],
    ['an unknown selector', '<p>a', 'p:foo', null],
  ])('%s', (_name, text, selector, expected) => {
    expect(rule(text, selector)).toEqual(expected);
  });

  it('read the whole page, whatever the formats show', () => {
    const content = convert('<nav>n</nav><main>m</main>', {
      formats: ['text'],
      includeOnlyTags: ['main'],
      excludeTags: ['nav'],
      extractRules: { nav: 'nav', __proto__x: 'main' },
    });
    expect(content).toEqual({ text: 'm', extractedData: { nav: 'n', __proto__x: 'm' } });
  });

  it('keep their names', () => {
    const rules = JSON.parse('{"__proto__":"p","b":"p"}') as Record<string, string>;
    const { extractedData } = convert('<p>a', { formats: [], extractRules: rules });
    expect(JSON.stringify(extractedData)).toBe('{"__proto__":"a","b":"a"}');
  });
});

const nth = (selector: string): unknown =>
  rule(
    `<ul>${Array.from({ length: 8 }, (_value, index) => `<li class=${index % 2 ? 'o' : 'e'}>${index + 1}`).join('')}</ul><b>b</b>`,
    selector,
  );

describe('places among siblings', () => {
  it.each([
    ['li:nth-child(3)', '3'],
    ['li:nth-child( odd )', ['1', '3', '5', '7']],
    ['li:nth-child(EVEN)', ['2', '4', '6', '8']],
    ['li:nth-child(3n+1)', ['1', '4', '7']],
    ['li:nth-child(-n + 2)', ['1', '2']],
    ['li:nth-child(n+7)', ['7', '8']],
    ['li:nth-child(0)', null],
    ['li:nth-last-child(2)', '7'],
    ['li:nth-child(2 of .o)', '4'],
    ['li:nth-last-child(1 of .e)', '7'],
    ['li:first-child, li:last-child', ['1', '8']],
    ['li:first-of-type', '1'],
    ['b:only-of-type', 'b'],
    ['b:only-child', null],
    ['li.o:nth-of-type(4n)', ['4', '8']],
    ['li:nth-last-of-type(-n+1)', '8'],
    ['li:not(:nth-child(n+2))', '1'],
  ])('%s', (selector, expected) => {
    expect(nth(selector)).toEqual(expected);
  });
});

describe('bounds', () => {
  const TIME_LIMIT_MS = 25_000;
  const rows = `<table>${'<tr><td>word<td>b</tr>'.repeat(30_000)}</table>`;
  const divs = `${'<div>'.repeat(100_000)}word`;

  it.each([
    ['every second of 30,000 rows', rows, 'tr:nth-child(even) td:first-child', 15_000],
    ['rows from the end', rows, 'tr:nth-last-child(n+29999)', 2],
    ['rows of one kind', rows, 'tr:only-of-type', null],
    ['nested elements', divs, '* * * * * * * i', null],
  ])('%s are found', (_name, text, selector, expected) => {
    const content = convert(text, { formats: [], extractRules: { a: selector } });
    expect(content.limitsHit ?? []).not.toContain('maxSelectorSteps');
    const found = content.extractedData?.['a'];
    expect(Array.isArray(found) ? found.length : found).toBe(expected);
  });

  it.each([
    ['siblings before', rows, 'tr.x ~ tr'],
    ['siblings after', rows, ':has(~ .x)'],
    ['the text of all of nested elements', divs, '*'],
    ['what is inside of what', divs, ':not(:has(:has(i)))'],
  ])('%s end at maxSelectorSteps', (_name, text, selector) => {
    const usedMs = watchProcessor();
    const content = convert(text, {
      formats: [],
      extractRules: { a: selector, b: 'tr:nth-child(2) td, div:nth-child(2)' },
      limits: { maxSelectorSteps: 20_000_000 },
    });
    expect(usedMs()).toBeLessThan(TIME_LIMIT_MS);
    expect(content.extractedData?.['a']).toBeNull();
    expect(content.limitsHit).toContain('maxSelectorSteps');
  });

  it('a rule leaves the next ones their share', () => {
    const limits = { maxSelectorSteps: 2_000 };
    const { extractedData, limitsHit } = convert('<p>a'.repeat(100), {
      formats: [],
      extractRules: { costly: 'i ~ p', cheap: 'p:nth-child(3)' },
      limits,
    });
    expect(extractedData).toEqual({ costly: null, cheap: 'a' });
    expect(limitsHit).toEqual(['maxSelectorSteps']);
  });

  it('too costly filters match nothing, and say so', () => {
    const content = convert('<p>a'.repeat(100), { excludeTags: ['i ~ p'], limits: { maxSelectorSteps: 500 } });
    expect(content.content).toContain('<p>a</p>');
    expect(content.limitsHit).toEqual(['maxSelectorSteps']);
  });

  it('values end at maxRuleChars', () => {
    const content = convert('<p>abc<p>def<p>ghi', {
      formats: [],
      extractRules: { a: 'p', b: 'p' },
      limits: { maxRuleChars: 7 },
    });
    expect(content).toEqual({ extractedData: { a: ['abc', 'def'], b: null }, limitsHit: ['maxRuleChars'] });
  });
});
