import { describe, expect, it } from '@jest/globals';
import { operationById } from '@quarry/contracts';
import fc from 'fast-check';
import { MAX_STATE_CHARS, type EnginecNextPage } from './next-page.js';
import type { EngineDocument, ParsedResults } from '../../../scraper/engine.js';
import { parseEnginecSerp } from './parse.js';
import { MAX_ENTRIES } from './results-page.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

type Ok = Extract<ParsedResults, { readonly outcome: 'ok' }> & { readonly next?: EnginecNextPage };

const parse = (text: string, more: Partial<EngineDocument> = {}): Ok => {
  const parsed = parseEnginecSerp({ text, ...more });
  if (parsed.outcome !== 'ok') throw new Error(parsed.reason);
  expect(
    operationById('enginec/serp')?.result.safeParse({ requestMetadata: { id: 'x', status: 'ok' }, ...parsed.result })
      .error,
  ).toBeUndefined();
  // safe because the engine's parser gives its own kind of state
  return parsed as Ok;
};
const organicsOf = (text: string): unknown => parse(text).result['organicResults'];

const wrapped = (url: string): string => `//duckduckgo.com/l/?uddg=${encodeURIComponent(url)}&amp;rut=00`;

const boxOf = (title: string, url: string, more = '', kind = 'web-result'): string =>
  `<div class="result results_links ${kind}"><div><h2><a rel="nofollow" class="result__a" href="${wrapped(url)}">${title}</a></h2>
  <div><span><a href="${wrapped(url)}"><img src="//icons.example/i.ico"></a></span><a class="result__url" href="${wrapped(url)}"> slate.example/roof </a>${more}</div>
  <a class="result__snippet" href="${wrapped(url)}">Words about <b>slate</b> &amp; roofs.</a></div></div>`;

const formOf = (action: string, fields: Readonly<Record<string, string>>, submit = 'Next'): string =>
  `<div class="nav-link"><form action="${action}" method="post"><input type="submit" value="${submit}">${Object.entries(
    fields,
  )
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join('')}</form></div>`;

const pageOf = (body: string, query = 'slate roof'): string =>
  `<html><body><form><input name="q" value="${query}"></form><div id="links">${body}</div></body></html>`;

const rowsOf = (rank: number, title: string, url: string): string =>
  `<tr><td>${rank}.&nbsp;</td><td><a rel="nofollow" href="${wrapped(url)}" class='result-link'>${title}</a></td></tr>
  <tr><td>&nbsp;</td><td class='result-snippet'>Words about <b>slate</b>.</td></tr>
  <tr><td>&nbsp;</td><td><span class='link-text'>slate.example/${rank}</span> <span class="timestamp">2026-02-0${rank}T00:00:00.0000000</span></td></tr><tr><td>&nbsp;</td></tr>`;

const dataOf = (rows: readonly unknown[], ads: readonly unknown[] = []): string =>
  `window.execDeep = function() {if (DDG.pageLayout) DDG.pageLayout.load('a',${JSON.stringify(ads)}, {"x":1});DDG.pageLayout.load('d',${JSON.stringify(rows)});};`;

const ORGANIC = {
  position: 1,
  title: 'Slate',
  link: 'https://slate.example/roof?a=1&b=%20',
  displayedLink: 'slate.example/roof',
  source: 'slate.example',
  snippet: 'Words about slate & roofs.',
};

