import { document, each, siteOf } from './made-page.js';

type Rows = readonly (readonly [label: string, value: string])[];
interface Facts {
  readonly name: string;
  readonly line?: string;
  readonly rows: Rows;
  readonly text?: string;
}

const definitions = (rows: Rows): string =>
  `<dl>${each(rows, ([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`)}</dl>`;
const lines = (rows: Rows): string => each(rows, ([label, value]) => `<p><b>${label}:</b> ${value}</p>`);
const boxes = (rows: Rows): string =>
  `<div class="q0">${each(rows, ([label, value]) => `<div class="q1"><div class="q2">${label}</div><div class="q3">${value}</div></div>`)}</div>`;

const jobsEn = siteOf<Facts>({
  site: 'northgate-careers',
  kind: 'job',
  half: 'measured',
  write: ({ name, rows, text = '' }) =>
    document(
      `${name} - Northgate careers`,
      `<header><a href="/">Northgate careers</a></header><main><h1>${name}</h1>${definitions(rows)}<h2>About the role</h2><p>${text}</p><a href="/apply">Apply now</a></main>
<aside><h2>Similar jobs</h2><p>Stock clerk, $19 an hour</p></aside>`,
    ),
  pages: [
    [
      {
        name: 'Tram driver',
        rows: [
          ['Company', 'Northgate Transit'],
          ['Location', 'Leeds'],
          ['Salary', '£31,000 a year'],
          ['Employment type', 'Full-time'],
        ],
        text: 'You drive trams through the city, early and late.',
      },
      {
        title: 'Tram driver',
        company: 'Northgate Transit',
        location: 'Leeds',
        salary: '£31,000 a year',
        employmentType: 'Full-time',
        price: null,
        rating: null,
        author: null,
        isbn: null,
      },
    ],
    [
      {
        name: 'Archivist',
        rows: [
          ['Company', 'County Records Office'],
          ['Location', 'York'],
        ],
        text: 'You keep 900 years of paper dry.',
      },
      {
        title: 'Archivist',
        company: 'County Records Office',
        location: 'York',
        salary: null,
        employmentType: null,
        rating: null,
        startDate: null,
      },
    ],
  ],
});

const jobsDe = siteOf<Facts>({
  site: 'werkbank-jobs',
  kind: 'job',
  half: 'tuned',
  write: ({ name, line = '', rows, text = '' }) =>
    document(
      `${name} bei ${line}`,
      `<main><h1>${name}</h1>${boxes([['Arbeitgeber', line], ...rows])}<p>${text}</p><button>Jetzt bewerben</button></main>`,
      { lang: 'de' },
    ),
  pages: [
    [
      {
        name: 'Tischler (m/w/d)',
        line: 'Holzbau Reiter',
        rows: [
          ['Standort', 'Linz'],
          ['Gehalt', '2.900 € im Monat'],
        ],
      },
      { title: 'Tischler (m/w/d)', company: 'Holzbau Reiter', location: 'Linz', price: null, rating: null },
    ],
    [
      { name: 'Buchhalterin', line: 'Kontor Elbe', rows: [['Standort', 'Dresden']] },
      { title: 'Buchhalterin', company: 'Kontor Elbe', location: 'Dresden', salary: null, isbn: null },
    ],
  ],
});

const staff = siteOf<Facts>({
  site: 'harbour-university',
  kind: 'profile',
  half: 'measured',
  write: ({ name, line = '', rows, text = '' }) =>
    document(
      `${name} | Harbour University`,
      `<nav><a href="/">Harbour University</a></nav><main><h1>${name}</h1><p class="role">${line}</p>${lines(rows)}<h2>Biography</h2><p>${text}</p></main><footer>© Harbour University, info@harbour.example</footer>`,
    ),
  pages: [
    [
      {
        name: 'Dr Amara Osei',
        line: 'Reader in Coastal Ecology',
        rows: [
          ['Email', 'a.osei@harbour.example'],
          ['Phone', '+44 191 555 0142'],
          ['Office', 'Room 3.14'],
        ],
        text: 'Amara studies mud.',
      },
      {
        name: ['Dr Amara Osei', 'Amara Osei'],
        email: 'a.osei@harbour.example',
        phone: ['+44 191 555 0142', '+441915550142'],
        price: null,
        rating: null,
        isbn: null,
        salary: null,
      },
    ],
    [
      {
        name: 'Felix Tran',
        line: 'Laboratory manager',
        rows: [['Phone', '+44 191 555 0177']],
        text: 'Felix keeps the centrifuges honest.',
      },
      {
        name: 'Felix Tran',
        phone: ['+44 191 555 0177', '+441915550177'],
        price: null,
        startDate: null,
        sku: null,
      },
    ],
  ],
});

const makers = siteOf<Facts>({
  site: 'workbench-social',
  kind: 'profile',
  half: 'tuned',
  write: ({ name, line = '', rows }) =>
    document(
      `${name} (@${line}) · Workbench`,
      `<div class="h-card"><h1 class="p-name">${name}</h1><p>@${line}</p><button>Follow</button>${definitions(rows)}</div>`,
      { head: '<meta property="og:type" content="profile">' },
    ),
  pages: [
    [
      {
        name: 'Ines Falk',
        line: 'inesfalk',
        rows: [
          ['Followers', '1,204'],
          ['Location', 'Graz'],
          ['Website', 'https://falk.example/'],
        ],
      },
      { name: 'Ines Falk', followers: 1204, location: 'Graz', price: null, rating: null, isbn: null },
    ],
    [
      { name: 'Tom Birch', line: 'tbirch', rows: [['Followers', '87']] },
      { name: 'Tom Birch', followers: 87, location: null, email: null, price: null },
    ],
  ],
});

const shopsFr = siteOf<Facts>({
  site: 'quartier-annuaire',
  kind: 'local business',
  half: 'measured',
  write: ({ name, rows, text = '' }) =>
    document(
      `${name} - Annuaire du quartier`,
      `<main><h1>${name}</h1><p>${text}</p><table>${each(rows, ([label, value]) => `<tr><th>${label}</th><td>${value}</td></tr>`)}</table></main>
