import { expect, it } from '@jest/globals';
import { convertPage } from '../convert/convert-page.js';

const main = (body: string): string | undefined =>
  convertPage(
    { text: `<!doctype html><html><body>${body}</body></html>`, url: 'https://site.example/', mediaType: 'text/html' },
    { formats: ['markdown'], links: false, emails: false, onlyMainContent: true },
  ).markdown;

const goods = '<ul><li><a href="/p/2">Ash bucket</a> $24.00</li><li><a href="/p/3">Fire gloves</a> $18.50</li></ul>';

it.each([
  ['Customers also bought'],
  ['Frequently bought together'],
  ['Kunden kauften auch'],
  ['Passend dazu'],
  ['Les clients ont aussi acheté'],
  ['Productos relacionados'],
])('keeps a product without the goods under "%s"', (title) => {
  const page = `<div><h1>Kettle</h1><p>$64.50</p><p>Poured in one piece.</p><dl><dt>Weight</dt><dd>6 lb</dd></dl><button>Add to cart</button><h2>${title}</h2>${goods}</div>`;
  const text = main(page);
  expect(text).toContain('6 lb');
  expect(text).not.toContain('Ash bucket');
});

it('keeps what is sold with a product under other titles', () => {
  expect(main(`<div><h1>Hearth set</h1><p>$164.50</p><h2>In the box</h2>${goods}</div>`)).toContain('Ash bucket');
});
