import { describe, expect, it } from '@jest/globals';
import { operationById } from '@quarry/contracts';
import fc from 'fast-check';
import { MAX_TILES } from '../products/find-tiles.js';
import { parseShopping } from './parse.js';
import { adOf, gridOf, listedOf, shopPage, tileOf, type TileParts } from '../../../../test/shop-pages.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const URL_OF_PAGE = 'https://www.google.com/search?q=pan&udm=28';

type Item = Readonly<Record<string, unknown>>;

const parse = (text: string, url = URL_OF_PAGE) => {
  const parsed = parseShopping({ text, url });
  if (parsed.outcome !== 'ok') throw new Error(`${parsed.outcome} ${parsed.reason}`);
  expect(
    operationById('enginea/shopping')?.result.safeParse({
      requestMetadata: { id: 'x', status: 'ok' },
      ...parsed.result,
    }).error,
  ).toBeUndefined();
  return parsed.result as Readonly<Record<string, unknown>> & { readonly shoppingResults: readonly Item[] };
};

/** Tiles of many countries, and what a person reads in them. */
const TILES: readonly (readonly [string, TileParts, Item])[] = [
  [
    'English',
    {
      title: 'Iron pan',
      price: '$1,240.00',
      seller: 'Pan House',
      more: ', 10+',
      delivery: 'Free delivery',
      rating: '4.8',
      count: '8.6K',
    },
    {
      price: '$1,240.00',
      extractedPrice: 1240,
      source: 'Pan House',
      delivery: 'Free delivery',
      rating: 4.8,
      reviews: 8600,
    },
  ],
  [
    'English, more shops and a lower price',
    { title: 'Iron pan', price: '$80.00', before: '$100', seller: 'Pan House', more: ' & more', badge: '20% OFF' },
    {
      price: '$80.00',
      originalPrice: '$100',
      extractedOriginalPrice: 100,
      source: 'Pan House',
      extensions: ['20% OFF'],
    },
  ],
  [
    'German',
    {
      title: 'Gusspfanne 28 cm',
      price: '1.299,00 €',
      before: '1.499,00 €',
      seller: 'Pfannenhaus',
      delivery: 'Kostenloser Versand',
      rating: '4,6',
      count: '8,6 Tsd.',
    },
    {
      price: '1.299,00 €',
      extractedPrice: 1299,
      extractedOriginalPrice: 1499,
      delivery: 'Kostenloser Versand',
      rating: 4.6,
      reviews: 8600,
    },
  ],
  [
    'French',
    {
      title: 'Poêle en fonte',
      price: '1 299,00 €',
      seller: 'Chez Poêle',
      delivery: 'Livraison gratuite',
      rating: '4,5',
      count: '1 204',
    },
    { price: '1 299,00 €', extractedPrice: 1299, source: 'Chez Poêle', delivery: 'Livraison gratuite', reviews: 1204 },
  ],
  [
    'Hindi',
    { title: 'लोहे का तवा बड़ा', price: '₹1,29,900', seller: 'Tawa Ghar', delivery: 'मुफ़्त डिलीवरी' },
    { price: '₹1,29,900', extractedPrice: 129900, source: 'Tawa Ghar', delivery: 'मुफ़्त डिलीवरी' },
  ],
  [
    'Swiss',
    { title: 'Gusspfanne', price: 'CHF 1’299.–', seller: 'Pfannen AG', delivery: 'Lieferung bis Mi.' },
    { price: 'CHF 1’299.–', extractedPrice: 1299, source: 'Pfannen AG', delivery: 'Lieferung bis Mi.' },
  ],
  [
    'Swedish',
    {
      title: 'Stekpanna i gjutjärn',
      price: '1 299 kr',
      seller: 'Pannhuset',
      delivery: 'Fri frakt',
      rating: '4,7',
      count: '1,2 tn',
    },
    { price: '1 299 kr', extractedPrice: 1299, source: 'Pannhuset', delivery: 'Fri frakt', reviews: 1200 },
  ],
  [
    'Polish',
    {
      title: 'Patelnia żeliwna',
      price: '1 299,00 zł',
      seller: 'Patelnie',
      delivery: 'Darmowa dostawa',
      rating: '4,4',
      count: '3,1 tys.',
    },
    { extractedPrice: 1299, delivery: 'Darmowa dostawa', reviews: 3100 },
  ],
  [
    'Japanese',
    {
      title: '鉄フライパン 26cm',
      price: '￥1,980',
      seller: '鍋の店',
      delivery: '送料無料',
      rating: '4.2',
      count: '1.2万',
    },
    { price: '￥1,980', extractedPrice: 1980, source: '鍋の店', delivery: '送料無料', reviews: 12000 },
  ],
  [
    'Arabic',
    { title: 'مقلاة حديد', price: '\u200f1,299.00 د.إ.\u200f', seller: 'بيت المقالي', delivery: 'توصيل مجاني' },
    { price: '1,299.00 د.إ.', extractedPrice: 1299, source: 'بيت المقالي', delivery: 'توصيل مجاني' },
  ],
  [
    'Brazilian',
    {
      title: 'Frigideira de ferro',
      price: 'R$ 1.043,25',
      seller: 'Casa',
      delivery: 'Frete grátis',
      rating: '4,9',
      count: '2,5 mil',
    },
    { price: 'R$ 1.043,25', extractedPrice: 1043.25, delivery: 'Frete grátis', reviews: 2500 },
  ],
];

