import { describe, expect, it } from '@jest/globals';
import type { ConversionLimits } from '../source/conversion-limits.js';
import { convertPage } from './convert-page.js';
import type { PageContent, PageData, PageFormat } from '../source/page-content.js';

const ALL: readonly PageFormat[] = ['html', 'text', 'markdown', 'json'];
const URL_OF_PAGE = 'https://a.example/dir/page.html?q=1';

interface Wish {
  readonly formats?: readonly PageFormat[];
  readonly links?: boolean;
  readonly emails?: boolean;
  readonly mediaType?: string;
  readonly limits?: Partial<ConversionLimits>;
}

const convert = (text: string, wish: Wish = {}): PageContent =>
  convertPage(
    { text, url: URL_OF_PAGE, mediaType: wish.mediaType ?? 'text/html' },
    {
      formats: wish.formats ?? [],
      links: wish.links ?? false,
      emails: wish.emails ?? false,
      ...(wish.limits ? { limits: wish.limits } : {}),
    },
  );

const text = (html: string): string | undefined => convert(html, { formats: ['text'] }).text;
const links = (html: string): string[] | undefined => convert(html, { links: true }).links;
const data = (html: string): PageData => convert(html, { formats: ['json'] }).json as PageData;
const lines = (...parts: string[]): string => parts.join('\n');

describe('what is asked', () => {
  it('has exactly the keys that were asked', () => {
    expect(convert('<p>a')).toEqual({});
    expect(convert('<p>a', { formats: ['html'] })).toEqual({ content: '<p>a' });
    expect(Object.keys(convert('<p>a', { formats: ALL, links: true, emails: true }))).toEqual([
      'content',
      'text',
      'markdown',
      'json',
      'links',
      'emails',
    ]);
  });

  it('gives an empty page empty outputs', () => {
    expect(convert('', { formats: ALL, links: true, emails: true })).toEqual({
      content: '',
      text: '',
      markdown: '',
      json: {},
      links: [],
      emails: [],
    });
  });

  it.each(['application/pdf', 'audio/mpeg', 'application/octet-stream', 'application/zip'])(
    'cannot make a page of %s',
    (mediaType) => {
      expect(convert('%PDF', { formats: ALL, links: true, emails: true, mediaType })).toEqual({
        unsupported: mediaType,
      });
    },
  );
});

describe('text', () => {
  it.each([
    ['blocks on lines', '<h1>A</h1><p>b\n c</p><div>d</div><div>e</div>', lines('A', '', 'b c', '', 'd', 'e')],
    ['breaks', 'a<br>b<br><br>c', lines('a', 'b', 'c')],
    ['lists', '<ul><li>a<ul><li>b</ul><li>c</ul><ol start=3><li>d</ol>', lines('- a', '  - b', '- c', '', '3. d')],
    ['a reversed list', '<ol reversed><li>a<li>b<li>c</ol>', lines('3. a', '2. b', '1. c')],
    [
      'a reversed list with a start',
      '<ol reversed start=5><li>a<li value=9>b<li>c</ol>',
      lines('5. a', '9. b', '8. c'),
    ],
    ['cells', '<table><tr><th>A<th>B<tr><td>1<td><p>2</p><p>3</p></table>', lines('A\tB', '1\t2 3')],
    ['an empty cell', '<table><tr><td>a<td><td>c<tr><td>1<td>2<td>3</table>', lines('a\t\tc', '1\t2\t3')],
    ['a layout', '<table><tr><td><h1>a</h1><td><p>b</table>', lines('a', '', 'b')],
    ['code', '<p>x<pre>a\n  b</pre>y', lines('x', '', 'a', '  b', '', 'y')],
    ['inline', '<b>a</b><i>b</i> <a href=x>c</a><button>d</button><button>e</button> <q>f</q>', 'ab c d e “f”'],
    ['nothing hidden', '<title>t</title><p hidden>a</p><script>b</script><noscript>c</noscript>d', 'd'],
    ['formulas', '<math alttext="x^2"><mi>x</mi></math>', '$x^2$'],
    ['characters as they are', '<p>*a* _b_ # &lt;c&gt; &amp;', '*a* _b_ # <c> &'],
  ])('%s', (_name, html, expected) => {
    expect(text(html)).toBe(expected);
  });
});