<section class="similaires"><h2>À proximité</h2><p>Boulangerie Morel, 04 55 50 99 99</p></section>`,
      { lang: 'fr' },
    ),
  pages: [
    [
      {
        name: 'Cordonnerie Blanc',
        rows: [
          ['Adresse', '12 rue des Lilas, 69003 Lyon'],
          ['Téléphone', '04 55 50 12 34'],
          ['Horaires', 'mardi–samedi 9h–18h'],
        ],
        text: 'Ressemelage et clés minute.',
      },
      {
        name: 'Cordonnerie Blanc',
        address: '12 rue des Lilas, 69003 Lyon',
        phone: ['04 55 50 12 34', '0455501234'],
        price: null,
        rating: null,
        author: null,
        isbn: null,
      },
    ],
    [
      { name: 'Fleurs de Mai', rows: [['Adresse', '3 place du Marché, 38000 Grenoble']] },
      {
        name: 'Fleurs de Mai',
        address: '3 place du Marché, 38000 Grenoble',
        email: null,
        rating: null,
        salary: null,
      },
    ],
  ],
});

const cafes = siteOf<Facts>({
  site: 'good-table',
  kind: 'local business',
  half: 'tuned',
  write: ({ name, line = '', rows }) =>
    document(
      `${name} – Good Table`,
      `<main><h1>${name}</h1><div><span aria-label="${line} out of 5 stars"></span></div>${boxes(rows)}</main>`,
    ),
  pages: [
    [
      {
        name: 'Café Lune',
        line: '4.4',
        rows: [
          ['Phone', '(555) 010-2211'],
          ['Address', '88 Dock Street, Portland'],
          ['Cuisine', 'French'],
        ],
      },
      {
        name: 'Café Lune',
        rating: 4.4,
        phone: ['(555) 010-2211', '5550102211'],
        address: '88 Dock Street, Portland',
        cuisine: 'French',
        price: null,
        author: null,
      },
    ],
    [
      { name: 'Noodle Barn', line: '3.9', rows: [['Address', '5 Elm Road, Portland']] },
      { name: 'Noodle Barn', rating: 3.9, address: '5 Elm Road, Portland', email: null, isbn: null },
    ],
  ],
});

const homes = siteOf<Facts>({
  site: 'keystone-homes',
  kind: 'real estate',
  half: 'measured',
  write: ({ name, line = '', rows, text = '' }) =>
    document(
      `${name} | Keystone Homes`,
      `<main><h1>${name}</h1><div class="ask">${line}</div>${boxes(rows)}<p>${text}</p><button>Contact agent</button></main>
<section class="similar-homes"><h2>Similar homes</h2><div><a href="/2">9 Elm Ct</a> $512,000 4 beds</div></section>`,
    ),
  pages: [
    [
      {
        name: '41 Willow Bend, Dover, DE 19901',
        line: '$389,000',
        rows: [
          ['Bedrooms', '3'],
          ['Bathrooms', '2.5'],
          ['Living area', '1,840 sq ft'],
          ['Year built', '1998'],
        ],
        text: 'Light in every room.',
      },
      {
        address: '41 Willow Bend, Dover, DE 19901',
        price: 389_000,
        bedrooms: 3,
        bathrooms: 2.5,
        squareFeet: 1840,
        yearBuilt: 1998,
        author: null,
        rating: null,
        isbn: null,
      },
    ],
    [
      {
        name: '7 Quarry Road, Lewes, DE 19958',
        line: '$1,150,000',
        rows: [
          ['Bedrooms', '5'],
          ['Bathrooms', '4'],
        ],
      },
      {
        address: '7 Quarry Road, Lewes, DE 19958',
        price: 1_150_000,
        bedrooms: 5,
        bathrooms: 4,
        yearBuilt: null,
        salary: null,
        sku: null,
      },
    ],
  ],
});

const flats = siteOf<Facts>({
  site: 'wohnwerk',
  kind: 'real estate',
  half: 'tuned',
  write: ({ name, rows }) =>
    document(`${name} | Wohnwerk`, `<main><h1>${name}</h1>${definitions(rows)}</main>`, { lang: 'de' }),
  pages: [
    [
      {
        name: 'Helle Wohnung am Park',
        rows: [
          ['Kaltmiete', '980 €'],
          ['Zimmer', '3'],
          ['Baujahr', '1974'],
          ['Adresse', 'Parkweg 2, 04277 Leipzig'],
        ],
      },
      {
        title: 'Helle Wohnung am Park',
        price: 980,
        currency: 'EUR',
        rooms: 3,
        yearBuilt: 1974,
        address: 'Parkweg 2, 04277 Leipzig',
        rating: null,
      },
    ],
    [
      {
        name: 'Dachgeschoss mit Balkon',
        rows: [
          ['Kaltmiete', '1.250 €'],
          ['Zimmer', '4'],
        ],
      },
      { title: 'Dachgeschoss mit Balkon', price: 1250, currency: 'EUR', rooms: 4, yearBuilt: null, email: null },
    ],
  ],
});

export const PEOPLE_AND_PLACES = [...jobsEn, ...jobsDe, ...staff, ...makers, ...shopsFr, ...cafes, ...homes, ...flats];
