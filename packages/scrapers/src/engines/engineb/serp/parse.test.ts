import { describe, expect, it } from '@jest/globals';
import { operationById } from '@quarry/contracts';
import fc from 'fast-check';
import { parseEnginebSerp } from './parse.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const URL_OF_PAGE = 'https://www.bing.com/search?q=tea+garden';

const page = (results: string, side = ''): string =>
  `<!DOCTYPE html><html><head><title>tea garden - Search</title></head><body>
  <form action="/search"><input name="q" value="tea garden"></form>
  <div id="b_content"><ol id="b_results">${results}</ol><ol id="b_context">${side}</ol></div></body></html>`;

const counted = (target: string): string =>
  `https://www.bing.com/ck/a?!&amp;&amp;p=0a1b&amp;ver=2&amp;u=a1${Buffer.from(target).toString('base64url')}&amp;ntb=1`;

interface Shape {
  readonly href: string;
  readonly title: string;
  readonly passage?: string;
  readonly below?: string;
}

const desktop = ({ href, title, passage = '<p>Green leaves.</p>', below = '' }: Shape): string =>
  `<li class="b_algo"><div class="b_tpcn"><a class="tilk" href="${href}"><div class="tptxt"><div class="tptt">Leaf House</div>
  <div class="b_attribution"><cite>https://leaf.example › tea</cite></div></div></a></div>
  <h2><a href="${href}">${title}</a></h2><div class="b_caption">${passage}</div>${below}</li>`;

const mobile = ({ href, title, passage = '<p>Green leaves.</p>' }: Shape): string =>
  `<li class="b_algo"><div class="b_algoheader"><a href="${href}"><div><div>Leaf House</div><cite>leaf.example › tea</cite></div>
  <h2>${title}</h2></a></div><div class="b_caption">${passage}</div></li>`;

const PAGER = `<li class="b_pag"><nav><ul><li><a class="sb_pagS">1</a></li>
  <li><a href="/search?q=tea+garden&amp;first=8&amp;FORM=PERE">2</a></li>
  <li><a href="/search?q=tea+garden&amp;first=18&amp;FORM=PERE1">3</a></li>
  <li><a href="/search?q=tea+garden&amp;first=8&amp;FORM=PORE" title="Next page"><div>Next</div></a></li></ul></nav></li>`;

const AD = `<li class="b_ad"><ul><li><div class="sb_add"><h2><a href="https://www.bing.com/aclick?ld=e3A&amp;u=x">Tea by post</a></h2>
  <div class="b_caption"><div class="b_attribution"><cite>https://post.example</cite></div>
  <p><span class="b_adSlug">Ad</span>Fresh tea, sent weekly.</p></div>
  <div class="b_vlist2col"><ul><li><h3><a href="/aclick?ld=e3B">Black tea</a></h3><div>From the hills.</div></li></ul></div></div></li></ul></li>`;

const read = (text: string, url = URL_OF_PAGE): Record<string, unknown> => {
  const parsed = parseEnginebSerp({ text, url });
  if (parsed.outcome !== 'ok') throw new Error(parsed.outcome);
  return parsed.result;
};
const organics = (text: string) => read(text)['organicResults'] as Record<string, unknown>[];

const TEA = { href: 'https://leaf.example/tea', title: 'Tea <strong>garden</strong>s of the hills' };

