import { describe, expect, it } from '@jest/globals';
import {
  actions,
  classes,
  fields,
  frames,
  ids,
  inline,
  judgeMark,
  type Mark,
  refreshTo,
  scripts,
} from '../../test/stub-shape.js';

interface Rule {
  readonly reason: string;
  /** Most visible text beside the marks; absent where any amount will do. */
  readonly chars?: number;
  /** Each is enough by itself. */
  readonly marks: readonly Mark[];
  /** Near to a mark, and none. */
  readonly others: readonly Mark[];
}

const title = (text: string, more: Mark = {}): Mark => ({ title: text, ...more });
const url = (address: string): Mark => ({ url: address });
const cloudflarePage = (more: Mark): Mark => ({ ...ids('cf-error-details'), ...more });

const RULES: readonly Rule[] = [
  {
    reason: 'cloudflare_challenge',
    chars: 4_000,
    marks: [
      inline('window._cf_chl_opt = {}'),
      inline('_cf_chl_opt={}'),
      inline('var cf_chl_prog = 1'),
      inline('cf_chl_ctx=1'),
      scripts('/cdn-cgi/challenge-platform/h/b/orchestrate/jsch/v1'),
      scripts('/cdn-cgi/challenge-platform/h/g/chl_page/v1'),
      scripts('/cdn-cgi/challenge-platform/chl_api/x'),
      actions('/x?__cf_chl_f_tk=1'),
      actions('/x?a=1&__cf_chl_f_tk=1'),
      actions('/cdn-cgi/l/chk_jschl'),
      ids('cf-challenge-running'),
      ids('challenge-error-text'),
    ],
    others: [
      inline('_cf_chl_opt'),
      inline('cf_chl_ = 1'),
      inline('my_cf_chl_a = 1'),
      scripts('/cdn-cgi/challenge-platform/scripts/jsd/main.js'),
      scripts('/cdn-cgi/challenge-platform/ orchestrate'),
      actions('/x__cf_chl_f_tk'),
      ids('challenge'),
    ],
  },
  {
    reason: 'cloudflare_challenge',
    chars: 800,
    marks: [
      ...['cf-x', 'cf_x', 'id_x', 'g-recaptcha-response', 'h-captcha-x', 'md', 'sh', 'aw', 'abcdefghijkl_response'].map(
        (name) => fields('cf-turnstile-response', name),
      ),
      fields('cf-turnstile-response'),
    ],
    others: [
      fields('md'),
      ...['email', 'mdx', 'sha', 'awk', 'my-cf-x', 'abcdefghijklm_response', 'a_response_b', 'xid_'].map((name) =>
        fields('cf-turnstile-response', name),
      ),
      { ...fields('cf-turnstile-response'), hasPassword: true },
    ],
  },
  {
    reason: 'cloudflare_access_denied',
    marks: [
      cloudflarePage(title('a.example used Cloudflare to restrict access')),
      { ...ids('cf-wrapper'), ...title('Attention Required! | Cloudflare') },
      cloudflarePage({ heading: 'Sorry, you have been blocked' }),
      ...[1005, 1006, 1007, 1008, 1009, 1010, 1012, 1015, 1020].map((code) => cloudflarePage(title(`Error ${code} x`))),
      cloudflarePage({ heading: 'Error 1020', statusCode: 499 }),
    ],
    others: [
      title('Attention Required! | Cloudflare'),
      cloudflarePage(title('Error 1011')),
      cloudflarePage(title('Error 11020')),
      cloudflarePage(title('Error 10200')),
      cloudflarePage(title('Error 1020', { statusCode: 500 })),
      cloudflarePage({}),
    ],
  },
  {
    reason: 'datadome_captcha',
    chars: 1_500,
    marks: [
      scripts('https://geo.captcha-delivery.com/c.js'),
      scripts('http://captcha-delivery.com/c.js'),
      frames('//c_t-1.captcha-delivery.com/'),
    ],
    others: [
      scripts('/x//captcha-delivery.com/'),
      scripts('https://a.example/captcha-delivery.com/'),
      scripts('https://captcha-delivery.community/'),
    ],
  },
  {
    reason: 'perimeterx_captcha',
    chars: 4_000,
    marks: [
      ids('px-captcha'),
      ids('px-captcha-wrapper'),
      classes('a', 'px-captcha-container'),
      scripts('https://captcha.px-cdn.net/PX1/captcha.js'),
      scripts('https://captcha.px-cloud.net/x'),
      scripts('/PX1/captcha/captcha.js?a=c&u=1'),
    ],
    others: [classes('my-px-captcha'), scripts('https://client.px-cdn.net/x'), scripts('/captcha/captcha.js?a=d')],
  },
  {
    reason: 'akamai_challenge',
    chars: 1_500,
    marks: [
      ids('sec-if-cpt-container'),
      ids('sec-bc-text-container'),
      scripts('/_sec/cp_challenge/ak.js'),
      inline('x("bm-verify")'),
      inline('post("/_sec/verify")'),
      refreshTo('/?bm-verify=1'),
    ],
    others: [scripts('/_sec/other/'), inline('verify'), refreshTo('/?verify=1')],
  },
  {
    reason: 'akamai_access_denied',
    chars: 800,
    marks: [title('Access Denied', { headers: { server: 'AkamaiGHost' } })],
    others: [
      title('Access Denied'),
      title('Access Denied', { headers: { server: 'nginx' } }),
      title('Access Denied!', { headers: { server: 'AkamaiGHost' } }),
      title('No access denied', { headers: { server: 'AkamaiGHost' } }),
    ],
  },
  {
    reason: 'imperva_challenge',
    chars: 600,
    marks: [
      scripts('/_Incapsula_Resource?x'),
      frames('/_incapsula_resource?x'),
      { ...frames('/_Incapsula_Resource?x'), linkCount: 4 },
    ],
    others: [scripts('/_Incapsula_Resource'), { ...frames('/_Incapsula_Resource?x'), linkCount: 5 }],
  },
  {
    reason: 'imperva_interruption',
    chars: 4_000,
    marks: ['onProtectionInitialized()', 'protectionSubmitCaptcha()', 'showBlockPage()'].map(inline),
    others: ['xonProtectionInitialized', 'protectionSubmitCaptchaX', 'showBlockPages'].map(inline),
  },
  {
    reason: 'distil_interruption',
    chars: 4_000,
    marks: [title('Pardon Our Interruption...', { linkCount: 39 }), title('pardon our interruption')],
    others: [title('On: Pardon Our Interruption'), title('Pardon Our Interruption', { linkCount: 40 })],
  },
  {
    reason: 'kasada_challenge',
    chars: 300,
    marks: [
      inline('window.KPSDK={}'),
      scripts('/a/ips.js?x'),
      scripts('/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39-8ed7-437e-a3be-862e0f06eea3/p.js'),
    ],
    others: [inline('KPSDKS'), inline('xKPSDK'), scripts('/ips.js'), { headers: { 'x-kpsdk-ct': '1' }, text: 'x' }],
  },
  {
    reason: 'aws_waf_challenge',
    chars: 600,
    marks: [
      ...['awsWafCookieDomainList = []', 'window.gokuProps = {}', 'AwsWafIntegration.x()'].map(inline),
      scripts('https://a.b.token.awswaf.com/c.js'),
      scripts('https://a.captcha.awswaf.com/c.js'),
    ],
    others: [
      ...['xawsWafCookieDomainList', 'gokuPropsX', 'AwsWafIntegrations'].map(inline),
      scripts('https://a.awswaf.com/c.js'),
    ],
  },
  {
    reason: 'vercel_checkpoint',
    chars: 600,
    marks: [title('Vercel Security Checkpoint')],
    others: [title('A Vercel Security Checkpoint')],
  },
  { reason: 'sucuri_firewall', chars: 300, marks: [inline('sucuri_cloudproxy_js=1')], others: [inline('sucuri')] },
  {
    reason: 'sucuri_firewall',
    chars: 1_500,
    marks: [title('Sucuri WebSite Firewall - x')],
    others: [title('On Sucuri WebSite Firewall')],
  },
  {
    reason: 'ddos_guard_challenge',
    chars: 1_500,
    marks: [title('DDoS-Guard'), scripts('/.well-known/ddos-guard/js-challenge/index.js')],
    others: [title('DDoS-Guard news'), title('On DDoS-Guard'), scripts('/x.well-known/ddos-guard/js-challenge')],
  },
  {
    reason: 'anubis_challenge',
    chars: 3_000,
    marks: [ids('anubis_challenge'), ids('anubis_version')],
    others: [ids('anubis')],
  },
  {
    reason: 'fastly_challenge',
    chars: 600,
    marks: [scripts('/_fs-ch-1T_w-x/a.js')],
    others: [scripts('/_fs-ch-/a.js'), scripts('/_fs-ch-a')],
  },
  {
    reason: 'radware_captcha',
    marks: [url('https://validate.perfdrive.com/x'), url('https://perfdrive.com/')],
    others: [url('https://perfdrive.com.example/'), url('https://myperfdrive.com/')],
  },
  {
    reason: 'radware_captcha',
    chars: 1_500,
    marks: [title('Radware Captcha Page'), title('Radware Bot Manager Captcha')],
    others: [title('Radware')],
  },
  {
    reason: 'yandex_captcha',
    chars: 1_500,
    marks: [actions('/checkcaptcha?key=1'), url('https://ya.example/showcaptcha?x'), ids('smartcaptcha-status')],
    others: [actions('/checkcaptchas'), url('https://ya.example/x/showcaptcha')],
  },
  { reason: 'baidu_captcha', chars: 1_500, marks: [classes('passMod_dialog')], others: [classes('x-passMod_dialog')] },
  { reason: 'baidu_captcha', marks: [url('https://wappass.baidu.com/x')], others: [url('https://www.baidu.com/x')] },
  {
    reason: 'ebay_challenge',
    chars: 1_500,
    marks: [inline("{pageName:'ChallengeGet'}")],
    others: [inline('ChallengeGets'), inline('xChallengeGet')],
  },
  {
    reason: 'ebay_challenge',
    marks: [url('https://www.ebay.com/splashui/challenge'), url('https://www.ebay.com/splashui/captcha?x')],
    others: [url('https://a.example/x/splashui/challenge'), url('https://a.example/splashui/x')],
  },
  {
    reason: 'amazon_captcha',
    chars: 1_500,
    marks: [actions('/errors/validateCaptcha')],
    others: [actions('/errors/x')],
  },
];

