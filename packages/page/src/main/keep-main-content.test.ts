import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseDocument, rawText } from '@quarry/html';
import { type ConversionLimitName, DEFAULT_CONVERSION_LIMITS } from '../source/conversion-limits.js';
import { type PageSource, pageSource } from '../source/page-source.js';
import { writeText } from '../writers/text-writer.js';
import { keepMainContent, type MainContentForm } from './keep-main-content.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const SENTENCES = [
  'The harbour froze over in the third week of January, and the ferries stopped.',
  'Nobody on the island had seen ice of that thickness, the keeper of the light said.',
  'Supplies came by sledge instead, drawn by two old horses from the mainland, at night.',
  'By the time the thaw set in, people had grown used to the silence of the winter.',
];
const paragraph = (index: number): string =>
  `<p>${SENTENCES[index % SENTENCES.length] ?? ''} Line ${index}, told again.</p>`;
const paragraphs = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, index) => paragraph(from + index)).join('');
const repeat = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('');

const MENU = `<div>${repeat(10, (index) => `<a href="/s${index}">Section ${index}</a>`)}</div>`;
const COOKIES = '<div class="cookie-banner"><p>We use cookies to make this site work, and to count visits.</p></div>';

const sourceOf = (html: string, limits = DEFAULT_CONVERSION_LIMITS): PageSource =>
  pageSource(parseDocument(html, { limits }).root, 'https://example.org/story', limits, new Set<ConversionLimitName>());

const mainText = (html: string, form?: MainContentForm): string => writeText(keepMainContent(sourceOf(html), form));

