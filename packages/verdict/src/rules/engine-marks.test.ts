import { describe, expect, it } from '@jest/globals';
import {
  actions,
  classes,
  fields,
  frames,
  ids,
  inline,
  judgeMark,
  links,
  type Mark,
  refreshTo,
  scripts,
} from '../../test/stub-shape.js';

const reasonOf = (mark: Mark): string | undefined => judgeMark(mark).reason;
const join = (...marks: readonly Mark[]): Mark => Object.assign({}, ...marks) as Mark;
const long = (chars: number): Mark => ({ text: 'x'.repeat(chars) });
const expectReason = (marks: readonly Mark[], reason: string | undefined): void => {
  for (const mark of marks) expect([mark, reasonOf(mark)]).toEqual([mark, reason]);
};
const away = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `https://site${at}.example/`);

const ASKING: readonly Mark[] = [
  fields('captcha', 'continue'),
  fields('g-recaptcha-response', 'continue'),
  join(ids('recaptcha'), fields('continue')),
  join(ids('captcha-form'), classes('g-recaptcha-x')),
  join(ids('captcha-form'), scripts('https://www.google.com/recaptcha/api.js')),
  join(fields('continue'), scripts('https://recaptcha.net/recaptcha/api.js')),
  join(fields('continue'), frames('https://www.gstatic.com/recaptcha/x')),
];
const HELP = 'https://support.google.de/websearch/answer/86640?x';

describe('google_sorry', () => {
  it('is a captcha that leads back to the search', () => {
    expectReason(ASKING, 'google_sorry');
    expectReason(
      ASKING.map((mark) => join(mark, long(4_000))),
      'google_sorry',
    );
    for (const mark of ASKING) {
      for (const more of [long(4_001), { isWhole: false }, links(...away(3))]) {
        expect(reasonOf(join(mark, more))).not.toBe('google_sorry');
      }
      expect(reasonOf(join(mark, { ids: new Set([...(mark.ids ?? []), 'search']) }))).not.toBe('google_sorry');
    }
  });

  it('needs both the captcha and the way back', () => {
    expectReason([fields('continue'), ids('captcha-form'), fields('captcha'), ids('recaptcha')], undefined);
    expectReason([join(fields('continue'), scripts('https://www.google.com/recaptchas'))], undefined);
    expectReason([join(fields('continue'), classes('my-g-recaptcha'))], undefined);
  });

  it('is a form that is sent to where captchas are judged', () => {
    expectReason(
      [actions('CaptchaRedirect'), actions('/sorry/index'), actions('https://www.google.fr/sorry/')],
      'google_sorry',
    );
    expectReason([actions('CaptchaRedirects'), actions('/sorrys/'), actions('/sorry')], undefined);
  });

  it('is the help on unusual traffic with hardly another link', () => {
    const help = [
      '//support.google.com/websearch/answer/86640',
      HELP,
      'http://support.google.com/websearch/bin/answer.py?answer=86640',
      'https://support.google.com/websearch/answer.py?hl=en&answer=86640',
    ];
    expectReason(
      help.map((one) => links(one)),
      'google_sorry',
    );
    expectReason([join(links(HELP), { linkCount: 6 })], 'google_sorry');
    expectReason([join(links(HELP), { linkCount: 7 })], undefined);
    expectReason(
      [
        links('https://support.google.com/websearch/answer/866401'),
        links(`/x${HELP}`),
        links('https://support.google.com/websearch/answer/1'),
      ],
      undefined,
    );
  });

  it('is its own address, whatever stands there', () => {
    const at = (url: string): Mark => join({ url }, long(9_000));
    expectReason([at('https://www.google.co.uk/sorry/index'), at('https://google.com/sorry/')], 'google_sorry');
    expectReason(
      [
        at('https://notgoogle.com/sorry/'),
        at('https://www.google.com/x/sorry/'),
        at('https://google.example-1/sorry/'),
      ],
      undefined,
    );
  });
});

