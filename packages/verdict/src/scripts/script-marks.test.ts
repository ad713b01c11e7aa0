import { describe, expect, it } from '@jest/globals';
import { type PageShape, readPageShape } from '../evidence/page-shape.js';
import { asksForScripts, asksInNoscript, isReadable, isScriptDemand } from './script-demand.js';
import { isReadableAsServed, scriptNeed } from './script-need.js';

const shapeOf = (html: string, more: Partial<PageShape> = {}): PageShape => ({ ...readPageShape(html), ...more });

describe('a demand for scripts', () => {
  const isDemand = (text: string): boolean => asksForScripts(shapeOf(`<p>${text}</p>`));

  it('is said before the word or behind it', () => {
    const before = [
      ...[
        'enable',
        'activate',
        'turn on',
        'allow',
        'require',
        'requires',
        'need',
        'needs',
        'without',
        'active',
        'activer',
        'aktivieren',
        'activa',
        'activar',
      ],
      ...['habilite', 'attiva', 'attivare', 'włącz', 'włączyć', 'povolte', 'ative'],
    ];
    for (const word of before)
      expect([word, isDemand(`x ${word} y JavaScript`), isDemand(`x ${word} java script`)]).toEqual([word, true, true]);
    const behind = [
      ...[
        'enable',
        'required',
        'disabled',
        'turned off',
        'not enabled',
        'must be',
        'activo',
        'aktivieren',
        'deaktiviert',
        'désactivé',
        'desactivado',
        'habilitar',
        'disattivato',
      ],
      ...['отключен', 'включите', 'を有効', 'が無効', '启用', '啟用', '禁用'],
    ];
    for (const word of behind) expect([word, isDemand(`JavaScript x ${word}`)]).toEqual([word, true]);
    for (const text of ['启用JavaScript', '请啟用 JavaScript', '开启 javascript', '請開啟JavaScript'])
      expect([text, isDemand(text)]).toEqual([text, true]);
    for (const text of ['JavaScript', 'We love JavaScript here', 'enable scripts', 'JavaScript news'])
      expect([text, isDemand(text)]).toEqual([text, false]);
  });

  it('is in one sentence, at most sixty signs between', () => {
    const between = (chars: number): string => ` ${'x'.repeat(chars - 2)} `;
    expect([isDemand(`enable${between(60)}javascript`), isDemand(`enable${between(61)}javascript`)]).toEqual([
      true,
      false,
    ]);
    expect([isDemand(`JavaScript${between(60)}required`), isDemand(`JavaScript${between(61)}required`)]).toEqual([
      true,
      false,
    ]);
    expect([isDemand('Enable it.x JavaScript'), isDemand('JavaScript.x required')]).toEqual([false, false]);
  });

  it('is none where it says that there is no need', () => {
    const notes = [
      ...[
        'No need to enable JavaScript',
        'You don’t need to enable JavaScript',
        "don't require JavaScript",
        'You dont have to enable JavaScript',
        'You do not need JavaScript to be enabled, not really: JavaScript not required',
      ],
      ...[
        'JavaScript is not required',
        'To enable JavaScript is optional',
        'It works without JavaScript',
        'It works just as well without JavaScript',
        'It will work without JavaScript',
        'It can work without JavaScript',
        'It does still work without JavaScript',
        'They also work without JavaScript',
      ],
    ];
    for (const text of notes) expect([text, isDemand(text)]).toEqual([text, false]);
    for (const text of [
      'Nothing works without JavaScript',
      'It does not work without JavaScript',
      'It works in so very many ways without JavaScript',
    ])
      expect([text, isDemand(text)]).toEqual([text, true]);
  });

  it('is none in a question, or for a part of the page', () => {
    expect([isDemand('Enable JavaScript?'), isDemand('启用JavaScript？'), isDemand('Enable JavaScript!')]).toEqual([
      false,
      false,
      true,
    ]);
    const parts = 'comment comments disqus cart basket checkout video videos player map maps chat only'.split(' ');
    for (const part of [...parts, 'some of it', 'some part', 'some features', 'some function']) {
      expect([part, isDemand(`Enable JavaScript for ${part}`)]).toEqual([part, false]);
    }
    for (const part of ['commentary', 'carts', 'baskets', 'mapping', 'chatty', 'some people'])
      expect([part, isDemand(`Enable JavaScript for ${part}`)]).toEqual([part, true]);
  });

  it('may stand in a noscript, or send on from there', () => {
    expect(asksInNoscript(shapeOf('<noscript>Please enable JavaScript</noscript>'))).toBe(true);
    expect(asksInNoscript(shapeOf('<noscript>A picture</noscript>'))).toBe(false);
    expect(asksInNoscript(shapeOf('<noscript><meta http-equiv=refresh content="0;url=/n"></noscript>'))).toBe(true);
    expect(asksInNoscript(shapeOf('<meta http-equiv=refresh content="0;url=/n">'))).toBe(false);
    const shell = '<noscript>Please enable JavaScript</noscript><script>fill()</script>';
    expect(scriptNeed(shapeOf(`${shell}<p>Loading</p>`))).toBe('says_enable_javascript');
    expect(scriptNeed(shapeOf(`${shell}<p>Prices</p>`))).toBe('short_scripted_page');
  });
});