describe('an article', () => {
  const article = `<h1>Winter at sea</h1>${paragraphs(6)}`;

  it.each([
    ['a menu', `${MENU}<div>${article}</div>`, /Section/],
    ['a banner', `${COOKIES}<div>${article}</div>`, /cookies/],
    [
      'navigation by tag and role',
      `<nav><p>Pick a region, please, from this list.</p></nav><div role=navigation>Nav</div><div>${article}</div>`,
      /region|Nav/,
    ],
    [
      'a footer',
      `<div>${article}</div><footer><p>All rights reserved, everywhere and for ever, by us.</p></footer>`,
      /reserved/,
    ],
    ['comments by name', `<div>${article}<div id=comments>${paragraphs(20, 50)}</div></div>`, /Line 5\d/],
    [
      'comments by their title',
      `<div>${article}<div><h3>12 Kommentare</h3>${paragraphs(20, 50)}</div></div>`,
      /Kommentare|Line 5\d/,
    ],
    [
      'comments by their answer links',
      `<div>${article}</div><div>${repeat(20, (index) => `<div><b>User</b>${paragraph(50 + index)}<a href="#r">Reply</a></div>`)}</div>`,
      /Line 5\d|Reply/,
    ],
    [
      'teasers',
      `<div>${article}${repeat(8, (index) => `<div><h3><a href="/t${index}">Other news</a></h3>${paragraph(50 + index)}</div>`)}</div>`,
      /Other|Line 5\d/,
    ],
    [
      'related links',
      `<div>${article}<h3>Read also</h3><ul>${repeat(4, (index) => `<li><a href="/r${index}">Another story ${index}</a></li>`)}</ul></div>`,
      /Read also|Another/,
    ],
    [
      'a link within the text',
      `<div><h1>T</h1>${paragraphs(3)}<p>Lesen Sie auch: <a href="/x">Ein anderer Text</a></p>${paragraphs(3, 3)}</div>`,
      /Lesen|anderer/,
    ],
    [
      'sharing links',
      `<div>${article}<div><a href="https://www.facebook.com/sharer.php?u=x">f</a><a href="https://twitter.com/intent/tweet">Post it</a></div></div>`,
      /Post it/,
    ],
    [
      'a newsletter box',
      `<div><h1>T</h1>${paragraphs(3)}<div><p>Get our letter every Friday, for free.</p><input type=email><button>Go</button></div>${paragraphs(3, 3)}</div>`,
      /letter every/,
    ],
    [
      'byline and date',
      `<meta name=author content="Ada Byron"><div><h1>T</h1><div>By Ada Byron</div><div>Tue, 3 March 2020, 10:15</div>${paragraphs(6)}</div>`,
      /Ada|2020/,
    ],
    [
      'a note on the author',
      `<meta name=author content="Ada Byron"><div><h1>T</h1>${paragraphs(8)}<p>Ada Byron writes about the sea, ships and ice for us.</p></div>`,
      /writes about/,
    ],
    ['an advertisement label', `<div><h1>T</h1>${paragraphs(3)}<div>Anzeige</div>${paragraphs(3, 3)}</div>`, /Anzeige/],
    [
      'what is out of sight',
      `<div><h1>T</h1>${paragraphs(3)}<div class="visually-hidden"><p>Opens in a new window, be warned.</p></div>${paragraphs(3, 3)}</div>`,
      /new window/,
    ],
    [
      'navigation laid out by a table',
      `<table><tr><td><ul>${repeat(9, (index) => `<li><a href="/n${index}">Place ${index}</a></li>`)}</ul></td><td>${article}</td></tr></table>`,
      /Place/,
    ],
  ])('is kept without %s', (_name, html, unwanted) => {
    const text = mainText(html);
    for (let index = 0; index < 6; index += 1) expect(text).toContain(`Line ${index}, told`);
    expect(text).not.toMatch(unwanted);
  });

  it.each([
    [
      'parts of it in several containers',
      `${MENU}<div><div>${paragraphs(3)}</div><div class=ad>Ad</div><div>${paragraphs(3, 3)}</div></div>`,
    ],
    ['a form around the page', `<form action=x>${MENU}<div>${paragraphs(6)}</div><input name=q></form>`],
    ['names that only speak of others', `<div class="has-sidebar no-comments">${paragraphs(6)}</div>`],
    ['a name that hides it on small screens alone', `<div class="hidden md:block">${paragraphs(6)}</div>`],
    ['a misleading name', `<div class="related">${paragraphs(6)}</div>`],
    [
      'cookies to bake',
      `${MENU}<div>${repeat(6, (index) => `<p>Put the cookies into the oven, and wait until they are brown. Line ${index}, told again.</p>`)}</div>`,
    ],
    [
      'a section about comments',
      `<div>${paragraphs(3)}<section id=comments><h2 id=comments-title>Comments</h2>${paragraphs(3, 3)}</section></div>`,
    ],
    [
      'line breaks for paragraphs',
      `${MENU}<div>${repeat(6, (index) => `${SENTENCES[index % 4] ?? ''} Line ${index}, told again.<br><br>`)}</div>`,
    ],
  ])('is whole with %s', (_name, html) => {
    const text = mainText(html);
    for (let index = 0; index < 6; index += 1) expect(text).toContain(`Line ${index}, told`);
  });

  it('keeps what belongs to a text', () => {
    const text = mainText(
      `<div>${paragraphs(3)}<h2>Figures</h2><table><tr><th>Year<th>Ships</tr><tr><td>1901<td>17</tr><tr><td>1902<td>3</tr></table>` +
        `<ul><li>one horse</li><li>two sledges</li></ul><pre>let ice = true;</pre><blockquote><p>Cold.</p></blockquote>` +
        `<p>E = <math><mi>m</mi></math></p>${paragraphs(3, 3)}</div>`,
    );
    for (const piece of ['Figures', '1902\t3', 'one horse', 'let ice', 'Cold.', 'E = m']) expect(text).toContain(piece);
  });

  it('has headline, subtitle and captions as a document alone', () => {
    const html =
      `<title>Winter at sea | Paper</title>${MENU}<div><header><h1>Winter at sea</h1><h2>What the ice did</h2></header>` +
      `<figure><img src=x><figcaption>Two horses</figcaption></figure>${paragraphs(6)}</div>`;
    expect(mainText(html)).not.toMatch(/Winter at sea|What the ice|Two horses/);
    const whole = mainText(html, { isDocument: true });
    for (const piece of ['Winter at sea', 'What the ice did', 'Two horses', 'Line 5']) expect(whole).toContain(piece);
  });

  it('has the lead that stands in its header', () => {
    const lead = '<p>A harbour froze, and an island learned to live with it, slowly.</p>';
    const html = `${MENU}<header><h1>Winter at sea</h1>${lead}</header><section>${paragraphs(40)}</section>${MENU}`;
    expect(mainText(html)).toMatch(/^A harbour froze/);
  });

  it('ends where the article of the structured data ends, if that is whole', () => {
    const entry = (index: number): string =>
      `Entry ${index}: day ${index * 37}, ice of ${index * 11} inches, ${index * 53} steps to land.`;
    const html = (count: number): string =>
      `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', articleBody: repeat(count, entry) })}</script>` +
      `<div>${repeat(12, (index) => `<p>${entry(index)}</p>`)}<p>This paper is printed on the island, by four people and a cat.</p></div>`;
    expect(mainText(html(12))).toContain('Entry 11');
    expect(mainText(html(12))).not.toContain('printed');
    const cut = mainText(html(7));
    expect(cut).toContain('Entry 11');
    expect(cut).toContain('printed');
  });

  it.each([
    ['Chinese', '一月的第三个星期，港口完全结冰，渡轮停航。', '岛上的人从未见过这么厚的冰，灯塔看守人这样说。'],
    [
      'Arabic',
      'تجمد الميناء في الأسبوع الثالث من شهر يناير، وتوقفت العبارات عن العمل.',
      'قال حارس المنارة إن أحدا لم ير مثل هذا الجليد من قبل، أبدا.',
    ],
    [
      'Hindi',
      'जनवरी के तीसरे सप्ताह में बंदरगाह जम गया, और नौकाएँ रुक गईं।',
      'द्वीप पर किसी ने इतनी मोटी बर्फ नहीं देखी थी, रखवाले ने कहा।',
    ],
  ])('is found in %s', (_name, first, second) => {
    const text = mainText(`${MENU}<div>${`<p>${first}</p><p>${second}</p>`.repeat(4)}</div>${MENU}`);
    expect(text.split(first)).toHaveLength(5);
    expect(text).not.toContain('Section');
  });
});

