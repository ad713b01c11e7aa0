import { describe, expect, it } from '@jest/globals';
import type { Evidence } from '../evidence/evidence.js';
import { judge } from '../judge.js';

const record = (text: string, over: Partial<Evidence> = {}) => {
  const url = over.url ?? 'https://a.example/search?q=one';
  const page = { requestedUrl: url, url, statusCode: 200, headers: {}, mediaType: 'text/html', isRedirected: false };
  return judge({ ...page, purpose: 'record', text, tier: 'browser', bodyBytes: text.length, ...over });
};

const RESULTS = Array.from({ length: 8 }, (_, at) => `<p><a href="https://site${at}.example/">Result ${at}</a>`).join(
  '',
);
const CAPTCHA_SCRIPT = '<script src="https://www.recaptcha.net/recaptcha/enterprise.js"></script>';
const TURNSTILE = '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>';
const HELP = '<a href="//support.google.com/websearch/answer/86640">';

describe('walls of search engines, in words and classes of any kind', () => {
  it.each([
    ['google_sorry', `<title>x</title><form action=index><input name=continue></form>${CAPTCHA_SCRIPT}`],
    ['google_sorry', '<form><textarea name=g-recaptcha-response></textarea><input name=continue></form>'],
    ['google_sorry', '<img src="/sorry/image?id=1"><form action="CaptchaRedirect"><input name=captcha></form>'],
    ['google_sorry', `<title>Lo sentimos...</title><p>Consultas automáticas ${HELP}Ayuda</a>`],
    ['google_sorry', '<form action="https://www.google.com.br/sorry/index"></form>'],
    ['google_scholar_captcha', '<script src="//www.google.com/recaptcha/api.js?onload=gs_captcha_cb"></script><p>?'],
    ['google_scripts_required', '<title>x</title><p><a href="/search?q=x&emsg=SG_REL">klicken Sie hier</a>'],
    ['google_scripts_required', '<noscript><a href="/httpservice/retry/enablejs?sei=1">hier</a></noscript><p>Moment'],
    ['duckduckgo_anomaly', '<form><input type=checkbox name=image-check_1f></form><p>Enten?'],
    ['duckduckgo_anomaly', '<p>Bitte <a href="mailto:error-lite+1a2b@duckduckgo.com">schreiben</a>'],
    ['bing_captcha', `<form id=sb_form></form><input name=cf-turnstile-response>${TURNSTILE}`],
    ['bing_captcha', `<header id=b_header></header><p>最后一步${TURNSTILE}`],
    ['bing_captcha', '<form id=sb_form></form><iframe src="/turing/captcha/challenge?q=x"></iframe>'],
    ['bing_captcha', `<ol id=b_results><li><div class=captcha_header>Ein letzter Schritt</div></ol>${TURNSTILE}`],
  ])('are %s: %s', (reason, html) => {
    expect(record(html)).toEqual({ verdict: 'blocked', reason });
    expect(record(html, { statusCode: 429 })).toEqual({ verdict: 'blocked', reason });
  });

  it.each([
    '<form action="https://consent.youtube.com/save" method=POST><input name=set_eom></form><p>Zanim przejdziesz dalej',
    `<script src="https://www.gstatic.com/_/mss/boq-identity/_/js/k=boq-identity.ConsentUi.pl.x"></script><p>${'Słowa. '.repeat(3_000)}`,
    `<noscript><meta http-equiv=refresh content="0;URL='https://consent.google.com/ml?continue=x'"></noscript><p>Innan du`,
  ])('are a question of consent: %#', (html) => {
    expect(record(html)).toEqual({ verdict: 'consent', reason: 'google_consent' });
  });

  it.each(['https://www.google.co.uk/sorry/index?continue=x', 'https://ipv6.google.com/sorry/x'])('at %s', (url) => {
    expect(record(`<p>${RESULTS}`, { url }).reason).toBe('google_sorry');
  });

  it('lead to the browser where that may pass them, and from it to another exit', () => {
    const shell =
      '<noscript><meta http-equiv=refresh content="0;url=/httpservice/retry/enablejs?sei=1"></noscript><p>x';
    const reason = 'google_scripts_required';
    expect(record(shell, { tier: 'http' })).toEqual({ verdict: 'script_wall', reason });
    expect(record(shell)).toEqual({ verdict: 'blocked', reason });
  });

  it('are read in data too', () => {
    const text = 'if (DDG.deep) DDG.deep.anomalyDetectionBlock({gk: 1})';
    expect(record(text, { mediaType: 'application/javascript' }).reason).toBe('duckduckgo_anomaly');
  });
});

describe('answers of search engines with the same marks', () => {
  it.each([
    ['the shell’s address', `<noscript><a href="/httpservice/retry/enablejs?sei=1">x</a></noscript>${RESULTS}`],
    [
      'a question of consent over results',
      `<form action="https://consent.google.com/save"></form><div id=rso>${RESULTS}</div>`,
    ],
    ['consent in the foot of a page without ids', `<form action="https://consent.google.com/save"></form>${RESULTS}`],
    ['the help on unusual traffic as a result', `${HELP}Unusual traffic</a>${RESULTS}`],
    ['a captcha’s script', `${CAPTCHA_SCRIPT}<input name=continue>${RESULTS}`],
    ['a challenge beside results', `<form id=sb_form></form><ol id=b_results><li class=b_algo>x</ol>${TURNSTILE}`],
    ['a challenge beside no results', `<form id=sb_form></form><ol id=b_results><li class=b_no>x</ol>${TURNSTILE}`],
    ['scholarly results', `<div class=gs_or>x</div><form id=gs_captcha_f></form>${RESULTS}`],
    ['the mail address of another engine’s help', `<p>error-lite@duckduckgo.com${RESULTS}`],
  ])('%s', (_name, html) => {
    expect(record(html)).toEqual({ verdict: 'ok' });
  });
});
