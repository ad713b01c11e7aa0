import { document, each, siteOf } from './made-page.js';

type Row = readonly [label: string, value: string];

interface Thing {
  readonly name: string;
  readonly price: string;
  readonly rows: readonly Row[];
}

const table = (rows: readonly Row[]): string =>
  `<table>${each(rows, ([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`)}</table>`;

/** A shop without data, whose facts are lines of a list. */
const books = siteOf<Thing>({
  site: 'buchladen-am-tor',
  kind: 'book',
  half: 'tuned',
  write: ({ name, price, rows }) =>
    document(
      `${name} | Buchladen am Tor`,
      `<main><h1>${name}</h1><p>von <a href="/autor/7">Jutta Kern</a></p><p>${price}</p><button>In den Warenkorb</button><ul>${each(rows, ([label, value]) => `<li>${label}: ${value}</li>`)}</ul></main>`,
      { lang: 'de' },
    ),
  pages: [
    [
      {
        name: 'Nebelgeld',
        price: '24,00 €',
        rows: [
          ['ISBN', '978-3-0000-1122-7'],
          ['Seiten', '412'],
          ['Verlag', 'Torhaus'],
          ['Sprache', 'Deutsch'],
        ],
      },
      {
        title: 'Nebelgeld',
        author: 'Jutta Kern',
        price: 24,
        currency: 'EUR',
        isbn: ['978-3-0000-1122-7', '9783000011227'],
        pages: 412,
        publisher: 'Torhaus',
        rating: null,
        startDate: null,
      },
    ],
  ],
});

/** A home with its price in a box of its own and its address as the heading. */
const houses = siteOf<Thing>({
  site: 'lakeside-realty',
  kind: 'real estate',
  half: 'tuned',
  write: ({ name, price, rows }) =>
    document(
      `${name} - Lakeside Realty`,
      `<main><div class="k1"><h1>${name}</h1><p class="k2">${price}</p></div>${table(rows)}<a href="/tour">Book a tour</a></main>`,
    ),
  pages: [
    [
      {
        name: '210 Birch Street, Oneida, NY 13421',
        price: '$244,900',
        rows: [
          ['Beds', '4'],
          ['Baths', '1.5'],
          ['Square feet', '2,010'],
          ['Built', '1931'],
        ],
      },
      {
        address: '210 Birch Street, Oneida, NY 13421',
        price: 244_900,
        currency: null,
        bedrooms: 4,
        bathrooms: 1.5,
        squareFeet: 2010,
        yearBuilt: 1931,
        rating: null,
        author: null,
      },
    ],
  ],
});

const lessons = siteOf<Thing>({
  site: 'clay-academy',
  kind: 'course',
  half: 'tuned',
  write: ({ name, price, rows }) =>
    document(
      `${name} – Clay Academy`,
      `<main><h1>${name}</h1>${table([...rows, ['Fee', price]])}<button>Sign up</button></main>`,
    ),
  pages: [
    [
      {
        name: 'Throwing bowls',
        price: '£140',
        rows: [
          ['Teacher', 'Petra Vogt'],
          ['Duration', '8 weeks'],
          ['Level', 'Beginner'],
        ],
      },
      {
        title: 'Throwing bowls',
        instructor: 'Petra Vogt',
        price: 140,
        duration: '8 weeks',
        level: 'Beginner',
        rating: null,
        isbn: null,
      },
    ],
  ],
});

interface Topic {
  readonly name: string;
  readonly posts: readonly (readonly [by: string, at: string, text: string])[];
}

/** Answers in articles, each with who wrote it at its end. */
const answers = siteOf<Topic>({
  site: 'ask-a-gardener',
  kind: 'thread',
  half: 'tuned',
  write: ({ name, posts }) =>
    document(
      `${name} - Ask a gardener`,
      `<main><h1>${name}</h1>${each(posts, ([by, at, text]) => `<article class="answer"><p>${text}</p><footer>answered <time datetime="${at}">${at}</time> by <a class="user" href="/users/${by}">${by}</a></footer></article>`)}</main>`,
    ),
  pages: [
    [
      {
        name: 'Why do my leeks bolt?',
        posts: [
          ['fernhill', '2021-05-02', 'Cold nights after planting make them think that winter has passed.'],
          ['mudlark', '2021-05-03', 'Plant them a week or two later and they will stay put.'],
          ['rosa', '2021-05-09', 'Choose a kind that is sold as slow to bolt for early beds.'],
        ],
      },
      {
        title: 'Why do my leeks bolt?',
        'answers.#': 3,
        'answers.0.author': 'fernhill',
        'answers.1.author': 'mudlark',
        'answers.2.date': '2021-05-09',
        price: null,
        isbn: null,
      },
    ],
  ],
});

export const MIXED = [...books, ...houses, ...lessons, ...answers];