describe('a page that is no article', () => {
  it('keeps name and facts of a product', () => {
    const text = mainText(
      `<meta property="og:type" content="product"><nav>Shop</nav>${MENU}<main><h1>Oak chair</h1><div>€ 89.00</div>` +
        `<p>A plain chair of solid oak, oiled by hand, for kitchens and porches.</p><ul><li>Height 80 cm</li></ul></main><footer>Foot</footer>`,
    );
    for (const piece of ['Oak chair', '89.00', 'solid oak', 'Height']) expect(text).toContain(piece);
    expect(text).not.toMatch(/Shop|Foot|Section/);
  });

  it('keeps the entries of a list of links', () => {
    const text = mainText(
      `<nav>Menu</nav><main><h1>Index</h1><ul>${repeat(30, (index) => `<li><a href="/e${index}">Entry ${index}</a></li>`)}</ul></main>`,
    );
    expect(text).toContain('Entry 29');
    expect(text).not.toContain('Menu');
  });

  it('keeps the cards of a page that has nothing else', () => {
    const text = mainText(
      `<nav>Menu</nav><div>${repeat(8, (index) => `<div><h3><a href="/t${index}">News ${index}</a></h3>${paragraph(index)}</div>`)}</div>`,
    );
    expect(text).toContain('News 7');
    expect(text).toContain('Line 7');
  });

  it('keeps the posts of a thread', () => {
    const text = mainText(
      `<nav>Menu</nav><div>${repeat(8, (index) => `<div class=post><b>User</b>${paragraph(index)}<a href="#r">Reply</a></div>`)}</div>`,
    );
    for (let index = 0; index < 8; index += 1) expect(text).toContain(`Line ${index}`);
  });

  it.each([
    ['one line', '<p>Hello.</p>', 'Hello.'],
    ['nothing', '', ''],
    ['what all stands beside', '<nav>Menu</nav><footer>Foot</footer>', 'Menu\nFoot'],
    ['comments and nothing else', `<div id=comments><p>Only this, and no more.</p></div>`, 'Only this, and no more.'],
  ])('is kept whole: %s', (_name, html, expected) => {
    expect(mainText(html).replace(/\n+/g, '\n')).toBe(expected);
  });
});