describe('links', () => {
  it('are absolute, in page order, once each', () => {
    expect(
      links(
        '<a href="/b">1</a><a href="x">2</a><a href="//c.example/y#z">3</a><a href="/b">4</a><map><area href="/m"></map><nav hidden><a href="/h">5</a></nav>',
      ),
    ).toEqual([
      'https://a.example/b',
      'https://a.example/dir/x',
      'https://c.example/y#z',
      'https://a.example/m',
      'https://a.example/h',
    ]);
  });

  it('resolve fragments and queries against the page and leave other schemes out', () => {
    expect(
      links(
        '<a href="#top">1</a><a href="#top">2</a><a href="?p=2">3</a><a href="javascript:x">4</a><a href="data:,x">5</a><a href="mailto:a@b.example">6</a><a href="http://[">7</a><a>8</a><a href=" /sp ">9</a>',
      ),
    ).toEqual([`${URL_OF_PAGE}#top`, 'https://a.example/dir/page.html?p=2', 'https://a.example/sp']);
  });

  it('honour the base, unless it is none', () => {
    expect(links('<base href="https://b.example/x/"><a href="y">')).toEqual(['https://b.example/x/y']);
    expect(links('<base href="../up/"><a href="y">')).toEqual(['https://a.example/up/y']);
    expect(links('<base href="javascript:x"><a href="y">')).toEqual(['https://a.example/dir/y']);
    expect(links('<base target=_blank><base href="/z/"><a href="y">')).toEqual(['https://a.example/z/y']);
  });

  it('end at maxLinks', () => {
    const html = '<a href=1></a><a href=2></a><a href=3></a>';
    expect(convert(html, { links: true, limits: { maxLinks: 2 } })).toEqual({
      links: ['https://a.example/dir/1', 'https://a.example/dir/2'],
      limitsHit: ['maxLinks'],
    });
  });
});

