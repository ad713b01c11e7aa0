import { describe, expect, it } from '@jest/globals';
import { operationById } from '@quarry/contracts';
import fc from 'fast-check';
import { parseSerp } from './parse.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const URL_OF_PAGE = 'https://www.google.com/search?q=slate+roof';

const result = (title: string, url: string, more = ''): string =>
  `<div data-hveid="x"><div data-snc="a"><div data-snf="h" data-snhf="0"><a href="${url}"><h3>${title}</h3><div><span>Site</span><cite>https://a.example<span> › p</span></cite></div></a></div>
  <div data-sncf="1"><div><span><span>2 hours ago</span> — </span>A sentence about <em>slate</em> of some length. <a href="${url}#more">Read more</a></div></div>${more}</div></div>`;
const pageOf = (body: string, before = ''): string =>
  `<html><body>${before}<div id="search"><div id="rso">${body}</div></div></body></html>`;
const parse = (text: string) => {
  const parsed = parseSerp({ text, url: URL_OF_PAGE });
  if (parsed.outcome !== 'ok') throw new Error(parsed.reason);
  expect(
    operationById('enginea/serp')?.result.safeParse({ requestMetadata: { id: 'x', status: 'ok' }, ...parsed.result })
      .error,
  ).toBeUndefined();
  const result: object = parsed.result;
  return result as Record<string, unknown> & { organicResults: Record<string, unknown>[] };
};

