import { describe, expect, it } from '@jest/globals';
import { parseSerp } from './parse.js';
import { tileOf } from '../../../../test/shop-pages.js';

type Row = Readonly<Record<string, unknown>>;

const organicsOf = (body: string): readonly Row[] => {
  const text = `<html lang="en"><body><div id="search"><div id="rso">${body}</div></div></body></html>`;
  const parsed = parseSerp({ text, url: 'https://www.google.com/search?q=slate' });
  if (parsed.outcome !== 'ok') throw new Error(parsed.reason);
  return parsed.result.organicResults;
};

const result = (title: string, url: string, more = ''): string =>
  `<div data-hveid="x"><a href="${url}"><h3>${title}</h3><cite>${new URL(url).origin}</cite></a>
  <div data-sncf="1"><div>A sentence about slate of some length.</div></div>${more}</div>`;

describe('facts below a result', () => {
  it.each([
    [
      '<div><a href="https://a.example/1">One</a> · <a href="https://a.example/2">Two</a> · <a href="https://a.example/3">Three</a></div>',
      undefined,
    ],
    ['<div><a href="https://a.example/1">One</a> · · 12 votes</div>', ['12 votes']],
    ['<div>Rating 4.5 · 12 votes · $20</div>', ['Rating 4.5', '12 votes', '$20']],
  ])('of %s are %j', (line, extensions) => {
    const [first] = organicsOf(result('A', 'https://a.example/', `<div data-sncf="2">${line}</div>`));
    expect((first?.['richSnippet'] as { top?: Row } | undefined)?.top?.['extensions']).toEqual(extensions);
  });
});

describe('the name of a site', () => {
  const head = (before: string, after: string): string =>
    `<div class="g"><h3><a href="https://www.slate.example/p">Slate</a></h3><div class="s"><div class="kv">${before}<cite>www.slate.example/p</cite>${after}</div><span class="st">A sentence about slate of some length.</span></div></div>`;
  const menu =
    '<div><a href="#"><span></span></a><div><ul><li><a href="/search?q=cache:x">Cached</a></li><li><a href="/search?q=related:x">Similar</a></li></ul></div></div>';

  it.each([
    ['is not the menu behind the address', head('', menu), 'slate.example'],
    ['is not a menu before the address', head(menu, ''), 'slate.example'],
    ['is not a word behind the address', head('', '<span>Translate this page</span>'), 'slate.example'],
    ['is what stands before the address', head('<span>The Slate Works</span>', menu), 'The Slate Works'],
  ])('%s', (_name, body, source) => {
    expect(organicsOf(body)[0]?.['source']).toBe(source);
  });
});

describe('links to the pages of one site in a table', () => {
  const cells = [1, 2, 3, 4].map(
    (n) =>
      `<td><div><h3><a href="https://www.slate.example/${n}">Page ${n}</a></h3><div>About page ${n}.</div></div></td>`,
  );
  const table = `<table><tbody><tr>${cells.slice(0, 2).join('')}</tr><tr>${cells.slice(2).join('')}</tr></tbody></table>`;
  const list = [1, 2, 3, 4].map((n) => ({
    title: `Page ${n}`,
    link: `https://www.slate.example/${n}`,
    snippet: `About page ${n}.`,
  }));

  it.each([
    ['in the result', result('Slate', 'https://www.slate.example/', table)],
    [
      'beside the result, in a frame of both',
      `<div><div><div>${result('Slate', 'https://www.slate.example/')}</div></div>${table}</div>`,
    ],
  ])('are its list: %s', (_name, first) => {
    const organics = organicsOf(first + result('Other', 'https://other.example/'));
    expect(organics.map(({ title }) => title)).toEqual(['Slate', 'Other']);
    expect(organics[0]?.['sitelinks']).toEqual({ list });
    expect(organics[1]?.['sitelinks']).toBeUndefined();
  });
});

describe('products among web results', () => {
  const linked = (title: string, id: string): string =>
    tileOf({ title, price: '$20.00', seller: 'Pan House' }).replace(
      /<\/div>$/,
      `<a href="/shopping/product/${id}?q=pan">Compare</a></div>`,
    );
  const group = (heading: string, tiles: string): string =>
    `<div><div><h3 role="heading">${heading}</h3></div><div>${tiles}</div></div>`;

  it('have the heading of their group and their own page in the shop', () => {
    const text = `<html lang="en"><body><div id="search"><div id="rso">${result('A', 'https://a.example/')}${group(
      'Cast iron',
      linked('Iron pan', '7001'),
    )}${group('Copper', linked('Copper pan', '7002'))}</div></div></body></html>`;
    const parsed = parseSerp({ text, url: 'https://www.google.com/search?q=pan' });
    expect(parsed.outcome === 'ok' && parsed.result.immersiveProducts).toMatchObject([
      { title: 'Iron pan', category: 'Cast iron', productLink: 'https://www.google.com/shopping/product/7001?q=pan' },
      { title: 'Copper pan', category: 'Copper', productLink: 'https://www.google.com/shopping/product/7002?q=pan' },
    ]);
  });
});
