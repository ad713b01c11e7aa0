import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  docxParts,
  epubParts,
  odtParts,
  pptxParts,
  shapeOf,
  statedZip,
  xlsxParts,
  zipOf,
} from '../office/office-files.js';

type Answer = (response: ServerResponse, argument: string, request: IncomingMessage) => void;

const html = (response: ServerResponse, title: string, body: string): void => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.end(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`,
  );
};

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

const PRODUCT = {
  '@context': 'https://schema.org',
  '@type': 'Product',
  name: 'Slate lamp',
  sku: 'SL-204',
  brand: { '@type': 'Brand', name: 'Quarry Works' },
  offers: {
    '@type': 'Offer',
    price: '49.90',
    priceCurrency: 'EUR',
    availability: 'https://schema.org/InStock',
  },
  aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.6', reviewCount: '87' },
};

const DESCRIPTION =
  'A lamp cut from one block of slate, with a brass switch and two metres of woven cable. It gives a warm and steady light.';

const shop: Answer = (response) =>
  html(
    response,
    'Slate lamp - Quarry Works',
    `<script type="application/ld+json">${JSON.stringify(PRODUCT)}</script>
    <nav><a href="/">Home</a> <a href="/lamps">All lamps</a></nav>
    <main><h1>Slate lamp</h1><p class="price">&euro;49.90</p><img src="${PIXEL}" alt="spot"><img src="/lamp.jpg" alt="The lamp">
    <p>${DESCRIPTION}</p><p>${DESCRIPTION} ${DESCRIPTION}</p>
    <table><tr><th>Colour</th><td>Graphite</td></tr><tr><th>Weight</th><td>2.4 kg</td></tr></table>
    <ul class="tags"><li>stone</li><li>brass</li></ul></main>
    <aside class="newsletter"><p>Subscribe to our letter</p></aside>
    <footer><p>Imprint and terms</p><a href="/imprint">Imprint</a></footer>`,
  );

/** A page on which every action of a scenario leaves a trace. */
const desk: Answer = (response) =>
  html(
    response,
    'Desk',
    `<div style="width:3000px;height:4000px">
    <p id="log"></p><input id="name"><button id="greet">Greet</button><button id="late" hidden>Late</button>
    <a id="away" href="/desk-left">Leave</a></div>
    <script>
      const log = (text) => { document.getElementById('log').textContent += text + ';'; };
      document.getElementById('greet').onclick = () => {
        log('hello ' + document.getElementById('name').value);
        setTimeout(() => { const late = document.createElement('button'); late.id = 'now'; late.textContent = 'Now';
          late.onclick = () => log('now'); document.body.prepend(late); }, 300);
      };
      document.getElementById('name').oninput = () => log('typed');
      addEventListener('scroll', () => { if (scrollY > 0) log('down'); if (scrollX > 0) log('right'); });
      setTimeout(() => { const ready = document.createElement('p'); ready.id = 'ready'; ready.textContent = 'Ready at last';
        document.body.append(ready); }, 1500);
    </script>`,
  );

/** Loads one of each kind of sub-resource; the site's hits show which were requested. */
const heavy: Answer = (response) =>
  html(
    response,
    'Heavy',
    `<link rel="stylesheet" href="/asset/style.css"><img src="/asset/picture.png"><script src="/asset/plain.js"></script>
    <script src="/asset/tracker.js"></script><h1>Heavy</h1><p>${DESCRIPTION}</p>`,
  );

const asset: Answer = (response, name) => {
  const types: Readonly<Record<string, string>> = { css: 'text/css', png: 'image/png', js: 'text/javascript' };
  response.writeHead(200, { 'content-type': types[name.split('.').at(-1) ?? ''] ?? 'text/plain' });
  response.end();
};

/** A PDF of one page with one line of text. */
const pdfOf = (line: string): Buffer => {
  const stream = `BT /F1 18 Tf 72 720 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const at = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(`${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}${trailer}`, 'latin1');
};

const paper: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'application/pdf' });
  response.end(pdfOf(DAWN));
};

const DAWN = 'The quarry opens at dawn';
const OPEN = 'application/vnd.openxmlformats-officedocument';

/** One document of each office format; a book is served as bytes of no type. */
const OFFICE_FILES: Readonly<Record<string, readonly [type: string, make: () => Uint8Array]>> = {
  docx: [
    `${OPEN}.wordprocessingml.document`,
    () => zipOf(docxParts(`<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>${DAWN}</w:t></w:r></w:p>`)),
  ],
  xlsx: [
    'application/vnd.ms-excel',
    () => zipOf(xlsxParts([{ name: 'Hours', rows: `<row><c t="str"><v>${DAWN}</v></c><c><v>6</v></c></row>` }])),
  ],
  pptx: [
    `${OPEN}.presentationml.presentation`,
    () => zipOf(pptxParts([{ shapes: shapeOf(`<a:p><a:r><a:t>${DAWN}</a:t></a:r></a:p>`, 'title') }])),
  ],
  odt: [
    'application/vnd.oasis.opendocument.text',
    () => statedZip(odtParts(`<text:h text:outline-level="1">${DAWN}</text:h>`)),
  ],
  epub: ['application/octet-stream', () => statedZip(epubParts([`<h1>${DAWN}</h1>`], '<dc:title>Hours</dc:title>'))],
};

const office: Answer = (response, name) => {
  const [type, make] = OFFICE_FILES[name] ?? ['application/zip', () => zipOf({ x: '' })];
  response.writeHead(200, { 'content-type': type });
  response.end(make());
};

const robots: Answer = (response) => {
  response.writeHead(200, { 'content-type': 'text/plain' });
  response.end('User-agent: *\nDisallow: /shop/hidden\n');
};

/** Pages for the options of page scraping, by the first part of their path. */
export const OPTION_ANSWERS: Readonly<Record<string, Answer>> = {
  shop,
  desk,
  'desk-left': (response) => html(response, 'Left', '<h1>You have left the desk</h1>'),
  heavy,
  asset,
  paper,
  office,
  'robots.txt': robots,
};
