import { document, each, siteOf } from './made-page.js';

interface Dish {
  readonly name: string;
  readonly by?: string;
  readonly facts: readonly (readonly [string, string])[];
  readonly goesIn: readonly string[];
  readonly steps: readonly string[];
}

const dishesEn = siteOf<Dish>({
  site: 'kettle-and-leek',
  kind: 'recipe',
  half: 'measured',
  write: ({ name, by, facts, goesIn, steps }) =>
    document(
      `${name} - Kettle & Leek`,
      `<header><h2>Kettle &amp; Leek</h2></header><article><h1>${name}</h1>${by === undefined ? '' : `<p class="byline">By <a rel="author" href="/who">${by}</a></p>`}
<p>My grandmother made this every Sunday, and the windows steamed up.</p>
<div class="info">${each(facts, ([label, value]) => `<div><span class="l">${label}</span><span class="v">${value}</span></div>`)}</div>
<h2>Ingredients</h2><ul>${each(goesIn, (one) => `<li>${one}</li>`)}</ul><h2>Method</h2><ol>${each(steps, (one) => `<li>${one}</li>`)}</ol></article>
<div class="comments"><h3>3 comments</h3><p>Anna: 5 stars, I used 2 cups.</p></div>`,
    ),
  pages: [
    [
      {
        name: 'Leek and barley soup',
        by: 'Nora Quill',
        facts: [
          ['Prep time', '15 minutes'],
          ['Cook time', '40 minutes'],
          ['Serves', '4'],
        ],
        goesIn: ['3 leeks', '120 g pearl barley', '1 l stock'],
        steps: ['Slice the leeks.', 'Simmer with the barley.'],
      },
      {
        name: 'Leek and barley soup',
        author: 'Nora Quill',
        prepTime: ['15 minutes', 15],
        cookTime: ['40 minutes', 40],
        servings: 4,
        'ingredients.#': 3,
        'ingredients.0': '3 leeks',
        'instructions.#': 2,
        price: null,
        calories: null,
        rating: null,
      },
    ],
    [
      {
        name: 'Smoked cheese toast',
        facts: [['Serves', '2']],
        goesIn: ['4 slices rye bread', '100 g smoked cheese'],
        steps: ['Toast the bread.', 'Melt the cheese on it.', 'Eat at once.'],
      },
      {
        name: 'Smoked cheese toast',
        author: null,
        servings: 2,
        'ingredients.#': 2,
        'ingredients.1': '100 g smoked cheese',
        'instructions.#': 3,
        prepTime: null,
        price: null,
        startDate: null,
      },
    ],
  ],
});

const dishesEs = siteOf<Dish>({
  site: 'la-cazuela',
  kind: 'recipe',
  half: 'tuned',
  write: ({ name, facts, goesIn, steps }) =>
    document(
      `${name} | La Cazuela`,
      `<main><h1>${name}</h1><ul>${each(facts, ([label, value]) => `<li><strong>${label}:</strong> ${value}</li>`)}</ul>
<h3>Ingredientes</h3><ul>${each(goesIn, (one) => `<li>${one}</li>`)}</ul><h3>Preparación</h3>${each(steps, (one, index) => `<p>${index + 1}. ${one}</p>`)}</main>`,
      { lang: 'es' },
    ),
  pages: [
    [
      {
        name: 'Lentejas con chorizo',
        facts: [
          ['Porciones', '6'],
          ['Tiempo de cocción', '50 min'],
        ],
        goesIn: ['400 g de lentejas', '2 chorizos', '1 zanahoria', '1 hoja de laurel'],
        steps: ['Cocer las lentejas.', 'Añadir el chorizo.'],
      },
      {
        name: 'Lentejas con chorizo',
        servings: 6,
        'ingredients.#': 4,
        'ingredients.2': '1 zanahoria',
        author: null,
        price: null,
        rating: null,
      },
    ],
    [
      {
        name: 'Gazpacho blanco',
        facts: [['Porciones', '4']],
        goesIn: ['200 g de almendras', '1 diente de ajo'],
        steps: ['Triturar todo.'],
      },
      { name: 'Gazpacho blanco', servings: 4, 'ingredients.#': 2, author: null, salary: null },
    ],
  ],
});

