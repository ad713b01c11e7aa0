import { expect, it } from '@jest/globals';
import { convertPage } from '../convert/convert-page.js';
import type { PageData } from '../source/page-content.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const dataOf = (html: string, url = 'https://a.example/'): PageData =>
  convertPage({ text: html, url, mediaType: 'text/html' }, { formats: ['json'], links: false, emails: false })
    .json as PageData;

it.each([
  ['rel=author', '<p>By <a rel="author" href="/x">Ann Lee</a></p>', 'Ann Lee'],
  ['itemprop', '<span itemprop="author">by Ann Lee</span>', 'Ann Lee'],
  ['microformats', '<article class="h-entry"><a class="p-author h-card">Ann Lee</a></article>', 'Ann Lee'],
  ['a by-line that says who by', '<div class="story-byline">Von Ann Lee</div>', 'Ann Lee'],
  [
    'several authors',
    '<a rel="author">Ann Lee</a> and <a rel="author">Bo Day</a><a rel="author">Ann Lee</a>',
    'Ann Lee, Bo Day',
  ],
  [
    'names by several tags',
    '<meta name=citation_author content="Lee, Ann"><meta name=citation_author content="Day, Bo">',
    'Ann Lee, Bo Day',
  ],
  ['a tag of an unknown system', '<meta property="acme:authors" content="Ann Lee / Bo Day">', 'Ann Lee, Bo Day'],
  ['a tag for who made the site', '<meta name=web_author content="Ann Lee">', undefined],
  [
    'a tag with a number or a link',
    '<meta name="x:author" content="4355"><meta name=author content="<a href=/x>Ann Lee</a>">',
    'Ann Lee',
  ],
  ['a tag with the word before a name', '<meta name=author content="Von Ann Lee |">', 'Ann Lee'],
  [
    'the card for sharing',
    '<meta name="twitter:label1" content="Verfasst von"><meta name="twitter:data1" content="Ann Lee">',
    'Ann Lee',
  ],
  [
    'something else in the card',
    '<meta name="twitter:label1" content="Reading time"><meta name="twitter:data1" content="Four Minutes">',
    undefined,
  ],
  [
    'several names in one entity',
    '<script type="application/ld+json">{"@type":"Article","author":[{"name":["Ann Lee","Bo Day"]},{"givenName":"Cy","familyName":"Fox"}]}</script>',
    'Ann Lee, Bo Day, Cy Fox',
  ],
  ['what was done by the author', '<h1>T</h1><p>Geschrieben von Ann Lee</p>', 'Ann Lee'],
  ['what the text is', '<h1>T</h1><p>Ein Gastbeitrag von Ann Lee</p>', 'Ann Lee'],
  ['a name in Chinese', '<table><tr><td>2012-05-04 来源：晨报 作者：李明 【字体：大】</td></tr></table>', '李明'],
  ['a reporter and the place', '<h1>T</h1><p>記者王小明／台北報導</p>', '王小明'],
  ['a reporter in Korean', '<h1>T</h1><p>홍길동 기자</p>', '홍길동'],
  ['a word of many texts before the headline', '<p>LN</p><h1>LN of today</h1><p>By Ann Lee</p>', 'Ann Lee'],
  ['an office in Chinese', '<h1>T</h1><p>作者：编辑部</p>', undefined],
  ['a by-line that says something else', '<div class="byline">Sport section</div>', undefined],
  ['a by-line of many words', `<div class="byline">By ${'a '.repeat(60)}</div>`, undefined],
  ['numbers and addresses', '<a rel="author">3 posts</a><a rel="author">a@b.example</a>', undefined],
  ['who comments', '<div id="comments"><a rel="author">Ann Lee</a></div>', undefined],
  ['a box named so', '<div class="post-author">Ann Lee</div>', 'Ann Lee'],
  ['a line after the headline', '<h1>T</h1><p>By Ann Lee</p>', 'Ann Lee'],
  [
    'a page whose frame has a sidebar',
    '<div class="with sidebar-included"><a rel="author">Ann Lee</a></div>',
    'Ann Lee',
  ],
  [
    'the page rather than its site',
    '<meta name=author content="Paper"><meta property="og:site_name" content="Paper"><p>By <a rel=author>Ann Lee</a></p>',
    'Ann Lee',
  ],
  [
    'a site where nobody is named',
    '<meta name=author content="Paper"><meta property="og:site_name" content="Paper">',
    'Paper',
  ],
  ['nobody', '<meta name=author content="No Author">', undefined],
  [
    'boxes of many people',
    '<p class=author>Ann Lee</p><p class=author>Bo Day</p><p class=author>Cy Fox</p>',
    undefined,
  ],
  ['a label apart from the name', '<h1>T</h1><p><span>Author:</span> Ann Lee</p>', 'Ann Lee'],
  ['a label anywhere', `<p>${'Words. '.repeat(40)}</p><p>Autorin: Ann Lee, head of the House</p>`, 'Ann Lee'],
  ['a preposition anywhere', '<p>Von</p><p>Ann Lee</p>', undefined],
  ['a name after the day', '<h1>T</h1><p>1.5.2024 - Ann Lee</p>', 'Ann Lee'],
  ['a link to the page of an author', '<h1>T</h1><a href="/author/ann-lee/">Ann Lee</a>', 'Ann Lee'],
  ['an author beside a card', '<a rel=author>Ann Lee</a><span class=fn>Lee Street</span>', 'Ann Lee'],
  ['a name with its office', '<div class=author><b class=author-name>Ann Lee</b> Paper Staff</div>', 'Ann Lee'],
  ['a name with a small word', '<p>By <a rel=author>Ann Le Roy</a></p>', 'Ann Le Roy'],
  [
    'a box with the site',
    '<meta property="og:site_name" content="The Paper"><a rel=author>Ann Lee</a><a rel=author>The Paper</a>',
    'Ann Lee',
  ],
  [
    'an entity of the same data',
    '<script type="application/ld+json">{"@graph":[{"@type":"Article","author":{"@id":"#a"}},{"@type":"Person","@id":"#a","name":"Ann Lee"}]}</script>',
    'Ann Lee',
  ],
  [
    'an author without name or id',
    '<script type="application/ld+json">{"@graph":[{"@type":"Article","author":{}},{"@type":"Person","name":"Ann Lee"}]}</script>',
    undefined,
  ],
  ['a by-line with an agency', '<div class=byline>Von Ann Lee, dpa</div>', 'Ann Lee'],
  ['a name in brackets that ends the text', '<h1>T</h1><p>Words. (Ann Lee)</p><p>(Ann Lee) +++</p>', 'Ann Lee'],
  [
    'a name in full for an account',
    '<meta name=author content="ann.lee"><h1>T</h1><p><b>Words.</b> (Ann B. Lee) +++</p>',
    'Ann B. Lee',
  ],
  ['a name between a dash and a time', '<h1>T</h1><p><a>News</a> — ann @ 10:05</p>', 'ann'],
  ['an agency in the dateline', `<h1>T</h1><p>Hamburg (dpa/lno) – ${'Words. '.repeat(40)}</p>`, 'dpa/lno'],
  ['words in brackets in a dateline', `<h1>T</h1><p>Hamburg (north) – ${'Words. '.repeat(40)}</p>`, undefined],
  ['a source', '<h1>T</h1><p>Words.</p><p>Source: <a>The Agency</a></p>', 'The Agency'],
  ['an author before a source', '<h1>T</h1><p>Source: The Agency</p><p>By Ann Lee</p>', 'Ann Lee'],
  ['several sources', '<h1>T</h1><p>Source: One</p><p>Source: Two</p>', undefined],
  ['the source of a picture', '<h1>T</h1><figure><img><p>Source: The Agency</p></figure>', undefined],
  ['the footer of an article', '<article><h1>T</h1><footer><p>Source: Paper/al</p></footer></article>', 'Paper/al'],
  ['the footer of a page', '<h1>T</h1><footer><p>Source: Paper</p></footer>', undefined],
  ['a credit in the header', '<header><h1>T</h1><p class=credit>AGENCY</p></header>', 'AGENCY'],
  ['a credit elsewhere', '<h1>T</h1><p class=credit>AGENCY</p>', undefined],
  [
    'a name marked within what is about the author',
    '<h1>T</h1><a href="/authors/ann-lee"><span>© Ann Lee</span> <b itemprop=name>Ann Lee</b></a>',
    'Ann Lee',
  ],
  ['a card with a number', '<h1>T</h1><b class=fn>Truck Wash A31</b>', undefined],
  [
    'a site with its place',
    '<meta name=author content="Paper, Rome, Italy"><meta name=publisher content="Paper">',
    'Paper',
  ],
  ['hidden names', '<p hidden><a rel="author">Ann Lee</a></p>', undefined],
])('reads the author from %s', (_name, html, expected) => {
  expect(dataOf(html).byline).toBe(expected);
});