describe('a web result', () => {
  it.each([
    ['desktop', desktop],
    ['mobile', mobile],
  ])('of a %s page is read whole', (_device, shape) => {
    const [result] = organics(page(shape({ ...TEA, href: counted('https://leaf.example/tea?a=1&b=ü') })));
    expect(result).toMatchObject({
      position: 1,
      title: 'Tea gardens of the hills',
      link: 'https://leaf.example/tea?a=1&b=ü',
      source: 'Leaf House',
      snippet: 'Green leaves.',
    });
    expect(result?.['displayedLink']).toMatch(/leaf\.example › tea$/);
  });

  it.each([
    [
      '<p><span class="news_dt">Jul 12, 2025</span>&nbsp;&#0183;&#32;Green leaves.</p>',
      'Jul 12, 2025',
      'Green leaves.',
    ],
    ['<p>2024年1月10日&ensp;&#0183;&ensp;Green leaves.</p>', '2024年1月10日', 'Green leaves.'],
    ['<p>22 hours ago&nbsp;&#0183;&#32;Green leaves.</p>', '22 hours ago', 'Green leaves.'],
    ['<p>3 days ago · Green leaves.</p>', undefined, '3 days ago · Green leaves.'],
    ['<p>Since 2004 · Green leaves.</p>', undefined, 'Since 2004 · Green leaves.'],
    ['<p><span class="news_dt">Video inside</span>&nbsp;&#0183;&#32;Leaves.</p>', undefined, 'Leaves.'],
    ['<p><span class="algoSlug_icon">WEB</span>Green leaves.</p>', undefined, 'Green leaves.'],
    ['<div class="b_hide"><p>Closed.</p></div><ul><li><p>Row</p></li></ul><p>Open.</p>', undefined, 'Open.'],
    ['<p></p>', undefined, undefined],
  ])('with the passage %s has its date and text', (passage, date, snippet) => {
    const [result] = organics(page(desktop({ ...TEA, passage })));
    expect([result?.['date'], result?.['snippet']]).toEqual([date, snippet]);
  });

  it('has the links to its own site in the lists below it', () => {
    const below = `<div class="b_deep"><ul><li><h3><a href="https://shop.leaf.example/a">Shop</a></h3><p>All teas.</p></li>
      <li><a href="https://else.example/">Elsewhere</a></li><li><a href="/search?q=site:leaf.example">Only here</a></li></ul></div>
      <table><tr><td><a href="https://leaf.example/x">A thread</a></td></tr></table>
      <ul><li><div><a href="https://leaf.example/m">Menu</a> · <a href="https://leaf.example/h">Hours</a></div></li></ul>`;
    expect(organics(page(desktop({ ...TEA, below })))[0]?.['sitelinks']).toEqual([
      { title: 'Shop', link: 'https://shop.leaf.example/a', snippet: 'All teas.' },
      { title: 'Menu', link: 'https://leaf.example/m' },
      { title: 'Hours', link: 'https://leaf.example/h' },
    ]);
  });
});

