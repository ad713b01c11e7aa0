import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseAiMode } from './parse.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const URL_OF_PAGE = 'https://www.google.com/search?q=Why+slate%3F&udm=50';
const A = '11111111-1111-4111-8111-111111111111';
const B = '22222222-2222-4222-8222-222222222222';

const JUDGE = '<div><button aria-pressed="false" aria-label="Good"></button><div>Copy</div></div>';
const mark = (id: string, words = '') =>
  `<span class="m"><span><span aria-hidden="true"></span><button data-icl-uuid="${id}" aria-label="View related links">${words}</button></span></span>`;
const data = (value: unknown) =>
  `<div style="display:none"><!--Sv6Kpe[${JSON.stringify(value).replaceAll('&', '&amp;').replaceAll('"', '&quot;')}]--></div>`;
const sourceData = (id: string, sourceId: string, link: string) =>
  data([
    id,
    [
      `Title ${sourceId}`,
      'Its words.',
      'https://icon.example/',
      'https://s.example',
      ['Site', 'Author'],
      link,
      null,
      null,
      sourceId,
    ],
  ]);
const card = (id: string, link: string, title = `Card ${id}`) =>
  `<li><div data-src-id="${id}"><a href="${link}" aria-label="${title}. Opens in new tab."></a><div>${title}</div><span><span>May 1, 2026 — A passage about slate roofs.</span></span><div>1:36</div><div><span>Site ${id}</span></div><button>About</button></div></li>`;
const turn = (question: string, answer: string | undefined, cards = '', end = JUDGE) =>
  `<div data-scope-id="turn"><h2 role="heading"><span>You said: </span><span>${question}</span></h2>${
    answer === undefined
      ? ''
      : `<div data-subtree="aimc"><div data-container-id="main-col"><div style="display: contents">${answer}</div>${end}</div><div data-container-id="rhs-col"><ul>${cards}</ul><div role="dialog" style="display:none"><ul>${cards}</ul></div></div></div>`
  }</div>`;

const pageOf = (body: string) => `<html><head><title>Search</title></head><body>${body}</body></html>`;
const parse = (text: string, url = URL_OF_PAGE) => parseAiMode({ text, url });
const resultOf = (text: string) => {
  const parsed = parse(text);
  if (parsed.outcome !== 'ok') throw new Error(parsed.reason);
  return parsed.result;
};

