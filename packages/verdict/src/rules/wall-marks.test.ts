import { describe, expect, it } from '@jest/globals';
import type { Evidence } from '../evidence/evidence.js';
import { judge } from '../judge.js';
import { frames, judgeMark, type Mark, scripts } from '../../test/stub-shape.js';

const verdictOf = (mark: Mark): string => judgeMark(mark).verdict;
const reasonOf = (mark: Mark): string | undefined => judgeMark(mark).reason;

describe('what an answer says without its page', () => {
  const answer = (more: Partial<Evidence>) => {
    const url = more.url ?? 'https://a.example/';
    const base = { requestedUrl: url, url, purpose: 'page', statusCode: 200, headers: {}, tier: 'http' } as const;
    return judge({ ...base, mediaType: 'text/plain', text: '', bodyBytes: 3, isRedirected: false, ...more });
  };
  const header = (name: string, value: string, statusCode = 403, bodyBytes = 0) =>
    answer({ headers: { [name]: value }, statusCode, bodyBytes }).reason;

  it('is a mark of a challenge', () => {
    expect(header('cf-mitigated', 'Challenge', 200)).toBe('cloudflare_challenge');
    expect([header('x-amzn-waf-action', 'Challenge', 202), header('x-amzn-waf-action', 'captcha', 405)]).toEqual([
      'aws_waf_challenge',
      'aws_waf_challenge',
    ]);
    expect([header('x-vercel-mitigated', 'challenge', 429), header('x-vercel-mitigated', 'Deny')]).toEqual([
      'vercel_checkpoint',
      'vercel_checkpoint',
    ]);
    for (const name of ['cf-mitigated', 'x-amzn-waf-action', 'x-vercel-mitigated'])
      expect(header(name, 'none')).toBe('http_403');
    expect(answer({ statusCode: 999 }).reason).toBe('http_999');
  });

  it('is the address of a queue', () => {
    expect(answer({ url: 'http://my-shop.queue-it.net/?c=x' })).toEqual({ verdict: 'blocked', reason: 'queue_it' });
    for (const url of [
      'https://queue-it.net/',
      'https://a.b.queue-it.net/',
      'https://a.queue-it.network/',
      'https://a.example/https://a.queue-it.net/',
    ]) {
      expect([url, answer({ url }).verdict]).toEqual([url, 'ok']);
    }
  });

  const NAMES: readonly (readonly [string, string, string])[] = [
    ['x-datadome', '1', 'datadome'],
    ['x-dd-b', '1', 'datadome'],
    ['server', 'DataDome', 'datadome'],
    ['x-kpsdk-ct', '1', 'kasada'],
    ['x-kpsdk-r', '1', 'kasada'],
    ['x-px-block', '1', 'perimeterx'],
    ['x-px-blocked', '1', 'perimeterx'],
    ['x-sucuri-block', '1', 'sucuri'],
    ['server', 'ddos-guard', 'ddos_guard'],
  ];

  it.each(NAMES)('is the name of a system in a refusal: %s: %s', (name, value, system) => {
    for (const status of [403, 405, 406, 407, 412, 418, 429, 451, 503]) {
      expect([status, header(name, value, status)]).toEqual([status, `${system}_refusal`]);
    }
    for (const status of [401, 404, 400, 500]) expect(header(name, value, status)).toBe(`http_${status}`);
    expect(header(name, value, 200)).toBeUndefined();
  });

  it('is the name of an edge above a page of its own', () => {
    for (const [name, value, reason] of [
      ['server', 'AkamaiGHost', 'akamai_refusal'],
      ['x-iinfo', '1-2', 'imperva_refusal'],
    ] as const) {
      expect([header(name, value, 403, 2_047), header(name, value, 403, 2_048)]).toEqual([reason, 'http_403']);
      expect(header(name, value, 429, 100)).toBe('http_429');
    }
  });

  it('is a refusal in the form of data', () => {
    const data = (text: string) => answer({ text }).reason;
    expect(data('{"url" : "https://geo-x_1.captcha-delivery.com/captcha"}')).toBe('datadome_captcha');
    expect(data('{"url":"https://captcha-delivery.com/"}')).toBe('datadome_captcha');
    for (const key of ['blockScript', 'jsClientSrc', 'redirectUrl', 'uuid'])
      expect(data(`{"appId" : "PXa1",\n"${key}":1}`)).toBe('perimeterx_captcha');
    expect(data('{"redirectUrl" : "/blocked?x"}')).toBe('perimeterx_captcha');
    expect(data('DDG.deep.anomalyDetectionBlock({})')).toBe('duckduckgo_anomaly');
    const others = [
      '{"url":"https://a/captcha-delivery.com/"}',
      '{"url":"https://captcha-delivery.com"}',
      '{"appId":"PX","uuid":1}',
      '{"appId":"PXa","x":1}',
      '{"redirectUrl":"/blocked"}',
      'xDDG.deep.anomalyDetectionBlock(',
    ];
    for (const text of others) expect([text, data(text)]).toEqual([text, undefined]);
    const padded = (length: number) => data('DDG.deep.anomalyDetectionBlock('.padEnd(length));
    expect([padded(4_096), padded(4_097)]).toEqual(['duckduckgo_anomaly', undefined]);
  });

  it('is its status', () => {
    expect([answer({ statusCode: 399 }).verdict, answer({ statusCode: 400 }).verdict]).toEqual(['ok', 'target_4xx']);
    expect([answer({ statusCode: 499 }).verdict, answer({ statusCode: 500 }).verdict]).toEqual([
      'target_4xx',
      'target_5xx',
    ]);
  });
});

