import { describe, expect, it } from '@jest/globals';
import { validateParams } from '../../validate-params.js';
import { scrapeWeb } from './web.js';

const paramsOf = (change: Readonly<Record<string, unknown>>) => {
  const checked = validateParams(scrapeWeb, { url: 'https://example.com/', ...change });
  if (!checked.ok) throw new Error(JSON.stringify(checked.violations));
  return checked.params;
};

describe('credits', () => {
  const TABLE = [
    [{ jsRendering: false }, 1, 1],
    [{ jsRendering: false, proxyType: 'datacenter' }, 1, 1],
    [{ jsRendering: false, proxyType: 'residential' }, 5, 5],
    [{}, 1, 10],
    [{ proxyType: 'datacenter' }, 1, 10],
    [{ proxyType: 'residential' }, 5, 15],
    [{ jsRendering: true }, 1, 10],
    [{ jsRendering: true, proxyType: 'residential' }, 5, 15],
    [{ screenshot: true }, 1, 10],
    [{ screenshot: { selector: 'h1' } }, 1, 10],
    [{ pdf: true }, 1, 10],
    [{ pdf: true, proxyType: 'residential' }, 5, 15],
    [{ screenshot: true, proxyType: 'residential', proxyCountry: 'DE' }, 5, 15],
  ] as const;

  it.each(TABLE)('%j costs %s over HTTP and at most %s', (change, httpCredits, dearest) => {
    const params = paramsOf(change);
    const proxyType = params.proxyType === 'residential' ? 'residential' : 'datacenter';
    expect(scrapeWeb.holdCredits(params)).toBe(dearest);
    expect(scrapeWeb.priceCredits(params, { tier: 'http', proxyType })).toBe(httpCredits);
    expect(scrapeWeb.priceCredits(params, { tier: 'browser', proxyType })).toBe(dearest);
  });

  it('charges the default exit as datacenter, whatever stands behind it', () => {
    expect(scrapeWeb.priceCredits(paramsOf({}), { tier: 'browser', proxyType: 'residential' })).toBe(10);
  });

  it.each([
    ['http', 'datacenter', 1],
    ['http', 'residential', 5],
    ['browser', 'datacenter', 10],
    ['browser', 'residential', 15],
  ] as const)('prices what %s served by %s at %s', (tier, proxyType, credits) => {
    expect(scrapeWeb.priceCredits(paramsOf({ proxyType }), { tier, proxyType })).toBe(credits);
  });
});
