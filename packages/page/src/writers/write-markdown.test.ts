import { describe, expect, it } from '@jest/globals';
import { convertPage } from '../convert/convert-page.js';
import type { ConversionLimits } from '../source/conversion-limits.js';

const URL_OF_PAGE = 'https://a.example/dir/page.html';

const markdown = (html: string, limits?: Partial<ConversionLimits>, url = URL_OF_PAGE): string =>
  convertPage(
    { text: html, url, mediaType: 'text/html' },
    { formats: ['markdown'], links: false, emails: false, ...(limits ? { limits } : {}) },
  ).markdown ?? '';

const lines = (...parts: string[]): string => parts.join('\n');

describe('blocks', () => {
  it.each([
    [
      'headings and paragraphs',
      '<h1>A</h1><h2> B\n c </h2><h6>D</h6><p>one</p><div>two</div>three',
      lines('# A', '', '## B c', '', '###### D', '', 'one', '', 'two', '', 'three'),
    ],
    ['empty blocks', '<h1></h1><p> </p><p>&nbsp;</p><ul><li></li></ul>x', 'x'],
    ['line breaks', '<p>a<br>b<br><br>c<br></p>d', lines('a  ', 'b', '', 'c', '', 'd')],
    ['a heading over two lines', '<h2>a<br>b</h2>', '## a b'],
    ['a heading that ends in hashes', '<h2>C #</h2><h2>#</h2>', lines('## C \\#', '', '## \\#')],
    ['permalinks in headings', '<h2>Title<a href="#t">#</a></h2>', '## Title'],
    ['a heading laid out in boxes', '<h2><div>a</div><p>b</p></h2>c', lines('## a b', '', 'c')],
    ['a choice', '<p>Size: <select><option>S<option>M</select>!', 'Size: S, M !'],
    ['text that looks like an item', '<p>a<br>* b', lines('a  ', '\\* b')],
    ['rules', 'a<hr>b', lines('a', '', '---', '', 'b')],
    [
      'quotes',
      '<blockquote><p>a</p><p>b</p><blockquote>c</blockquote></blockquote>d',
      lines('> a', '>', '> b', '>', '> > c', '', 'd'),
    ],
    [
      'a heading that leads to itself',
      '<h2 id="a"><a href="#a">A</a> <a href="#b">b</a></h2>',
      '## A [b](https://a.example/dir/page.html#b)',
    ],
    [
      'the language of a box',
      '<div class="highlight-python notranslate"><div class="highlight"><pre>x</pre></div></div>',
      lines('```python', 'x', '```'),
    ],
    ['definitions', '<dl><dt>T</dt><dd>one</dd><dd>two</dd></dl>x', lines('T', ': one', ': two', '', 'x')],
    [
      'hidden parts',
      '<p hidden>a</p><p style="display: none">b</p><script>c</script><style>d</style><template>e</template><noscript>f</noscript><input type=hidden value=g>h',
      'h',
    ],
    ['a page that hides its body until scripts run', '<body style="visibility:hidden"><p>a</p></body>', 'a'],
    [
      'a definition that starts with a list or with code',
      '<dl><dt>T</dt><dd><ul><li>a</ul></dd><dd><pre>b</pre></dd></dl>',
      lines('T', '', '- a', '', '```', 'b', '```'),
    ],
    [
      'a term after a table',
      '<table><tr><td>a<td>b</table><dl><dd>c</dl>',
      lines('| a | b |', '| --- | --- |', '', ': c'),
    ],
    ['a space that does not break before a mark', '&nbsp;> a', '\u00a0> a'],
    ['a disclosure', '<details><summary>Sum</summary><p>more</p></details>', lines('Sum', '', 'more')],
  ])('%s', (_name, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });
});

