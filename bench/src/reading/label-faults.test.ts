import { expect, it } from '@jest/globals';
import { foldOf } from './folds.js';
import { type Fact, isRightFact } from './judge-facts.js';
import { labelFault } from './label-faults.js';

it.each<[string, Fact, string, string, string | undefined]>([
  ['a title on the page', 'title', 'A b c', '<h1>A <b>b</b> c</h1>', undefined],
  ['a title that is elsewhere', 'title', 'A b d', '<h1>A b c</h1>', 'not on the page'],
  [
    'a title with the site',
    'title',
    'A long day - Paper',
    '<title>A long day - Paper</title><h1>A long day</h1>',
    'a heading and what stands around it',
  ],
  [
    'the end of a title with the site',
    'title',
    'a long day · Paper',
    '<title>Out: a long day · Paper</title><h1>Out: a long day</h1>',
    'a heading and what stands around it',
  ],
  ['a title cut off', 'title', 'A long da', '<h1>A long day</h1>', 'cut within a word'],
  [
    'a day shown as that of a change',
    'published',
    '2024-05-01',
    '<p>Last updated on 1 May 2024</p>',
    'the day of a change',
  ],
  ['a day shown twice', 'published', '2024-05-01', '<p>Updated 1 May 2024</p><p>1 May 2024</p>', undefined],
  ['a title that goes on', 'title', 'A long day: b', '<title>A long day: b</title><h1>A long day</h1>', undefined],
  ['people', 'byline', 'Ann Lee and Bo Day', '<p>Bo Day</p><p>Ann Lee</p>', undefined],
  ['a date as author', 'byline', 'May 1', '<p>May 1</p>', 'no name'],
  ['a day in words', 'published', '2024-05-01', '<p>1 May 2024</p>', undefined],
  ['a day that is not there', 'published', '2024-05-01', '<p>5 May 2023</p>', 'not on the page'],
  [
    'the day of a change',
    'published',
    '2024-05-09',
    '<script>{"datePublished": "2024-05-01", "dateModified": "2024-05-09"}</script>',
    'the day of a change',
  ],
  ['a stated text', 'description', 'Of a b', '<meta name=description content="Of a b">', undefined],
  ['a shown text', 'description', 'Of a b', '<p>Of a b</p>', 'none stated'],
  [
    'a shown text beside a stated one',
    'description',
    'Of a b',
    '<meta name=description content=Else><p>Of a b</p>',
    'a text shown, another stated',
  ],
])('judges the label of %s', (_name, fact, label, html, fault) => {
  expect(labelFault(fact, label, html)).toBe(fault);
});

it('compares facts as people do', () => {
  expect(isRightFact('title', 'Caf\u00e9 A', 'cafe\u0301 &#8211; a')).toBe(true);
  expect(isRightFact('byline', 'Bo Day, Ann Lee', 'ANN LEE AND BO DAY')).toBe(true);
  expect(isRightFact('byline', 'Bo Day', 'By Bo Day\n  March 11, 2015')).toBe(true);
  expect(isRightFact('byline', 'Bo Day', 'By Bo Day\n  Ann Lee')).toBe(false);
  expect(isRightFact('published', '2022-11-29', '2022-29-11')).toBe(true);
  expect(isRightFact('published', '2022-11-27', '2022-11-29')).toBe(false);
});

it('holds the pages of a site in one fold, and those of no known site apart', () => {
  expect(foldOf('a', 'https://www.a.example/1')).toBe(foldOf('b', 'https://a.example/2'));
  const folds = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => foldOf(name, 'http://fakehost/test/page.html'));
  expect(new Set(folds).size).toBeGreaterThan(1);
});
