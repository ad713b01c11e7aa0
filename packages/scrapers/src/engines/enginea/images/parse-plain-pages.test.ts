import { describe, expect, it } from '@jest/globals';
import { operationById } from '@quarry/contracts';
import { parseImages } from './parse.js';

const URL_OF_PAGE = 'https://www.google.com/search?q=slate+roof&udm=2';

const parse = (text: string, url = URL_OF_PAGE) => {
  const parsed = parseImages({ text, url });
  if (parsed.outcome !== 'ok') throw new Error(parsed.reason);
  expect(
    operationById('enginea/images')?.result.safeParse({ requestMetadata: { id: 'x', status: 'ok' }, ...parsed.result })
      .error,
  ).toBeUndefined();
  return parsed.result as { imagesResults: Record<string, unknown>[]; relatedSearches?: unknown[] };
};

describe('pictures of pages without scripts', () => {
  const thumb = (n: number): string => `https://encrypted-tbn0.gstatic.com/images?q=tbn:T${n}`;
  const link = (n: number, page = `https://site${n}.example/p`): string => `/url?q=${page}&amp;sa=U&amp;ved=2ah`;
  const small = (n: number, page?: string): string =>
    `<td><div><table><tr><td><a href="${link(n, page)}"><div><img alt="" src="${thumb(n)}&amp;s"/></div></a></td></tr><tr><td><a href="${link(n, page)}x"><div><span> <span>Дах №${n}</span> </span> <span> <span>site${n}.example</span> </span></div></a></td></tr></table></div></td>`.replaceAll(
      '2ahx',
      '2ah',
    );
  const frame = (rows: string, next: string): string =>
    `<html lang="uk"><body><div><form action="/search"><input name="tbm" value="isch" type="hidden"/><input name="q" value="slate roof"/></form></div><div><a href="/search?q=slate+roof&amp;tbm=isch&amp;chips=q:slate+roof,online_chips:old">old</a></div><div>${rows}</div><table><tbody><td><a href="${next}">Далі &gt;</a></td></tbody></table><div><a href="/url?q=https://support.google.com/websearch">?</a></div></body></html>`;
  const NEXT = '/search?q=slate+roof&amp;tbm=isch&amp;start=20';

  it('stand in small tables, above a title and a site', () => {
    const { imagesResults, relatedSearches } = parse(
      frame(`<table><tr>${small(1)}${small(2)}</tr><tr>${small(3, 'https://site1.example/p')}</tr></table>`, NEXT),
    );
    expect(imagesResults).toEqual(
      [1, 2, 3].map((n) => ({
        position: n,
        title: `Дах №${n}`,
        link: `https://site${n === 3 ? 1 : n}.example/p`,
        source: `site${n}.example`,
        thumbnail: `${thumb(n)}&s`,
      })),
    );
    expect(relatedSearches).toEqual([
      { query: 'old', link: 'https://www.google.com/search?q=slate+roof&tbm=isch&chips=q:slate+roof,online_chips:old' },
    ]);
  });

  it('may be one', () => {
    expect(parse(frame(`<table><tr>${small(1)}</tr></table>`, NEXT)).imagesResults).toMatchObject([
      { title: 'Дах №1', source: 'site1.example' },
    ]);
  });

  it('have their size beside them on the oldest ones', () => {
    const cell = (n: number): string =>
      `<td><a href="${link(n)}"><img src="${thumb(n)}" alt="Image result for slate roof"></a><br><cite title="site${n}.example">site${n}.example</cite><br>A <b>slate</b> roof ${n}<br>1${n}00 &times; 900 - 4${n}k&nbsp;-&nbsp;jpg</td>`;
    const { imagesResults } = parse(frame(`<table class="images_table"><tr>${cell(1)}${cell(2)}</tr></table>`, NEXT));
    expect(imagesResults).toEqual(
      [1, 2].map((n) => ({
        position: n,
        title: `A slate roof ${n}`,
        link: `https://site${n}.example/p`,
        source: `site${n}.example`,
        thumbnail: thumb(n),
        originalWidth: 1000 + n * 100,
        originalHeight: 900,
      })),
    );
  });

  it('lead to the viewer, which names the original', () => {
    const cell = (n: number): string =>
      `<a href="/imgres?imgurl=https://cdn${n}.example/o.png&amp;imgrefurl=https://site${n}.example/p&amp;h=${n}00&amp;w=800&amp;tbnid=x"><div><img alt="Roof ${n}" src="${thumb(n)}"></div></a>`;
    expect(parse(frame(`<div>${cell(1)}${cell(2)}</div>`, NEXT)).imagesResults).toEqual(
      [1, 2].map((n) => ({
        position: n,
        title: `Roof ${n}`,
        link: `https://site${n}.example/p`,
        source: `site${n}.example`,
        thumbnail: thumb(n),
        original: `https://cdn${n}.example/o.png`,
        originalWidth: 800,
        originalHeight: n * 100,
      })),
    );
  });

  it('are none where the way to the next page leads nowhere', () => {
    expect(parse(frame('', '#')).imagesResults).toEqual([]);
    expect(parseImages({ text: frame('', NEXT), url: URL_OF_PAGE })).toMatchObject({ outcome: 'unrecognized' });
  });
});