describe('page as data', () => {
  const ld = (source: string): string => `<script type="application/ld+json">${source}</script>`;

  it('takes what the page says of itself', () => {
    const html = `<html lang="de-AT"><head><title> A &amp; B </title><meta name=description content="Short"><link rel=canonical href="/c">
      <meta property="og:title" content="OG"><meta property="og:image" content="1.png"><meta property="og:image" content="2.png">
      <meta property="article:published_time" content="2024-05-01T10:00:00Z"><meta name=author content="Ann">
      </head><body><h1>H</h1><h3> I<br>J </h3></body>`;
    expect(data(html)).toEqual({
      title: 'A & B',
      byline: 'Ann',
      published: '2024-05-01T10:00:00Z',
      language: 'de-AT',
      description: 'Short',
      canonical: 'https://a.example/c',
      openGraph: { title: 'OG', image: ['1.png', '2.png'], 'article:published_time': '2024-05-01T10:00:00Z' },
      headings: [
        { level: 1, text: 'H' },
        { level: 3, text: 'I J' },
      ],
      text: 'H\n\nI\nJ',
    });
  });

  it('leaves out what is not there', () => {
    expect(data('<p>x')).toEqual({ text: 'x' });
  });

  it.each([
    ['a clean block', '{"@type":"Thing"}', [{ '@type': 'Thing' }]],
    ['a list', '[{"a":1},{"b":2}]', [{ a: 1 }, { b: 2 }]],
    ['raw line breaks in a string', '{"a":"x\ny\tz"}', [{ a: 'x\ny\tz' }]],
    ['trailing commas', '{"a":[1,2,],"b":"x,]",}', [{ a: [1, 2], b: 'x,]' }]],
    ['comments', '/* c */{"a":1, // d\n"b":"http://x"}', [{ a: 1, b: 'http://x' }]],
    ['CDATA', '//<![CDATA[\n{"a":1}\n//]]>', [{ a: 1 }]],
    ['html comments', '<!--\n{"a":1}\n-->', [{ a: 1 }]],
    ['a stray backslash', '{"a":"\\x"}', [{ a: '\\x' }]],
    ['a semicolon', '{"a":1};', [{ a: 1 }]],
    ['nonsense', '{"a":', undefined],
    ['nothing', '  ', undefined],
  ])('reads JSON-LD: %s', (_name, source, expected) => {
    expect(data(ld(source)).jsonLd).toEqual(expected);
  });

  it('finds author, date and language in JSON-LD, articles and graphs first', () => {
    const html = ld(
      '{"@graph":[{"@type":"WebPage","datePublished":"2020"},{"@type":"NewsArticle","datePublished":"2024","inLanguage":"fr","author":[{"name":"Ann"},{"name":"Bob"},"https://a.example/x"]}]}',
    );
    expect(data(html)).toMatchObject({ byline: 'Ann, Bob', published: '2024', language: 'fr' });
  });

  it('reads microdata with nested items', () => {
    const html = `<div itemscope itemtype="https://schema.org/Product" itemid="urn:1"><b itemprop="name">  An
      vil</b><img itemprop=image src="/i.png"><div itemprop="offers" itemscope itemtype="https://schema.org/Offer">
      <meta itemprop=price content="9.99"><link itemprop=availability href="https://schema.org/InStock"></div>
      <time itemprop=date datetime="2024-01-01">today</time><i itemprop="tag other">t</i><i itemprop=tag>u</i></div>`;
    expect(data(html).microdata).toEqual([
      {
        type: ['https://schema.org/Product'],
        id: 'urn:1',
        properties: {
          name: ['An vil'],
          image: ['https://a.example/i.png'],
          offers: [
            {
              type: ['https://schema.org/Offer'],
              properties: { price: ['9.99'], availability: ['https://schema.org/InStock'] },
            },
          ],
          date: ['2024-01-01'],
          tag: ['t', 'u'],
          other: ['t'],
        },
      },
    ]);
  });

  it('takes byline and date from microdata where nothing else tells', () => {
    const html =
      '<article itemscope itemtype="http://schema.org/BlogPosting"><span itemprop=author itemscope itemtype="http://schema.org/Person"><b itemprop=name>Ann</b></span><meta itemprop=datePublished content="2013-09-29"></article>';
    expect(data(html)).toMatchObject({ byline: 'Ann', published: '2013-09-29' });
  });

  it('reads tables with spans filled', () => {
    const html =
      '<table><caption>Cap</caption><tr><th>A<th colspan=2>B<tr><td rowspan=2>x<td>1<td>2<tr><td>3<td>4</table><table><tr><td>k<td>v<tr><td>l<td>w</table><table><tr><td>one<td>row</table>';
    expect(data(html).tables).toEqual([
      {
        caption: 'Cap',
        headers: ['A', 'B', 'B'],
        rows: [
          ['x', '1', '2'],
          ['x', '3', '4'],
        ],
      },
      {
        rows: [
          ['k', 'v'],
          ['l', 'w'],
        ],
      },
    ]);
  });

  it('keeps to maxDataItems and maxDataChars', () => {
    const items = '<h2>a</h2><h2>b</h2><h2>c</h2><div itemscope></div><div itemscope></div><div itemscope></div>';
    const few = convert(items, { formats: ['json'], limits: { maxDataItems: 2 } });
    expect((few.json as PageData).headings).toHaveLength(2);
    expect((few.json as PageData).microdata).toHaveLength(2);
    expect(few.limitsHit).toEqual(['maxDataItems']);
    const short = convert(ld('{"a":"long enough"}'), { formats: ['json'], limits: { maxDataChars: 5 } });
    expect(short).toEqual({ json: {}, limitsHit: ['maxDataChars'] });
  });

  it('keeps to maxDataDepth', () => {
    const nested = (depth: number): string => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;
    const limits = { maxDataDepth: 3 };
    const html = `${ld(nested(4))}${ld('{"b":1}')}${ld(nested(3))}`;
    expect(convert(html, { formats: ['json'], limits })).toEqual({
      json: { jsonLd: [{ b: 1 }, { a: { a: {} } }] },
      limitsHit: ['maxDataDepth'],
    });
    const items = `${'<div itemscope itemprop=a>'.repeat(4)}<i itemprop=b>x</i>`;
    expect(convert(items, { formats: ['json'], limits })).toMatchObject({
      json: { microdata: [{ properties: { a: [{ properties: { a: [{ properties: {} }] } }] } }] },
      limitsHit: ['maxDataDepth'],
    });
  });

  it.each([
    ['JSON-LD', `${ld(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)}word`],
    ['mended JSON-LD', `${ld(`${'['.repeat(5000)}1,${']'.repeat(5000)}`)}word`],
    ['microdata', `${'<div itemscope itemprop=a>'.repeat(500)}word`],
  ])('makes data that can be written out of deep %s', (_name, html) => {
    const { json, limitsHit } = convert(html, { formats: ['json'] });
    expect(structuredClone(json)).toEqual(json);
    expect(limitsHit).toContain('maxDataDepth');
  });

  it('does not take what an item left out says for that of the one around it', () => {
    const html =
      '<div itemscope><i itemprop=n>a</i><div itemscope itemprop=o><i itemprop=n>b</i></div><i itemprop=n>c</i></div>';
    const { json } = convert(html, { formats: ['json'], limits: { maxDataItems: 1 } });
    expect((json as PageData).microdata).toEqual([{ properties: { n: ['a', 'c'] } }]);
  });

  it('is not fooled by names of object parts', () => {
    const html =
      '<meta property="og:__proto__" content=x><meta property="og:constructor" content=y><div itemscope><i itemprop="constructor">a</i><i itemprop="__proto__">b</i></div>';
    const page = data(html);
    expect(page.openGraph).toHaveProperty('constructor', 'y');
    expect(page.microdata?.[0]?.properties).toHaveProperty('constructor', ['a']);
    expect(({} as Record<string, unknown>)['b']).toBeUndefined();
  });
});