describe('words beside a demand', () => {
  const isWord = (text: string): boolean => isReadable(shapeOf(`<p>${text}</p>`));

  it('are none to read', () => {
    const beside = [
      ...[
        'JavaScript',
        'java script',
        'Cookies',
        'a cookie',
        'your browser is old',
        'this browser',
        'Reload',
        'refresh the page',
        'try again',
        'to continue',
        'to proceed',
      ],
      ...[
        'Sorry',
        'Oops!',
        'Error 1',
        'Warning',
        'Notice',
        'Attention please',
        'Hold on',
        'Almost there',
        'One more step',
      ],
    ];
    for (const text of beside) expect([text, isWord(text)]).toEqual([text, false]);
    for (const text of [
      'Sorry, we are closed on all days of this week',
      'An error',
      'preload',
      'Cookiecutters',
      'Errors',
    ])
      expect([text, isWord(text)]).toEqual([text, true]);
    expect([isWord('…'), isWord('—!'), isWord('1'), isWord('語')]).toEqual([false, false, true, true]);
  });

  it('are none while it is being loaded', () => {
    const loading = [
      ...[
        'Loading',
        '… loading',
        'Now loading',
        'Page loading',
        'App loading',
        'Still loading',
        'please wait',
        'Please stand by',
        'One moment',
        'Just a moment',
        'Wird geladen',
        'lädt',
        'Bitte warten',
      ],
      ...[
        'Chargement',
        'veuillez patienter',
        'Cargando',
        'caricamento',
        'attendere',
        'carregando',
        'laden',
        'Загрузка',
        'подождите',
        '加载中',
        '載入中',
        '读取中',
        '読み込み中',
        '로딩',
      ],
    ];
    for (const text of loading) expect([text, isWord(text)]).toEqual([text, false]);
    for (const text of ['The loading bay', 'A moment', 'no laden']) expect([text, isWord(text)]).toEqual([text, true]);
  });

  it('are read where they are no demand of their own', () => {
    expect(isWord('Please enable JavaScript')).toBe(false);
    expect(isWord('Our shop works without JavaScript')).toBe(true);
    expect(isWord('Do I need to enable JavaScript?')).toBe(true);
  });

  it('are fewer than the demand, and in no paragraph, on a page that is one', () => {
    const is = (html: string): boolean => isScriptDemand(shapeOf(html));
    const demand = '<div>Enable JavaScript now</div>';
    expect([is(demand), is('<div>Prices</div>'), is('')]).toEqual([true, false, false]);
    expect([is(`${demand}<p>Prices</p>`), is(`${demand}<div>Prices</div>`)]).toEqual([false, true]);
    const chars = 'Enable JavaScript now'.length;
    expect([
      is(`${demand}<div>${'x'.repeat(chars - 1)}</div>`),
      is(`${demand}<div>${'x'.repeat(chars)}</div>`),
    ]).toEqual([true, false]);
    expect(is(`${demand}<p>Loading</p>`)).toBe(true);
  });
});

describe('a redirect by script', () => {
  it('sets where the page is', () => {
    const need = (code: string) => scriptNeed(shapeOf('<p>x</p>', { inlineScript: code }));
    const ways = [
      'location.href = "/a"',
      'location.pathname="/a"',
      'location . search = x',
      'location.replace("/a")',
      'location . assign ("/a")',
      'location = "/a"',
      'window.location="/a"',
      'x;location="/a"',
      'top . location = a',
    ];
    for (const code of ways) expect([code, need(code)]).toEqual([code, 'script_redirect']);
    for (const code of [
      'location.href == a',
      'location == a',
      'location =',
      'mylocation = a',
      'location.hash = a',
      'location.replaceX(a)',
    ]) {
      expect([code, need(code)]).toEqual([code, 'short_scripted_page']);
    }
  });
});

it('three needs of scripts leave words to read', () => {
  const readable = ['asks_for_javascript', 'short_scripted_page', 'empty_page_frame'];
  const others = [
    'says_enable_javascript',
    'empty_app_shell',
    'empty_scripted_page',
    'script_redirect',
    'meta_refresh',
    undefined,
  ];
  expect([...readable, ...others].filter(isReadableAsServed)).toEqual(readable);
});