describe('inline', () => {
  it.each([
    [
      'marks',
      '<p><b>a</b> <i>b</i> <em><strong>c</strong></em> <del>d</del> H<sub>2</sub>O x<sup>2</sup>',
      '**a** *b* ***c*** ~~d~~ H<sub>2</sub>O x<sup>2</sup>',
    ],
    ['white space at the edges of marks', '<p>a<b> b </b>c <i> </i>d', 'a **b** c d'],
    ['empty marks', '<p>a<b></b><i> <b></b></i>b', 'a b'],
    ['the same mark within itself', '<b>a<strong>b</strong>c</b>', '**abc**'],
    ['marks side by side', '<b>a</b><b>b</b>', '**ab**'],
    ['marks in a word', 'foo<b>bar</b>baz', 'foo**bar**baz'],
    ['marks that would not close', '<p><b>「日本」</b>は', '**「日本」** は'],
    ['marks around blocks', '<b><p>a</p><p>b</p></b>', lines('**a**', '', '**b**')],
    ['a named link without text', 'a<a href="/x" aria-label="n"></a>b', 'a [n](https://a.example/x) b'],
    ['code beside code', '<code>a`b</code><code>c</code>', '``a`b`` `c`'],
    ['stars alone', '<p><b>a</b> <i>*</i>b', '**a** *\\** b'],
    ['a link in a mark in a word', 'a<b><a href="/x">b</a></b>c', 'a **[b](https://a.example/x)** c'],
    ['quotation marks', '<q>a</q>', '“a”'],
    ['ruby', '<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>', '漢(kan)'],
    ['code', '<code>a  b</code> <kbd>c</kbd> <code>`</code> <code>a``b</code>', '`a b` `c` `` ` `` ```a``b```'],
    ['code side by side', '<code>a</code><code>.b</code>', '`a.b`'],
    ['code that is a link', '<code><a href="/x">f()</a></code>', '[`f()`](https://a.example/x)'],
    ['buttons side by side', '<button>a</button><button>b</button>', 'a b'],
  ])('%s', (_name, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });
});

describe('escaping', () => {
  it.each([
    ['stars and underscores', '2*3 * 4 snake_case _x_ __init__', '2\\*3 * 4 snake_case \\_x\\_ \\_\\_init\\_\\_'],
    ['brackets', '[a](b) ![c] [1]', '\\[a\\](b) !\\[c] [1\\]'],
    ['tags and entities', 'a < b &lt;br&gt; &amp;amp; AT&amp;T', 'a < b \\<br> \\&amp; AT&T'],
    ['back-ticks and backslashes', '`a` C:\\dir \\*', '\\`a\\` C:\\dir \\\\\\*'],
    ['tildes', '~~a~~ ~b', '\\~\\~a\\~\\~ ~b'],
  ])('%s', (_name, html, expected) => {
    expect(markdown(`<p>${html}</p>`)).toBe(expected);
  });

  it.each([
    ['# a', '\\# a'],
    ['#a', '#a'],
    ['- a', '\\- a'],
    ['+ a', '\\+ a'],
    ['1. a', '1\\. a'],
    ['2024) a', '2024\\) a'],
    ['1.5 a', '1.5 a'],
    ['> a', '\\> a'],
    ['---', '\\---'],
    ['===', '\\==='],
    ['~~~', '\\~\\~\\~'],
    ['-a', '-a'],
  ])('the start of a line: %s', (text, expected) => {
    expect(markdown(`<p>${text.replace('>', '&gt;')}</p>`)).toBe(expected);
  });

  it('the start of a line after a break', () => {
    expect(markdown('<p>a<br>- b</p>')).toBe('a  \n\\- b');
  });
});

