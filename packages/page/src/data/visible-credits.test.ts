import { expect, it } from '@jest/globals';
import { convertPage } from '../convert/convert-page.js';
import type { PageData } from '../source/page-content.js';

const dataOf = (html: string): PageData =>
  convertPage(
    { text: html, url: 'https://a.example/', mediaType: 'text/html' },
    { formats: ['json'], links: false, emails: false },
  ).json as PageData;

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
  ['a by-line that says something else', '<div class="byline">Sport section</div>', undefined],
  ['a by-line of many words', `<div class="byline">By ${'a '.repeat(60)}</div>`, undefined],
  ['numbers and addresses', '<a rel="author">3 posts</a><a rel="author">a@b.example</a>', undefined],
  ['who comments', '<div id="comments"><a rel="author">Ann Lee</a></div>', undefined],
  ['hidden names', '<p hidden><a rel="author">Ann Lee</a></p>', undefined],
])('reads the author from %s', (_name, html, expected) => {
  expect(dataOf(html).byline).toBe(expected);
});

it.each([
  ['an itemprop', '<time itemprop="datePublished" datetime="2024-05-01">1 May</time>', '2024-05-01'],
  ['a class', '<time class="entry-date" datetime="2024-05-01T10:00Z">1 May</time>', '2024-05-01T10:00Z'],
  ['pubdate', '<time pubdate datetime="2024-05-01">1 May</time>', '2024-05-01'],
  ['any other time', '<time datetime="2024-05-01">1 May</time>', undefined],
  ['a time that is none', '<time pubdate datetime="10:30">now</time>', undefined],
])('reads the date from %s', (_name, html, expected) => {
  expect(dataOf(html).published).toBe(expected);
});
