import { expect, it } from '@jest/globals';
import { convertPage } from '@quarry/page';
import { corpusFiles, corpusPage, describeCorpus } from '../corpus.js';
import { judgeFigures } from '../gate.js';

const isPage = (name: string): boolean => /\.html?$/.test(name) && !/\.(?:expected|in)\.html$|samples\//.test(name);

const decodeHex = (hex: string): string => {
  const bytes = Buffer.from(hex, 'hex');
  const key = bytes[0] ?? 0;
  return Buffer.from(bytes.subarray(1).map((byte) => byte ^ key)).toString('utf8');
};

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', commat: '@', period: '.', lt: '<', gt: '>', quot: '"' };
const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));?/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (decimal) return String.fromCodePoint(Number(decimal));
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    return ENTITIES[name ?? ''] ?? whole;
  });

const ADDRESS = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+\.[^\s@<>"(),:;[\]\\.\d][^\s@<>"(),:;[\]\\.]*$/;

/** Addresses in the source text: hidden ones, and those of `mailto:` links. */
const statedIn = (source: string): Set<string> => {
  const html = source.replace(/<!--.*?-->/gs, '').replace(/<(script|style|template)\b.*?<\/\1\s*>/gis, '');
  const stated = new Set<string>();
  const add = (text: string): void => {
    const address = text.trim().toLowerCase();
    if (ADDRESS.test(address)) stated.add(address);
  };
  for (const [, hex = ''] of html.matchAll(/(?:data-cfemail\s*=\s*["']?|\/email-protection#)([\da-f]{6,})/gi)) {
    add(decodeHex(hex).replace(/\?.*$/s, ''));
  }
  for (const [, quoted, bare] of html.matchAll(/<a\b[^>]*?\shref\s*=\s*(?:["']([^"']*)["']|([^\s>]*))/gi)) {
    const [, target] = /^\s*mailto:(.*)$/is.exec(decodeEntities(quoted ?? bare ?? '')) ?? [];
    if (target === undefined) continue;
    const [path = ''] = target.split('?');
    let decoded = path;
    try {
      decoded = decodeURIComponent(path);
    } catch {
      // A target that is not a valid address stays as it is.
    }
    for (const part of decoded.split(/[,;]/)) add(/<([^<>]+)>/.exec(part)?.[1] ?? part);
  }
  return stated;
};

const SPELLED: readonly (readonly [RegExp, string])[] = [
  [/\s*[([{]\s*at\s*[)\]}]\s*/g, '@'],
  [/\s*[([{]\s*dot\s*[)\]}]\s*/g, '.'],
];

/** Addresses in the visible text, plain or with words in brackets for their signs. */
const shownIn = (text: string): Set<string> =>
  new Set(
    [
      ...SPELLED.reduce((plain, [sign, by]) => plain.replace(sign, by), text.toLowerCase()).matchAll(
        /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}.-]+\.\p{L}{2,}/gu,
      ),
    ].map(([address]) => address),
  );

const emailsOf = (html: string): { readonly emails: readonly string[]; readonly text: string } => {
  const { emails = [], text = '' } = convertPage(
    { text: html, url: 'https://a.example/', mediaType: 'text/html' },
    { formats: ['text'], links: false, emails: true },
  );
  return { emails, text };
};

/** Written forms: the text of the page, and its addresses. */
const FORMS: readonly (readonly [string, readonly string[]])[] = [
  ['<p>Write to anna@site.example.', ['anna@site.example']],
  ['<p>anna&#64;site&#46;com and <b>bob</b>@<i>site</i>.com', ['anna@site.com', 'bob@site.com']],
  ['<p>anna [at] site [dot] com', ['anna@site.com']],
  ['<p>anna (at) site (dot) com', ['anna@site.com']],
  ['<p>anna{at}site{dot}co.uk', ['anna@site.co.uk']],
  ['<p>anna AT site DOT com', ['anna@site.com']],
  ['<p>anna at site dot com', ['anna@site.com']],
  ['<p>E-mail: first.last at mail dot site dot org', ['first.last@mail.site.org']],
  [
    '<a href="mailto:a@site.com,b@site.com?cc=c@site.com&amp;subject=x@y.com">m</a>',
    ['a@site.com', 'b@site.com', 'c@site.com'],
  ],
  ['<a href="mailto:%61nna%40site.com">m</a>', ['anna@site.com']],
  ['<a href="mailto:Anna%20%3Canna@site.com%3E">m</a>', ['anna@site.com']],
  ['<p style="unicode-bidi:bidi-override;direction:rtl">moc.etis@anna</p>', ['anna@site.com']],
  ['<img src="image@2x.png" alt="logo@2x.png"><p>icon@3x.png hero@1.5x.webp', []],
  ['<script>var a = "hidden@site.com"</script><style>@import x@y.css</style>', []],
  ['<p>Meet us at the corner dot com was a boom', []],
  ['<p>Look at this dot in the sky', []],
  ['<p>Find us at example dot com, or meet Bob at site dot com', []],
  ['<h2>Jobs at site dot com</h2><p>Home at last dot com', ['jobs@site.com']],
  ['<p>We met at noon. At site dot org you find more', []],
  ['<p>npm i @scope/name@1.2.3 left-pad@latest lodash@4.17.21', []],
  ['<p>git@github.com:quarry/quarry.git', ['git@github.com']],
  ['<p>https://user@host.example/path and ssh://git@host.example', []],
  ['<p>@handle on the network, price @ 5.00', []],
  ['<p>写信给anna@site.com谢谢', ['anna@site.com']],
  [
    '<p>„anna@site.com“, (bob@site.com), &lt;carl@site.com&gt;; dora@site.com…',
    ['anna@site.com', 'bob@site.com', 'carl@site.com', 'dora@site.com'],
  ],
  ['<p>jürgen@münchen.de', ['jürgen@münchen.de']],
  ['<noscript>help@site.com</noscript>', ['help@site.com']],
];

describeCorpus('e-mails of captured pages', () => {
  const names = corpusFiles('', isPage);

  it('are exactly those the pages state, and those they show', () => {
    const missed: string[] = [];
    const invented: string[] = [];
    let pagesWithSome = 0;
    let statedCount = 0;
    let givenCount = 0;
    for (const name of names) {
      const { text: html } = corpusPage(name);
      const stated = statedIn(html);
      const { emails, text } = emailsOf(html);
      const shown = shownIn(text);
      if (stated.size > 0) pagesWithSome += 1;
      statedCount += stated.size;
      givenCount += emails.length;
      for (const email of stated) if (!emails.includes(email)) missed.push(`${name}: lacks ${email}`);
      for (const email of emails) {
        if (!stated.has(email) && !shown.has(email)) invented.push(`${name}: gives ${email}`);
      }
    }
    process.stdout.write([...missed, ...invented].map((line) => `${line}\n`).join(''));
    const failures = judgeFigures('pages/emails', names, {
      'stated addresses found': { value: 1 - missed.length / statedCount, n: statedCount, floor: 1 },
      'given addresses that are stated or shown': { value: 1 - invented.length / givenCount, n: givenCount, floor: 1 },
      'pages that state an address': { value: pagesWithSome, n: names.length },
    });
    expect(failures).toEqual([]);
  }, 60_000);
});

it.each(FORMS)('reads %s', (html, expected) => {
  expect([...emailsOf(html).emails].sort()).toEqual([...expected].sort());
});
