import { describe, expect, it } from '@jest/globals';
import { parseDocument } from '@quarry/html';
import { type ConversionLimitName, DEFAULT_CONVERSION_LIMITS } from '../../source/conversion-limits.js';
import { pageSource } from '../../source/page-source.js';
import { writeText } from '../../writers/text-writer.js';
import { keepMainContent } from '../keep-main-content.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const mainText = (html: string): string => {
  const limits = DEFAULT_CONVERSION_LIMITS;
  const { root } = parseDocument(html, { limits });
  return writeText(
    keepMainContent(pageSource(root, 'https://example.org/story', limits, new Set<ConversionLimitName>())),
  );
};

const repeat = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('');
const own = (count: number): string =>
  repeat(
    count,
    (index) => `<p>The bridge was closed on Monday, and the town waited for news, part ${index} of it.</p>`,
  );
const other = (index: number): string =>
  `<p>Somewhere else, in another town, people talked about quite another thing, story ${index}.</p>`;
const TITLE = '<title>Bridge closed for weeks | Paper</title>';
const H1 = '<h1>Bridge closed for weeks</h1>';

describe('a text among those of other pages', () => {
  it.each([
    [
      'a list of news before its title',
      `<div><ul>${repeat(9, (index) => `<li><a href="/n${index}">A town far from here, number ${index}</a> and how people in it talk about a thing.</li>`)}</ul><div>${H1}${own(5)}</div></div>`,
      /town far/,
    ],
    [
      'texts before its title, without links',
      `<div><div>${repeat(3, other)}</div><div>${H1}${own(6)}</div></div>`,
      /another town/,
    ],
    [
      'texts behind many links',
      `<div>${H1}${own(5)}${repeat(12, (index) => `<div><a href="/n${index}">A long link to something on another page of this site</a></div>`)}${repeat(4, other)}</div>`,
      /another town|long link/,
    ],
    [
      'other articles after its own',
      `<div><article>${H1}${own(5)}</article>${repeat(4, (index) => `<article><a href="/n${index}">Open</a>${other(index)}</article>`)}</div>`,
      /another town/,
    ],
    [
      'two teasers that are articles',
      `<div><div>${H1}${own(5)}</div>${repeat(2, (index) => `<article><h2><a href="/n${index}">Quite another thing</a></h2>${other(index)}</article>`)}</div>`,
      /another/,
    ],
    [
      'a section under a title for other pages',
      `<div>${H1}${own(5)}<h3>You may also like...</h3>${repeat(3, (index) => `<div><a href="/n${index}">Open</a>${other(index)}</div>`)}</div>`,
      /another town|also like/,
    ],
    [
      'links for those who do not see the page',
      `<div>${H1}<a href="#nav">Jump to navigation</a> <a href="#search">Skip to search</a>${own(5)}</div>`,
      /Jump|Skip/,
    ],
    [
      'a line of topics',
      `<div>${H1}${own(3)}<p>Tags: <a href="/t1">towns</a>, <a href="/t2">bridges</a></p>${own(3)}</div>`,
      /Tags/,
    ],
    [
      'a request to follow the site',
      `<div>${H1}${own(3)}<p>Subscribe to our <a href="/nl">newsletter</a> for more of these, every day.</p>${own(3)}</div>`,
      /Subscribe/,
    ],
    [
      'the way back and what a button says',
      `<div>${H1}${own(3)}<div>PDF version</div><p><a href="/list">Back to the list</a></p>${own(3)}</div>`,
      /PDF|Back to/,
    ],
    [
      'who else worked on it',
      `<div>${H1}${own(9)}<p>Reporting by Ada Byron, editing by Max Born.</p></div>`,
      /Reporting/,
    ],
    [
      'whom to ask',
      `<div>${H1}${own(9)}<h3>Contact:</h3><p>Ada Byron, Paper, 1 Quay Street</p><p>Phone 12345</p></div>`,
      /Contact|Quay|Phone/,
    ],
  ])('is kept without %s', (_name, html, unwanted) => {
    const text = mainText(TITLE + html);
    expect(text).toContain('part 2 of it');
    expect(text).not.toMatch(unwanted);
  });

  it.each([
    [
      'sections that are articles without links',
      `<article>${H1}${own(5)}</article><article><h2>More</h2>${repeat(6, other)}</article>`,
    ],
    [
      'numbered parts under links',
      `<div>${H1}${own(4)}${repeat(3, (index) => `<div><h2><a href="/p${index}">${index + 1}. A thing to see in town</a></h2>${other(index)}</div>`)}</div>`,
    ],
    [
      'a list of pages amid the text',
      `<div>${H1}${own(2)}<ul>${repeat(4, (index) => `<li><a href="/n${index}">A thing to know of</a> and the story ${index} in another town.</li>`)}</ul>${own(3)}</div>`,
    ],
    [
      'a section called like those of other pages',
      `<div>${H1}${own(3)}<h3>Related work</h3>${other(0)}${other(1)}</div>`,
    ],
    ['contacts within the text', `<div>${H1}${own(2)}<h3>Contacts</h3>${repeat(6, other)}</div>`],
  ])('is whole with %s', (_name, html) => {
    expect(mainText(TITLE + html)).toMatch(/part 1 of it[\s\S]*story 1/);
  });

  it('ends at links only if it is short', () => {
    const links = repeat(
      30,
      (index) => `<div><a href="/n${index}">A long link to something on another page of this site</a></div>`,
    );
    expect(
      mainText(
        `${TITLE}<div>${H1}${own(40)}${links}<p>Then the bridge was opened again, and all were glad of it.</p></div>`,
      ),
    ).toContain('opened again');
  });

  it('keeps numbered notes together', () => {
    const notes = repeat(
      4,
      (index) => `<li>${index === 1 ? '<a href="/a">Byron</a> <a href="/b">Letters</a>' : `Note ${index}`}</li>`,
    );
    expect(
      mainText(
        `<div>${H1}${own(5)}<h2>Notes</h2><ol>${notes}</ol><p>All notes are from the archive, as of May.</p></div>`,
      ),
    ).toContain('2. Byron Letters');
  });

  it('has no soft hyphens', () => {
    expect(
      mainText(`<div>${H1}${own(5)}<p>The en\u00adgi\u00adneers looked at it, and they were worried.</p></div>`),
    ).toContain('The engineers');
  });
});