describe('the main part', () => {
  const story = '<p>A sentence of running text that says something of some length, for once.</p>'.repeat(8);
  const chrome = `<nav>${'<a href=x>Menu entry</a>'.repeat(20)}</nav>`;

  it.each([
    ['a main element', `<header>Head</header>${chrome}<main>${story}</main><footer>Foot</footer>`],
    ['an article', `${chrome}<div><article>${story}</article><div>Related</div></div>`],
    ['a marked role', `${chrome}<div role=main>${story}</div><div>Related</div>`],
    [
      'the densest block',
      `<div id=top>Top</div>${chrome}<div id=page><div id=story>${story}</div><div id=side>Side</div></div>`,
    ],
  ])('is %s', (_name, html) => {
    const main = data(html).text ?? '';
    expect(main).toContain('A sentence of running text');
    expect(main).not.toMatch(/Menu entry|Foot|Top/);
  });

  it.each([
    ['the main element', '<nav>n</nav><header>h</header><main>M</main><aside>a</aside><footer>f</footer>'],
    ['the marked role', `<nav>n</nav><form><div role=main>M</div></form><footer>${story}</footer>`],
    ['the one article', '<nav>n</nav><article>M</article><aside><article>a</article></aside><footer>f</footer>'],
    ['the main element among articles', '<article>a</article><main>M</main>'],
    ['the main element that has text', '<main></main><main hidden>x</main><main>M</main>'],
  ])('is %s, however short', (_name, html) => {
    expect(data(html).text).toBe('M');
  });

  it('is the whole page where nothing stands out', () => {
    expect(data('<div>a</div><div>b</div>').text).toBe('a\nb');
    expect(data(`<main> <i hidden>x</i></main><div>${story}</div>`).text).toContain('A sentence');
    expect(data(`<article>a</article><article>b</article><div>${story}</div>`).text).toContain('A sentence');
    expect(data(`<aside><article>a</article></aside><div>${story}</div>`).text).toContain('A sentence');
  });
});