describe('results', () => {
  const shell = (more: Mark): string | undefined =>
    reasonOf(join(inline('x'), { noscript: '/httpservice/retry/enablejs' }, more));

  it('are links that lead away, more than two', () => {
    expect(shell({})).toBe('google_scripts_required');
    expect(shell(links(...away(2)))).toBe('google_scripts_required');
    expect(shell(links(...away(3)))).toBeUndefined();
    expect(shell(links(...away(2), '/url?q=x'))).toBeUndefined();
    expect(shell(links(...away(2), '/aclk?x'))).toBeUndefined();
    expect(shell(links(...away(2), '//other.example/'))).toBeUndefined();
  });

  it.each([
    '/search?q=x',
    '/x/url?q=x',
    '/x/aclk?q',
    '#',
    'https://www.google.com/x',
    'https://accounts.google.co.uk/',
    'https://www.youtube.com/',
    'https://policies.withgoogle.com/',
    'https://www.gstatic.com/',
    'https://google.com/',
  ])('are not links within: %s', (link) => {
    expect(shell(links(...away(2), link))).toBe('google_scripts_required');
  });

  it.each(['https://notgoogle.com/', 'https://google.com.evil-site.example/'])('are links to %s', (link) => {
    expect(shell(links(...away(2), link))).toBeUndefined();
  });

  it('are in elements of their own', () => {
    expect([shell(ids('search')), shell(ids('rso')), shell(ids('main'))]).toEqual([
      undefined,
      undefined,
      'google_scripts_required',
    ]);
  });
});

describe('google_scripts_required', () => {
  const ways: readonly Mark[] = [
    { noscript: 'x /httpservice/retry/enablejs?sei=1 y' },
    refreshTo('/httpservice/retry/enablejs'),
    links('/httpservice/retry/enablejs'),
    links('/search?q=x&emsg=SG_REL'),
    links('https://www.google.de/search?emsg=SG_REL'),
  ];

  it('is a shell with a way out', () => {
    expectReason(ways, 'google_scripts_required');
    expectReason(
      ways.map((way) => join(way, long(600))),
      'google_scripts_required',
    );
    expectReason(
      ways.map((way) => join(way, long(601))),
      undefined,
    );
    expectReason(
      ways.map((way) => join(way, { linkCount: 5 })),
      'google_scripts_required',
    );
    expectReason(
      ways.map((way) => join(way, { linkCount: 6 })),
      undefined,
    );
  });

  it('is nothing that only looks alike', () => {
    expectReason(
      [
        { noscript: '/httpservice/retry/enablejsx' },
        links('/search?q=x&xemsg=SG_R'),
        links('/search?q=x&emsg=XX'),
        links('/x/search?emsg=SG_R'),
      ],
      undefined,
    );
  });

  it('is a wall of scripts for a record by HTTP alone', () => {
    const of = (more: Mark): string => judgeMark(join(ways[0] as Mark, more)).verdict;
    expect(of({ tier: 'http', purpose: 'record' })).toBe('script_wall');
    expect(of({ tier: 'http', purpose: 'page' })).toBe('blocked');
    expect(of({ tier: 'browser', purpose: 'record' })).toBe('blocked');
  });
});

describe('google_scholar_captcha', () => {
  const marks = [ids('gs_captcha_f'), scripts('https://www.google.com/recaptcha/api.js?onload=gs_captcha_cb')];

  it('is a captcha in the place of results', () => {
    expectReason(
      marks.map((mark) => join(mark, long(9_000))),
      'google_scholar_captcha',
    );
    expectReason(
      marks.map((mark) => join(mark, classes('gs_or'))),
      undefined,
    );
    expectReason(
      marks.map((mark) => join(mark, { isWhole: false })),
      undefined,
    );
    expectReason(
      [
        scripts('/recaptcha/api.js?onload=x'),
        scripts('/recaptcha/ onload=gs_captcha'),
        scripts('/recaptcha/xonload=gs_captcha'),
      ],
      undefined,
    );
  });
});

describe('google_consent', () => {
  it('is a question that leads to where answers are kept', () => {
    const save = 'https://consent.google.com/save';
    const marks = [actions(save), actions('https://consent.youtube.co.uk/x'), refreshTo(save, true)];
    expectReason(
      marks.map((mark) => join(mark, long(8_000))),
      'google_consent',
    );
    expectReason(
      marks.map((mark) => join(mark, long(8_001))),
      undefined,
    );
    expectReason(
      marks.map((mark) => join(mark, { isWhole: false })),
      undefined,
    );
    expectReason(
      marks.map((mark) => join(mark, ids('rso'))),
      undefined,
    );
    expectReason([refreshTo(save, false), actions(`/x?${save}`), actions('https://consent.google.com')], undefined);
  });

  it('is its own script on a page of any size', () => {
    const mark = scripts('https://www.gstatic.com/boq-identity.ConsentUi.x');
    expectReason([mark, join(mark, { isWhole: false })], 'google_consent');
    expectReason([join(mark, ids('search')), scripts('boq-identity-ConsentUi')], undefined);
  });

  it('is its own address', () => {
    const at = (host: string): Mark => join({ url: `https://${host}/m` }, long(9_000), ids('search'));
    expectReason([at('consent.google.de'), at('consent.youtube.com')], 'google_consent');
    expectReason([at('my-consent.google.de'), at('consentxgoogle.de'), at('consent.googlexde')], undefined);
  });
});

