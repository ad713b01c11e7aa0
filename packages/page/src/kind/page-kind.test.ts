import { expect, it } from '@jest/globals';
import { convertPage } from '../convert/convert-page.js';
import type { PageData, PageKindGuess } from '../source/page-content.js';

const guess = (body: string, { head = '', url = 'https://site.example/' } = {}): PageKindGuess | undefined => {
  const page = {
    text: `<!doctype html><html><head>${head}</head><body>${body}</body></html>`,
    url,
    mediaType: 'text/html',
  };
  const { json } = convertPage(page, { formats: ['json'], links: false, emails: false });
  return (json as PageData).pageKind;
};

const prose = (count: number): string =>
  Array.from(
    { length: count },
    (_, index) =>
      `<p>Paragraph ${index}: the river rose again in spring, and the people of the town walked along its banks to see it.</p>`,
  ).join('');
const many = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('');

it.each([
  ['article', `<main><article><h1>The river</h1>${prose(20)}</article></main>`],
  [
    'product',
    '<main><h1>Oak shelf</h1><span>€ 49.90</span><p>A shelf of oak.</p><button>In den Warenkorb</button></main>',
  ],
  [
    'listing',
    `<main><h1>Shelves</h1><ul>${many(12, (index) => `<li class="tile"><a href="/s/${index}">Shelf number ${index}</a><span>€ ${index + 10}.00</span> ships in ${index} days</li>`)}</ul></main>`,
  ],
  [
    'thread',
    `<main><h1>Paint peels</h1>${many(6, (index) => `<div class="post" id="post-${index}"><a href="/u/${index}">reader${index}</a><time>2024-01-0${index + 1}</time><p>My paint peels as well, and I tried a second coat of primer with no luck at all.</p></div>`)}</main>`,
  ],
  [
    'documentation',
    `<main><h1>Configuration</h1>${many(5, (index) => `<h2 id="s${index}">Option ${index} <a href="#s${index}">¶</a></h2><p>Sets option ${index}.</p><pre>option${index} = true\nother${index} = false</pre>`)}</main>`,
  ],
  [
    'profile',
    '<main class="h-card"><h1>Ines Falk</h1><p>Potter in Graz</p><button>Follow</button><a href="/f">1,204 followers</a></main>',
  ],
  [
    'event',
    '<main><h1>Night of choirs</h1><dl><dt>When</dt><dd>3 May 2025, 20:00</dd><dt>Where</dt><dd>Town hall</dd></dl><a href="/t">Get tickets</a></main>',
  ],
  [
    'recipe',
    '<main><h1>Leek soup</h1><h2>Zutaten</h2><ul><li>3 Stangen Lauch</li></ul><h2>Zubereitung</h2><ol><li>Lauch schneiden.</li></ol></main>',
  ],
])('recognizes a page of the kind %s by its shape', (kind, body) => {
  expect(guess(body)).toMatchObject({ kind });
});

it('is sure of what a page states of itself', () => {
  const head = '<script type="application/ld+json">{"@type": "Recipe", "name": "Leek soup"}</script>';
  expect(guess('<h1>Leek soup</h1>', { head })).toEqual({ kind: 'recipe', confidence: expect.any(Number) });
  expect(guess('<h1>Leek soup</h1>', { head })?.confidence).toBeGreaterThan(0.9);
});

it('counts the address as a hint alone', () => {
  expect(guess('<h1>Oak</h1>', { url: 'https://site.example/products/oak' })).toBeUndefined();
});

it('says nothing of a page that says nothing', () => {
  expect(guess('')).toBeUndefined();
  expect(guess('<h1>Sign in</h1><form><label>Where</label><input><label>When</label><input></form>')).toBeUndefined();
});

it('takes a menu for no list, and comments below an article for no thread', () => {
  const menu = many(
    10,
    (index) => `<li class="m">${many(12, (place) => `<a href="/${index}/${place}">Topic ${place}</a>`)}</li>`,
  );
  expect(guess(`<ul>${menu}</ul>`)).toBeUndefined();
  const comments = many(
    8,
    (index) =>
      `<div class="comment"><p>Comment ${index}: I remember the flood of that year very well, we had water in the cellar for weeks.</p></div>`,
  );
  expect(guess(`<article><h1>The river</h1>${prose(20)}</article><section>${comments}</section>`)).toMatchObject({
    kind: 'article',
  });
});

it('guesses by the whole page where a part of it is shown', () => {
  const text =
    '<main><h1>Oak shelf</h1><span>$49.90</span><button>Add to cart</button><p class="note">A note.</p></main>';
  const request = { formats: ['json' as const], links: false, emails: false, includeOnlyTags: ['.note'] };
  const { json } = convertPage({ text, url: 'https://site.example/', mediaType: 'text/html' }, request);
  expect(json).toMatchObject({ pageKind: { kind: 'product' }, text: 'A note.' });
});
