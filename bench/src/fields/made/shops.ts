import { document, each, linkedData, siteOf } from './made-page.js';

interface Good {
  readonly name: string;
  readonly price: string;
  readonly was?: string;
  readonly stock: string;
  readonly rows: readonly (readonly [string, string])[];
  readonly text?: string;
  readonly sku?: string;
  readonly brand?: string;
  readonly rating?: string;
  readonly reviews?: string;
}

/** Label and value in plain boxes with names that mean nothing. */
const lamps = siteOf<Good>({
  site: 'lampenhaus',
  kind: 'product',
  half: 'tuned',
  write: ({ name, price, was, stock, rows, text = '' }) =>
    document(
      `${name} | Lampenhaus Nord`,
      `<header><a href="/">Lampenhaus Nord</a><nav><a href="/led">LED</a><a href="/steh">Stehlampen</a></nav></header>
<main><ol class="breadcrumb"><li><a href="/">Start</a></li><li><a href="/steh">Stehlampen</a></li></ol>
<div class="x1"><h1>${name}</h1><div class="x2">${was === undefined ? '' : `<s>${was} €</s>`} <span class="x3">${price} €</span></div>
<p class="x4">inkl. MwSt., zzgl. <a href="/versand">Versand</a></p><p class="x5">${stock}</p><button>In den Warenkorb</button>
<p>${text}</p><h2>Technische Daten</h2><table>${each(rows, ([label, value]) => `<tr><td>${label}</td><td>${value}</td></tr>`)}</table></div></main>
<section class="related"><h2>Passt dazu</h2><div><a href="/a">Leuchtmittel E27</a> <b>4,99 €</b></div><div><a href="/b">Dimmer</a> <b>19,90 €</b></div></section>
<footer>Tel. 0431 5550100 · Lampenhaus Nord GmbH</footer>`,
      { lang: 'de' },
    ),
  pages: [
    [
      {
        name: 'Stehlampe Ronja',
        price: '129,00',
        was: '159,00',
        stock: 'Sofort lieferbar, in 2–3 Werktagen bei Ihnen',
        rows: [
          ['Hersteller', 'Fjordlicht'],
          ['Artikelnummer', 'FL-2201'],
          ['Höhe', '154 cm'],
          ['Material', 'Eiche, Leinen'],
        ],
        text: 'Eine Lampe für lange Abende. Der Schirm ist aus Leinen.',
      },
      {
        name: ['Stehlampe Ronja'],
        price: 129,
        originalPrice: 159,
        currency: 'EUR',
        inStock: true,
        manufacturer: 'Fjordlicht',
        sku: 'FL-2201',
        material: 'Eiche, Leinen',
        rating: null,
        isbn: null,
        author: null,
      },
    ],
    [
      {
        name: 'Bogenlampe Tilda',
        price: '1.249,00',
        stock: 'Derzeit ausverkauft',
        rows: [
          ['Hersteller', 'Studio Weber'],
          ['Artikelnummer', 'SW-77'],
          ['Farbe', 'Schwarz'],
        ],
      },
      {
        name: 'Bogenlampe Tilda',
        price: 1249,
        currency: 'EUR',
        inStock: false,
        manufacturer: 'Studio Weber',
        sku: 'SW-77',
        color: 'Schwarz',
        originalPrice: null,
        rating: null,
        weight: null,
      },
    ],
  ],
});