describe('duckduckgo_anomaly', () => {
  it('is a form of its own on a page of any size', () => {
    expectReason([join(actions('//duckduckgo.com/anomaly.js?sv=html'), long(9_000))], 'duckduckgo_anomaly');
    expectReason([actions('/anomaly.js'), actions('/anomalyxjs?')], undefined);
  });

  it('is a name of its own, of whatever kind', () => {
    const named = [
      ids('anomaly-modal'),
      classes('anomaly-modal__x'),
      fields('image-check_1f'),
      { testIds: new Set(['anomaly-modal']) },
    ];
    expectReason(
      named.map((mark) => join(mark, long(4_000))),
      'duckduckgo_anomaly',
    );
    expectReason(
      named.map((mark) => join(mark, long(4_001))),
      undefined,
    );
    expectReason([ids('my-anomaly-modal'), ids('x-image-check_1')], undefined);
  });

  it('is the address to complain to', () => {
    const text = 'error-lite+1a2b@duckduckgo.com';
    const padded = (chars: number): Mark => ({ text: text + ' '.repeat(chars - text.length) });
    expectReason(
      [
        { text: 'error-lite@duckduckgo.com' },
        links(`mailto:${text}`),
        padded(1_500),
        join(padded(40), { linkCount: 5 }),
      ],
      'duckduckgo_anomaly',
    );
    expectReason(
      [
        padded(1_501),
        join(padded(40), { linkCount: 6 }),
        { text: 'xerror-lite@duckduckgo.com' },
        { text: 'error-lite@duckduckgoxcom' },
        { text: 'error-lite+@duckduckgo.com' },
      ],
      undefined,
    );
  });
});

describe('bing_captcha', () => {
  const turnstile = 'https://challenges.cloudflare.com/turnstile/v0/api.js';
  const bing = [
    ids('b_header'),
    ids('sb_form'),
    { url: 'https://www.bing.com/search?q=x' },
    { url: 'https://bing.com/' },
  ];

  it('is the captcha that Bing sends', () => {
    for (const mark of bing) {
      expectReason([join(mark, scripts('/turing/captcha/x')), join(mark, frames('/turing/captcha/x'))], 'bing_captcha');
      expectReason(
        [join(mark, scripts(turnstile), long(1_500)), join(mark, frames(`http:${turnstile.slice(6)}`))],
        'bing_captcha',
      );
      expectReason([join(mark, scripts(turnstile), long(1_501))], undefined);
    }
    expectReason([{ url: 'https://www.bing.com/turing/captcha/x' }], 'bing_captcha');
    expectReason(
      [
        scripts('/turing/captcha/x'),
        { url: 'https://notbing.com/turing/captcha/x' },
        { url: 'https://bing.com.example/turing/captcha/x' },
      ],
      undefined,
    );
  });

  it('is a head of its own beside the challenge, on any page', () => {
    expectReason(
      [
        join(classes('captcha_header'), scripts(turnstile), long(9_000)),
        join(ids('turnstile-widget'), scripts('//challenges.cloudflare.com/x')),
      ],
      'bing_captcha',
    );
    expectReason(
      [classes('captcha_header'), ids('turnstile-widget'), join(classes('captcha_header'), scripts(`/x?${turnstile}`))],
      undefined,
    );
  });

  it('is no challenge beside results, or beside a list of none', () => {
    for (const mark of [join(ids('b_header'), scripts(turnstile)), join(ids('turnstile-widget'), scripts(turnstile))]) {
      for (const name of ['b_algo', 'b_no']) expect(reasonOf(join(mark, classes(name)))).toBeUndefined();
      expect(reasonOf(join(mark, { isWhole: false }))).toBeUndefined();
    }
    for (const name of ['b_results', 'b_content'])
      expect(reasonOf(join(ids('b_header', name), scripts(turnstile)))).toBeUndefined();
  });

  it('is a field for the answer, where no list of results is', () => {
    for (const asked of [classes('cf-turnstile'), fields('cf-turnstile-response', 'email')]) {
      expectReason([join(ids('sb_form', 'b_content'), asked, scripts(turnstile), long(9_000))], 'bing_captcha');
      expectReason([join(ids('sb_form', 'b_results'), asked, scripts(turnstile))], undefined);
      expectReason([join(asked, scripts(turnstile), fields('email'))], undefined);
    }
  });
});