describe('code blocks', () => {
  const fence = (language: string, ...code: string[]): string => lines(`\`\`\`${language}`, ...code, '```');

  it.each([
    ['plain', '<pre>\na\n  b\n\n</pre>', fence('', 'a', '  b')],
    ['a language on the code', '<pre><code class="hljs language-c++">x</code></pre>', fence('c++', 'x')],
    ['a language on the pre', '<pre class="brush: php; toolbar: false">x</pre>', fence('php', 'x')],
    ['a language around', '<div class="highlight highlight-source-js"><pre>x</pre></div>', fence('js', 'x')],
    [
      'a language two boxes around',
      '<div class="language-ruby highlighter-rouge"><div class="highlight"><pre>x</pre></div></div>',
      fence('ruby', 'x'),
    ],
    ['data-lang', '<pre data-lang="Go">x</pre>', fence('go', 'x')],
    [
      'coloured spans',
      '<pre><code><span class="k">def</span> <span>f</span>():\n    <span>return</span> 1</code></pre>',
      fence('', 'def f():', '    return 1'),
    ],
    [
      'a span per line',
      '<pre><code><span class="line" style="display:block">a</span><span class="line" style="display:block">b</span></code></pre>',
      fence('', 'a', 'b'),
    ],
    ['a box per line', '<pre><div>a</div><div>b</div></pre>', fence('', 'a', 'b')],
    ['breaks', '<pre>a<br>b</pre>', fence('', 'a', 'b')],
    [
      'line numbers in spans',
      '<pre><span class="lineno">1</span>a\n<span class="lineno">2</span>b</pre>',
      fence('', 'a', 'b'),
    ],
    ['a copy button', '<pre><button>Copy</button><code>a</code></pre>', fence('', 'a')],
    [
      'line numbers in a column',
      '<table class="highlighttable"><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><pre><code>a\nb</code></pre></td></tr></table>',
      fence('', 'a', 'b'),
    ],
    [
      'an unmarked column of numbers',
      '<table><tr><td><pre>1\n2</pre></td><td><pre>a\nb</pre></td></tr></table>',
      fence('', 'a', 'b'),
    ],
    [
      'a table of lines',
      '<table class="highlight"><tr><td class="blob-num" data-line-number="1"></td><td class="blob-code">a</td></tr><tr><td class="blob-num">2</td><td class="blob-code">  b</td></tr></table>',
      fence('', 'a', '  b'),
    ],
    ['a fence within', '<pre>```\na\n```</pre>', lines('````', '```', 'a', '```', '````')],
    ['special characters', '<pre>*a* &lt;b&gt; [c](d)</pre>', fence('', '*a* <b> [c](d)')],
    ['code that is laid out as a block', '<code style="white-space: pre">a\nb</code>', fence('', 'a', 'b')],
    ['a pre in code', '<code><pre>a\nb</pre></code>', fence('', 'a', 'b')],
    ['nothing', '<pre> \n </pre>x', 'x'],
  ])('%s', (_name, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });
});

describe('tables', () => {
  it.each([
    ['rows', '<table><tr><th>A<th>B<tr><td>1<td>2</table>', lines('| A | B |', '| --- | --- |', '| 1 | 2 |')],
    [
      'sections and a caption',
      '<table><caption>Cap</caption><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
      lines('Cap', '', '| A | B |', '| --- | --- |', '| 1 | 2 |'),
    ],
    ['pipes', '<table><tr><td>a|b<td><code>c|d</code></table>', lines('| a\\|b | `c\\|d` |', '| --- | --- |')],
    [
      'breaks and blocks in cells',
      '<table><tr><td>a<br>b<td><p>c</p><p>d</p></table>',
      lines('| a<br>b | c<br>d |', '| --- | --- |'),
    ],
    [
      'spans',
      '<table><tr><td colspan=2>a<td rowspan=2>b<tr><td>c<td>d</table>',
      lines('| a |  | b |', '| --- | --- | --- |', '| c | d |  |'),
    ],
    [
      'alignment',
      '<table><tr><th align=right>A<th style="text-align:center">B<tr><td>1<td>2</table>',
      lines('| A | B |', '| ---: | :---: |', '| 1 | 2 |'),
    ],
    ['short rows', '<table><tr><td>a<tr><td>b<td>c</table>', lines('| a |  |', '| --- | --- |', '| b | c |')],
    [
      'links in cells',
      '<table><tr><td><a href="/x"><b>a</b></a><td>b</table>',
      lines('| [**a**](https://a.example/x) | b |', '| --- | --- |'),
    ],
    ['a layout', '<table><tr><td><h1>a</h1><p>b<td><ul><li>c</ul></table>', lines('# a', '', 'b', '', '- c')],
    [
      'a table in a layout',
      '<table><tr><td><table><tr><td>a<td>b</table></table>',
      lines('| a | b |', '| --- | --- |'),
    ],
    ['a presentation', '<table role=presentation><tr><td>a<td>b</table>', lines('a', '', 'b')],
    ['after text', 'x<table><tr><td>a<td>b</table>y', lines('x', '', '| a | b |', '| --- | --- |', '', 'y')],
    ['in an item', '<ul><li>x<table><tr><td>a<td>b</table></ul>', lines('- x', '', '  | a | b |', '  | --- | --- |')],
  ])('%s', (_name, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });

  it('caps columns and spans', () => {
    const wide = `<table><tr>${'<td>x'.repeat(6)}</table>`;
    expect(markdown(wide, { maxTableColumns: 3 })).toBe(lines('| x | x | x x x x |', '| --- | --- | --- |'));
    const spanning = `<table>${'<tr><td colspan=4>a<td>b'.repeat(3)}</table>`;
    expect(markdown(spanning, { maxSpanCells: 3 })).toBe(
      lines('| a |  |  |  | b |', '| --- | --- | --- | --- | --- |', '| a | b |', '| a | b |'),
    );
  });
});

