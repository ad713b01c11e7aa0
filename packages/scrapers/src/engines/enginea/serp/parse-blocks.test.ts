import { describe, expect, it } from '@jest/globals';
import { operationById } from '@quarry/contracts';
import { parseSerp } from './parse.js';

const URL_OF_PAGE = 'https://www.google.com/search?q=slate+roof';
const RESULT =
  '<div data-hveid="x"><a href="https://a.example/p"><h3>Slate</h3><cite>https://a.example</cite></a><div class="VwiC3b">A sentence about slate of some length.</div></div>';
const pageOf = (body: string, before = '', language = 'en'): string =>
  `<html lang="${language}"><body>${before}<div id="search"><div id="rso">${RESULT}${body}</div></div></body></html>`;
/** A page for browsers without scripts. */
const plainPageOf = (body: string): string => `<html lang="en"><body><div id="main">${body}</div></body></html>`;

const parse = (text: string, url = URL_OF_PAGE): Readonly<Record<string, unknown>> => {
  const parsed = parseSerp({ text, url });
  if (parsed.outcome !== 'ok') throw new Error(parsed.reason);
  const { error } = operationById('enginea/serp')?.result.safeParse({
    requestMetadata: { id: 'x', status: 'ok' },
    ...parsed.result,
  }) ?? { error: 'no contract' };
  expect(error).toBeUndefined();
  return parsed.result;
};

const organicOf = (result: Readonly<Record<string, unknown>>): readonly Readonly<Record<string, unknown>>[] =>
  // safe because every result has them
  result['organicResults'] as readonly Readonly<Record<string, unknown>>[];

describe('answer box', () => {
  it.each([
    [
      'a sum',
      '<div class="c"><span>2 * (3 + 4) =</span><span id="cwos">14</span></div>',
      { type: 'calculator', title: '2 * (3 + 4)', answer: '14' },
    ],
    [
      'the weather',
      '<div id="wob_loc">Oslo</div><div id="wob_dts">Monday</div><span id="wob_dc">Cloudy</span><span id="wob_tm">7</span><span id="wob_pp">10%</span><span id="wob_hm">80%</span><span id="wob_ws">9 km/h</span>',
      {
        type: 'weather',
        title: 'Oslo',
        answer: '7',
        snippet: 'Cloudy',
        date: 'Monday',
        precipitation: '10%',
        humidity: '80%',
        wind: '9 km/h',
      },
    ],
    [
      'money',
      '<div id="knowledge-currency__updatable-data-column" data-exchange-rate="0.91"><div><span data-value="0.91">0.91</span> <span>Euro</span></div></div>',
      { type: 'currency', answer: '0.91 Euro', rate: '0.91', value: '0.91' },
    ],
    [
      'units',
      '<div id="HG5Seb"><input value="1"></div><div id="NotFQb"><input value="2.54"></div>',
      { type: 'units', title: '1', answer: '2.54' },
    ],
    [
      'a translation',
      '<textarea id="tw-source-text-ta">roof</textarea><pre id="tw-target-text"><span>Dach</span></pre>',
      { type: 'translation', title: 'roof', answer: 'Dach' },
    ],
    [
      'a word',
      '<span data-dobid="hdw">sl·ate</span><div data-dobid="dfn">a rock</div><div data-dobid="dfn">a tablet</div>',
      { type: 'dictionary', title: 'slate', snippet: 'a rock', list: ['a rock', 'a tablet'] },
    ],
    [
      'the time',
      '<div><div role="heading">7:32 PM</div><div>Monday (CET)</div></div>',
      { type: 'time', answer: '7:32 PM', snippet: 'Monday (CET)' },
    ],
    [
      'a fact',
      '<block-component><div data-attrid="kc:/geology/rock:age"><div role="heading" aria-level="3">400 million years</div></div></block-component>',
      { type: 'fact', title: 'slate roof', answer: '400 million years' },
    ],
    [
      'a passage of a page',
      '<block-component><div data-attrid="wa:/description">Slate lasts a century.</div><a href="https://p.example/"><h3>On slate</h3><cite>https://p.example</cite></a></block-component>',
      {
        type: 'paragraph',
        title: 'On slate',
        link: 'https://p.example/',
        displayedLink: 'https://p.example',
        source: 'p.example',
        snippet: 'Slate lasts a century.',
      },
    ],
    [
      'a list of a page',
      '<block-component><div data-attrid="wa:/description"><ul><li>Nails</li><li>Hooks</li></ul></div><a href="https://p.example/"><h3>On slate</h3></a></block-component>',
      { type: 'list', title: 'On slate', link: 'https://p.example/', source: 'p.example', list: ['Nails', 'Hooks'] },
    ],
    [
      'a table of a page',
      '<block-component><div data-attrid="wa:/description"><table><tr><th>Size</th><th>Price</th></tr><tr><td>1 m</td><td>2 €</td></tr></table></div><a href="https://p.example/"><h3>On slate</h3></a></block-component>',
      {
        type: 'table',
        title: 'On slate',
        link: 'https://p.example/',
        source: 'p.example',
        table: [
          ['Size', 'Price'],
          ['1 m', '2 €'],
        ],
      },
    ],
  ])('holds %s', (_name, body, answer) => {
    expect(parse(pageOf(body))['answerBox']).toEqual(answer);
  });

  it('is absent where nothing is answered, also when a question or an entity has a word or a time', () => {
    const elsewhere =
      '<div data-q="What is it?"><span data-dobid="hdw">slate</span><div data-dobid="dfn">a rock</div></div><div id="rhs"><div role="heading">7:32 PM</div></div>';
    expect(parse(pageOf(elsewhere))).not.toHaveProperty('answerBox');
  });
});