it.each([
  ['an itemprop', '<time itemprop="datePublished" datetime="2024-05-01">1 May</time>', '2024-05-01'],
  ['a class', '<time class="entry-date" datetime="2024-05-01T10:00Z">1 May</time>', '2024-05-01T10:00Z'],
  ['pubdate', '<time pubdate datetime="2024-05-01">1 May</time>', '2024-05-01'],
  ['a time by the headline', '<h1>T</h1><time datetime="2024-05-01">1 May</time>', '2024-05-01'],
  ['a name of a date', '<h1>T</h1><div class="post_date">1 May 2024, 10:05</div>', '2024-05-01T10:05'],
  ['a line after the headline', '<h1>T</h1><p>1 May 2024</p>', '2024-05-01'],
  ['a line before the headline', '<p>1 May 2024</p><h1>T</h1>', '2024-05-01'],
  ['a by-line', '<h1>T</h1><div class="byline">By Ann Lee, <span class=date>1 May 2024</span></div>', '2024-05-01'],
  ['a change', '<h1>T</h1><div class=date>Updated 1 May 2024</div>', undefined],
  ['a day before there were pages', '<h1>T</h1><p>1 May 1924</p>', undefined],
  ['any other time', '<time datetime="2024-05-01">1 May</time>', undefined],
  ['a word for publication', '<p>Published on 1 May 2024</p>', '2024-05-01'],
  ['a word for publication apart', '<p><b>Published on:</b> <i>1 May 2024</i></p>', '2024-05-01'],
  ['a label by an author', '<p><b>Date:</b> <i>1 May 2024</i></p><p>Author: Ann Lee</p>', '2024-05-01'],
  ['a label of an event', '<p><b>Date:</b> <i>1 May 2024</i></p><p>Date: 2 May 2024</p>', undefined],
  ['a year of two digits', '<h1>T</h1><p>01.05.24</p>', '2024-05-01'],
  [
    'a later paragraph of a chronicle',
    `<h1>T</h1>${`<p>${'Words. '.repeat(40)}</p>`.repeat(3)}<i></i><p>1 May 2024 – ${'Words. '.repeat(40)}</p>`,
    undefined,
  ],
  [
    'a line before a lower heading that is the title',
    `<title>Of a b</title><h1>Paper</h1><h2>Top</h2>${'<i>a</i>'.repeat(60)}<p>1 May 2024</p><h3>Of a b</h3>`,
    '2024-05-01',
  ],
  ['a day with bars', '<h1>T</h1><p>01 | 05 | 2024</p>', '2024-05-01'],
  [
    'a word for publication beside a vague statement',
    '<meta name=date content="2024-05-09"><p>Published on 1 May 2024</p>',
    '2024-05-01',
  ],
  ['a vague statement alone', '<meta name=date content="2024-05-09"><h1>T</h1><p>1 May 2024</p>', '2024-05-09'],
  [
    'data for scripts',
    '<script type="application/json">{"publishedDate":"2024-05-01T10:00:00Z"}</script>',
    '2024-05-01T10:00:00Z',
  ],
  [
    'data for scripts that holds several pages',
    '<script>x = {"publishedAt":"2024-05-01"}</script><script>y = {"publishedAt":"2024-05-02"}</script>',
    undefined,
  ],
  ['data of a change', '<script type="application/json">{"updatedDate":"2024-05-01"}</script>', undefined],
  ['a paragraph that begins with it', `<h1>T</h1><p>1 May 2024 – ${'Words. '.repeat(40)}</p>`, '2024-05-01'],
  ['a page within a form', '<form><h1>T</h1><p>1 May 2024</p></form>', '2024-05-01'],
  ['a form', '<h1>T</h1><form><p>1 May 2024</p></form>', undefined],
  ['teasers', '<h1>T</h1><div class=related><time datetime="2024-05-01">1 May</time></div>', undefined],
  ['a time that is none', '<time pubdate datetime="10:30">now</time>', undefined],
])('reads the date from %s', (_name, html, expected) => {
  expect(dataOf(html).published).toBe(expected);
});

it.each([
  ['https://a.example/2024/05/01/story', '2024-05-01'],
  ['https://a.example/20240501/story', '2024-05-01'],
  ['https://a.example/story-20240501999', undefined],
])('reads the date from an address: %s', (url, expected) => {
  expect(dataOf('<p>Story</p>', url).published).toBe(expected);
});

it('reads credits in bounded time', () => {
  const html = `<h1>T</h1>${'<div class="date byline">'.repeat(500)}${'<i class=date></i>'.repeat(100_000)}`;
  const usedMs = watchProcessor();
  dataOf(html);
  expect(usedMs()).toBeLessThan(10_000);
});

it.each([
  [
    'a title in no heading',
    '<title>T and more | Paper</title><td><b>T and more</b></td><td>2012-05-04 10:20 by Ann</td>',
    '2012-05-04T10:20',
  ],
  ['the day of an event', '<h1>T</h1><dl><dt>When</dt><dd>4 July 2026, 19:00</dd></dl>', undefined],
  ['the day on which a member joined', '<h1>T</h1><p><b>Joined:</b> 3 May 2004</p><p>5 May 2010</p>', '2010-05-05'],
])('reads the day of publication: %s', (_name, html, expected) => {
  expect(dataOf(html).published).toBe(expected);
});