describe('a login', () => {
  const login = (path: string, more: Mark = {}): string => {
    const url = path.includes('://') ? path : `https://a.example${path}`;
    return verdictOf({
      url,
      requestedUrl: 'https://a.example/report',
      isRedirected: true,
      hasPassword: true,
      ...more,
    });
  };

  it('is known by the path that it is led to', () => {
    const words =
      'login log-in log_in signin sign-in sign_in logon log-on log_on authwall authenticate session/new sessions/new sso oauth oauth2 checkpoint account/login accounts/signin accounts/login users/sign_in uas/login anmelden connexion entrar acceso';
    for (const word of words.split(' ')) {
      for (const path of [`/${word}`, `/x.${word}.php`, `/x_${word}-y`, `/x-${word}/y`, `/${word.toUpperCase()}_x`]) {
        expect([path, login(path)]).toEqual([path, 'login_wall']);
      }
    }
    const others = [
      '/xlogin',
      '/loginx',
      '/ssox',
      '/authenticated',
      '/checkpoints',
      '/account/x',
      '/users/x',
      '/sign/in',
    ];
    for (const path of others) expect([path, login(path)]).toEqual([path, 'ok']);
  });

  it('is known by the host that it is led to', () => {
    for (const name of 'login signin auth accounts sso idp passport id'.split(' ')) {
      expect([name, login(`https://${name}.a.example/x`)]).toEqual([name, 'login_wall']);
      expect(login(`https://my-${name}.a.example/x`)).toBe('ok');
      expect(login(`https://${name}x.a.example/x`)).toBe('ok');
    }
    expect(login('https://a.login.example/x')).toBe('ok');
  });

  it('is no wall where it was asked for, where nothing led to it, or where a page stands beside it', () => {
    expect(login('/login', { requestedUrl: 'https://a.example/signin' })).toBe('ok');
    expect(login('/login', { requestedUrl: 'no address' })).toBe('login_wall');
    expect(login('/login', { isRedirected: false })).toBe('ok');
    expect(login('/x')).toBe('ok');
    expect([login('/login', { text: 'x'.repeat(3_000) }), login('/login', { text: 'x'.repeat(3_001) })]).toEqual([
      'login_wall',
      'ok',
    ]);
    expect(login('/login', { isWhole: false })).toBe('ok');
  });

  it('may have no password yet, but says so or next to nothing', () => {
    const said = (more: Mark) => login('/login', { hasPassword: false, text: 'x'.repeat(400), ...more });
    expect(said({})).toBe('ok');
    expect(said({ text: 'x'.repeat(399) })).toBe('login_wall');
    const titles = [
      'Log in',
      'login',
      'Sign in',
      'signin',
      'log on',
      'Logon',
      'Anmelden',
      'Connexion',
      'Iniciar sesión',
      'accedi',
      'entrar',
      'Jetzt 登录',
      '登入',
      'ログイン',
      '로그인',
      '请登录吧',
      '请登入吧',
      'のログインは',
      '의로그인은',
    ];
    for (const text of titles)
      expect([text, said({ title: text }), said({ heading: text })]).toEqual([text, 'login_wall', 'login_wall']);
    for (const text of ['blog in', 'sign inn', 'catalogon', 'anmeldend'])
      expect([text, said({ title: text })]).toEqual([text, 'ok']);
  });

  it('is known by its form and title, wherever it is', () => {
    expect(login('/x', { title: 'Log in' })).toBe('login_wall');
    expect(login('/x', { heading: 'Log in' })).toBe('ok');
    expect(login('/x', { title: 'Log in', hasPassword: false })).toBe('ok');
    expect(login('/x', { title: 'Log in', text: 'x'.repeat(3_001) })).toBe('ok');
    expect(login('/x', { title: 'Log in', isRedirected: false })).toBe('ok');
  });

  it('stands before a record without any redirect', () => {
    const form = (more: Mark) =>
      judgeMark({ url: 'https://a.example/x', purpose: 'record', hasPassword: true, heading: 'Sign in', ...more });
    expect(form({})).toEqual({ verdict: 'login_wall', reason: 'login_form' });
    expect(form({ heading: '', title: 'Sign in' }).reason).toBe('login_form');
    for (const more of [
      { purpose: 'page' },
      { hasPassword: false },
      { heading: 'Welcome' },
      { text: 'x'.repeat(3_001) },
    ] as const) {
      expect(form(more).verdict).toBe('ok');
    }
  });

  it('is not looked for on a page that was refused', () => {
    expect(login('/login', { statusCode: 399 })).toBe('login_wall');
    expect(login('/login', { statusCode: 400 })).toBe('target_4xx');
  });
});

