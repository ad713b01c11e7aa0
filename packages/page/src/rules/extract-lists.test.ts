import { describe, expect, it } from '@jest/globals';
import type { AiRules } from '@quarry/contracts';
import { convertPage } from '../convert/convert-page.js';

const S = { type: 'string' } as const;
const N = { type: 'number' } as const;
const B = { type: 'boolean' } as const;
const list = (output: 'string' | 'number' | AiRules) => ({ type: 'list', output }) as const;
const item = (output: AiRules) => ({ type: 'item', output }) as const;

const read = (text: string, aiExtractRules: AiRules, url = 'https://shop.example.com/x'): Record<string, unknown> =>
  convertPage({ text, url, mediaType: 'text/html' }, { formats: [], links: false, emails: false, aiExtractRules })
    .aiResponse ?? {};

const data = (value: object): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...value })}</script>`;
const page = (title: string, head: string, body: string, lang = 'en'): string =>
  `<html lang="${lang}"><head><title>${title}</title>${head}</head><body>${body}</body></html>`;

describe('lists of things', () => {
  const card = (index: number): string =>
    `<div class="card"><a href="/p/${index}"><img src="/i/${index}.jpg" alt=""></a><h3><a href="/p/${index}">Laptop ${index}</a></h3>
     <span class="price">€${index}99.00</span>${index % 2 ? `<s>€${index}99.99</s>` : ''}
     <span aria-label="4.${index} out of 5 stars"></span></div>`;
  const shop = page('Laptops', '', `<h1>Laptops</h1><div>${[1, 2, 3, 4].map(card).join('')}</div>`);

  it('are the page’s cards, each read for itself', () => {
    const output = { name: S, price: N, currency: S, url: S, image: S, rating: N, original_price: N, isbn: S };
    const { products } = read(shop, { products: list(output) });
    expect(products).toHaveLength(4);
    expect((products as unknown[])[0]).toEqual({
      name: 'Laptop 1',
      price: 199,
      currency: 'EUR',
      url: 'https://shop.example.com/p/1',
      image: 'https://shop.example.com/i/1.jpg',
      rating: 4.1,
      original_price: 199.99,
      isbn: null,
    });
    expect((products as { original_price: unknown }[])[1]?.original_price).toBeNull();
  });

  it('are columns where one value of each is asked', () => {
    expect(read(shop, { product_names: list('string'), prices: list('number') })).toEqual({
      product_names: ['Laptop 1', 'Laptop 2', 'Laptop 3', 'Laptop 4'],
      prices: [199, 299, 399, 499],
    });
  });

  it('are not made of the links that any page has', () => {
    const link = (name: string): string =>
      `<li class="n"><h3><a href="/${name}">Story of ${name}</a></h3><time datetime="2024-01-01">then</time></li>`;
    const head = '<meta property="og:type" content="article">';
    const links = `<h1>Long day</h1><ul>${['one', 'two', 'three', 'four'].map(link).join('')}</ul>`;
    const rules = {
      products: list({ name: S, price: N }),
      events: list({ name: S, date: S, venue: S }),
      hotels: list({ name: S, rating: N }),
      prices: list('number'),
    };
    const none = { products: null, events: null, hotels: null, prices: null };
    expect(read(page('Long day', head, links), rules)).toEqual(none);
    expect(read(page('Some page', '', links), rules)).toEqual(none);
  });

  it('are null where the page has none of the kind', () => {
    const output = { author: S, rating: N, text: S };
    expect(read(shop, { reviews: list(output), price: N })).toEqual({ reviews: null, price: null });
  });

  it('bear the name that their marks give them', () => {
    const quote = (name: string): string =>
      `<div class="quote"><span class="text">“Said by ${name} long ago.”</span><span>by <small class="author">${name}</small>
       <a href="/author/${name}">(about)</a></span><div class="tags">Tags: <a class="tag" href="/t/1">one</a> <a class="tag" href="/t/2">two</a></div></div>`;
    const text = page('Quotes', '', `<h1>Quotes</h1><div>${['Ann', 'Bob', 'Cid'].map(quote).join('')}</div>`);
    const { quotes } = read(text, { quotes: list({ text: S, author: S, tags: list('string') }) });
    expect(quotes).toHaveLength(3);
    expect((quotes as unknown[])[1]).toEqual({ text: '“Said by Bob long ago.”', author: 'Bob', tags: ['one', 'two'] });
  });

  it('have their whole names where the page cuts them short', () => {
    const book = (name: string): string =>
      `<li><article class="pod"><h3><a href="/${name}" title="A Light ${name} in the Attic">A Light ${name} in ...</a></h3>
       <p class="price_color">£51.77</p><p class="availability">In stock</p></article></li>`;
    const text = page('Books', '', `<h1>Books</h1><ol>${['x', 'y', 'z'].map(book).join('')}</ol>`);
    const { books } = read(text, { books: list({ title: S, price: N, in_stock: B }) });
    expect((books as unknown[])[0]).toEqual({ title: 'A Light x in the Attic', price: 51.77, in_stock: true });
  });

  it('give the guests’ score of a hotel, not its class', () => {
    const hotel = (name: string): string =>
      `<div class="h"><h3><a href="/${name}">Hotel ${name}</a></h3><span aria-label="3 out of 5"></span><b>Review score 9.1</b><i>$80</i></div>`;
    const text = page('Hotels', '', `<h1>Hotels</h1><div>${['Ann', 'Bob', 'Cid'].map(hotel).join('')}</div>`);
    const { hotels } = read(text, { hotels: list({ name: S, rating: N, price: N }) });
    expect((hotels as unknown[])[0]).toEqual({ name: 'Hotel Ann', rating: 9.1, price: 80 });
  });

  it('are rows of a table whose head names the fields', () => {
    const text = page(
      'Teams',
      '',
      `<h1>Teams</h1><table><tr><th>Team</th><th>Wins</th></tr><tr><td>Reds</td><td>10</td></tr><tr><td>Blues</td><td>7</td></tr></table>`,
    );
    expect(read(text, { standings: list({ team: S, wins: N }) })).toEqual({
      standings: [
        { team: 'Reds', wins: 10 },
        { team: 'Blues', wins: 7 },
      ],
    });
  });

  it('are those of a section that bears their name', () => {
    const side = '<h2>Side dishes</h2><ul><li>Bread</li><li>12 olives</li></ul>';
    const text = page('Soup', '', `<h1>Soup</h1><p>Hot.</p>${side}`);
    const rules = { side_dishes: list('string'), dips: list('string') };
    expect(read(text, rules)).toEqual({ side_dishes: ['Bread', '12 olives'], dips: null });
  });

  it('are questions with their answers', () => {
    const faq = data({
      '@type': 'FAQPage',
      mainEntity: [{ '@type': 'Question', name: 'Why?', acceptedAnswer: { text: 'Because.' } }],
    });
    expect(read(page('FAQ', faq, '<h1>FAQ</h1>'), { faqs: list({ question: S, answer: S }) })).toEqual({
      faqs: [{ question: 'Why?', answer: 'Because.' }],
    });
  });
});

describe('the scripts’ state', () => {
  const state = (value: object): string =>
    `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(value)}</script>`;

  it('answers for the object that bears the page’s title', () => {
    const text = page(
      'Dress',
      state({
        a: { other: { name: 'Shoes', brand: 'No', priceInfo: { currentPrice: { price: 5 } }, x: 1 } },
        b: {
          name: 'Dress',
          brand: 'Yes',
          priceInfo: { currentPrice: { price: 19.99, currencyUnit: 'USD' } },
          averageRating: 4.4,
          id: 7,
        },
      }),
      '<h1>Dress</h1>',
    );
    expect(read(text, { brand: S, price: N, currency: S, rating: N, author: S })).toEqual({
      brand: 'Yes',
      price: 19.99,
      currency: 'USD',
      rating: 4.4,
      author: null,
    });
  });
});

describe('no answer', () => {
  it('is invented for an article', () => {
    const text = page(
      'A long day - News',
      `<meta property="og:type" content="article"><meta property="og:site_name" content="News">`,
      `<article><h1>A long day</h1><p>By Jo Smith</p><p>The house was sold for $5 million in 2020, 3 bedrooms and all. Call 555-1234.</p>
       <p>It has 4 stars out of 5, says the mayor.</p></article><footer>Phone: +49 30 123456</footer>`,
    );
    const rules = {
      price: N,
      currency: S,
      sku: S,
      brand: S,
      bedrooms: N,
      salary: S,
      startDate: S,
      stock: B,
      isbn: S,
      cookTime: S,
    };
    expect(Object.values(read(text, rules)).every((value) => value === null)).toBe(true);
  });

  it('is of another type than its rule, and no key is missing', () => {
    const text = page('X', '', '<h1>X</h1><p>Weight: heavy</p>');
    const rules = {
      weight: N,
      nested: item({ a: item({ b: S }) }),
      list: list({ a: S }),
      words: list('number'),
      flag: B,
    };
    expect(read(text, rules)).toEqual({ weight: null, nested: null, list: null, words: null, flag: null });
  });

  it('comes from an empty page', () => {
    expect(read('', { name: S, url: S })).toEqual({ name: null, url: 'https://shop.example.com/x' });
  });
});
