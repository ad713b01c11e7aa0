import { describe, expect, it } from '@jest/globals';
import { evidence, page } from '../test/judged-page.js';
import { judge } from './judge.js';

describe('judge: status', () => {
  it.each([
    ['page', 401, 'target_4xx'],
    ['page', 400, 'target_4xx'],
    ['page', 402, 'target_4xx'],
    ['page', 403, 'blocked'],
    ['page', 404, 'target_4xx'],
    ['page', 407, 'blocked'],
    ['page', 410, 'target_4xx'],
    ['page', 429, 'rate_limited'],
    ['page', 451, 'target_4xx'],
    ['page', 499, 'target_4xx'],
    ['page', 500, 'target_5xx'],
    ['page', 503, 'target_5xx'],
    ['record', 401, 'blocked'],
    ['record', 403, 'blocked'],
    ['record', 407, 'blocked'],
    ['record', 429, 'blocked'],
    ['record', 451, 'blocked'],
    ['record', 404, 'not_found'],
    ['record', 410, 'not_found'],
    ['record', 400, 'blocked'],
    ['record', 418, 'blocked'],
    ['record', 499, 'blocked'],
    ['record', 502, 'target_5xx'],
  ] as const)('%s, %d: %s', (purpose, statusCode, verdict) => {
    expect(page('<h1>Sorry</h1>', { purpose, statusCode })).toEqual({ verdict, reason: `http_${statusCode}` });
  });

  it.each([
    ['page', 503, '120', 'rate_limited'],
    ['page', 503, 'Wed, 21 Oct 2026 07:28:00 GMT', 'rate_limited'],
    ['page', 503, 'after lunch', 'target_5xx'],
    ['page', 500, '120', 'target_5xx'],
    ['record', 503, '120', 'rate_limited'],
    ['record', 429, '120', 'blocked'],
    ['page', 404, '120', 'target_4xx'],
  ] as const)('%s, %d with Retry-After %s: %s', (purpose, statusCode, retryAfter, verdict) => {
    expect(page('later', { purpose, statusCode, headers: { 'retry-after': retryAfter } }).verdict).toBe(verdict);
  });

  it('takes marks of a block for more than the status', () => {
    const html = '<title>Just a moment...</title><div id="challenge-error-text"></div>';
    const challenge = { verdict: 'blocked', reason: 'cloudflare_challenge' };
    for (const statusCode of [404, 429, 451, 503]) expect(page(html, { statusCode })).toEqual(challenge);
    expect(page('x', { statusCode: 429, headers: { server: 'ddos-guard' } }).reason).toBe('ddos_guard_refusal');
  });

  it('knows a page of no bytes', () => {
    const empty = { text: '', bodyBytes: 0 };
    expect(judge(evidence({ ...empty, statusCode: 200 }))).toEqual({ verdict: 'empty' });
    expect(judge(evidence({ ...empty, statusCode: 204 }))).toEqual({ verdict: 'empty' });
    expect(judge(evidence({ ...empty, statusCode: 404 })).verdict).toBe('target_4xx');
    expect(judge(evidence({ ...empty, purpose: 'record' }))).toEqual({ verdict: 'ok' });
    expect(judge(evidence({ text: '', bodyBytes: 3 }))).toEqual({ verdict: 'ok' });
  });

  it('leaves a Cloudflare error of the site with the site', () => {
    const html =
      '<title>a.example | 522: Connection timed out</title><div id="cf-error-details"><h1>Connection timed out</h1></div>';
    expect(page(html, { statusCode: 522 }).verdict).toBe('target_5xx');
  });

  it('does not ask for scripts on an error page', () => {
    expect(page('<div id=root></div><script src=a.js></script>', { statusCode: 404 }).verdict).toBe('target_4xx');
  });

  it('knows status 999', () => {
    expect(judge(evidence({ statusCode: 999, text: '' }))).toEqual({ verdict: 'blocked', reason: 'http_999' });
  });
});