describe('a page with markup', () => {
  it('is read as a person does, its redirects resolved once', () => {
    expect(organicsOf(pageOf(boxOf('Slate', 'https://slate.example/roof?a=1&b=%20')))).toEqual([ORGANIC]);
  });

  it('is read without the names of its parts', () => {
    const named = pageOf(boxOf('Slate', ORGANIC.link) + boxOf('Other', 'https://slate.example/roof/2'));
    expect(organicsOf(named.replace(/class="[^"]*"/g, 'class="x"'))).toEqual(organicsOf(named));
  });

  it('tells the day of a result', () => {
    const stamp = '<span>&nbsp; &nbsp; 2026-05-05T00:00:00.0000000</span>';
    expect(organicsOf(pageOf(boxOf('Slate', ORGANIC.link, stamp)))).toEqual([{ ...ORGANIC, date: '2026-05-05' }]);
  });

  it('keeps advertisements apart, and resolves them where their addresses carry the page', () => {
    const network = `https://network.example/click?u=${Buffer.from(encodeURIComponent('https://shop.example/slate?x=1')).toString('base64')}`;
    const counter = `https://duckduckgo.com/y.js?ad_domain=shop.example&u3=${encodeURIComponent(network)}`;
    const unknown = 'https://duckduckgo.com/y.js?ad_domain=tiles.example';
    const { result } = parse(
      pageOf(boxOf('Buy', counter, '', 'x') + boxOf('Tiles', unknown, '', 'x') + boxOf('Slate', ORGANIC.link)),
    );
    expect(result['ads']).toMatchObject([
      { position: 1, title: 'Buy', link: 'https://shop.example/slate?x=1', source: 'shop.example' },
      { position: 2, title: 'Tiles', link: 'https://tiles.example/', description: 'Words about slate & roofs.' },
    ]);
    expect(result['organicResults']).toEqual([ORGANIC]);
  });

  it('leaves boxes about the subject out', () => {
    const about =
      '<div class="module"><h2><a href="https://encyclopedia.example/slate">Slate</a></h2><p>A rock.</p></div>';
    expect(organicsOf(pageOf(about + boxOf('Slate', ORGANIC.link)))).toEqual([ORGANIC]);
  });

  it('gives the pages of the engine itself as results, its searches never', () => {
    const own = boxOf('About', 'https://duckduckgo.com/about');
    const suggested = '<h2><a class="result__a" href="/?q=slate+tiles">slate tiles</a></h2>';
    expect(organicsOf(pageOf(own + suggested))).toMatchObject([{ link: 'https://duckduckgo.com/about' }]);
  });
});

describe('a page of tables', () => {
  const text = pageOf(
    `<table>${rowsOf(1, 'One', 'https://slate.example/1')}${rowsOf(2, 'Two', 'https://slate.example/2')}</table>`,
  );

  it('is read row by row', () => {
    expect(organicsOf(text)).toEqual(
      [1, 2].map((at) => ({
        position: at,
        title: at === 1 ? 'One' : 'Two',
        link: `https://slate.example/${at}`,
        displayedLink: `slate.example/${at}`,
        source: 'slate.example',
        snippet: 'Words about slate.',
        date: `2026-02-0${at}`,
      })),
    );
  });

  it('is read without the names of its parts', () => {
    expect(organicsOf(text.replace(/class=(?:"[^"]*"|'[^']*')/g, ''))).toEqual(organicsOf(text));
  });
});

describe('a page that scripts have filled', () => {
  const article = (kind: string, url: string, snippet: string, more = ''): string =>
    `<li data-layout="x"><article data-testid="${kind}" data-nrn="result"><div role="menu"><a href="?q=x">Only this site</a></div>
    <div><p>Slate House</p><a data-testid="result-extras-url-link" href="${url}"><p><span>https://slate.example</span><span>› roof</span></p></a></div>
    <h2><a data-testid="result-title-a" href="${url}"><span>Slate</span></a></h2><div data-result="snippet"><div><span>${snippet}</span></div></div>${more}</article></li>`;

  it('is read with dates, links below and the answer above', () => {
    const { result, blocks } = parse(`<section><ol>${article('ad', 'https://shop.example/', 'Buy it.')}
      <li data-layout="wikinlp"><div data-testid="duckassist-answer-content"><p>Slate <span>lasts</span>.</p><a href="https://slate.example/a">Slate House</a></div></li>
      ${article('result', 'https://slate.example/roof', '<span>Oct 3, 2025</span><span>It <b>lasts</b>.</span>', '<ul><li><a href="https://slate.example/b">Sizes</a></li></ul>')}
      <li data-layout="related_searches"><a class="result__a" href="/?q=tiles">tiles</a></li></ol></section>`);
    expect(result).toEqual({
      organicResults: [
        {
          position: 1,
          title: 'Slate',
          link: 'https://slate.example/roof',
          displayedLink: 'https://slate.example › roof',
          source: 'slate.example',
          snippet: 'It lasts.',
          date: 'Oct 3, 2025',
          sitelinks: [{ title: 'Sizes', link: 'https://slate.example/b' }],
        },
      ],
      ads: [expect.objectContaining({ title: 'Slate', link: 'https://shop.example/', description: 'Buy it.' })],
      searchAssist: {
        answer: 'Slate lasts.',
        sources: [{ title: 'Slate House', link: 'https://slate.example/a' }],
      },
    });
    expect(blocks).toEqual(['organicResults', 'ads', 'searchAssist']);
  });
});

describe('data for the scripts of a page', () => {
  const row = {
    t: 'Sl&amp;te',
    u: ORGANIC.link,
    c: ORGANIC.link,
    d: 'slate.example/roof',
    a: 'It <b>lasts</b> "]}".',
    e: null,
  };

  it('are read with links below and the way on', () => {
    const rows = [
      { ...row, l: [{ targetUrl: 'https://slate.example/b', text: 'Sizes', snippet: 'All' }] },
      { n: '/d.js?q=slate&s=29&vqd=3-1' },
    ];
    const ads = [{ t: 'Buy', u: 'https://duckduckgo.com/y.js?ad_provider=p&u3=x', d: 'Shop.example/tiles', a: 'Now.' }];
    const { result, next } = parse(dataOf(rows, ads));
    expect(result).toMatchObject({
      organicResults: [
        {
          title: 'Sl&te',
          snippet: 'It lasts "]}".',
          sitelinks: [{ title: 'Sizes', link: 'https://slate.example/b', snippet: 'All' }],
        },
      ],
      ads: [{ title: 'Buy', source: 'shop.example', description: 'Now.' }],
    });
    expect(next).toEqual({
      surface: 'data',
      fields: [
        ['q', 'slate'],
        ['s', '29'],
        ['vqd', '3-1'],
      ],
    });
  });

  it('say by one entry of another engine that there is nothing', () => {
    expect(parse(dataOf([{ t: 'EOF', i: 'www.google.com', u: 'http://www.google.com/search?q=x' }])).result).toEqual({
      organicResults: [],
    });
  });

  it.each([
    ['a refusal', "DDG.deep.anomalyDetectionBlock({gk:'1'})", 'anomaly'],
    ['an engine that is overloaded', 'if(DDG.deep){DDG.deep.is506=1;}', 'engine_overloaded'],
    ['an empty list', dataOf([]), 'no_results_found'],
    ['a list that is cut', dataOf([row]).slice(0, 200), 'no_results_found'],
  ])('are no results where they are %s', (_name, text, reason) => {
    expect(parseEnginecSerp({ text })).toMatchObject({ reason });
  });
});

describe('the way on', () => {
  const state = (s: number): Record<string, string> => ({
    q: 'slate',
    s: String(s),
    dc: String(s + 1),
    vqd: '4-1',
    kl: 'wt-wt',
  });
  const one = boxOf('Slate', ORGANIC.link);

  it('is the state of the form, as plain data', () => {
    expect(parse(pageOf(one + formOf('/html/', state(10)))).next).toEqual({
      surface: 'html',
      fields: Object.entries(state(10)),
    });
    expect(parse(pageOf(one + formOf('/lite/', state(10)))).next?.surface).toBe('lite');
  });

  it('is told from the way back', () => {
    const both = pageOf(one + formOf('/html/', state(0), '&lt; Previous') + formOf('/html/', state(25)));
    expect(parse(both, { offset: 10 }).next?.fields[1]).toEqual(['s', '25']);
    expect(parse(pageOf(one + formOf('/html/', state(10), 'Zur\u00fcck')), { offset: 25 }).next).toBeUndefined();
    expect(parse(pageOf(one + formOf('/html/', state(40), 'Previous')), { offset: 25 }).next).toBeUndefined();
  });

  it.each([
    ['a form without the mark of the search', pageOf(one + formOf('/html/', { q: 'slate', s: '10' }))],
    ['a state that is too long', pageOf(one + formOf('/html/', { ...state(10), x: 'y'.repeat(MAX_STATE_CHARS) }))],
    ['data that lead elsewhere', dataOf([{ t: 'A', u: 'https://a.example/' }, { n: 'https://b.example/x?s=1' }])],
  ])('is absent for %s', (_name, text) => {
    expect(parse(text).next).toBeUndefined();
  });
});

describe('a page without results', () => {
  const ends = (name: string): string =>
    pageOf(
      `<div class="${name}"><h1>Nichts gefunden f\u00fcr <strong>slate roof</strong></h1><ul><li>Kurz</li></ul></div>`,
    );

  it.each([
    ['the name of its message', pageOf('<span class="no-results">Nichts.</span>')],
    ['a sentence with the query and hints', ends('x')],
    [
      'the same beside advertisements',
      ends('x').replace(
        '<div class="x">',
        `${boxOf('Buy', 'https://duckduckgo.com/y.js?ad_domain=a.example', '', 'x')}<div>`,
      ),
    ],
  ])('says so by %s', (_name, text) => {
    const { result, next } = parse(text);
    expect([result['organicResults'], next]).toEqual([[], undefined]);
  });

  it.each([
    ['nothing', '', 'no_results_found'],
    ['words alone', '<p>slate roof</p>', 'no_results_found'],
    [
      'advertisements alone',
      pageOf(boxOf('Buy', 'https://duckduckgo.com/y.js?ad_domain=a.example')),
      'no_results_found',
    ],
    ['a shell', "<html><script>nrj('/d.js?q=slate&vqd=3-1')</script></html>", 'script_shell'],
    [
      'a question for people',
      '<form id="challenge-form" action="//duckduckgo.com/anomaly.js?sv=html"></form>',
      'anomaly',
    ],
    ['the same over a page', pageOf('<div data-testid="anomaly-modal"><p>Ducks</p></div>'), 'anomaly'],
  ])('is not believed where it holds %s', (_name, text, reason) => {
    expect(parseEnginecSerp({ text })).toMatchObject({ reason });
  });
});

describe('bounds', () => {
  it('hold for the number of results', () => {
    const many = Array.from({ length: MAX_ENTRIES + 50 }, (_unused, at) =>
      boxOf(`T${at}`, `https://slate.example/${at}`),
    );
    expect(organicsOf(pageOf(many.join('')))).toHaveLength(MAX_ENTRIES);
  });

  it.each([
    ['deep nesting', pageOf(`${'<div class="result">'.repeat(20_000)}${boxOf('A', 'https://a.example/')}`)],
    ['many headings', pageOf('<h2><a href="https://a.example/">A</a></h2>'.repeat(30_000))],
    ['many forms', pageOf('<form><input name="s" value="10" type="hidden">'.repeat(20_000))],
    ['many openings', dataOf([{ t: 'A' }]) + "DDG.pageLayout.load('d',[".repeat(50_000)],
    ['many shown addresses', pageOf(boxOf('A', 'https://a.example/', '<span>a.example</span>'.repeat(20_000)))],
  ])('hold for the time of %s', (_name, text) => {
    const usedMs = watchProcessor();
    parseEnginecSerp({ text });
    expect(usedMs()).toBeLessThan(5_000);
  });

  it('hold for pages of any kind, and addresses that are none', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<h2>',
        '</h2>',
        '<a href="//duckduckgo.com/l/?uddg=%">',
        '<a href="https://a.example">',
        'x</a>',
      ),
      fc.constantFrom(
        '<tr><td>1.</td><td>',
        '</tr>',
        '<article>',
        '<li data-layout="ad">',
        '<ul>',
        '<span>2026',
        '<form>',
      ),
      fc.constantFrom(
        '<input type="hidden" name="s" value="1">',
        '<input type="hidden" name="vqd" value="1">',
        '</form>',
      ),
      fc.constantFrom('DDG.', "pageLayout.load('d',[", '{"t":"A","u":"https://a"}', ']', '<div class="web-result">'),
      fc.string({ maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.string({ maxLength: 20 }), (pieces, url) => {
        const { outcome } = parseEnginecSerp({ text: pieces.join(''), url });
        expect(['ok', 'blocked', 'unrecognized']).toContain(outcome);
      }),
      { numRuns: 300 },
    );
  });
});
