import { expect, it } from '@jest/globals';
import { pageTitle, type TitleStatements } from './page-title.js';

const title = (statements: Partial<TitleStatements>): string | undefined =>
  pageTitle({
    document: undefined,
    shared: [],
    headline: undefined,
    heading: undefined,
    siteNames: [],
    url: 'https://www.times.example/a',
    ...statements,
  });

it.each<[string, Partial<TitleStatements>, string | undefined]>([
  ['nothing', {}, undefined],
  ['the heading alone', { heading: 'A' }, 'A'],
  ['the title alone', { document: 'A b - c' }, 'A b - c'],
  ['the site after the title', { document: 'A b | My Site', siteNames: ['My Site'] }, 'A b'],
  ['the site before the title', { document: 'My site: A b', siteNames: ['My Site'] }, 'My site: A b'],
  ['the site before the title, apart', { document: 'My site - A b', siteNames: ['My Site'] }, 'A b'],
  ['the host after the title', { document: 'A b — Times', siteNames: [] }, 'A b'],
  ['the site alone', { document: 'My Site', siteNames: ['My Site'] }, 'My Site'],
  ['a title made for sharing', { document: 'A b c - 1/2/2020 - Sport', shared: ['A b c'] }, 'A b c'],
  ['the site as what is shared', { document: 'A b | My Site', shared: ['My Site'], siteNames: ['My Site'] }, 'A b'],
  ['something else as what is shared', { document: 'A b', shared: ['Read our news'] }, 'A b'],
  [
    'a headline that is something else',
    { document: 'Chile - Pedia', headline: 'country in America', heading: 'Chile' },
    'Chile',
  ],
  ['the heading within the title', { document: 'A - b - Sport - News', heading: 'A – b' }, 'A - b'],
  ['only a headline', { headline: 'A' }, 'A'],
])('%s', (_name, statements, expected) => {
  expect(title(statements)).toBe(expected);
});

it('takes long titles in bounded time', () => {
  const long = Array.from({ length: 20_000 }, (_value, index) => `a${index}`).join(' - ');
  expect(title({ document: long, heading: 'b' })).toHaveLength(long.length);
});