it('keeps a product without those that are sold with it', () => {
  const products = (count: number): string =>
    repeat(
      count,
      (index) => `<div><h3><a href="/p${index}">Another chair, number ${index}</a></h3><p>€ 20.00 each</p></div>`,
    );
  const page = (facts: number, count: number): string =>
    `<meta property="og:type" content="product"><main><h1>Oak chair</h1><ul>${repeat(facts, (index) => `<li>Fact ${index}: ${index * 7} cm of oak</li>`)}</ul>${products(count)}</main>`;
  expect(mainText(page(20, 4))).toContain('Fact 19');
  expect(mainText(page(20, 4))).not.toContain('Another chair');
  expect(mainText(page(2, 30))).toContain('Another chair, number 29');
});

describe('a thread', () => {
  const posts = repeat(6, (index) => `<div class="comment">User ${index}${other(index)}</div>`);

  it('is kept if there is nothing else, whatever its posts are called', () => {
    const beside = `<aside>${own(5)}</aside>`;
    expect(mainText(`<div><div>${H1}${posts}</div></div>${beside}`)).toContain('story 5');
  });

  it('does not end at the links of a poster', () => {
    const links = repeat(40, (index) => `<a href="/u${index}">User ${index}</a> `);
    const thread = repeat(5, (index) => `<div><div>${links}</div>${other(index)}${other(index)}</div>`);
    expect(mainText(`<div>${H1}${thread}</div>`)).toContain('story 4');
  });

  it('is left out beside a text', () => {
    expect(mainText(`<div>${H1}${own(5)}${posts}</div>`)).not.toContain('story');
  });

  it('does not end with the post that its structured data hold', () => {
    const first = repeat(
      6,
      (index) => `My boat number ${index} does not start when it is cold outside, and nobody knows why. `,
    );
    const data = JSON.stringify({ '@type': 'DiscussionForumPosting', articleBody: first });
    const html = `<script type="application/ld+json">${data}</script><div>${H1}<div><p>${first}</p></div><div>${repeat(4, other)}</div></div>`;
    expect(mainText(html)).toContain('story 3');
  });
});

it('finds a running text far from the title of an article to be an afterthought', () => {
  const facts = repeat(90, (index) => `<div><b>Fact ${index}</b><span>${index} units of it</span></div>`);
  const html = `<meta property="og:type" content="article"><main>${H1}${facts}</main><div><p>This list is made with care, but nobody can promise that it has no errors, so ask us.</p><p>Prices are those of today, and they may change at any time.</p></div>`;
  expect(mainText(html)).toContain('Fact 7');
});

it('is reduced in time with many lists, titles and cards', () => {
  const pages = [
    `${H1}${own(3)}${'<ul><li><a href="/a">A link to another page</a> with a text, and more of it</li></ul>'.repeat(20_000)}`,
    `${H1}${own(3)}${'<h3>Related articles</h3><a href="/a">x</a>'.repeat(30_000)}`,
    `${H1}${own(3)}${'<article><a href="/a">x</a><p>A text of another page, as it were.</p></article>'.repeat(20_000)}`,
    `${'<div>'.repeat(500)}${'<ul><li><a href=/a>A link to a page</a>, and a text of it</li><li></li></ul>'.repeat(20_000)}`,
    `${H1}${own(9)}${'<div><b>Contact</b></div>'.repeat(40_000)}`,
  ];
  for (const page of pages) {
    const usedMs = watchProcessor();
    mainText(page);
    expect(usedMs()).toBeLessThan(10_000);
  }
});
