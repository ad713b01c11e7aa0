import { expect, it } from '@jest/globals';
import { convertPage } from '../../convert/convert-page.js';

const main = (body: string, head = ''): string =>
  convertPage(
    {
      text: `<!doctype html><html><head>${head}</head><body>${body}</body></html>`,
      url: 'https://site.example/',
      mediaType: 'text/html',
    },
    { formats: ['markdown'], links: false, emails: false, onlyMainContent: true },
  ).markdown ?? '';

const many = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('');
const story = many(
  6,
  (index) => `<p>The kiln was fired for the ${index + 2}nd time that week, and all of the cups came out whole.</p>`,
);

it.each([
  ['a form', '<form action="/cart"><h1>Oak shelf</h1><p>$49.90</p><input name="count"><button>Buy now</button></form>'],
  ['a box named as a banner', '<div class="banner"><h1>Oak shelf</h1><div>$49.90</div></div>'],
  ['a box named as a widget', '<div class="widget"><h1>Oak shelf</h1><div>$49.90</div></div>'],
])('keeps the title and price of a product that are in %s', (_name, box) => {
  const head = '<title>Oak shelf | Shop</title><meta property="og:type" content="product">';
  const text = main(`<div>${box}<h2>Details</h2>${story}</div>`, head);
  expect(text).toContain('# Oak shelf');
  expect(text).toContain('$49.90');
  expect(text).toContain('the cups came out whole');
});

it('keeps a list of facts whatever its box is called', () => {
  const list = `<div class="print"><h2>Ingredients</h2><ul>${many(6, (index) => `<li>${index + 1} spoons of flour kind ${index}</li>`)}</ul></div>`;
  expect(main(`<main><h1>Bread of many flours</h1>${list}${story}</main>`)).toContain('3 spoons of flour');
});

it('keeps short rows of facts above a text', () => {
  const list = `<div><h2>Ingredients</h2>${many(6, (index) => `<div><span>${index + 1} spoons</span> <b>flour kind ${index}</b></div>`)}</div>`;
  expect(main(`<main><h1>Bread of many flours</h1>${list}${story}</main>`)).toContain('3 spoons **flour kind 2**');
});

it('takes a list of entries with texts below the title for the content, not the text beside it', () => {
  const entries = many(
    14,
    (index) =>
      `<li><h2><a href="/job/${index}">Potter for workshop ${index}</a></h2><div>Workshop ${index}, Graz</div><p>You throw cups and bowls by hand, you glaze them, and you mind the kiln on Mondays.</p></li>`,
  );
  const page = (before: string): string =>
    main(`<main><h1>Potter jobs in Graz</h1>${before}<ul>${entries}</ul><div>${story}</div></main>`);
  expect(page('')).toContain('Potter for workshop 8');
  expect(page(story)).not.toContain('Potter for workshop 8');
});

it('takes the declared main part for the content, not the notes of its search form', () => {
  const results = many(
    30,
    (index) => `<li><a href="/home/${index}">${index} Quay Street, Graz</a><span>$1,${index + 100} a month</span></li>`,
  );
  const page = (role: string): string =>
    main(`<div><fieldset>${story}</fieldset><div role="${role}"><h1>Homes in Graz</h1><ul>${results}</ul></div></div>`);
  expect(page('main')).toContain('29 Quay Street');
  expect(page('main')).not.toContain('kiln');
});

it('keeps what people say of a place, by whom, when and with how many stars', () => {
  const head = `<script type="application/ld+json">{"@type": "LocalBusiness", "name": "Kiln &amp; Sons"}</script>`;
  const review = (index: number): string =>
    `<li><div class="author">Ines ${index}</div><div role="img" aria-label="${index} star rating"><svg></svg></div><div class="date">May ${index}, 2024</div><p class="comment">They mended my old kiln in an hour, and they asked for next to nothing, visit ${index}.</p></li>`;
  const page = `<main><h1>Kiln &amp; Sons</h1><p>Open from nine to five on weekdays.</p>${story}<ul>${many(4, (index) => review(index + 1))}</ul></main>`;
  const text = main(page, head);
  for (const wanted of ['Ines 3', '3 star rating', 'May 3, 2024', 'next to nothing, visit 3'])
    expect(text).toContain(wanted);
  expect(main(page, head.replace('Kiln &amp; Sons', 'The Paper'))).not.toContain('next to nothing');
});

it('has none of the buttons that only change how the page looks', () => {
  const text = main(
    `<main><h1>Kiln</h1>${story}<button>Show more</button><div role="button"><span>Show image</span> <span>Close image</span></div><a href="#">Menü schließen</a><p>Press <a href="/more">read more</a> to go on, or <button>Large</button>.</p></main>`,
  );
  expect(text).not.toMatch(/Show more|image|Menü/);
  expect(text).toContain('[read more](https://site.example/more)');
  expect(text).toContain('Large');
});

it('has no terms on the members of a forum beside their posts', () => {
  const post = (index: number): string =>
    `<div class="post"><div><h4><a href="/u/${index}">ines${index}</a></h4><div><dl><dt>Joined</dt><dd>12 June 2017</dd></dl><dl><dt>Posts</dt><dd>1,158</dd></dl></div></div><div><p>My kiln does not start when it is cold outside, and nobody knows why, part ${index}.</p></div></div>`;
  const text = main(`<div><h1>Cold kilns</h1>${many(5, post)}</div>`);
  expect(text).toContain('ines2');
  expect(text).toContain('part 4');
  expect(text).not.toContain('1,158');
});
