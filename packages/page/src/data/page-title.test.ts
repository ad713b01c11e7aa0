import { expect, it } from '@jest/globals';
import { pageTitle, type TitleStatements } from './page-title.js';

type Statements = Partial<TitleStatements> & { readonly heading?: string };

const title = ({ heading, ...statements }: Statements): string | undefined =>
  pageTitle({
    document: undefined,
    shared: [],
    headline: undefined,
    headings: heading === undefined ? [] : [{ level: 1, text: heading }],
    siteNames: [],
    url: 'https://www.times.example/a',
    ...statements,
  });

it.each<[string, Statements, string | undefined]>([
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
  [
    'a heading that says less',
    { document: 'A long title of b - all the news', heading: 'A long title of b' },
    'A long title of b',
  ],
  ['a heading that says more', { shared: ['A title'], heading: 'A title of all things' }, 'A title of all things'],
  [
    'a heading with a section before the title',
    { shared: ['A title of b'], heading: 'Sport: A title of b' },
    'A title of b',
  ],
  [
    'a heading with the site after the title',
    { shared: ['A title of b'], heading: 'A title of b | Paper' },
    'A title of b',
  ],
  [
    'a heading in other words',
    { shared: ['A new title of things'], heading: 'A title of new good things' },
    'A title of new good things',
  ],
  ['a heading of the site', { document: 'A b | My Site', heading: 'My Site', siteNames: ['My Site'] }, 'A b'],
  ['only a headline', { headline: 'A' }, 'A'],
  ['a heading with the site', { document: 'A b | My Site', heading: 'A b | My Site', siteNames: ['My Site'] }, 'A b'],
  [
    'a heading that is a word of the title',
    { document: 'privacy: My privacy terms', shared: ['My privacy terms'], heading: 'privacy' },
    'My privacy terms',
  ],
  [
    'a heading of the section and the site',
    { document: 'A step - Steps - Dance Town', heading: 'Steps - Dance Town' },
    'A step',
  ],
  [
    'a long heading after the site',
    {
      document: 'My Paper - A law for all of us - The house agrees',
      heading: 'A law for all of us - The house agrees',
    },
    'A law for all of us - The house agrees',
  ],
  [
    'a heading that is most of the title',
    { document: 'A cake with many ripe plums recipe', heading: 'A cake with many ripe plums' },
    'A cake with many ripe plums',
  ],
  ['the host in the name of the site', { document: 'A b - Games Town2030', url: 'https://town2030.example/' }, 'A b'],
  [
    'what the site says of itself after its name',
    { shared: ['A b | My Site | See now'], siteNames: ['My Site'] },
    'A b',
  ],
  [
    'the name of the site twice, once without a sign',
    { document: 'A bThe book of all firms | The book of all firms', heading: 'A b' },
    'A b',
  ],
  [
    'a heading over words for search engines',
    { document: 'Printers • Labels • Service | Print Ltd', heading: 'Printers from those who know' },
    'Printers from those who know',
  ],
  [
    'the only heading of a page that states its site alone',
    { document: 'My Site', siteNames: ['My Site'], headings: [{ level: 4, text: 'A night of all nights' }] },
    'A night of all nights',
  ],
  [
    'teasers of a page that states its site alone',
    {
      document: 'My Site',
      siteNames: ['My Site'],
      headings: [1, 2].map((day) => ({ level: 4, text: `A night of all nights ${day}` })),
    },
    'My Site',
  ],
  ['the day before the title', { shared: ['23.01.2022 - A b c'], heading: '23.01.2022 - A b c' }, 'A b c'],
  [
    'a section before the headline',
    {
      shared: ['Notes - Notes 4 - a new build'],
      headline: 'Notes 4 - a new build',
      heading: 'Notes - Notes 4 - a new build',
    },
    'Notes 4 - a new build',
  ],
  ['an unknown site after a title alone', { document: 'A title of words – My paper' }, 'A title of words'],
])('%s', (_name, statements, expected) => {
  expect(title(statements)).toBe(expected);
});

it('takes long titles in bounded time', () => {
  const long = Array.from({ length: 20_000 }, (_value, index) => `a${index}`).join(' - ');
  expect(title({ document: long, heading: 'b' })).toHaveLength(long.length);
});