describe('beside the results', () => {
  const card = (n: number, head: string, foot: string): string =>
    `<div role="listitem"><a href="https://n${n}.example/">${head}<div>The quarry number ${n} opens its gates</div>${foot}</a></div>`;

  it('are stories, also those that mark no title', () => {
    const row = [1, 2].map((n) => card(n, `<span>Paper ${n}</span>`, `<span>${n} days ago</span>`)).join('');
    expect(parse(pageOf(`<div role="list">${row}</div>`))['topStories']).toEqual(
      [1, 2].map((n) => ({
        position: n,
        title: `The quarry number ${n} opens its gates`,
        link: `https://n${n}.example/`,
        source: `Paper ${n}`,
        date: `${n} days ago`,
      })),
    );
  });

  it('are no stories of what a result has more of from its own site', () => {
    const more =
      '<g-scrolling-carousel><a href="https://a.example/2"><div role="heading">More about slate from here</div><div>2 hours ago</div></a></g-scrolling-carousel>';
    const text = pageOf('').replace('</div></div></div></body>', `${more}</div></div></div></body>`);
    expect(parse(text.replace('length.</div></div>', `length.</div>${more}</div>`))).not.toHaveProperty('topStories');
  });

  it('are videos with their site and author apart, whatever is marked as the title', () => {
    const video =
      '<a href="https://www.youtube.com/watch?v=1" role="heading" aria-label="How to lay slate, by Roofer"><div>Preview</div><div>3:24</div><div>How to lay slate</div><div><cite>YouTube</cite><span> · </span>Roofer</div><div>Jul 23, 2020</div></a>';
    expect(parse(pageOf(`<div>${video}</div>`))['inlineVideos']).toEqual([
      {
        position: 1,
        title: 'How to lay slate',
        link: 'https://www.youtube.com/watch?v=1',
        platform: 'YouTube',
        channel: 'Roofer',
        duration: '3:24',
        date: 'Jul 23, 2020',
      },
    ]);
  });

  it.each([
    ['Discussions and forums', 'en', '2 months ago'],
    ['Diskussionen und Foren', 'de', 'vor 2 Monaten'],
    ['Обсуждения и форумы', 'ru', '2 месяца назад'],
  ])('is what people say under %s', (heading, language, date) => {
    const item = (n: number): string =>
      `<div><a href="https://forum${n}.example/t"><div role="heading">Is slate worth it, part ${n}?</div></a><div>Roof forum ${n} · 1${n} comments · ${date}</div></div>`;
    const result = parse(
      pageOf(`<div><div role="heading">${heading}</div><div>${item(1)}${item(2)}</div></div>`, '', language),
    );
    expect(result['discussionsAndForums']).toEqual(
      [1, 2].map((n) => ({
        title: `Is slate worth it, part ${n}?`,
        link: `https://forum${n}.example/t`,
        source: `Roof forum ${n}`,
        date,
        extensions: [`1${n} comments`],
      })),
    );
    expect(result).not.toHaveProperty('topStories');
  });

  it('are services that pay to stand there', () => {
    const ad =
      '<a href="/localservices/prolist?spp=x"><div role="heading">Roofers Ltd</div><div>4.9 (120) · Roofer</div></a>';
    expect(parse(pageOf('', ad))['localAds']).toEqual([
      {
        position: 1,
        title: 'Roofers Ltd',
        rating: 4.9,
        reviews: 120,
        reviewsOriginal: '(120)',
        type: 'Roofer',
        link: 'https://www.google.com/localservices/prolist?spp=x',
      },
    ]);
  });

  it('are other kinds of search and the place of this one', () => {
    const menu =
      '<div role="navigation"><a href="/search?q=slate+roof&tbm=isch">Images</a><a href="/search?q=slate+roof&start=10&tbm=isch">2</a><a href="/search?q=other&tbm=nws">News</a></div>';
    const foot =
      '<div id="swml"><a href="#"><div>Oslo, Norway</div><div>- From your IP address</div></a><a href="https://support.google.com/x">Learn more</a></div>';
    expect(parse(pageOf('', menu + foot))).toMatchObject({
      filters: [{ title: 'Images', link: 'https://www.google.com/search?q=slate+roof&tbm=isch' }],
      appliedLocation: 'Oslo, Norway',
    });
    expect(
      parse(pageOf('', '<div id="swml"><a href="https://support.google.com/x">Learn more</a></div>')),
    ).not.toHaveProperty('appliedLocation');
  });

  it('are suggestions, also where all links have what the page was asked for with', () => {
    const url = `${URL_OF_PAGE}&nfpr=1`;
    const links = ['slate tiles', 'slate price', 'slate age', 'slate hooks']
      .map((query) => `<a href="/search?q=${query.replace(' ', '+')}&nfpr=1">${query}</a>`)
      .join('');
    const person = '<a href="/search?q=A+Roofer&nfpr=1&stick=x">A Roofer</a>';
    expect(parse(pageOf('', `<div id="bres">${person}${links}</div>`), url)['relatedSearches']).toHaveLength(4);
  });
});