describe('a page of the shop', () => {
  it.each(TILES)('is read in %s', (_language, parts, expected) => {
    const [item] = parse(shopPage(tileOf(parts) + tileOf({ title: 'Other pan', price: '$5' }))).shoppingResults;
    expect(item).toMatchObject({ position: 1, title: parts.title, productId: '1111', ...expected });
    expect(item?.['thumbnail']).toBe('https://pictures.example/p.jpg');
  });

  it('gives nothing that a tile does not show', () => {
    const { shoppingResults } = parse(shopPage(tileOf({ title: 'Iron pan', price: '$5', seller: 'Shop', ids: '' })));
    expect(shoppingResults).toEqual([
      {
        position: 1,
        title: 'Iron pan',
        price: '$5',
        extractedPrice: 5,
        source: 'Shop',
        thumbnail: 'https://pictures.example/p.jpg',
      },
    ]);
  });

  it('reads the shop and the old price from what a small card is called', () => {
    const card = `<li role="listitem"><div data-attrid="apg-product-result" role="link" data-gid="77777" aria-label="Slim shirt.Myn Shop. Current price: ₹659.   Go to product viewer."><div aria-hidden="true"><img src="https://pictures.example/s.jpg" alt="Slim shirt. "><div role="heading" aria-level="3">Slim shirt</div><div><span aria-label="Current price: ₹659. ">₹659</span><span role="text" aria-label=" 70% off maximum retail price: ₹2,199"><span>70% off</span><span>₹2,199</span></span></div></div></div></li>`;
    expect(parse(shopPage(card)).shoppingResults[0]).toMatchObject({
      title: 'Slim shirt',
      productId: '77777',
      price: '₹659',
      originalPrice: '₹2,199',
      extractedOriginalPrice: 2199,
      source: 'Myn Shop',
      extensions: ['70% off'],
    });
  });

  it('takes the shop by its name for people who do not see it, and nothing else that is named so', () => {
    const named = `<div data-pvt="a"><a href="#" aria-label="Item: Iron pan"><span>Iron pan</span></a><div><span>$9.00</span><span role="text" aria-label=" Was $15">Was $15</span></div><div><span aria-label="Get free delivery">free delivery</span></div><div><span aria-label="From Pan House">Pan House</span></div></div>`;
    expect(parse(shopPage(named)).shoppingResults[0]).toMatchObject({
      title: 'Iron pan',
      source: 'Pan House',
      delivery: 'free delivery',
      originalPrice: '$15',
    });
  });

  it('looks around a mark that holds no text, and not in what opens beside a tile', () => {
    const beside = `<div><div data-cid="55555" data-gid="6"></div><div>Iron pan large</div><div><span>$12.50</span></div><div>Shop</div></div>`;
    const opening = `<div data-pvt="a" data-gid="66666"><div>Wok</div><div><span>$9.00</span></div><div>Wok shop</div><div id="later"></div></div>`;
    const script = `<script>window.jsl.dh('later','\\x3cdiv\\x3e$99.00 Used\\x3c/div\\x3e\\x3ca href="https://blog.example/"\\x3eRead\\x3c/a\\x3e');</script>`;
    const { shoppingResults } = parse(shopPage(beside + opening, script));
    expect(shoppingResults.map(({ title, price, source, link }) => [title, price, source, link])).toEqual([
      ['Iron pan large', '$12.50', 'Shop', undefined],
      ['Wok', '$9.00', 'Wok shop', undefined],
    ]);
  });

  it('reads the list and the grid of older years', () => {
    const stars = `<a href="/shopping/product/7001?prds=hsec:reviews"><span><div aria-label="4.6 out of 5 stars" role="img"></div></span><span aria-label="42 product reviews">42 product reviews</span></a>`;
    const seller = `<a href="https://www.google.com/shopping/ratings/account/metrics?q=pan.example"><span>80%</span>positive (1,116)</a>`;
    const items = parse(
      shopPage(
        listedOf('7001', 'Copper pan', '$379.00', `from Pan Store ${stars} ${seller}`) +
          listedOf('7002', 'Steel pan', '$1,099.00', 'from 5+ shops'),
      ),
    ).shoppingResults;
    expect(items).toMatchObject([
      {
        title: 'Copper pan',
        productId: '7001',
        source: 'Pan Store',
        rating: 4.6,
        reviews: 42,
        productLink: 'https://www.google.com/shopping/product/7001?q=pan',
      },
      { title: 'Steel pan', extractedPrice: 1099, extensions: ['from 5+ shops'] },
    ]);
    expect(items[1]?.['source']).toBeUndefined();
    const style = '<style>.x{color:red}</style>';
    const grid = gridOf('8001', 'Grill pan', '49,99 €', `<div>${style}Pfannenhaus</div><div>+ 4,95 € Versand</div>`);
    expect(parse(shopPage(grid)).shoppingResults[0]).toMatchObject({
      title: 'Grill pan',
      productId: '8001',
      link: 'https://shop.example/p/8001?a=1',
      price: '49,99 €',
      source: 'Pfannenhaus',
      delivery: '+ 4,95 € Versand',
      thumbnail: 'https://pictures.example/8001.jpg',
    });
  });

  it('reads a page that marks nothing by its links and prices, and only one of the shop', () => {
    const entry = (name: string, price: string): string =>
      `<div class="a"><table><tr><td><a href="/url?q=https://shop.example/${name}&amp;sa=U"><img src="https://pictures.example/${name}.jpg"></a></td><td><div><a href="/url?q=https://shop.example/${name}&amp;sa=U">${name} of iron</a></div><div><span>${price}</span> from Shop ${name}</div></td></tr></table></div>`;
    const body = entry('Wok', '$24.99') + entry('Pan', '$19.00') + entry('Pot', '$1,034.00');
    const { shoppingResults } = parse(`<html><body><div id="main">${body}</div></body></html>`);
    expect(
      shoppingResults.map(({ title, extractedPrice, source, link }) => [title, extractedPrice, source, link]),
    ).toEqual([
      ['Wok of iron', 24.99, 'Shop Wok', 'https://shop.example/Wok'],
      ['Pan of iron', 19, 'Shop Pan', 'https://shop.example/Pan'],
      ['Pot of iron', 1034, 'Shop Pot', 'https://shop.example/Pot'],
    ]);
    expect(
      parseShopping({
        text: `<html><body><div id="main">${body}</div></body></html>`,
        url: 'https://www.google.com/search?q=pan',
      }).outcome,
    ).toBe('unrecognized');
  });

  it('is no page of the shop that shows advertisements alone', () => {
    const text = shopPage(adOf('Iron pan of 28 cm', '$12.00', 'Pan House'));
    expect(parseShopping({ text, url: URL_OF_PAGE })).toEqual({ outcome: 'unrecognized', reason: 'no_products_found' });
    expect(parseShopping({ text, url: 'https://www.google.com/search?q=pan' }).outcome).toBe('ok');
  });

  it('reads advertisements apart, whole where they are cut', () => {
    const { shoppingResults, inlineShoppingResults } = parse(
      shopPage(tileOf({ title: 'Iron pan', price: '$5' }), adOf('Frying pan of iron, 28 cm', '39,99 €', 'Pan House')),
    );
    expect(shoppingResults).toHaveLength(1);
    expect(inlineShoppingResults).toMatchObject([
      {
        position: 1,
        title: 'Frying pan of iron, 28 cm',
        link: 'https://shop.example/p',
        price: '39,99 €',
        source: 'Pan House',
      },
    ]);
  });

  it('names the group of a product, not the page', () => {
    const group = (title: string, ...tiles: string[]): string =>
      `<div><div><div role="heading" aria-level="2">${title}</div></div><div><ul>${tiles.join('')}</ul></div></div>`;
    const { shoppingResults } = parse(
      shopPage(
        tileOf({ title: 'Pan one', price: '$1' }) +
          group('Budget pans', tileOf({ title: 'Pan two', price: '$2' }), tileOf({ title: 'Pan three', price: '$3' })) +
          '<div><h2>Asked by others</h2><p>Which pan is the best one for a small kitchen with a gas stove and no oven?</p></div>' +
          tileOf({ title: 'Pan four', price: '$4' }),
      ),
    );
    expect(shoppingResults.map(({ category }) => category)).toEqual([
      undefined,
      'Budget pans',
      'Budget pans',
      undefined,
    ]);
  });

  it('reads filters with what asks for them, those among the products apart, and the way on', () => {
    const option = (text: string, query: string): string =>
      `<li><a href="/search?q=pan&amp;${query}"><span>${text}</span></a></li>`;
    const list = (title: string, ...options: string[]): string =>
      `<div><div>${title}</div><ul>${options.join('')}</ul></div>`;
    const before =
      list('Brand', option('Acme', 'udm=28&amp;shoprs=CAEY1'), option('Bolt', 'udm=28&amp;shoprs=CAEY2')) +
      list('Price', option('Up to $50', 'tbm=shop&amp;tbs=mr:1,price:1,ppr_max:50')) +
      list('View', option('Grid', 'tbm=shop&amp;tbs=vw:g'));
    const next = '<a href="/search?q=pan&amp;udm=28&amp;start=40">More results</a>';
    const page = parse(
      shopPage(
        tileOf({ title: 'Iron pan', price: '$5' }) + list('Size', option('28 cm', 'udm=28&amp;shoprs=CAEY3')) + next,
        before,
      ),
    );
    const link = (query: string): string => `https://www.google.com/search?q=pan&${query}`;
    expect(page['filters']).toEqual([
      {
        title: 'Brand',
        options: [
          { text: 'Acme', shoprs: 'CAEY1', link: link('udm=28&shoprs=CAEY1') },
          { text: 'Bolt', shoprs: 'CAEY2', link: link('udm=28&shoprs=CAEY2') },
        ],
      },
      { title: 'Price', options: [{ text: 'Up to $50', link: link('tbm=shop&tbs=mr:1,price:1,ppr_max:50') }] },
    ]);
    expect(page['refineSearchFilters']).toEqual([
      { title: 'Size', options: [{ text: '28 cm', shoprs: 'CAEY3', link: link('udm=28&shoprs=CAEY3') }] },
    ]);
    expect(page['pagination']).toEqual({ next: link('udm=28&start=40') });
  });
});