describe('a captcha of any kind', () => {
  const widget = scripts('https://www.google.com/recaptcha/api.js');
  const asked = (more: Mark): string | undefined => reasonOf({ ...widget, title: 'Robot check', ...more });

  it('is a widget with words that ask', () => {
    const widgets = [
      'https://www.google.com/recaptcha/',
      'https://recaptcha.net/recaptcha/x',
      'https://hcaptcha.com/1',
      'https://challenges.cloudflare.com/x',
      'https://a.arkoselabs.com',
      '/funcaptcha',
      '//static.geetest.com',
      'https://a.captcha.awswafx',
      '/smartcaptcha.js',
    ];
    for (const one of widgets)
      for (const mark of [scripts(one), frames(one)])
        expect([one, asked({ scriptUrls: [], ...mark })]).toEqual([one, 'captcha']);
    expect(asked({ scriptUrls: ['https://a.example/recaptcha/'] })).not.toBe('captcha');
  });

  it('asks in one of these ways, in title or heading', () => {
    const words = [
      ...[
        'not a robot',
        'not a bot',
        'are human',
        'are robot',
        'are you human',
        'are you a robot',
        'are a human',
        'you are human',
        'you are a human',
      ],
      ...[
        "you're human",
        'you’re a human',
        'youre human',
        'verify you',
        'verify that you',
        'verifying you',
        'verifying that you',
        'unusual traffic',
      ],
      ...[
        'security check',
        'security verification',
        'human verification',
        'robot check',
        'captcha',
        'bot detected',
        'bot protection',
        'bot verification',
      ],
      ...['browser check', 'checking your browser', 'automated access', 'automated requests'],
    ];
    for (const text of words)
      expect([text, asked({ title: text }), asked({ title: '', heading: text })]).toEqual([text, 'captcha', 'captcha']);
    for (const text of ['not a boat', 'you verify', 'securities', 'bot', 'automated'])
      expect([text, asked({ title: text })]).toEqual([text, undefined]);
  });

  it('stands alone', () => {
    expect([asked({ text: 'x'.repeat(1_500) }), asked({ text: 'x'.repeat(1_501) })]).toEqual(['captcha', undefined]);
    expect([asked({ linkCount: 24 }), asked({ linkCount: 25 })]).toEqual(['captcha', undefined]);
    expect(asked({ text: 'x'.repeat(400), hasPassword: true })).toBeUndefined();
  });
});

describe('a notice of refusal', () => {
  it('is a title that says so and nothing else', () => {
    const titles = [
      ...[
        'access to this page has been denied',
        'you have been blocked',
        'robot check',
        'robot or human',
        'Robot or human?',
        'are you human',
        'are you a human?',
      ],
      ...[
        'are you robot',
        'are you a robot?',
        'bot verification',
        'security check',
        'security check required',
        'human verification',
        'please verify you are human',
      ],
      ...[
        'please verify you are a human',
        'DDoS protection by Somebody',
        'client challenge',
        'just a moment',
        'Just a moment...',
        'access denied',
        'blocked',
        'forbidden',
      ],
    ];
    for (const title of titles) {
      expect([title, reasonOf({ title })]).toEqual([title, 'access_denied_notice']);
      for (const other of [`x ${title}`, `${title} x`])
        if (!/^DDoS protection by/.test(other)) expect([other, verdictOf({ title: other })]).toEqual([other, 'ok']);
    }
    expect(verdictOf({ title: 'DDoS protection by' })).toBe('ok');
  });

  it('is words that say so', () => {
    const words = [
      ...[
        'Unusual traffic from you',
        'automated requests from x',
        'automated queries from x',
        'automated access to this',
        'automated access to our',
      ],
      ...[
        'you have been blocked',
        "you've been blocked",
        'youve been blocked',
        'you’ve been blocked',
        'verify you are human',
        'verify you are a human',
        'verify that you are not a',
        "verify you're human",
        'verify youre a human',
        'verify you’re not a',
      ],
    ];
    for (const text of words) expect([text, reasonOf({ text })]).toEqual([text, 'access_denied_notice']);
    for (const text of ['unusual traffic', 'automated access to a', 'you are blocked', 'verify you'])
      expect(verdictOf({ text })).toBe('ok');
  });

  it('is small', () => {
    const notice = (more: Mark) => reasonOf({ title: 'Robot check', ...more });
    expect([notice({ text: 'x'.repeat(350) }), notice({ text: 'x'.repeat(351) })]).toEqual([
      'access_denied_notice',
      undefined,
    ]);
    expect([notice({ linkCount: 5 }), notice({ linkCount: 6 })]).toEqual(['access_denied_notice', undefined]);
    expect([notice({ mediaCount: 3 }), notice({ mediaCount: 4 })]).toEqual(['access_denied_notice', undefined]);
    expect([
      notice({ statusCode: 503 }),
      reasonOf({ title: 'Forbidden', statusCode: 399 }),
      reasonOf({ title: 'Forbidden', statusCode: 400 }),
    ]).toEqual(['access_denied_notice', 'access_denied_notice', 'http_400']);
  });
});