describe('links, pictures and embeds', () => {
  it.each([
    ['relative', '<a href="x?a=1&amp;b=2">t</a>', '[t](https://a.example/dir/x?a=1&b=2)'],
    ['a title', '<a href="/x" title=\'say "hi"\'>t</a>', '[t](https://a.example/x "say \\"hi\\"")'],
    ['parentheses and spaces', '<a href="/x (1)">t</a>', '[t](https://a.example/x%20%281%29)'],
    ['brackets in the text', '<a href="/x">a [b]</a>', '[a \\[b\\]](https://a.example/x)'],
    [
      'mail and telephone',
      '<a href="mailto:a@b.example">m</a> <a href="tel:+1">p</a>',
      '[m](mailto:a@b.example) [p](tel:+1)',
    ],
    [
      'no address',
      '<a>a</a> <a href="javascript:x()">b</a> <a href="data:text/html,x">c</a> <a href="http://[">d</a>',
      'a b c d',
    ],
    ['no text', 'x<a href="/x"></a>y', 'xy'],
    ['a label alone', '<a href="/x" aria-label="Home"><svg></svg></a>', '[Home](https://a.example/x)'],
    ['white space inside', 'a<a href="/x"> b </a>c', 'a [b](https://a.example/x) c'],
    [
      'a picture inside',
      '<a href="/x"><img src="/i.png" alt="I"></a>',
      '[![I](https://a.example/i.png)](https://a.example/x)',
    ],
    [
      'blocks inside',
      '<a href="/x"><h3>T</h3><p>p</p></a>',
      lines('### [T](https://a.example/x)', '', '[p](https://a.example/x)'),
    ],
    [
      'a block that ends the paragraph',
      '<p>x <a href="/blk"><div>block in p</div>rest</a> after</p>',
      lines('x', '', '[block in p](https://a.example/blk)', '', '[rest](https://a.example/blk) after'),
    ],
    [
      'a block after text of the link',
      '<p><a href="/x">t<ul><li>i</ul></a></p><p>y',
      lines('[t](https://a.example/x)', '', '- [i](https://a.example/x)', '', 'y'),
    ],
    [
      'a paragraph in it',
      '<p>x <a href="/x" title=T><p>i</p></a>y',
      lines('x', '', '[i](https://a.example/x "T")', '', 'y'),
    ],
    ['a link never closed', '<p><a href="/x">t<p>y<p>z', lines('[t](https://a.example/x)', '', 'y', '', 'z')],
    ['an anchor', '<p>x<a name=n><div>y</div></a></p>', lines('x', '', 'y')],
    ['an exclamation mark before', 'wow!<a href="/x">t</a>', 'wow\\![t](https://a.example/x)'],
  ])('link: %s', (_name, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });

  it('honours the first base', () => {
    expect(markdown('<base href="/base/"><base href="/other/"><a href="x">t</a><img src="i.png">')).toBe(
      '[t](https://a.example/base/x)![](https://a.example/base/i.png)',
    );
  });

  describe('without an address of the page', () => {
    const homeless = (html: string) => markdown(html, {}, '');

    it.each([
      ['a relative link', '<a href=" menu?d=1#x ">t</a>', '[t](menu?d=1#x)'],
      ['a rooted link', '<a href="/a/b">t</a>', '[t](/a/b)'],
      ['a link without a scheme', '<a href="//b.example/x">t</a>', '[t](//b.example/x)'],
      ['a fragment', '<p><a href="#part">t</a></p>', '[t](#part)'],
      ['an absolute link', '<a href="HTTPS://B.example">t</a>', '[t](https://b.example/)'],
      ['an address to write to', '<a href="mailto:a@b.example">t</a>', '[t](mailto:a@b.example)'],
      ['characters that would end it', '<a href="a (b) <c>\\d">t</a>', '[t](a%20%28b%29%20%3Cc%3E%5Cd)'],
      ['a picture', '<img src="i.png" alt="I">', '![I](i.png)'],
      ['a picture loaded later', '<img src="data:x" data-src="../r.jpg" alt="I">', '![I](../r.jpg)'],
      ['a film', '<video src="v.mp4"></video>', '[Video](v.mp4)'],
      ['a frame', '<iframe src="/f"></iframe>', '[/f](/f)'],
    ])('keeps %s', (_name, html, expected) => {
      expect(homeless(html)).toBe(expected);
    });

    it.each([
      '',
      ' ',
      'javascript:x',
      'java\nscript:x',
      ' JavaScript:x',
      'data:,x',
      'http://[',
      `/${'a'.repeat(8_192)}`,
    ])('leaves out the link %j', (href) => {
      expect(homeless(`<a href="${href}">t</a>`)).toBe('t');
    });

    it('does not take a document without an address of its own for a base', () => {
      expect(markdown('<a href="x">t</a>', {}, 'about:blank')).toBe('[t](x)');
      expect(homeless('<base href="/b/"><a href="x">t</a>')).toBe('[t](x)');
      expect(homeless('<base href="https://b.example/c/"><a href="x">t</a>')).toBe('[t](https://b.example/c/x)');
    });
  });

  it.each([
    ['alt and title', '<img src="i.png" alt="A [x]" title="T">', '![A \\[x\\]](https://a.example/dir/i.png "T")'],
    ['inline data without words', 'x<img src="data:image/png;base64,AAAA">', 'x'],
    ['inline data with words', '<img alt="Logo" src="data:image/png;base64,AAAA">', '![Logo]()'],
    ['a lazy source', '<img src="data:image/gif;base64,R0" data-src="/r.jpg" alt=a>', '![a](https://a.example/r.jpg)'],
    ['a placeholder', '<img src="/img/placeholder.gif" data-original="/r.jpg">', '![](https://a.example/r.jpg)'],
    ['a set of sources', '<img srcset="/s.jpg 100w, /l.jpg 800w, data:x 900w">', '![](https://a.example/l.jpg)'],
    [
      'a picture element',
      '<picture><source srcset="/a.webp 1x, /b.webp 2x"><img alt=p></picture>',
      '![p](https://a.example/b.webp)',
    ],
    ['a counting pixel', 'x<img src="/p.gif" width=1 height=1>', 'x'],
    ['no source', 'x<img>', 'x'],
  ])('picture: %s', (_name, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });

  it.each([
    ['a titled frame', '<iframe src="https://v.example/1" title="A film"></iframe>', '[A film](https://v.example/1)'],
    ['a frame', '<iframe src="https://v.example/1"></iframe>', '[v.example](https://v.example/1)'],
    ['a video', '<video><source src="/v.mp4">fallback</video>', '[Video](https://a.example/v.mp4)'],
    ['sound', '<audio src="/a.mp3"></audio>', '[Audio](https://a.example/a.mp3)'],
    ['an object', '<object data="/x.swf"></object>', '[a.example](https://a.example/x.swf)'],
    [
      'frames that show nothing',
      'x<iframe src="about:blank"></iframe><iframe src="https://www.googletagmanager.com/ns.html?id=1"></iframe><iframe width=1 src="/p"></iframe>',
      'x',
    ],
  ])('embed: %s', (_name, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });
});