describe('a page of the AI mode', () => {
  it('gives blocks of every kind in their order, without controls', () => {
    const answer = [
      `<div><strong>In short</strong><br>It <mark>lasts <b>long</b></mark>.${mark(A, 'Site +1')}</div>`,
      '<div role="heading" aria-level="3">Why</div>',
      '<ol><li>One <code>x</code><ul><li>Below</li></ul></li><li><div style="display:contents">Two</div><div style="display:contents">.</div></li><li></li></ol>',
      '<table><tr><th>Name</th><th>Years</th></tr><tr><td>Slate</td><td>100</td></tr></table>',
      '<div class="frame"><div>python</div><div><pre><code>def f():\n    return 1\n</code></pre></div><div>Use code with caution.<button>Copy</button></div></div>',
      '<div role="dialog" style="display:none">Share public link</div><div data-src-id="9"><span>Card within</span></div>',
    ].join('');
    expect(resultOf(pageOf(turn('Why slate?', answer)))['textBlocks']).toEqual([
      { type: 'paragraph', snippet: 'In short It lasts long.', snippetHighlightedWords: ['In short', 'lasts long'] },
      { type: 'heading', snippet: 'Why' },
      { type: 'list', list: [{ snippet: 'One x', list: [{ snippet: 'Below' }] }, { snippet: 'Two.' }] },
      {
        type: 'table',
        table: [
          ['Name', 'Years'],
          ['Slate', '100'],
        ],
      },
      { type: 'code', code: 'def f():\n    return 1', language: 'python' },
    ]);
  });

  it('keeps names that open something, and leaves controls out', () => {
    const answer =
      '<div>Visit <button>Slate Hall</button> or <span role="button">Roof Museum</span>.<span><button>Show map</button></span><button><svg></svg>Save</button></div>';
    expect(resultOf(pageOf(turn('Why slate?', answer)))['textBlocks']).toEqual([
      { type: 'paragraph', snippet: 'Visit Slate Hall or Roof Museum.' },
    ]);
  });

  it('has formulas as they were written, once', () => {
    const copy = '<math><semantics><mi>E</mi><annotation encoding="text/plain">E</annotation></semantics></math>';
    const formula = (kind: string, name: string) =>
      `<${name} data-xpm-copy-root data-xpm-math-type="${kind}"><img aria-hidden="true" src="data:image/gif;base64,R0" data-xpm-latex="E = mc^{2}"><span style="opacity:0.001">${copy}</span></${name}>`;
    const answer = `<div>Energy is ${formula('inline', 'span')}, always.</div>${formula('block', 'div')}<div>So <img aria-hidden="true" data-xpm-latex="x">.</div>`;
    expect(resultOf(pageOf(turn('Why slate?', answer)))['textBlocks']).toEqual([
      { type: 'paragraph', snippet: 'Energy is E = mc^{2}, always.' },
      { type: 'paragraph', snippet: 'E = mc^{2}' },
      { type: 'paragraph', snippet: 'So x.' },
    ]);
  });

  it('pairs statements with sources by the ids that the page gives both, each source once', () => {
    const answer = `<div>One.${mark(A)}</div><ul><li>Two.${mark(B)}</li><li>Three.</li></ul>${sourceData(A, '5', 'https://five.example/')}${data([A, '7', 1, 'https://seven.example/'])}${sourceData(B, '8', 'https://eight.example/?a=1&b=2')}`;
    const cards = card('7', 'https://seven.example/') + card('5', '/url?q=https://five.example/&sa=U');
    const { textBlocks, references } = resultOf(pageOf(turn('Why slate?', answer, cards)));
    expect(textBlocks).toEqual([
      { type: 'paragraph', snippet: 'One.', referenceIndexes: [1, 2] },
      {
        type: 'list',
        list: [{ snippet: 'Two.', referenceIndexes: [3] }, { snippet: 'Three.' }],
        referenceIndexes: [3],
      },
    ]);
    const passage = 'May 1, 2026 — A passage about slate roofs.';
    expect(references).toEqual([
      { index: 1, title: 'Card 7', link: 'https://seven.example/', snippet: passage, source: 'Site 7' },
      { index: 2, title: 'Card 5', link: 'https://five.example/', snippet: passage, source: 'Site 5' },
      {
        index: 3,
        title: 'Title 8',
        link: 'https://eight.example/?a=1&b=2',
        snippet: 'Its words.',
        source: 'Site · Author',
      },
    ]);
  });

  it('reads sources from scripts, and from data that are long or cut off', () => {
    const entry = (end: string) =>
      `["${A}",["A title --> &quot;x&quot;","Its words.","https://icon.example/",null,["Site"],"https://a.example/?b\\u003d1",null,null,"5"${end}`;
    const coded = (text: string) => text.replaceAll('&quot;', '\\"').replaceAll('"', '&quot;').replaceAll('>', '&gt;');
    const written = [
      `<!--TgQPHd||[${coded(entry(`,"${'x'.repeat(40_000)}"]]`))}]-->`,
      `<!--TgQPHd||[${coded(entry(',null,"cu'))}`,
      `<script>f('\\x3c!--Sv6Kpe[${coded(entry(',0]]')).replaceAll('\\', '\\\\')}]--\\x3e')</script>`,
    ];
    for (const one of written) {
      const { references } = resultOf(pageOf(turn('Why slate?', `<div>One.${mark(A)}</div>`)) + one);
      expect(references).toEqual([
        { index: 1, title: 'A title --> "x"', link: 'https://a.example/?b=1', snippet: 'Its words.', source: 'Site' },
      ]);
    }
  });

  it('pairs by the link beside a mark where the data are absent, never by a guess', () => {
    const beside = (link: string) =>
      `<span><a href="${link}" aria-label="Site (+1)"></a><button data-icl-uuid="${A}"></button></span>`;
    const cards = card('1', 'https://a.example/') + card('2', 'https://b.example/') + card('3', 'https://b.example/');
    const answer = `<div>One.${beside('https://a.example/')}</div><div>Two.${beside('https://b.example/')}</div>`;
    expect(resultOf(pageOf(turn('Why slate?', answer, cards)))['textBlocks']).toEqual([
      { type: 'paragraph', snippet: 'One.', referenceIndexes: [1] },
      { type: 'paragraph', snippet: 'Two.' },
    ]);
  });

  it('keeps a redirect that does not say where it leads', () => {
    const { references } = resultOf(pageOf(turn('Why slate?', '<div>One.</div>', card('1', '/goto?url=CAESabc'))));
    expect(references).toMatchObject([{ title: 'Card 1', link: 'https://www.google.com/goto?url=CAESabc' }]);
  });

  it('answers its own question: the last of a conversation', () => {
    const text = pageOf(
      turn('What is slate?', '<div>A stone.</div>', card('1', 'https://a.example/')) +
        turn('Why slate?', '<div>It lasts.</div>'),
    );
    expect(resultOf(text)).toEqual({ textBlocks: [{ type: 'paragraph', snippet: 'It lasts.' }] });
  });

  it.each([
    [
      'the engine still searches',
      turn('Why slate?', '<div>Thinking</div><div>Looking at 12 sites</div>', '', ''),
      'answer_not_loaded',
    ],
    [
      'the answer is still to come',
      turn('What is slate?', '<div>A stone.</div>') + turn('Why slate?', undefined),
      'answer_not_loaded',
    ],
    ['the answer is empty', turn('Why slate?', '<div> </div>', '', ''), 'answer_not_loaded'],
    ['scripts have yet to run', '<div data-srtst="x" data-xsrf-folwr-token="y"></div>', 'script_shell'],
    [
      'scripts are asked for',
      '<noscript><meta http-equiv="refresh" content="0;url=/httpservice/retry/enablejs?sei=x"></noscript>',
      'script_shell',
    ],
    ['there is nothing', '', 'no_answer_found'],
  ])('is not known where %s', (_name, body, reason) => {
    expect(parse(pageOf(body))).toEqual({ outcome: 'unrecognized', reason });
  });

  it('is not that of the question before', () => {
    const before = turn('What is slate?', '<div>A stone.</div>');
    const refused = { outcome: 'unrecognized', reason: 'other_question' };
    expect(parse(pageOf(before), `${URL_OF_PAGE}&mstk=AUt`)).toEqual(refused);
    expect(parse(pageOf(before + before))).toEqual(refused);
    expect(parse(pageOf(before), `https://www.google.com/search?q=what+IS+slate&mstk=AUt`).outcome).toBe('ok');
    expect(parse(pageOf(before.replace(/<h2.*<[/]h2>/, '')), `${URL_OF_PAGE}&mstk=AUt`).outcome).toBe('ok');
  });

  it.each([
    ['Вы сказали: «Почему сланец?»', 'почему сланец', 'Он прочный.'],
    ['質問：「スレートとは？」', 'スレートとは', '石。'],
    ['قلت: لماذا الأردواز؟', 'لماذا الأردواز؟', '١٠٠ سنة'],
    ['İstanbul taşı nedir? dediniz', 'İSTANBUL TAŞI NEDİR', 'Taş.'],
  ])('is read in any language: %s', (question, query, words) => {
    const heading = `<h2 role="heading">${question}</h2>`;
    const text = pageOf(turn('x', `<div>${words}</div>`).replace(/<h2.*<[/]h2>/, heading));
    const url = `https://www.google.com/search?q=${encodeURIComponent(query)}&udm=50&mstk=AUt`;
    expect(parse(text, url)).toMatchObject({ outcome: 'ok', result: { textBlocks: [{ snippet: words }] } });
  });

  it('says of an answer that may not be whole that it is in doubt', () => {
    expect(parse(pageOf(turn('Why slate?', '<div data-subtree="aimfl">It la</div>', '', '')))).toMatchObject({
      outcome: 'ok',
      doubt: 'unfinished',
    });
    expect(parse(pageOf(turn('Why slate?', '<div>It lasts.</div>')))).not.toHaveProperty('doubt');
  });

  it('gives what the next question needs, of the last answer', () => {
    const state = (value: string) => `<div data-mstk="${value}" style="display:none"></div>`;
    const text = `${state('first')}<div data-session-thread-id="t-1"></div>${turn('Why slate?', '<div>It lasts.</div>')}${state('AUt-2')}${state('')}${state('not plain!')}`;
    expect(parse(pageOf(text))).toMatchObject({ next: { state: 'AUt-2', thread: 't-1' } });
    expect(parse(pageOf(turn('Why slate?', '<div>It lasts.</div>')))).not.toHaveProperty('next');
    expect(parse(pageOf(state('x'.repeat(4_001)) + turn('Why slate?', '<div>It lasts.</div>')))).not.toHaveProperty(
      'next',
    );
  });

  it('is read where its parts come one by one, each for its container', () => {
    const frame =
      '<div data-scope-id="turn"><div data-subtree="aimc"><div data-container-id="main-col"></div><div data-container-id="rhs-col"></div></div></div>';
    const part = (target: string, html: string) =>
      `<div data-sn-op="2" data-target-container-id="${target}">${html}</div>`;
    const text =
      frame +
      part('main-col', '<div data-container-id="5"></div>') +
      part('5', '<div>It lasts.</div>') +
      part('rhs-col', card('1', 'https://a.example/')) +
      part('5', '<ul><li>Long</li></ul>') +
      part('nowhere', '<div>Lost</div>');
    expect(resultOf(text)).toMatchObject({
      textBlocks: [{ snippet: 'It lasts.' }, { list: [{ snippet: 'Long' }] }],
      references: [{ index: 1, link: 'https://a.example/' }],
    });
  });

  it('is read where its scripts hold the answer', () => {
    const script = String.raw`<script>window.jsl.dh('fill','\x3cdiv\x3eIt lasts.\x3c/div\x3e');</script>`;
    expect(resultOf(pageOf(turn('Why slate?', '<div id="fill"></div>') + script))).toMatchObject({
      textBlocks: [{ snippet: 'It lasts.' }],
    });
  });

  it.each([
    ['<div>Something went wrong and an AI response wasn’t generated.</div>', 'blocked', 'answer_failed'],
    ['<div>Es ist leider etwas schiefgelaufen: Ein Fehler ist aufgetreten.</div>', 'blocked', 'answer_failed'],
    ['<div>Une erreur s’est produite.</div>', 'blocked', 'answer_failed'],
    ['<div>問題が発生しました</div>', 'blocked', 'answer_failed'],
    ['<div>You have reached the request limit for AI responses. Try again later.</div>', 'blocked', 'request_limit'],
    ['<div>No response available for this search. Try asking something else.</div>', 'not_found', 'no_answer'],
    ['<div>Für diese Suchanfrage ist keine Antwort verfügbar</div>', 'not_found', 'no_answer'],
    ['<div>No hay ninguna respuesta disponible</div>', 'not_found', 'no_answer'],
    ['<div>AI Mode is not available in your country or language</div>', 'blocked', 'not_offered'],
    ['<div>Der KI-Modus ist in Ihrem Land oder Ihrer Sprache nicht verfügbar</div>', 'blocked', 'not_offered'],
    ['<div>La modalità IA non è disponibile nel tuo Paese</div>', 'blocked', 'not_offered'],
  ])('that says %s has no answer', (words, outcome, reason) => {
    expect(parse(pageOf(turn('Why slate?', words, '', '')))).toEqual({ outcome, reason });
    expect(parse(pageOf(turn('Why slate?', undefined) + words.replace('<div>', '<div data-x>')))).not.toHaveProperty(
      'result',
    );
    expect(parse(pageOf(words))).toEqual({ outcome, reason });
  });

  it('with an answer that speaks of such things is an answer', () => {
    const written =
      '<div><span data-subtree="aimfl">“Ein Fehler ist aufgetreten”</span> means “something went wrong”.</div>';
    expect(resultOf(pageOf(turn('Why slate?', written)))).toMatchObject({ textBlocks: [{ type: 'paragraph' }] });
    const sourced = turn(
      'Why slate?',
      '<div>Something went wrong in the quarry.</div>',
      card('1', 'https://a.example/'),
    );
    expect(parse(pageOf(sourced)).outcome).toBe('ok');
    const hidden = '<span style="display:none">An AI Overview is not available for this search</span>';
    expect(parse(pageOf(hidden + turn('Why slate?', undefined)))).toMatchObject({ reason: 'answer_not_loaded' });
  });

  it.each([
    ['captcha', '<form id="captcha-form" action="index" method="post"><div class="g-recaptcha"></div></form>'],
    ['captcha', '<form action="CaptchaRedirect"><input type="text" name="captcha"></form>'],
    [
      'consent',
      '<form action="https://consent.google.com/save" method="POST"><input name="set_eom" value="true"></form>',
    ],
    [
      'login_wall',
      '<form action="https://accounts.google.com/v3/signin/_/AccountsSignInUi"><input id="identifierId"></form>',
    ],
    [
      'not_offered',
      [1, 2, 3].map((n) => `<div id="rso"><a href="https://r${n}.example/"><h3>Result ${n}</h3></a></div>`).join(''),
    ],
  ])('that is a %s page is blocked', (reason, body) => {
    expect(parse(pageOf(body))).toEqual({ outcome: 'blocked', reason });
  });

  it('does not take an overview above results for an answer', () => {
    const overview = `<div data-mcpr="">${turn('Why slate?', '<div>An overview.</div>')}</div>`;
    expect(parse(pageOf(overview)).outcome).not.toBe('ok');
    const results = '<div><a href="https://r.example/"><h3>Result</h3></a></div>'.repeat(3);
    const other = turn('Why slate?', '<div>An overview.</div>');
    expect(parse(pageOf(other + results))).toEqual({ outcome: 'blocked', reason: 'not_offered' });
  });

  it('bears pages of any kind, and addresses that are none', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '<div data-scope-id="turn">',
        '<div data-container-id="main-col">',
        '<div data-target-container-id="main-col">',
        '<ul><li>',
        '<pre>',
        '<table><tr><td>',
        '</div>',
      ),
      fc.constantFrom(
        `<button data-icl-uuid="${A}">`,
        sourceData(A, '1', 'https://a.example/'),
        `["${A}",[`,
        card('1', '//'),
      ),
      fc.constantFrom('<div role="heading">', '<strong>', '<br>', 'words', '</span>', '<span>', `[["${A}",[123,4`),
      fc.string({ maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.string({ maxLength: 20 }), (pieces, url) => {
        const parsed = parseAiMode({ text: pieces.join(''), url });
        if (parsed.outcome === 'ok') expect(parsed.result['textBlocks']).not.toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['many blocks', turn('Why slate?', '<div>x y</div>'.repeat(20_000))],
    ['deep lists', turn('Why slate?', '<ul><li>x'.repeat(5_000))],
    ['deep spans with marks', turn('Why slate?', `${'<span>'.repeat(5_000)}${mark(A).repeat(2_000)}`)],
    [
      'many entries of data',
      turn('Why slate?', `<div>One.${mark(A)}</div>${sourceData(A, '1', 'https://a.example/').repeat(5_000)}`),
    ],
    ['entries without an end', `${turn('Why slate?', `<div>One.${mark(A)}</div>`)}${`["${A}",["`.repeat(20_000)}`],
    ['many frames of code', turn('Why slate?', '<div><div><pre>x</pre><button></button></div></div>'.repeat(3_000))],
    [
      'many parts',
      turn('Why slate?', '<div>One.</div>') + '<div data-target-container-id="main-col"><p>x</p></div>'.repeat(10_000),
    ],
  ])('takes bounded time for %s', (_name, body) => {
    const usedMs = watchProcessor();
    parse(pageOf(body));
    expect(usedMs()).toBeLessThan(5_000);
  });
});