describe('any page', () => {
  it('keeps its own tree', () => {
    const html = `${MENU}<div><h1>T</h1>${paragraphs(4)}<div id=comments>${paragraphs(4)}</div></div>`;
    const source = sourceOf(html);
    const before = writeText(source);
    const kept = keepMainContent(source);
    expect(writeText(source)).toBe(before);
    expect(kept.root).not.toBe(source.root);
  });

  it.each([
    ['an article', `${MENU}<div><h1>T</h1>${paragraphs(4)}</div>`, false],
    [
      'a list in a declared main part',
      `${MENU}<main><ul>${repeat(9, (index) => `<li>${index} words`)}</ul></main>`,
      false,
    ],
    ['words without a part of their own', '<nav>Menu</nav><p>Only this.</p><p>And this.</p>', true],
    ['nothing', '', true],
  ])('says whether it has a main part: %s', (_name, html, hasNoMain) => {
    expect(keepMainContent(sourceOf(html)).hasNoMain).toBe(hasNoMain);
  });

  it('is shown whole beyond maxMainNodes, and says so', () => {
    const source = sourceOf(`${MENU}<div>${paragraphs(4)}</div>`, { ...DEFAULT_CONVERSION_LIMITS, maxMainNodes: 10 });
    expect(keepMainContent(source)).toEqual({ ...source, hasNoMain: true });
    expect([...source.limitsHit]).toEqual(['maxMainNodes']);
  });

  it('is reduced in time, whatever its shape', () => {
    const pages = [
      '<div>'.repeat(100_000) + paragraphs(4),
      `<article>${paragraphs(4)}<div>${'<h2>a b c</h2>'.repeat(100_000)}</div></article>`,
      `<article>${paragraphs(4)}${'<div><h3>Comments</h3><p>x</p></div>'.repeat(40_000)}</article>`,
      `<article>${paragraphs(4)}${'<div>'.repeat(500)}<img>${'<b></b>'.repeat(100_000)}x`,
      `${paragraphs(4)}${'<div>'.repeat(500)}${'<header>x</header>'.repeat(100_000)}`,
      `<article>${paragraphs(4)}${'<div><h3><a href="/x">t t</a></h3></div>'.repeat(40_000)}</article>`,
    ];
    for (const page of pages) {
      const source = sourceOf(page);
      const usedMs = watchProcessor();
      keepMainContent(source);
      expect(usedMs()).toBeLessThan(10_000);
    }
  });

  it('gives words of the page in their order, and never throws', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<div>',
        '</div>',
        '<p>',
        '</p>',
        '<h1>',
        '<h2>',
        '<ul><li>',
        '</ul>',
        '<table><tr><td>',
        '</table>',
        '<article>',
        '<main>',
      ),
      fc.constantFrom(
        '<a href="/x">',
        '</a>',
        '<img>',
        '<nav>',
        '</nav>',
        '<aside>',
        '<form>',
        '<div class="comments">',
        '<span class=share>',
        '<input>',
      ),
      fc.constantFrom(...SENTENCES, 'Comments', 'Read also: ', 'Reply', '12 March 2020'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const source = sourceOf(pieces.join(''));
        const whole = rawText(source.root);
        let at = 0;
        for (const word of rawText(keepMainContent(source).root).match(/\p{L}+/gu) ?? []) {
          at = whole.indexOf(word, at);
          expect(at).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 300 },
    );
  });
});