describe('a page without products', () => {
  it('is empty by its own word alone', () => {
    const none = `<div id="topstuff"><div><p>Your search - <b>pan</b> - did not match any shopping results.</p><p>Suggestions:</p><ul><li>Check</li><li>Try others</li></ul></div></div>`;
    expect(parse(shopPage('', none)).shoppingResults).toEqual([]);
    expect(parseShopping({ text: shopPage(''), url: URL_OF_PAGE })).toEqual({
      outcome: 'unrecognized',
      reason: 'no_products_found',
    });
    expect(parseShopping({ text: '', url: URL_OF_PAGE }).outcome).toBe('unrecognized');
  });

  it.each([
    ['a question for people', '<form id="captcha-form" action="index"></form>'],
    ['a question of consent', '<form action="https://consent.google.com/save" method="POST"></form>'],
  ])('that is %s is blocked', (_kind, text) => {
    expect(parseShopping({ text, url: URL_OF_PAGE }).outcome).toBe('blocked');
  });
});

describe('the cost of a page', () => {
  it('is bounded in products and linear in size', () => {
    const tiles = Array.from({ length: MAX_TILES + 50 }, (_, at) =>
      tileOf({ title: `Pan ${at}`, price: `$${at + 1}` }),
    );
    const usedMs = watchProcessor();
    expect(parse(shopPage(tiles.join(''))).shoppingResults).toHaveLength(MAX_TILES);
    const hollow = '<div data-cid="11111" data-gid="2"></div>'.repeat(20_000);
    expect(parseShopping({ text: shopPage(hollow), url: URL_OF_PAGE }).outcome).toBe('unrecognized');
    const links = Array.from({ length: 20_000 }, (_, at) => `<p><a href="https://s${at}.example/">x</a>`).join('');
    expect(parseShopping({ text: shopPage(links), url: URL_OF_PAGE }).outcome).toBe('unrecognized');
    expect(usedMs()).toBeLessThan(5_000);
  });

  it('is never a throw', () => {
    const part = fc.constantFrom(
      '<div data-pvt="a" data-cid="123456">',
      '<product-viewer-entrypoint>',
      '</div>',
      '<span>$1.99</span>',
      '<h3>Pan</h3>',
      '<a href="/shopping/product/12345">',
      '<a href="http://[">',
      '<img src="//">',
      '<div aria-label="4 / 5" role="img"></div>',
      'text',
      '<li>',
      '<table>',
      '<a href="/search?q=pan&shoprs=x&udm=28">',
      '<div class="pla-unit">',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        parseShopping({ text: parts.join(''), url: URL_OF_PAGE });
      }),
    );
  });
});
