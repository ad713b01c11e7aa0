import { layOut } from './layout.js';

export const ARTICLE_TITLE = 'How slate learned to keep time';
export const ARTICLE_EMAILS = [
  'archive@slate-lantern.example.com',
  'hello@slate-lantern.example.com',
  'mara@slate-lantern.example.com',
];
export const JAPANESE_HEADING = '石切場のランタン';

export const PRODUCT = {
  id: 'SL-104',
  name: 'Harbour lantern',
  price: '€ 148.00',
  availability: '12 in stock',
  description: 'Hand-bent brass, a slate base from the north terrace, and a flame that stands eleven hours of weather.',
} as const;

export const CATALOGUE = {
  shop: 'Slate & Lantern',
  currency: 'EUR',
  products: [
    { id: 'SL-104', name: 'Harbour lantern', price: 148, stock: 12 },
    { id: 'SL-220', name: 'Slate table lamp', price: 96.5, stock: 4 },
    { id: 'SL-310', name: 'Terrace candle holder', price: 22, stock: 0 },
  ],
} as const;

export const homePage = (): string =>
  layOut({
    title: 'Slate & Lantern',
    description: 'Lamps on slate, and a journal of the stone they stand on.',
    body: `<h1>Light that stands on stone</h1>
<p class="lead">We bend brass into lanterns, cut the slate they stand on, and write down what the stone tells us.</p>
<figure><img src="/images/quarry.svg" alt="Terraces of a slate quarry at dusk"></figure>
<div class="cards">
<a class="card" href="/journal/slate">Journal: ${ARTICLE_TITLE}</a>
<a class="card" href="/shop/lantern">Shop: ${PRODUCT.name}</a>
<a class="card" href="/catalogue.json">Our catalogue as data</a>
</div>`,
  });

const ARTICLE_DATA = JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'Article',
  headline: ARTICLE_TITLE,
  author: { '@type': 'Person', name: 'Mara Lindqvist' },
  datePublished: '2026-03-14',
});

export const articlePage = (): string =>
  layOut({
    title: `${ARTICLE_TITLE} | Slate & Lantern`,
    description: 'What the layers of a quarry say about the years, and how to read them with a lamp and a ruler.',
    head: `<meta name="author" content="Mara Lindqvist">
<meta property="og:title" content="${ARTICLE_TITLE}">
<meta property="og:type" content="article">
<script type="application/ld+json">${ARTICLE_DATA}</script>`,
    body: `<article>
<h1>${ARTICLE_TITLE}</h1>
<p class="byline">By <a href="mailto:mara@slate-lantern.example.com">Mara Lindqvist</a> · <time datetime="2026-03-14">14 March 2026</time></p>
<p class="lead">Every terrace of the north wall is a page. You need a low lamp, a ruler and a little patience to read it.</p>
<figure><img src="/images/quarry.svg" alt="Terraces of a slate quarry at dusk"><figcaption>The north wall at dusk.</figcaption></figure>
<h2>Reading the layers</h2>
<p>Slate splits along <em>cleavage</em>, not along its bedding. Hold the lamp low and <strong>the bedding shows as faint bands</strong>, crossing the flat face at an angle. Thick bands are quiet years; thin ones are years of storm.</p>
<blockquote><p>Stone forgets nothing. It only asks you to come closer.</p></blockquote>
<h2>What you need</h2>
<ol><li>A lamp that can stand on the ground</li><li>A steel ruler, half-millimetre marks</li><li>Chalk, and two kinds of notebook:
<ul><li>one for numbers</li><li>one for everything else</li></ul></li></ol>
<h2>Bands of the north wall</h2>
<table><thead><tr><th>Terrace</th><th>Colour</th><th class="number">Bands</th><th class="number">Mean, mm</th></tr></thead>
<tbody><tr><td>First</td><td>blue-grey</td><td class="number">41</td><td class="number">3.2</td></tr>
<tr><td>Second</td><td>plum</td><td class="number">56</td><td class="number">2.4</td></tr>
<tr><td>Third</td><td>green</td><td class="number">38</td><td class="number">4.0</td></tr></tbody></table>
<h2>From bands to years</h2>
<p>The sum is short enough for a notebook:</p>
<pre><code class="language-js">const years = (bands, gaps) =&gt;
  bands.length + gaps.reduce((sum, gap) =&gt; sum + gap, 0);
</code></pre>
<p>Our tables are in the <a href="/catalogue.json">catalogue</a>, older ones at the <a href="https://archive.example/slate?terrace=3#tables">town archive</a>; ask archive [at] slate-lantern [dot] example [dot] com for a copy. The lamp we use is <a href="/shop/lantern">the harbour lantern</a>.</p>
</article>`,
  });

/** A page whose content needs a browser: a script fetches and shows it. */
export const productPage = (): string =>
  layOut({
    title: 'Slate & Lantern: shop',
    description: 'Lanterns on slate.',
    body: `<div id="app"></div>
<noscript>This shop needs JavaScript.</noscript>
<script>
fetch('/api/products/lantern').then((answer) => answer.json()).then((product) => {
  const element = (name, className, text) => Object.assign(document.createElement(name), { className, textContent: text });
  const picture = Object.assign(document.createElement('img'), { src: '/images/lantern.svg', alt: product.name });
  const details = document.createElement('div');
  details.append(element('h1', '', product.name), element('p', 'lead', product.description),
    element('p', 'price', product.price), element('span', 'tag', product.availability));
  const view = element('section', 'product card', '');
  view.append(picture, details);
  document.getElementById('app').replaceChildren(view);
  document.title = product.name + ' | Slate & Lantern';
});
</script>`,
  });

/** Declares its charset only in the document, like many older pages; to be sent as Shift_JIS. */
export const japanesePage = (): string => `<!doctype html>
<html lang="ja">
<head>
<meta http-equiv="Content-Type" content="text/html; charset=Shift_JIS">
<title>${JAPANESE_HEADING}</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<main>
<h1>${JAPANESE_HEADING}</h1>
<p>北の石切場から切り出した石の上に、真鍮のランタンを置きます。</p>
<table><tr><th>品名</th><th>値段</th></tr><tr><td>港のランタン</td><td>二万三千円</td></tr></table>
<p><a href="/">英語のページ</a></p>
</main>
</body>
</html>
`;

export const missingPage = (): string =>
  layOut({
    title: 'Page not found',
    description: 'There is no such page.',
    body: '<h1>Nothing on this terrace</h1><p class="lead">The page you ask for was moved or never cut. Go back <a href="/">home</a>.</p>',
  });

export const slowPage = (delayMs: number): string =>
  layOut({
    title: 'The slow page',
    description: 'A page that takes its time.',
    body: `<h1>Worth the wait</h1><p class="lead">This page took ${delayMs} milliseconds to come.</p>`,
  });

/** A page with the marks of a known challenge, instead of the requested one. */
export const challengePage = (): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Just a moment...</title><meta name="robots" content="noindex,nofollow"></head>
<body>
<div class="main-wrapper" role="main"><h1>Checking that the connection is secure</h1><div id="challenge-error-text">Enable JavaScript and cookies to continue</div></div>
<script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1?ray=0000000000000000"></script>
</body>
</html>
`;