const reasonOf = (mark: Mark): string | undefined => judgeMark(mark).reason;

describe.each(RULES)('$reason of at most $chars signs', ({ reason, chars, marks, others }) => {
  it('is known by each of its marks alone', () => {
    for (const mark of marks) expect([mark, judgeMark(mark)]).toEqual([mark, { verdict: 'blocked', reason }]);
  });

  it('is known by nothing less', () => {
    for (const mark of others) expect([mark, reasonOf(mark) === reason]).toEqual([mark, false]);
  });

  it('is a page from so much text on, and where it was not read to its end', () => {
    for (const mark of marks) {
      const at = (length: number) => reasonOf({ ...mark, text: 'x'.repeat(length) });
      expect([at(chars ?? 5_000), at((chars ?? 5_000) + 1) === reason]).toEqual([reason, chars === undefined]);
      expect(reasonOf({ ...mark, isWhole: false }) === reason).toBe(chars === undefined);
    }
  });
});

describe('marks in the words of a page', () => {
  const denied = (text: string): string | undefined => reasonOf(title('Access Denied', { text }));
  const padded = (words: string, length: number): string => words + 'x'.repeat(length - words.length);

  it('are those of an edge that denies', () => {
    for (const words of ['see errors.edgesuite.net', "You don't have permission to access "]) {
      expect(denied(padded(words, 800))).toBe('akamai_access_denied');
      expect(denied(padded(words, 801))).not.toBe('akamai_access_denied');
    }
  });

  it('are a header and no word at all', () => {
    expect(reasonOf({ headers: { 'x-kpsdk-ct': '1' } })).toBe('kasada_challenge');
  });

  it('are those of a rejected request', () => {
    const words = 'The requested URL was rejected. Please consult with your administrator.';
    expect(reasonOf({ text: padded(words, 600) })).toBe('f5_rejected');
    expect(reasonOf({ text: padded(words, 601) })).toBeUndefined();
    expect(reasonOf({ text: 'The requested URL was rejected.' })).toBeUndefined();
  });

  it('are both of those that limit access', () => {
    for (const words of ['site has been limited', 'service has been limited', 'site has been blocked']) {
      const notice = `Your access to this ${words}. Generated by Wordfence`;
      expect(reasonOf({ text: padded(notice, 2_500) })).toBe('wordfence_limited');
      expect(reasonOf({ text: padded(notice, 2_501) })).toBeUndefined();
    }
    expect(reasonOf({ text: 'Generated by Wordfence' })).toBeUndefined();
    expect(reasonOf({ text: 'Your access to this site has been limited' })).toBeUndefined();
  });
});

