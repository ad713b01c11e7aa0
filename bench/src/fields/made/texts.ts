import { document, each, linkedData, siteOf } from './made-page.js';

interface Manual {
  readonly title: string;
  readonly updated?: string;
  readonly version?: string;
}

const manuals = siteOf<Manual>({
  site: 'pipeworks-docs',
  kind: 'docs',
  half: 'measured',
  write: ({ title, updated, version }) =>
    document(
      `${title} — Pipeworks ${version ?? 'documentation'}`,
      `<nav>${each(['Install', 'Configure', 'Deploy'], (one) => `<a href="/${one}">${one}</a>`)}</nav><main><h1>${title}<a class="headerlink" href="#top">¶</a></h1>
<p>Pipes are declared in <code>pipes.toml</code>, one table each.</p><pre><code class="language-toml">[pipe.a]\nprice = 12\nauthor = "you"</code></pre>
<h2 id="x">Options</h2><table><tr><th>Name</th><th>Default</th></tr><tr><td>retries</td><td>3</td></tr><tr><td>timeout</td><td>30</td></tr></table>
${updated === undefined ? '' : `<p class="updated">Last updated: <time datetime="${updated}">${updated}</time></p>`}</main>`,
      { head: '<meta name="generator" content="Sphinx 7.2">' },
    ),
  pages: [
    [
      { title: 'Declaring pipes', updated: '2024-11-02' },
      {
        title: 'Declaring pipes',
        dateModified: ['2024-11-02'],
        price: null,
        rating: null,
        phone: null,
        salary: null,
        isbn: null,
      },
    ],
    [
      { title: 'Exit codes' },
      { title: 'Exit codes', dateModified: null, price: null, rating: null, venue: null, sku: null },
    ],
  ],
});

const references = siteOf<Manual>({
  site: 'quill-reference',
  kind: 'docs',
  half: 'tuned',
  write: ({ title, version = '' }) =>
    document(
      `${title} · Quill`,
      `<aside><a href="/a">A</a><a href="/b">B</a></aside><main><h1>${title}</h1>${version === '' ? '' : `<dl><dt>Version</dt><dd>${version}</dd></dl>`}<p>Returns a page.</p><pre>page(1)</pre></main>`,
    ),
  pages: [
    [
      { title: 'page()', version: '2.4.1' },
      { title: 'page()', version: '2.4.1', price: null, rating: null, author: null },
    ],
    [{ title: 'ink()' }, { title: 'ink()', version: null, price: null, startDate: null }],
  ],
});

interface Topic {
  readonly title: string;
  readonly posts: readonly (readonly [author: string, date: string, text: string])[];
}

const forums = siteOf<Topic>({
  site: 'kiln-forum',
  kind: 'thread',
  half: 'measured',
  write: ({ title, posts }) =>
    document(
      `${title} - Kiln Forum`,
      `<h1>${title}</h1><div id="posts">${each(
        posts,
        ([author, date, text], index) =>
          `<div class="post" id="p${index}"><div class="author"><a href="/u/${author}">${author}</a></div><time datetime="${date}">${date}</time><div class="content"><p>${text}</p></div></div>`,
      )}</div>`,
    ),
  pages: [
    [
      {
        title: 'Glaze crawls at cone 6',
        posts: [
          ['claymaker', '2023-02-01', 'My white glaze crawls at the rim every time I fire it.'],
          ['oldkiln', '2023-02-02', 'Wash the bisque first, dust is usually why it crawls.'],
          ['mara', '2023-02-03', 'It was the dust for me as well, thanks for saying so.'],
        ],
      },
      {
        title: 'Glaze crawls at cone 6',
        'posts.#': 3,
        'posts.0.author': 'claymaker',
        'posts.1.author': 'oldkiln',
        'posts.2.date': '2023-02-03',
        'posts.0.price': null,
        price: null,
        isbn: null,
      },
    ],
    [
      {
        title: 'Shelf wash recipe?',
        posts: [
          ['dunya', '2022-10-11', 'Which wash do you all use on shelves these days?'],
          ['peter_r', '2022-10-12', 'Half alumina and half kaolin by weight, two coats.'],
          ['claymaker', '2022-10-12', 'The same here, and sand it once a year at least.'],
        ],
      },
      {
        title: 'Shelf wash recipe?',
        'posts.#': 3,
        'posts.1.author': 'peter_r',
        'posts.1.date': '2022-10-12',
        salary: null,
        rating: null,
      },
    ],
  ],
});

interface Program {
  readonly name: string;
  readonly rows: readonly (readonly [string, string])[];
  readonly data: object;
}

const programs = siteOf<Program>({
  site: 'apps-shelf',
  kind: 'software',
  half: 'measured',
  write: ({ name, rows, data }) =>
    document(
      `${name} – Apps Shelf`,
      `<main><h1>${name}</h1><div>${each(rows, ([label, value]) => `<div class="s1"><span class="s2">${label}</span><span class="s3">${value}</span></div>`)}</div></main>`,
      { head: linkedData({ '@type': 'SoftwareApplication', name, ...data }) },
    ),
  pages: [
    [
      {
        name: 'Tidewatch',
        rows: [
          ['Version', '3.2.0'],
          ['License', 'MIT'],
        ],
        data: {
          applicationCategory: 'Weather',
          aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.7, ratingCount: 530 },
        },
      },
      {
        name: 'Tidewatch',
        version: '3.2.0',
        license: 'MIT',
        rating: 4.7,
        reviewCount: [530],
        isbn: null,
        phone: null,
        startDate: null,
      },
    ],
    [
      { name: 'Notebox', rows: [['Version', '0.9']], data: { operatingSystem: 'Linux' } },
      { name: 'Notebox', version: '0.9', operatingSystem: 'Linux', rating: null, license: null, author: null },
    ],
  ],
});

interface Course {
  readonly title: string;
  readonly teacher: string;
  readonly price: string;
}

const courses = siteOf<Course>({
  site: 'night-school',
  kind: 'course',
  half: 'measured',
  write: ({ title, teacher, price }) =>
    document(
      `${title} | Night School`,
      `<main><h1>${title}</h1><ul><li>Instructor: ${teacher}</li><li>Price: ${price}</li><li>Duration: 6 weeks</li></ul><button>Enrol now</button></main>`,
    ),
  pages: [
    [
      { title: 'Book-binding', teacher: 'Lena Marsh', price: '$220' },
      { title: 'Book-binding', instructor: 'Lena Marsh', price: 220, duration: ['6 weeks'], rating: null, isbn: null },
    ],
    [
      { title: 'Latin for gardeners', teacher: 'Ugo Petri', price: '$95.50' },
      { title: 'Latin for gardeners', instructor: 'Ugo Petri', price: 95.5, rating: null, salary: null },
    ],
  ],
});

export const TEXTS = [...manuals, ...references, ...forums, ...programs, ...courses];