describe('questions of old pages', () => {
  const pair = (answer: string): string =>
    `<div class="related-question-pair"><div role="tab" id="t"><div>Why slate?</div></div><div role="tabpanel" aria-labelledby="t">${answer}<a href="https://q.example/"><h3>On slate</h3><cite>https://q.example</cite></a><div>Search for: <a href="/search?q=Why+slate%3F">Why slate?</a></div></div></div>`;

  it.each([
    [
      'a sentence',
      '<div role="heading">It lasts for more than a century.</div>',
      { snippet: 'It lasts for more than a century.' },
    ],
    ['a list', '<ul><li>It lasts.</li><li>It is grey.</li></ul>', { list: ['It lasts.', 'It is grey.'] }],
  ])('are answered by %s', (_name, answer, fields) => {
    const result = parse(pageOf(pair(answer)));
    expect(result['relatedQuestions']).toEqual([
      {
        question: 'Why slate?',
        ...fields,
        title: 'On slate',
        link: 'https://q.example/',
        displayedLink: 'https://q.example',
      },
    ]);
    expect(result).not.toHaveProperty('relatedSearches');
  });
});

describe('a question of newer pages', () => {
  it('has a list where nothing is marked as its answer', () => {
    const pair =
      '<div data-q="Which sizes are there?"><div role="button">Which sizes are there?</div><div><div role="heading">Slate comes in two sizes.</div><ol><li>Small</li><li>Large</li></ol></div></div>';
    expect(parse(pageOf(pair))['relatedQuestions']).toEqual([
      { question: 'Which sizes are there?', list: ['Small', 'Large'] },
    ]);
  });
});

describe('places', () => {
  it('that nobody has rated have their kind, not a word about that, as what they are', () => {
    const place =
      '<a role="link" data-cid="16167693010129661015"><div role="heading">Slate shop</div><div>No reviews · 7.0 km</div><div>Roof shop · Main street</div></a>';
    expect(parse(pageOf(place))['localResults']).toEqual({
      places: [
        {
          position: 1,
          title: 'Slate shop',
          type: 'Roof shop',
          address: 'Main street',
          placeId: '16167693010129661015',
        },
      ],
    });
  });
});

describe('a search of another kind', () => {
  const TILE =
    '<div data-docid="Abc123Def456Gh" data-lpage="https://p.example/page"><img src="https://encrypted-tbn0.gstatic.com/images?q=tbn:x"><a href="https://p.example/page"><div>A slate roof</div><div>P</div></a></div>';

  it('has pictures, places or products in place of web results', () => {
    const pictures = parse(`<html><body>${TILE}</body></html>`, `${URL_OF_PAGE}&tbm=isch`);
    expect(pictures).toMatchObject({
      organicResults: [],
      imagesResults: [{ position: 1, title: 'A slate roof', link: 'https://p.example/page' }],
    });
    const place =
      '<a role="link" data-cid="16167693010129661015"><div role="heading">Slate shop</div><div>4.5 (12) · Shop</div></a>';
    expect(parse(`<html><body>${place}</body></html>`, `${URL_OF_PAGE}&tbm=lcl`)).toMatchObject({
      organicResults: [],
      localResults: { places: [{ title: 'Slate shop', rating: 4.5, reviews: 12 }] },
    });
  });

  it('has videos as results, with what is said of them', () => {
    expect(organicOf(parse(pageOf(''), `${URL_OF_PAGE}&tbm=vid`))[0]).toMatchObject({ title: 'Slate' });
  });

  it.each(['isch', 'shop', 'nws', 'lcl'])('is unknown or a refusal where a page of %s has nothing of it', (tbm) => {
    const of = (text: string): string => parseSerp({ text, url: `${URL_OF_PAGE}&tbm=${tbm}` }).outcome;
    expect(of('<html><body><p>Nothing here</p></body></html>')).toBe('unrecognized');
    expect(of('<html><body><form id="captcha-form"></form></body></html>')).not.toBe('ok');
  });
});