describe('a page of results', () => {
  const whole = page(
    `${AD}<li class="b_ans b_top"><h2><a href="https://answer.example/">An answer</a></h2><cite>answer.example</cite>
     <ul><li class="b_algo"><h2><a href="https://answer.example/in">Nested</a></h2></li></ul></li>
     ${desktop(TEA)}<li class="b_ans"><h2><a href="/videos/search?q=tea">Videos</a></h2></li>
     <div class="algocl"><div role="listitem">${desktop({ href: 'https://b.example/', title: 'Second' })}</div></div>
     <li class="b_ad b_adBottom">${AD}</li>
     <li class="b_ans"><div class="b_rs"><ul><li><a href="/search?q=tea+house&amp;FORM=QSRE1">tea <strong>house</strong></a></li>
     <li><a href="/search?q=tea+garden&amp;FORM=QSRE2">tea garden</a></li></ul></div></li>${PAGER}`,
    `${AD}<li class="b_ans"><div class="richrswrapper"><a href="/search?q=Tea+House&amp;FORM=R5FD">Tea House</a>
     <a href="/search?q=tea+room&amp;FORM=R5FD2">tea room</a></div></li>`,
  );

  it('is divided into its blocks', () => {
    const { ads, relatedSearches, pagination, organicResults } = read(whole);
    expect((organicResults as { title: string }[]).map(({ title }) => title)).toEqual([
      'Tea gardens of the hills',
      'Second',
    ]);
    const ad = {
      title: 'Tea by post',
      link: 'https://www.bing.com/aclick?ld=e3A&u=x',
      displayedLink: 'https://post.example',
      description: 'Fresh tea, sent weekly.',
      sitelinks: [{ title: 'Black tea', link: 'https://www.bing.com/aclick?ld=e3B', snippet: 'From the hills.' }],
    };
    expect(ads).toEqual(
      ['top', 'bottom', 'right'].map((blockPosition, at) => ({ position: at + 1, blockPosition, ...ad })),
    );
    expect((relatedSearches as { query: string }[]).map(({ query }) => query)).toEqual(['tea house', 'tea room']);
    const first = (number: number, form: string) =>
      `https://www.bing.com/search?q=tea+garden&first=${number}&FORM=${form}`;
    expect(pagination).toEqual({
      next: first(8, 'PORE'),
      pages: [{ 2: first(8, 'PERE') }, { 3: first(18, 'PERE1') }],
    });
  });

  it('fits the contract', () => {
    const operation = operationById('engineb/serp');
    if (!operation) throw new Error('is no operation');
    const metadata = { id: '4f1c', status: 'ok', url: URL_OF_PAGE };
    expect(operation.result.safeParse({ requestMetadata: metadata, ...read(whole) }).error).toBeUndefined();
  });

  it('is read the same without its names', () => {
    const renamed = whole.replace(/class="([^"]*)"/g, (_all, names: string) => `class="x${names.length}y"`);
    expect(organics(renamed).map(({ title, link }) => [title, link])).toEqual(
      organics(whole).map(({ title, link }) => [title, link]),
    );
    expect((read(renamed)['ads'] as unknown[]).length).toBe(3);
  });

  it('tells advertisements by where they lead, whatever they are called', () => {
    const disguised = AD.replaceAll('b_ad"', 'b_algo"');
    const { organicResults, ads } = read(page(disguised + desktop(TEA)));
    expect([organicResults, ads].map((list) => (list as unknown[]).length)).toEqual([1, 1]);
  });

  it('cut off anywhere has no result that the whole one has not', () => {
    const known = new Set(organics(whole).map(({ link }) => link));
    fc.assert(
      fc.property(fc.nat(whole.length), (length) => {
        const parsed = parseEnginebSerp({ text: whole.slice(0, length), url: URL_OF_PAGE });
        if (parsed.outcome !== 'ok') return parsed.outcome === 'unrecognized';
        const found = parsed.result.organicResults;
        return found.length > 0 && found.every(({ link }) => known.has(link));
      }),
      { numRuns: 200 },
    );
  });

  it('may have frames around its results', () => {
    expect(organics(page(`<li><ul>${desktop(TEA)}</ul></li>${desktop(TEA)}`)).length).toBe(2);
  });

  it('is found in a saved part of a page too', () => {
    expect(organics(`<div>${desktop(TEA)}</div>`).length).toBe(1);
  });

  it.each([
    [
      'The last',
      21,
      '<li><a href="/search?q=t&first=11">Back</a></li><li><a href="/search?q=t&first=1">1</a></li>',
      undefined,
    ],
    ['A numberless first', 1, '<li><a href="/search?q=t&first=11">More</a></li>', 11],
    ['A numberless last', 21, '<li><a href="/search?q=t&first=11">Back</a></li>', undefined],
    [
      'A numberless other',
      11,
      '<li><a href="/search?q=t&first=1">Back</a></li><li><a href="/search?q=t&first=21">More</a></li>',
      21,
    ],
  ])('%s one has the right next page', (_which, here, steps, first) => {
    const text = page(`${desktop(TEA)}<li class="b_pag"><ul>${steps}</ul></li>`);
    const { pagination } = read(text, `${URL_OF_PAGE}&first=${here}`) as { pagination?: { next?: string } };
    const next = pagination?.next;
    expect(next === undefined ? undefined : Number(new URL(next).searchParams.get('first'))).toBe(first);
  });

  it('has no searches of the engine among its results', () => {
    const own = desktop({ href: 'https://www.bing.com/webmasters', title: 'For owners' });
    const search = desktop({ href: counted('/images/search?q=tea'), title: 'Pictures' });
    expect(organics(page(search + own)).map(({ title }) => title)).toEqual(['For owners']);
  });
});