describe('formulas', () => {
  it.each([
    [
      'annotated',
      '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math>',
      '$x^2$',
    ],
    ['displayed', '<math display="block" alttext="a_b"><mi>a</mi></math>', '$$a_b$$'],
    ['without TeX', '<math><mi>x</mi><mo>=</mo><mn>1</mn></math>', 'x=1'],
    [
      'rendered twice',
      '<span class="katex"><span class="katex-mathml"><math><annotation encoding="application/x-tex">y</annotation></math></span><span class="katex-html" aria-hidden="true">y</span></span>',
      '$y$',
    ],
    ['in scripts', '<span class="MathJax_Preview">?</span><script type="math/tex; mode=display">z</script>', '$$z$$'],
    [
      'as pictures',
      '<img class="mwe-math-fallback-image-inline" alt="{\\displaystyle x}" src="/m.svg">',
      '${\\displaystyle x}$',
    ],
  ])('%s', (_name, html, expected) => {
    expect(markdown(html)).toBe(expected);
  });
});

it('shows at most maxContainerDepth quotes and lists', () => {
  expect(markdown('<blockquote>'.repeat(5) + 'a', { maxContainerDepth: 2 })).toBe('> > a');
  expect(markdown('<ul><li>'.repeat(4) + 'a<li>b', { maxContainerDepth: 2 })).toBe('- - a\n\n    b');
});