describe('parseSerp', () => {
  it('reads a result as a person does: date, highlights and the link after the passage apart', () => {
    const { organicResults } = parse(
      pageOf(result('Slate &amp; roof', 'https://a.example/p') + result('Other', 'https://b.example/')),
    );
    expect(organicResults[0]).toEqual({
      position: 1,
      title: 'Slate & roof',
      link: 'https://a.example/p',
      displayedLink: 'https://a.example › p',
      source: 'Site',
      snippet: 'A sentence about slate of some length.',
      date: '2 hours ago',
      snippetHighlitedWords: ['slate'],
    });
    expect(organicResults.map(({ position }) => position)).toEqual([1, 2]);
  });

  it('reads links below a result, in a row or in a table', () => {
    const row =
      '<div data-sncf="2"><div><a href="https://a.example/1">One</a> · <a href="https://a.example/2">Two</a></div></div>';
    const table =
      '<table><tr><td><h3><a href="https://b.example/1">First</a></h3><div>About it</div></td></tr></table>';
    const { organicResults } = parse(
      pageOf(result('A', 'https://a.example/', row) + result('B', 'https://b.example/', table)),
    );
    expect(organicResults[0]?.['sitelinks']).toEqual({
      inline: [
        { title: 'One', link: 'https://a.example/1' },
        { title: 'Two', link: 'https://a.example/2' },
      ],
    });
    expect(organicResults[1]?.['sitelinks']).toEqual({
      list: [{ title: 'First', link: 'https://b.example/1', snippet: 'About it' }],
    });
  });

  it('keeps ads, questions and news out of the results', () => {
    const ad = '<div data-text-ad="1"><a href="https://ad.example/"><h3>Buy slate</h3></a></div>';
    const question =
      '<div data-q="Why slate?"><div role="button">Why slate?</div><a href="https://q.example/"><h3>Because</h3></a></div>';
    const news =
      '<g-section-with-header><a href="https://n.example/"><div role="heading">News</div><div>2 hours ago</div></a></g-section-with-header>';
    const { organicResults, ...blocks } = parse(
      pageOf(ad + result('A', 'https://a.example/') + question + news + result('B', 'https://b.example/')),
    );
    expect(organicResults.map(({ title }) => title)).toEqual(['A', 'B']);
    expect(blocks).toMatchObject({
      relatedQuestions: [{ question: 'Why slate?', link: 'https://q.example/' }],
      topStories: [{ title: 'News' }],
    });
  });

  it('reads the date behind an answer apart, and the word before the address of an ad', () => {
    const question =
      '<div data-q="Why slate?"><div role="button">Why slate?</div><div style="display:none"><div data-attrid="wa:/description">It lasts.<span>Jul 19, 2020</span></div></div></div>';
    const ad =
      '<div id="tads"><div data-text-ad="1"><a href="https://ad.example/"><div role="heading">Buy slate</div><div>Ad·www.ad.example</div></a></div></div>';
    const { relatedQuestions, adResults } = parse(pageOf(result('A', 'https://a.example/') + question, ad));
    expect(relatedQuestions).toEqual([{ question: 'Why slate?', snippet: 'It lasts.', date: 'Jul 19, 2020' }]);
    expect(adResults).toEqual([
      {
        position: 1,
        blockPosition: 'top',
        title: 'Buy slate',
        link: 'https://ad.example/',
        displayedLink: 'www.ad.example',
      },
    ]);
  });

  it('reads an entity with its facts by their names, which are the same in every language', () => {
    const entity =
      '<div id="rhs"><div data-attrid="title">Slate</div><div data-attrid="subtitle">Stone</div><div data-attrid="description">A rock. <a href="https://w.example/">Wiki</a></div><div data-attrid="lab/fact/1p/Age">Age very old</div><div data-attrid="kc:/geology/rock:age">Alter: 400 Millionen Jahre</div></div>';
    expect(parse(pageOf(result('A', 'https://a.example/'), entity))['knowledgeGraph']).toEqual({
      title: 'Slate',
      type: 'Stone',
      description: 'A rock.',
      age: '400 Millionen Jahre',
    });
  });

  it('reads places with their figures, whatever the language', () => {
    const place =
      '<a role="link" data-cid="16167693010129661015"><div role="heading">Slate shop</div><div><span>4,5</span> <span>(1.2K)</span> · Laden</div><div>Hauptstraße 1 · 030 1234567</div><div>Geöffnet ⋅ Schließt um 18:00</div></a>';
    expect(parse(pageOf(place + place + result('A', 'https://a.example/')))['localResults']).toEqual({
      places: [
        {
          position: 1,
          title: 'Slate shop',
          rating: 4.5,
          reviews: 1200,
          reviewsOriginal: '(1.2K)',
          type: 'Laden',
          address: 'Hauptstraße 1',
          phone: '030 1234567',
          hours: 'Geöffnet ⋅ Schließt um 18:00',
          placeId: '16167693010129661015',
        },
      ],
    });
  });

  it('reads news where news were searched for', () => {
    const one = (n: number) =>
      `<div data-hveid="n"><a href="https://n${n}.example/"><div role="heading">Quarry ${n} opens</div><div><span>Paper ${n}</span></div><div>The new quarry was opened in the presence of many people.</div><div>${n} hours ago</div></a></div>`;
    const parsed = parseSerp({ text: pageOf(one(1) + one(2)), url: `${URL_OF_PAGE}&tbm=nws` });
    expect(parsed).toMatchObject({ outcome: 'ok', result: { organicResults: [] } });
    expect(parsed.outcome === 'ok' && parsed.result['newsResults']).toEqual(
      [1, 2].map((n) => ({
        position: n,
        title: `Quarry ${n} opens`,
        link: `https://n${n}.example/`,
        source: `Paper ${n}`,
        date: `${n} hours ago`,
        snippet: 'The new quarry was opened in the presence of many people.',
      })),
    );
  });

  it('puts what scripts hold in its place', () => {
    const script = String.raw`<script>window.jsl.dh('fill','\x3cdiv data-attrid\x3d\x22wa:/description\x22\x3eIt lasts.\x3c/div\x3e');
      var s='data:image/png;base64,${'A'.repeat(300)}\x3d\x3d';var ii=['pic'];_set(ii,s)</script>`;
    const more = '<div data-sncf="2"><img id="pic" src="data:image/gif;base64,R0lGOD"></div>';
    const { organicResults, relatedQuestions } = parse(
      pageOf(
        `${result('A', 'https://a.example/', more)}<div data-q="Why?"><div role="button">Why?</div><div id="fill"></div></div>`,
        script,
      ),
    );
    expect(relatedQuestions).toEqual([{ question: 'Why?', snippet: 'It lasts.' }]);
    expect(organicResults[0]?.['images']).toEqual([`data:image/png;base64,${'A'.repeat(300)}==`]);
  });

  it.each([
    ['About 2,560,000,000 results (0.21s)', '2560000000', 0.21],
    ['Page 3 of about 4,550,000 results (1.01 seconds)', '4550000', 1.01],
    ['Ungefähr 75.100.000 Ergebnisse  (0,26 Sekunden)', '75100000', 0.26],
    ['Результатов: примерно 153 000  (0,49 сек.)', '153000', 0.49],
    ['約 1,600,000 件  （0.44 秒）', '1600000', 0.44],
    ['حوالى ٣٬١٤٠ نتيجة  (٠٫٥١ ثانية)', '3140', 0.51],
  ])('reads the figures of %s', (line, totalResults, timeTaken) => {
    const { searchInformation } = parse(
      pageOf(result('A', 'https://a.example/'), `<div id="result-stats">${line}</div>`),
    );
    expect(searchInformation).toEqual({ totalResults, timeTaken });
  });

  it.each([
    [
      'its sentence and hints',
      '<div id="topstuff"><p>Aucun document ne correspond à <em>slate roof</em>.</p><ul><li>Vérifiez</li><li>Essayez</li></ul></div>',
    ],
    ['a count of none', '<div id="result-stats">About 0 results (0.25 seconds)</div><div id="topstuff"></div>'],
  ])('takes %s for no results', (_name, body) => {
    expect(parse(`<html><body>${body}</body></html>`).organicResults).toEqual([]);
  });

  it.each([
    ['an empty document', ''],
    ['text alone', '<p>slate roof</p>'],
    [
      'a page that repeats the query in its menu',
      '<body><form><em>slate roof</em></form><ul><li>a</li><li>b</li></ul></body>',
    ],
    ['a sentence with the query alone', '<body><div><p>Results for <em>slate roof</em> nearby</p></div></body>'],
    [
      'the query before a list of links',
      '<body><p>Other searches for <em>slate roof</em></p><ul><li><a href="/a">a</a></li><li><a href="/b">b</a></li></ul></body>',
    ],
    ['a page of links without titles', pageOf('<div><a href="https://a.example/">A</a></div>')],
  ])('does not know %s', (_name, text) => {
    expect(parseSerp({ text, url: URL_OF_PAGE }).outcome).toBe('unrecognized');
  });

  it('does not take a page for one without results whose answer alone it can read', () => {
    const answer = `<div data-attrid="wa:/description">On slate</div>${result('A', 'https://a.example/')}`;
    const text = pageOf(`<div>${answer}</div>`);
    expect(parseSerp({ text, url: URL_OF_PAGE })).toEqual({ outcome: 'unrecognized', reason: 'no_results_found' });
    expect(parse(pageOf(`<div>${answer}</div>${result('B', 'https://b.example/')}`))).toMatchObject({
      organicResults: [{ title: 'B' }],
      answerBox: { title: 'A' },
    });
  });

  it('bears pages of any kind, and addresses that are none', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<a href="/url?q=x">',
        '<a href="https://a.example">',
        '<h3>',
        '</h3>',
        '</a>',
        '<div data-hveid>',
        '<div data-sncf="1">',
        '</div>',
      ),
      fc.constantFrom(
        '<div id="rso">',
        '<td>',
        '<table>',
        '<cite>',
        '<em>',
        '<div role="heading">',
        '<div data-q="q">',
        '<div data-cid="123456789">',
        '<div data-pvt>',
      ),
      fc.constantFrom(
        "<script>jsl.dh('a','\\x3c",
        "');</script>",
        '<div id="a">',
        '<ul><li>',
        '<div data-attrid="kc:/a:b">',
        '<g-section-with-header>',
      ),
      fc.string({ maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.string({ maxLength: 20 }), (pieces, url) => {
        expect(['ok', 'unrecognized']).toContain(parseSerp({ text: pieces.join(''), url }).outcome);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    [
      'many results',
      pageOf(
        Array.from({ length: 3_000 }, (_unused, index) => result(`T${index}`, `https://a.example/${index}`)).join(''),
      ),
    ],
    ['deep nesting', pageOf(`${'<div data-hveid="x">'.repeat(20_000)}${result('A', 'https://a.example/')}`)],
    [
      'many fills',
      `<script>${Array.from({ length: 5_000 }, (_unused, index) => `jsl.dh('f${index}','\\x3cdiv id\\x3d\\x22f${index + 1}\\x22\\x3e');`).join('')}</script>${pageOf(`<div id="f0"></div>${result('A', 'https://a.example/')}`)}`,
    ],
    [
      'endless literals',
      `<script>${"jsl.dh('a','".repeat(50_000)}</script>${pageOf(result('A', 'https://a.example/'))}`,
    ],
    [
      'many headings of forums',
      pageOf(
        `${'<div role="heading">Forums</div>'.repeat(5_000)}${'<a href="https://f.example/t">A talk about slate</a>'.repeat(2_000)}${result('A', 'https://a.example/')}`,
      ),
    ],
    [
      'nested headings and facts',
      pageOf(`${'<div role="heading" data-attrid="kc:/a:b">'.repeat(5_000)}${result('A', 'https://a.example/')}`),
    ],
    [
      'many searches without scripts',
      `<div id="main"><a href="/url?q=https://a.example/"><h3>A</h3></a>${'<div><h3>No link</h3><a href="/search?q=a+question+of+slate">More</a></div>'.repeat(5_000)}</div>`,
    ],
  ])('takes bounded time for %s', (_name, text) => {
    const usedMs = watchProcessor();
    parseSerp({ text, url: URL_OF_PAGE });
    expect(usedMs()).toBeLessThan(5_000);
  });
});