/** A list of definitions and availability in a sentence. */
const tools = siteOf<Good>({
  site: 'hearth-and-tool',
  kind: 'product',
  half: 'measured',
  write: ({ name, price, stock, rows, text = '', rating = '', reviews = '' }) =>
    document(
      `${name} – Hearth &amp; Tool`,
      `<div id="top"><a href="/">Hearth &amp; Tool</a> <form action="/search"><input name="q"></form></div>
<div id="content"><h1>${name}</h1>${rating === '' ? '' : `<div class="stars" aria-label="${rating} out of 5 stars"></div><a href="#reviews">${reviews} reviews</a>`}
<div class="cost">${price}</div><p>${text} ${stock} Ships from Ohio.</p><input type="submit" value="Add to cart">
<dl>${each(rows, ([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`)}</dl>
<h2>Customers also bought</h2><ul><li><a href="/p/2">Ash bucket</a> $24.00</li><li><a href="/p/3">Fire gloves</a> $18.50</li></ul></div>
<div id="foot">Call us: (555) 010-7788</div>`,
    ),
  pages: [
    [
      {
        name: 'Cast-iron kettle, 2 qt',
        price: '$64.50',
        stock: 'In stock.',
        rows: [
          ['Brand', 'Millbrook'],
          ['Model', 'MK-2'],
          ['Weight', '6.1 lb'],
        ],
        text: 'Poured in one piece and seasoned twice.',
        rating: '4.6',
        reviews: '212',
      },
      {
        name: 'Cast-iron kettle, 2 qt',
        price: 64.5,
        // A bare dollar sign does not say which dollar.
        currency: null,
        inStock: true,
        brand: 'Millbrook',
        model: 'MK-2',
        weight: '6.1 lb',
        rating: 4.6,
        reviewCount: 212,
        originalPrice: null,
        isbn: null,
        startDate: null,
      },
    ],
    [
      {
        name: 'Splitting maul',
        price: '$89',
        stock: 'Out of stock.',
        rows: [
          ['Brand', 'Northaxe'],
          ['Material', 'Hickory, steel'],
        ],
        text: 'For wet oak.',
      },
      {
        name: 'Splitting maul',
        price: 89,
        // A bare dollar sign does not say which dollar.
        currency: null,
        inStock: false,
        brand: 'Northaxe',
        material: 'Hickory, steel',
        rating: null,
        reviewCount: null,
        color: null,
        author: null,
      },
    ],
  ],
});

interface Book {
  readonly name: string;
  readonly author: string;
  readonly price: string;
  readonly facts: readonly string[];
  readonly data?: object;
}

const bookFr = siteOf<Book>({
  site: 'librairie-des-quais',
  kind: 'book',
  half: 'measured',
  write: ({ name, author, price, facts }) =>
    document(
      `${name} - ${author} - Librairie des Quais`,
      `<nav><a href="/romans">Romans</a><a href="/poesie">Poésie</a></nav><main><article><h1>${name}</h1><p class="auteur">de <a href="/a/1">${author}</a></p>
<p class="prix">${price}</p><button>Ajouter au panier</button><ul class="fiche">${each(facts, (fact) => `<li>${fact}</li>`)}</ul></article></main>
<aside><h3>Du même rayon</h3><p><a href="/l/3">La Marée</a> 12,00 €</p></aside>`,
      { lang: 'fr' },
    ),
  pages: [
    [
      {
        name: 'Le Jardin de sel',
        author: 'Mathilde Auvray',
        price: '19,90 €',
        facts: [
          'Éditeur : Éditions du Phare',
          'ISBN : 978-2-1234-5680-3',
          'Nombre de pages : 284',
          'Langue : français',
        ],
      },
      {
        title: 'Le Jardin de sel',
        author: 'Mathilde Auvray',
        price: 19.9,
        currency: 'EUR',
        isbn: ['978-2-1234-5680-3', '9782123456803'],
        pages: 284,
        publisher: 'Éditions du Phare',
        rating: null,
        salary: null,
        narrator: null,
      },
    ],
    [
      {
        name: 'Petites pluies',
        author: 'Oscar Lemaire',
        price: '8,50 €',
        facts: ['Éditeur : Minuit Clair', 'ISBN : 978-2-7654-3210-9', 'Nombre de pages : 96'],
      },
      {
        title: 'Petites pluies',
        author: 'Oscar Lemaire',
        price: 8.5,
        currency: 'EUR',
        isbn: ['978-2-7654-3210-9', '9782765432109'],
        pages: 96,
        publisher: 'Minuit Clair',
        rating: null,
        sku: null,
      },
    ],
  ],
});

const bookEn = siteOf<Book>({
  site: 'paper-harbour',
  kind: 'book',
  half: 'tuned',
  write: ({ name, author, price, facts, data = {} }) =>
    document(
      `${name} by ${author}`,
      `<header>Paper Harbour</header><main><h1>${name}</h1><p>by ${author}</p><p>${price}</p><a class="btn" href="/cart">Add to basket</a>
<h2>Details</h2><div class="rows">${each(facts, (fact) => `<div><strong>${fact.split(': ')[0] ?? ''}:</strong> ${fact.split(': ')[1] ?? ''}</div>`)}</div></main>`,
      { head: linkedData({ '@type': 'Book', name, author: { '@type': 'Person', name: author }, ...data }) },
    ),
  pages: [
    [
      {
        name: 'The Tide Clerk',
        author: 'Ruth Alder',
        price: '£14.99',
        facts: ['Publisher: Gannet Press', 'Pages: 352', 'Published: 4 June 2021'],
        data: { isbn: '9780000112233', bookFormat: 'https://schema.org/Paperback' },
      },
      {
        title: 'The Tide Clerk',
        author: 'Ruth Alder',
        price: 14.99,
        currency: 'GBP',
        isbn: '9780000112233',
        pages: 352,
        publisher: 'Gannet Press',
        rating: null,
        inStock: null,
      },
    ],
    [
      { name: 'Salt Ledger', author: 'Ivo Brandt', price: '£9.00', facts: ['Publisher: Gannet Press', 'Pages: 140'] },
      {
        title: 'Salt Ledger',
        author: 'Ivo Brandt',
        price: 9,
        currency: 'GBP',
        isbn: null,
        pages: 140,
        publisher: 'Gannet Press',
        startDate: null,
      },
    ],
  ],
});

interface Shelf {
  readonly title: string;
  readonly goods: readonly (readonly [name: string, price: string, rating?: string])[];
}

const listTiles = siteOf<Shelf>({
  site: 'fernwood',
  kind: 'product list',
  half: 'measured',
  write: ({ title, goods }) =>
    document(
      `${title} – Fernwood`,
      `<nav><a href="/pots">Pots</a></nav><main><h1>${title}</h1><p>${goods.length} products</p><div class="g_1">${each(
        goods,
        ([name, price, rating]) =>
          `<div class="g_2"><a href="/p/${name.toLowerCase().replace(/\W+/g, '-')}"><img src="/i.jpg" alt=""><h3>${name}</h3></a><span class="g_3">${price}</span>${rating === undefined ? '' : `<span class="g_4">${rating} out of 5</span>`}<button>Add to cart</button></div>`,
      )}</div></main><footer><a href="/help">Help</a></footer>`,
    ),
  pages: [
    [
      {
        title: 'House plants',
        goods: [
          ['Fiddle-leaf fig', '$48.00', '4.2'],
          ['Snake plant', '$19.00'],
          ['Prayer plant', '$22.50', '4.8'],
          ['Rubber tree', '$35.00', '4.0'],
          ['String of pearls', '$14.00'],
        ],
      },
      {
        'products.#': 5,
        'products.0.name': 'Fiddle-leaf fig',
        'products.0.price': 48,
        'products.0.rating': 4.2,
        'products.1.name': 'Snake plant',
        'products.1.price': 19,
        'products.1.rating': null,
        'products.4.price': 14,
        'products.4.author': null,
      },
    ],
    [
      {
        title: 'Planters',
        goods: [
          ['Terracotta bowl', '$12.00'],
          ['Zinc tub', '$40.00', '3.9'],
          ['Oak barrel half', '$75.00', '4.4'],
          ['Glazed pot', '$28.00'],
        ],
      },
      {
        'products.#': 4,
        'products.0.name': 'Terracotta bowl',
        'products.0.price': 12,
        'products.0.rating': null,
        'products.2.name': 'Oak barrel half',
        'products.2.rating': 4.4,
        'products.3.price': 28,
        'products.3.isbn': null,
      },
    ],
  ],
});

const listRows = siteOf<Shelf>({
  site: 'schraubenkontor',
  kind: 'product list',
  half: 'tuned',
  write: ({ title, goods }) =>
    document(
      `${title} | Schraubenkontor`,
      `<h1>${title}</h1><table class="liste"><thead><tr><th>Artikel</th><th>Preis</th></tr></thead><tbody>${each(
        goods,
        ([name, price]) => `<tr><td><a href="/a">${name}</a></td><td>${price}</td></tr>`,
      )}</tbody></table>`,
      { lang: 'de' },
    ),
  pages: [
    [
      {
        title: 'Holzschrauben',
        goods: [
          ['Senkkopf 4 × 40', '3,20 €'],
          ['Linsenkopf 3 × 20', '2,10 €'],
          ['Tellerkopf 6 × 80', '7,90 €'],
        ],
      },
      {
        'artikel.#': 3,
        'artikel.0.artikel': 'Senkkopf 4 × 40',
        'artikel.0.preis': 3.2,
        'artikel.2.preis': 7.9,
        'artikel.1.rating': null,
      },
    ],
    [
      {
        title: 'Dübel',
        goods: [
          ['Nylon 6', '1,10 €'],
          ['Nylon 8', '1,40 €'],
          ['Gipskarton', '4,00 €'],
          ['Hohlraum', '5,25 €'],
        ],
      },
      { 'artikel.#': 4, 'artikel.3.artikel': 'Hohlraum', 'artikel.3.preis': 5.25, 'artikel.0.author': null },
    ],
  ],
});

export const SHOPS = [...lamps, ...tools, ...bookFr, ...bookEn, ...listTiles, ...listRows];