describe('advertisements', () => {
  it('have their own links below them, and what each of them says', () => {
    const ad = (n: number): string =>
      `<div data-text-ad="1"><a href="https://ad${n}.example/"><div role="heading">Buy slate ${n}</div><div><span>Sponsored</span><span>Shop ${n}.com</span><span>https://www.ad${n}.example</span><span>› slate</span></div></a><div>The best slate of shop ${n} for every roof.</div><h3><a href="https://ad${n}.example/sale">Sale ${n}</a></h3></div>`;
    expect(parse(pageOf('', `<div id="tads">${ad(1)}</div><div id="bottomads">${ad(2)}</div>`))['adResults']).toEqual(
      [1, 2].map((n) => ({
        position: n,
        blockPosition: n === 1 ? 'top' : 'bottom',
        title: `Buy slate ${n}`,
        link: `https://ad${n}.example/`,
        displayedLink: `https://www.ad${n}.example › slate`,
        source: `Shop ${n}.com`,
        description: `The best slate of shop ${n} for every roof.`,
        sitelinks: [{ title: `Sale ${n}`, link: `https://ad${n}.example/sale` }],
      })),
    );
  });
});

describe('pages without scripts', () => {
  const plain = (n: number): string =>
    `<div><a href="/url?q=https://r${n}.example/&amp;sa=U"><h3><div>Result ${n}</div></h3><div>r${n}.example › p</div></a><div>What the page number ${n} says about slate.</div></div>`;

  it('have questions with their answers', () => {
    const question =
      '<div><span><div>How long does slate last?</div></span><div><div>It lasts for a century.</div><a href="/url?q=https://q.example/&amp;sa=U"><span>On slate</span><span>q.example › p</span></a></div><div><a href="/search?q=How+long+does+slate+last%3F">More results</a></div></div>';
    const result = parse(plainPageOf(plain(1) + question + plain(2)));
    expect(result['relatedQuestions']).toEqual([
      {
        question: 'How long does slate last?',
        snippet: 'It lasts for a century.',
        title: 'On slate',
        link: 'https://q.example/',
        displayedLink: 'q.example › p',
      },
    ]);
    expect(organicOf(result).map(({ title }) => title)).toEqual(['Result 1', 'Result 2']);
  });

  it('name an entity with its facts', () => {
    const entity =
      '<div><div><span><h3><div>Slate</div></h3></span><span><div>Rock</div></span></div><div><div>Slate is a rock of fine grains that splits into thin plates easily.</div><div>Age: 400 million years</div><div>Colour: grey</div></div></div>';
    expect(parse(plainPageOf(`<div>${entity}</div>${plain(1)}`))['knowledgeGraph']).toEqual({
      title: 'Slate',
      type: 'Rock',
      description: 'Slate is a rock of fine grains that splits into thin plates easily.',
      age: '400 million years',
      colour: 'grey',
    });
  });
});

describe('a result', () => {
  const withPassage = (passage: string, language = 'en'): Readonly<Record<string, unknown>> =>
    organicOf(parse(pageOf('', '', language).replace('A sentence about slate of some length.', passage)))[0] ?? {};

  it.each([
    ['12 мая 2024 г. — О сланце и о крышах.', 'ru', '12 мая 2024 г.', 'О сланце и о крышах.'],
    ['31 Items — Slate of all sizes for your roof.', 'en', undefined, '31 Items — Slate of all sizes for your roof.'],
    ['by A Roofer2022 — What slate is made of.', 'en', undefined, 'by A Roofer2022 — What slate is made of.'],
  ])('has no date but a date: %s', (text, language, date, snippet) => {
    const [head = '', rest = ''] = text.split(' — ');
    expect(withPassage(`<span>${head} — </span>${rest}`, language)).toMatchObject({
      snippet,
      ...(date === undefined ? {} : { date }),
    });
    if (date === undefined) expect(withPassage(`<span>${head} — </span>${rest}`, language)).not.toHaveProperty('date');
  });

  it('keeps a link among the words of its passage, and not the one behind them', () => {
    const passage = 'Jump to <a href="https://a.example/p#x">Sizes</a> · All sizes of slate. <a href="#">Read more</a>';
    expect(withPassage(passage)['snippet']).toBe('Jump to Sizes · All sizes of slate.');
  });
});
