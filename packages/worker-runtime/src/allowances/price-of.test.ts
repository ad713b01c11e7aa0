import { describe, expect, it } from '@jest/globals';
import { VERDICT_NAMES } from '@quarry/contracts';
import { chargeOf, priceOf } from './price-of.js';

const row = (given: { operation?: string; params?: unknown; heldCredits?: number } = {}) => ({
  operation: 'scrape/web',
  params: { url: 'http://a.test/' },
  heldCredits: 100,
  ...given,
});

describe('the price of a success', () => {
  it('depends on the tier and the pool that served it', () => {
    const residential = { params: { url: 'http://a.test/', proxyType: 'residential' } };
    const [http, browser] = [priceOf(row(), 'http'), priceOf(row(), 'browser')];
    const [farHttp, farBrowser] = [priceOf(row(residential), 'http'), priceOf(row(residential), 'browser')];
    expect(http).toBe(1);
    expect(browser).toBeGreaterThan(http);
    expect(farHttp).toBeGreaterThan(http);
    expect(farBrowser).toBeGreaterThan(Math.max(farHttp, browser));
    expect(priceOf(row(), undefined)).toBe(http);
  });

  it('is that of the operation, and never more than the request held', () => {
    expect(priceOf(row({ operation: 'enginea/serp', params: { q: 'x' } }), 'browser')).toBeGreaterThan(1);
    expect(priceOf(row({ heldCredits: 0 }), 'browser')).toBe(0);
    expect(priceOf(row({ operation: 'reparse' }), undefined)).toBe(0);
  });
});

describe('a part that could not be had', () => {
  it('is not charged', () => {
    const url = 'https://www.zillow.com/homedetails/1_zpid/';
    const asked = row({ operation: 'realtyb/property', params: { url, extractAgentEmails: true } });
    expect([undefined, [], ['agentEmails']].map((leftOut) => chargeOf(asked, 'ok', 'http', leftOut))).toEqual([
      10, 10, 5,
    ]);
  });
});

describe('the charge of an end', () => {
  it.each(VERDICT_NAMES)('%s', (verdict) => {
    expect(chargeOf(row(), verdict, 'browser')).toBe(verdict === 'ok' ? 10 : 0);
  });

  it('is never more than what was held', () => {
    expect(chargeOf(row({ heldCredits: 1 }), 'ok', 'browser')).toBe(1);
  });
});
