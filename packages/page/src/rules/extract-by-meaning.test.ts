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

describe('statements of data', () => {
  const recipe = page(
    'Lemon Cake - Bake',
    data({
      '@type': 'Recipe',
      name: 'Lemon Cake',
      author: { '@type': 'Person', name: 'Ann Lee' },
      prepTime: 'PT20M',
      totalTime: 'PT1H5M',
      recipeYield: '8 servings',
      recipeIngredient: ['200 g flour', '3 eggs'],
      recipeInstructions: [
        { '@type': 'HowToSection', itemListElement: [{ '@type': 'HowToStep', text: 'Mix.' }] },
        { '@type': 'HowToStep', text: 'Bake.' },
      ],
      nutrition: { calories: '320 kcal', proteinContent: '5 g' },
      aggregateRating: { ratingValue: '4.8', ratingCount: '211' },
    }),
    '<h1>Lemon Cake</h1>',
  );

  it('answer a recipe', () => {
    const rules = {
      title: S,
      author: S,
      prep_time: S,
      totalMinutes: { type: 'number', description: 'total time in minutes' },
      servings: N,
      ingredients: list('string'),
      steps: list('string'),
      calories: N,
      rating: N,
      votes: N,
      nutrition: item({ protein: S, fat: S }),
      price: N,
      difficulty: S,
      sku: S,
    } as const;
    expect(read(recipe, rules)).toEqual({
      title: 'Lemon Cake',
      author: 'Ann Lee',
      prep_time: 'PT20M',
      totalMinutes: 65,
      servings: 8,
      ingredients: ['200 g flour', '3 eggs'],
      steps: ['Mix.', 'Bake.'],
      calories: 320,
      rating: 4.8,
      votes: 211,
      nutrition: { protein: '5 g', fat: null },
      price: null,
      difficulty: null,
      sku: null,
    });
  });

  it('answer a job', () => {
    const job = page(
      'Backend Engineer at Acme',
      data({
        '@type': 'JobPosting',
        title: 'Backend Engineer',
        datePosted: '2025-01-02',
        employmentType: ['FULL_TIME'],
        hiringOrganization: { '@type': 'Organization', name: 'Acme', sameAs: 'https://acme.example/' },
        jobLocation: { '@type': 'Place', address: { addressLocality: 'Paris', addressCountry: 'FR' } },
        jobLocationType: 'TELECOMMUTE',
        baseSalary: {
          '@type': 'MonetaryAmount',
          currency: 'EUR',
          value: { minValue: 50000, maxValue: 65000, unitText: 'YEAR' },
        },
        description: '<p>Do things.</p><ul><li>A &amp; B</li></ul>',
      }),
      '<h1>Backend Engineer</h1>',
    );
    const rules = {
      job_title: S,
      company: S,
      companyUrl: S,
      location: S,
      employment_type: { type: 'string', enum: ['full-time', 'part-time'] },
      is_remote: B,
      date_posted: S,
      salary: item({ min: N, max: N, currency: S, period: S }),
      description: S,
      deadline: S,
      price: N,
    } as const;
    expect(read(job, rules)).toEqual({
      job_title: 'Backend Engineer',
      company: 'Acme',
      companyUrl: 'https://acme.example/',
      location: 'Paris, FR',
      employment_type: 'full-time',
      is_remote: true,
      date_posted: '2025-01-02',
      salary: { min: 50000, max: 65000, currency: 'EUR', period: 'YEAR' },
      description: 'Do things.\nA & B',
      deadline: null,
      price: null,
    });
  });

  it('answer an event, whose date is its start', () => {
    const event = page(
      'Jazz Night',
      data({
        '@graph': [
          { '@type': 'WebSite', name: 'Tickets' },
          {
            '@type': 'MusicEvent',
            name: 'Jazz Night',
            startDate: '2025-06-12T20:00:00+02:00',
            location: { '@id': '#hall' },
            performer: [{ name: 'The Cats' }, { name: 'Lou' }],
            offers: { price: '25', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
            eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
          },
          { '@type': 'Place', '@id': '#hall', name: 'Blue Hall', address: '1 Main St, Berlin' },
        ],
      }),
      '<h1>Jazz Night</h1>',
    );
    const rules = {
      date: S,
      endDate: S,
      venue: item({ name: S, address: S }),
      performers: list('string'),
      ticketPrice: N,
      soldOut: B,
      isOnline: B,
      author: S,
    };
    expect(read(event, rules)).toEqual({
      date: '2025-06-12T20:00:00+02:00',
      endDate: null,
      venue: { name: 'Blue Hall', address: '1 Main St, Berlin' },
      performers: ['The Cats', 'Lou'],
      ticketPrice: 25,
      soldOut: false,
      isOnline: false,
      author: null,
    });
  });

  it('are of the thing that the title names, not of one beside it', () => {
    const related = (name: string, price: string): string => data({ '@type': 'Product', name, offers: { price } });
    const text = page(
      'Red Chair | Shop',
      related('Blue Table', '10') + related('Red Chair', '20'),
      '<h1>Red Chair</h1>',
    );
    expect(read(text, { name: S, price: N })).toEqual({ name: 'Red Chair', price: 20 });
  });

  it('of a person are those of a page that bears the name, and of no other page', () => {
    const head = data({ '@type': 'Person', name: 'Ann Lee', jobTitle: 'Surgeon' });
    expect(read(page('Ann Lee', head, '<h1>Ann Lee</h1>'), { title: S })).toEqual({ title: 'Surgeon' });
    expect(read(page('Long day', head, '<h1>Long day</h1>'), { title: S })).toEqual({ title: 'Long day' });
  });

  it('answer no field that speaks of another sort of thing', () => {
    const text = page('Soup', data({ '@type': 'Recipe', name: 'Soup' }), '<h1>Soup</h1>');
    const rules = { name: S, recipe_name: S, event_name: S };
    expect(read(text, rules)).toEqual({ name: 'Soup', recipe_name: 'Soup', event_name: null });
  });

  it('are nobody’s where a page lists several things', () => {
    const one = (name: string, price: string): string => data({ '@type': 'Product', name, offers: { price } });
    const text = page('Chairs', one('Red Chair', '20') + one('Green Chair', '30'), '<h1>Chairs</h1>');
    const rules = { price: N, products: list({ name: S, price: N }) };
    expect(read(text, rules)).toEqual({
      price: null,
      products: [
        { name: 'Red Chair', price: 20 },
        { name: 'Green Chair', price: 30 },
      ],
    });
  });

  it('of two prices for one thing give the one that is shown', () => {
    const text = page(
      'Lamp',
      `<meta property="product:price:amount" content="80.00">${data({ '@type': 'Product', name: 'Lamp', offers: { price: '100.00' } })}`,
      '<h1>Lamp</h1><s>$100.00</s> <b>$80.00</b>',
    );
    expect(read(text, { price: N })).toEqual({ price: 80 });
  });

  it('hold in broken JSON and in microdata', () => {
    const broken = page(
      'A',
      '<script type="application/ld+json">{"@type":"Product","name":"A","sku":"X1",}</script>',
      '<h1>A</h1>',
    );
    expect(read(broken, { sku: S })).toEqual({ sku: 'X1' });
    const micro = page(
      'Anvil',
      '',
      '<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Anvil</h1><span itemprop="offers" itemscope>$<span itemprop="price">119.99</span></span></div>',
    );
    expect(read(micro, { name: S, price: N })).toEqual({ name: 'Anvil', price: 119.99 });
  });
});

describe('what a page shows', () => {
  const shop = page(
    'Chaise Oslo – Maison',
    '<meta property="og:site_name" content="Maison">',
    `<header><a href="/panier">Panier 0,00 €</a></header>
     <ol class="breadcrumb"><li><a href="/">Accueil</a></li><li><a href="/c">Chaises</a></li><li>Chaise Oslo</li></ol>
     <main><h1>Chaise Oslo</h1><p class="brand">Nordik</p><div class="prix"><del>129,00 €</del> <span>99,90 €</span></div>
     <p>En stock</p><button>Ajouter au panier</button>
     <table><tr><th>Couleur</th><td>Bleu</td></tr><tr><th>Poids</th><td>4,5 kg</td></tr></table>
     <h2>Description</h2><p>Une belle chaise.</p></main>
     <section><h2>Vous aimerez aussi</h2><ul><li><a href="/a">Table</a> <span>199,00 €</span></li>
     <li><a href="/b">Lampe</a> <span>49,00 €</span></li><li><a href="/d">Lit</a> <span>499,00 €</span></li></ul></section>`,
    'fr',
  );

  it('answers a shop page without data', () => {
    const rules = {
      name: S,
      price: N,
      price_text: S,
      original_price: N,
      onSale: B,
      currency: S,
      brand: S,
      color: S,
      weight: N,
      in_stock: B,
      availability: { type: 'string', enum: ['in_stock', 'out_of_stock'] },
      description: S,
      breadcrumbs: list('string'),
      rating: N,
      author: S,
      datePublished: S,
      sku: S,
    } as const;
    expect(read(shop, rules)).toEqual({
      name: 'Chaise Oslo',
      price: 99.9,
      price_text: '99,90 €',
      original_price: 129,
      onSale: true,
      currency: 'EUR',
      brand: 'Nordik',
      color: 'Bleu',
      weight: 4.5,
      in_stock: true,
      availability: 'in_stock',
      description: 'Une belle chaise.',
      breadcrumbs: ['Accueil', 'Chaises', 'Chaise Oslo'],
      rating: null,
      author: null,
      datePublished: null,
      sku: null,
    });
  });

  it('answers a German recipe without data', () => {
    const text = page(
      'Kartoffelsuppe | Kochbuch',
      '',
      `<main><h1>Kartoffelsuppe</h1><p>Von <a rel="author" href="/u/1">Petra Müller</a></p>
       <ul><li>Arbeitszeit: 20 Min.</li><li>Gesamtzeit: 1 Std. 10 Min.</li><li>Portionen: 4</li></ul>
       <h2>Zutaten</h2><ul><li>500 g Kartoffeln</li><li>1 Zwiebel</li></ul>
       <h2>Zubereitung</h2><ol><li>Schälen.</li><li>Kochen.</li></ol></main>`,
      'de',
    );
    const rules = {
      name: S,
      author: S,
      prepTime: S,
      totalTime: N,
      servings: N,
      ingredients: list('string'),
      instructions: list('string'),
      calories: N,
    };
    expect(read(text, rules)).toEqual({
      name: 'Kartoffelsuppe',
      author: 'Petra Müller',
      prepTime: '20 Min.',
      totalTime: 70,
      servings: 4,
      ingredients: ['500 g Kartoffeln', '1 Zwiebel'],
      instructions: ['Schälen.', 'Kochen.'],
      calories: null,
    });
  });

  it('answers labels, links and sections of a small page', () => {
    const text = page(
      "Joe's Diner",
      '',
      `<h1>Joe's Diner</h1><p>Address: 5 Elm St, Springfield</p><p>Phone: <a href="tel:+15551234567">(555) 123-4567</a></p>
       <p>Email: <a href="mailto:joe@diner.example">joe@diner.example</a></p><dl><dt>Repository</dt>
       <dd><a href="https://code.example/joe">code</a></dd><dt>Frobnication level</dt><dd>High</dd></dl>
       <h2>Opening hours</h2><ul><li>Mon-Fri 8-20</li><li>Sat 9-18</li></ul><p>Rated 4.5 out of 5 (120 reviews)</p>`,
    );
    const rules = {
      address: S,
      contact: item({ phone: S, email: S }),
      repository: S,
      frobnication_level: S,
      opening_hours: list('string'),
      rating: N,
      review_count: N,
      sku: S,
      price: N,
    };
    expect(read(text, rules)).toEqual({
      address: '5 Elm St, Springfield',
      contact: { phone: '(555) 123-4567', email: 'joe@diner.example' },
      repository: 'https://code.example/joe',
      frobnication_level: 'High',
      opening_hours: ['Mon-Fri 8-20', 'Sat 9-18'],
      rating: 4.5,
      review_count: 120,
      sku: null,
      price: null,
    });
  });

  it('answers a product table, each label for itself', () => {
    const text = page(
      'A Light | Books',
      '',
      `<ul class="breadcrumb"><li><a href="/">Home</a></li><li><a href="/p">Poetry</a></li><li>A Light</li></ul>
       <h1>A Light</h1><p class="price_color">£51.77</p><p>In stock (22 available)</p><h2>Product Information</h2>
       <table><tr><th>UPC</th><td>a897fe39b1053632</td></tr><tr><th>Product Type</th><td>Books</td></tr><tr><th>Tax</th><td>£0.00</td></tr></table>`,
    );
    const rules = {
      price: N,
      currency: S,
      upc: S,
      'Product Type': S,
      category: S,
      stock_quantity: N,
      tax: N,
      author: S,
    };
    expect(read(text, rules)).toEqual({
      price: 51.77,
      currency: 'GBP',
      upc: 'a897fe39b1053632',
      'Product Type': 'Books',
      category: 'Poetry',
      stock_quantity: 22,
      tax: 0,
      author: null,
    });
  });

  it('tells stars of software from stars of guests', () => {
    const text = page(
      'quux',
      '',
      '<h2>About</h2><a href="/s"><strong>12.3k</strong> stars</a> <a href="/f"><strong>456</strong> forks</a>',
    );
    expect(read(text, { stars: N, forks: N, rating: N })).toEqual({ stars: 12300, forks: 456, rating: null });
  });

  it('joins cents that stand apart', () => {
    const text = page('Pen', '', '<h1>Pen</h1><div><span>$19</span><sup>99</sup></div><button>Add to cart</button>');
    expect(read(text, { price: N })).toEqual({ price: 19.99 });
  });

  it('does not choose between two values of one label', () => {
    const text = page('X', '', '<h1>X</h1><p>Color: red</p><p>Color: blue</p><p>Size: M</p>');
    expect(read(text, { color: S, size: S })).toEqual({ color: null, size: 'M' });
  });
});