describe('yahoo_consent', () => {
  const hosts = ['consent.yahoo.com', 'guce.yahoo.com', 'consent.de-x.yahoo.com', 'guce.aol.com', 'guce.oath.com'];
  it.each([...hosts, 'guce.techcrunch.com', 'guce.engadget.com'])('is at %s, whatever it says', (host) => {
    const at = { url: `https://${host}/x`, text: 'x'.repeat(9_000) };
    expect(judgeMark(at)).toEqual({ verdict: 'consent', reason: 'yahoo_consent' });
  });

  it.each([
    'consent.yahoo.com.example',
    'my-consent.yahoo.com',
    'www.yahoo.com',
    'consent.a.b.yahoo.com',
    'consent.yahoo.org',
  ])('is not at %s', (host) => {
    expect(judgeMark({ url: `https://${host}/x` })).toEqual({ verdict: 'ok' });
  });
});

describe('lodging_search_shell', () => {
  const lost = (query: string, more: Mark = {}): string | undefined =>
    reasonOf({
      canonical: 'https://www.booking.com/searchresults.html',
      requestedUrl: `https://www.booking.com/searchresults.html${query}`,
      ...more,
    });

  it.each(['?ss=Rome', '?a=1&ss=Rome', '?dest_id=1', '?latitude=1'])('is a search for %s', (query) => {
    expect(lost(query, { text: 'x'.repeat(4_000) })).toBe('lodging_search_shell');
    expect(lost(query, { canonical: 'https://www.booking.com/searchresults.en-gb.html' })).toBe('lodging_search_shell');
    expect(lost(query, { text: 'x'.repeat(4_001) })).toBeUndefined();
  });

  it.each(['', '?class=1', '?x=1&checkin=2', '/ss=Rome', ' ?ss=Rome'])('is no search for %s', (query) => {
    expect(lost(query)).toBeUndefined();
  });

  it.each([
    'https://www.booking.com/searchresults.html?ss=Rome',
    'xhttps://www.booking.com/searchresults.html',
    'https://www.booking.com/searchresults.a.b.html',
    '',
  ])('is not the page of %s', (canonical) => {
    expect(lost('?ss=Rome', { canonical })).toBeUndefined();
  });
});