describe('documents that are no web pages', () => {
  it('JSON', () => {
    const source = '{"a": [1, "https://b.example/x", "joe@example.com"]}';
    expect(convert(source, { formats: ALL, links: true, emails: true, mediaType: 'application/json' })).toEqual({
      text: source,
      markdown: `\`\`\`json\n${source}\n\`\`\``,
      json: { a: [1, 'https://b.example/x', 'joe@example.com'] },
      content: source,
      links: ['https://b.example/x'],
      emails: ['joe@example.com'],
    });
  });

  it('broken JSON keeps its text', () => {
    expect(convert('{"a":', { formats: ['json'], mediaType: 'application/json' })).toEqual({ json: { text: '{"a":' } });
  });

  it('XML', () => {
    const source = '<?xml version="1.0"?><rss v="2"><item><title>A &amp; B</title><x/></item></rss>';
    const content = convert(source, { formats: ALL, mediaType: 'application/rss+xml' });
    expect(content.text).toBe('A & B');
    expect(content.markdown).toBe(`\`\`\`xml\n${source}\n\`\`\``);
    expect(content.json).toEqual({
      name: 'rss',
      attributes: { v: '2' },
      children: [{ name: 'item', children: [{ name: 'title', text: 'A & B' }, { name: 'x' }] }],
    });
  });

  it('XML of any depth', () => {
    const content = convert('<a>'.repeat(50_000), { formats: ALL, mediaType: 'text/xml' });
    expect(content.limitsHit).toEqual(['maxDepth', 'maxDataDepth']);
    expect(() => JSON.stringify(content)).not.toThrow();
  });

  it('text and source code', () => {
    const plain = convert('See https://b.example/a).\n  x', { formats: ALL, links: true, mediaType: 'text/plain' });
    expect(plain.text).toBe('See https://b.example/a).\n  x');
    expect(plain.markdown).toBe('See https://b.example/a).\n  x');
    expect(plain.json).toEqual({ text: plain.text });
    expect(plain.links).toEqual(['https://b.example/a']);
    expect(convert('# A', { formats: ['markdown'], mediaType: 'text/markdown' }).markdown).toBe('# A');
    expect(convert('a{}', { formats: ['markdown'], mediaType: 'text/css' }).markdown).toBe('```css\na{}\n```');
  });

  it('XHTML is a web page', () => {
    const source = '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>a</p></body></html>';
    expect(convert(source, { formats: ['markdown'], mediaType: 'application/xhtml+xml' }).markdown).toBe('a');
  });

  it('XHTML is read in the syntax of XML', () => {
    const source =
      '<html><head><title/><script src="a.js" /><style/></head><body><div hidden="hidden"/><a id="x" href="/y"/>' +
      '<p>a <![CDATA[<b> & c]]></p></body></html>';
    const wish = { formats: ['text'], links: true } as const;
    const read = { text: 'a <b> & c', links: ['https://a.example/y'] };
    expect(convert(source, { ...wish, mediaType: 'application/xhtml+xml' })).toEqual(read);
    expect(convert(source, { ...wish, mediaType: 'application/xhtml+xml; charset=utf-8' })).toEqual(read);
    expect(convert(source, wish).text).toBe('');
  });
});
