import { expect, it } from '@jest/globals';
import type { AiRules } from '@quarry/contracts';
import { convertPage } from '../convert/convert-page.js';

const read = (body: string, rules: AiRules, head = ''): Record<string, unknown> | undefined =>
  convertPage(
    {
      text: `<html lang="en"><head>${head}</head><body>${body}</body></html>`,
      url: 'https://site.example/',
      mediaType: 'text/html',
    },
    { formats: [], links: false, emails: false, aiExtractRules: rules },
  ).aiResponse;

const text = { type: 'string' } as const;
const number = { type: 'number' } as const;
const box = (label: string, value: string): string => `<div class="r"><div>${label}</div><div>${value}</div></div>`;

it('reads rows of one shape as labels with their values, one alone or unlike ones not', () => {
  const rules: AiRules = { company: text, location: text };
  const two = `<h1>Joiner</h1><div>${box('Employer', 'Reiter')}${box('Location', 'Linz')}</div>`;
  expect(read(two, rules)).toEqual({ company: 'Reiter', location: 'Linz' });
  expect(read(`<h1>Joiner</h1><div>${box('Employer', 'Reiter')}<p>x</p></div>`, rules)?.['company']).toBeNull();
  const same = `<h1>Joiner</h1><div>${box('Employer', 'Reiter')}${box('Employer', 'Holm')}</div>`;
  expect(read(same, rules)?.['company']).toBeNull();
});

it('takes a page that says when and where for an event, and its date for the start', () => {
  const rules: AiRules = { startDate: text, venue: text };
  const rows = `<dl><dt>Date</dt><dd>14 September 2025</dd><dt>Venue</dt><dd>Meadow Hall</dd></dl>`;
  expect(read(`<h1>Bees</h1>${rows}`, rules)).toEqual({ startDate: '14 September 2025', venue: 'Meadow Hall' });
  expect(read('<h1>Bees</h1><dl><dt>Date</dt><dd>14 September 2025</dd></dl>', rules)?.['startDate']).toBeNull();
});

it('reads the day of a time element that shows words', () => {
  const rows =
    '<dl><dt>When</dt><dd><time datetime="2025-05-03T20:00">Saturday night</time></dd><dt>Where</dt><dd>Hall</dd></dl>';
  expect(read(`<h1>Choirs</h1>${rows}`, { startDate: text })).toEqual({ startDate: '2025-05-03T20:00' });
});

it('takes a page with beds and baths for a home: its price and its address are its own', () => {
  const rules: AiRules = { price: number, address: text, bedrooms: number };
  const rows = '<table><tr><th>Beds</th><td>4</td></tr><tr><th>Baths</th><td>2</td></tr></table>';
  const page = `<h1>210 Birch Street, Oneida, NY 13421</h1><p>$244,900</p>${rows}`;
  expect(read(page, rules)).toEqual({ price: 244_900, address: '210 Birch Street, Oneida, NY 13421', bedrooms: 4 });
  const many = Array.from({ length: 14 }, (_, index) => `<p>$${index + 100},000</p>`).join('');
  expect(read(`<h1>Homes in Oneida</h1>${many}${rows}`, rules)).toMatchObject({ price: null, address: null });
});

it('reads the price behind a buy button that is a link, and its currency by the label of the price', () => {
  const page = '<h1>Salt Ledger</h1><p>£9.00</p><a href="/cart">Add to basket</a>';
  expect(read(page, { price: number })).toEqual({ price: 9 });
  expect(read('<h1>Oil</h1><a href="/cart">Why we buy now and not later</a><p>£9.00</p>', { price: number })).toEqual({
    price: null,
  });
  expect(read('<h1>Flat</h1><dl><dt>Price</dt><dd>980 €</dd></dl>', { currency: text })).toEqual({ currency: 'EUR' });
});

it('reads availability before a comma', () => {
  const stock = (sentence: string): unknown =>
    read(`<h1>Lamp</h1><p>€ 9.00</p><p>${sentence}</p><button>Add to cart</button>`, {
      inStock: { type: 'boolean' },
    })?.['inStock'];
  expect(stock('In stock, at your door within two or three working days')).toBe(true);
  expect(stock('Ask our friendly staff, who know what is in stock at every branch')).toBeNull();
});

it('names the author of a book or a post by the one link to a page of authors or accounts', () => {
  const book =
    '<h1>La Digue</h1><p class="auteur">de <a href="/a/1">Paul Arnaud</a></p><ul><li>ISBN: 978-2-1111-2222-3</li></ul>';
  expect(read(book, { author: text })).toEqual({ author: 'Paul Arnaud' });
  const post = (by: string): string =>
    `<article class="answer"><p>Plant them a week or two later, they will stay.</p><footer>by <a href="/users/${by}">${by}</a></footer></article>`;
  const rules: AiRules = { answers: { type: 'list', output: { author: text } } };
  expect(read(`<h1>Leeks?</h1>${post('fernhill')}${post('mudlark')}${post('rosa')}`, rules)).toEqual({
    answers: [{ author: 'fernhill' }, { author: 'mudlark' }, { author: 'rosa' }],
  });
});

it('prefers what is about the page to what is about its site', () => {
  const head = '<meta property="og:site_name" content="The Gull"><meta property="og:title" content="Salt is back">';
  expect(read('<h1>The Gull</h1>', { title: text }, head)).toEqual({ title: 'Salt is back' });
});

it('names teachers and counts weeks', () => {
  const page =
    '<h1>Bowls</h1><table><tr><th>Teacher</th><td>Petra Vogt</td></tr><tr><th>Duration</th><td>8 weeks</td></tr></table>';
  expect(read(page, { instructor: text, duration: text })).toEqual({ instructor: 'Petra Vogt', duration: '8 weeks' });
});

it('prefers the author whom an article names to its site, known by its host', () => {
  const head =
    '<link rel=canonical href="https://the-gull.example/1"><meta property="og:type" content=article><meta name=author content="The Gull">';
  expect(read('<h1>Salt is back</h1><p>By Petra Vogt</p>', { author: text }, head)).toEqual({ author: 'Petra Vogt' });
  expect(read('<h1>Salt is back</h1>', { author: text }, head)).toEqual({ author: 'The Gull' });
});