interface Gathering {
  readonly name: string;
  readonly when: string;
  readonly end?: string;
  readonly where: string;
  readonly address: string;
  readonly price?: string;
  readonly by?: string;
}

const gigs = siteOf<Gathering>({
  site: 'klangkeller',
  kind: 'event',
  half: 'measured',
  write: ({ name, when, where, address, price, by }) =>
    document(
      `${name} – Klangkeller`,
      `<nav><a href="/programm">Programm</a></nav><main class="h-event"><h1 class="p-name">${name}</h1><dl><dt>Wann</dt><dd><time datetime="${when}">am Abend</time></dd>
<dt>Wo</dt><dd>${where}, ${address}</dd>${price === undefined ? '' : `<dt>Eintritt</dt><dd>${price}</dd>`}${by === undefined ? '' : `<dt>Veranstalter</dt><dd>${by}</dd>`}</dl>
<p>Ein Abend für alle, die gern zuhören.</p><a href="/t">Tickets kaufen</a></main><footer>Telefon 030 5550123</footer>`,
      { lang: 'de' },
    ),
  pages: [
    [
      {
        name: 'Nacht der Chöre',
        when: '2025-05-03T20:00',
        where: 'Alte Schmiede',
        address: 'Hofgasse 4, Graz',
        price: '18,00 €',
        by: 'Kulturverein Mur',
      },
      {
        name: 'Nacht der Chöre',
        startDate: ['2025-05-03T20:00', '2025-05-03T20:00:00', '2025-05-03'],
        price: 18,
        organizer: 'Kulturverein Mur',
        endDate: null,
        rating: null,
        isbn: null,
      },
    ],
    [
      { name: 'Offene Bühne', when: '2025-06-11T19:30', where: 'Klangkeller', address: 'Lendplatz 1, Graz' },
      {
        name: 'Offene Bühne',
        startDate: ['2025-06-11T19:30', '2025-06-11T19:30:00', '2025-06-11'],
        price: null,
        organizer: null,
        author: null,
        sku: null,
      },
    ],
  ],
});

const meetups = siteOf<Gathering>({
  site: 'meadow-hall',
  kind: 'event',
  half: 'tuned',
  write: ({ name, when, end = '', where, address, price = 'Free' }) =>
    document(
      `${name} | Meadow Hall`,
      `<div class="ev"><h1>${name}</h1><div class="row"><h3>Date</h3><p>${when}</p></div>${end === '' ? '' : `<div class="row"><h3>Ends</h3><p>${end}</p></div>`}
<div class="row"><h3>Venue</h3><p>${where}</p></div><div class="row"><h3>Address</h3><p>${address}</p></div><div class="row"><h3>Price</h3><p>${price}</p></div><button>Register</button></div>`,
    ),
  pages: [
    [
      {
        name: 'Bee-keeping for beginners',
        when: '14 September 2025',
        end: '15 September 2025',
        where: 'Meadow Hall',
        address: '7 Mill Lane, Hexham',
        price: '£35',
      },
      {
        name: 'Bee-keeping for beginners',
        startDate: ['2025-09-14', '14 September 2025'],
        endDate: ['2025-09-15', '15 September 2025'],
        venue: 'Meadow Hall',
        address: '7 Mill Lane, Hexham',
        price: 35,
        rating: null,
        author: null,
      },
    ],
    [
      { name: 'Repair café', when: '2 October 2025', where: 'The Old Dairy', address: '1 High Street, Hexham' },
      {
        name: 'Repair café',
        startDate: ['2025-10-02', '2 October 2025'],
        venue: 'The Old Dairy',
        address: '1 High Street, Hexham',
        endDate: null,
        organizer: null,
        sku: null,
      },
    ],
  ],
});

export const FOOD_AND_EVENTS = [...dishesEn, ...dishesEs, ...gigs, ...meetups];