describe('what the model wrote', () => {
  const answer = `<ol id="b_topw"><li class="b_ans"><div id="copans_container"><div role="tooltip">Made with AI.</div>
    <div class="b_cnt_resp"><p>Tea grows on <strong>hills</strong> <span class="b_crt_citation_badge"
    aria-label="Hills and tea - https://a.example/h"><span>1</span></span>.</p><h2>Kinds</h2>
    <ul><li>Green</li><li>Black<button>Copy</button></li></ul>
    <pre><div class="b_code_header"><h5>Text</h5><button>Copy</button></div><code>steep(3)\n  pour()</code></pre>
    <p><a href="https://a.example/h">1-A.example</a><a href="https://b.example/">2-B.example</a></p></div></div></li></ol>`;

  it('is read in blocks, with its sources by number', () => {
    expect(read(`${answer}${page(desktop(TEA))}`)['aiAnswer']).toEqual({
      textBlocks: [
        { type: 'paragraph', snippet: 'Tea grows on hills.' },
        { type: 'heading', snippet: 'Kinds' },
        { type: 'list', list: [{ snippet: 'Green' }, { snippet: 'Black' }] },
        { type: 'code', snippet: 'steep(3)\n  pour()' },
      ],
      references: [
        { index: 1, title: 'Hills and tea', link: 'https://a.example/h', source: 'A.example' },
        { index: 2, link: 'https://b.example/', source: 'B.example' },
      ],
    });
  });
});

describe('a page without results', () => {
  const none = '<li class="b_no"><h1>Nothing was found for <strong>tea garden</strong></h1></li>';
  const challenge = '<div class="captcha"><div class="captcha_header">One step</div></div>';

  it.each([
    ['says so by name', page(none), { outcome: 'ok', doubt: 'no_results' }],
    ['says so by repeating the query', page(none.replace('b_no', 'x')), { outcome: 'ok', doubt: 'no_results' }],
    ['has an empty list', page(''), { outcome: 'unrecognized' }],
    ['has a heading about something else', page('<li><h1>Sorry, <b>later</b></h1></li>'), { outcome: 'unrecognized' }],
    ['has answers alone', page('<li class="b_ans"><h2>12 cups</h2></li>'), { outcome: 'unrecognized' }],
    ['asks a question for people', `<body>${challenge}</body>`, { outcome: 'blocked', reason: 'captcha' }],
    ['asks one of the older kind', '<iframe src="/turing/captcha/challenge?q=x"></iframe>', { outcome: 'blocked' }],
    ['is empty', '', { outcome: 'unrecognized' }],
  ])('that %s is told from others', (_which, text, expected) => {
    expect(parseEnginebSerp({ text, url: URL_OF_PAGE })).toMatchObject(expected);
  });

  it('is no good page that speaks of such questions', () => {
    const parsed = parseEnginebSerp({ text: page(desktop(TEA) + challenge), url: URL_OF_PAGE });
    expect(parsed).toMatchObject({ outcome: 'ok', doubt: 'trimmed' });
  });

  it('has its doubt only where nothing but web results stands', () => {
    expect(parseEnginebSerp({ text: page(AD + desktop(TEA)), url: URL_OF_PAGE })).not.toHaveProperty('doubt');
  });
});

describe('a hostile page', () => {
  it.each([
    ['many results', page(desktop(TEA).repeat(5_000))],
    ['a result in a result', page(`<li class="b_algo"><h2><a href="https://a.example/">x</a></h2><div>`.repeat(5_000))],
    [
      'many links',
      page(`${desktop(TEA)}<li class="b_ans"><div class="b_rs">${'<a href="/search?q=x">'.repeat(20_000)}`),
    ],
    ['a long passage', page(desktop({ ...TEA, passage: `<p>${'· 2024 '.repeat(100_000)}</p>` }))],
    ['a long title', page(desktop({ ...TEA, title: 'x '.repeat(200_000) }))],
  ])('of %s is read in bounds', (_which, text) => {
    const usedMs = watchProcessor();
    const parsed = parseEnginebSerp({ text, url: URL_OF_PAGE });
    expect(parsed.outcome).toBe('ok');
    expect(JSON.stringify(parsed).length).toBeLessThan(200_000);
    expect(usedMs()).toBeLessThan(5_000);
  });
});
