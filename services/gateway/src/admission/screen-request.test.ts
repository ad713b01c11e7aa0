import { describe, expect, it } from '@jest/globals';
import { operationById, validateParams, type Operation } from '@quarry/contracts';
import { createTargetRule } from '@quarry/egress/target-rule';
import type { Catalogue } from './catalogue.js';
import { findCheaperWay } from './cheaper-way.js';
import { screenRequest } from './screen-request.js';

const NOW_MS = Date.UTC(2026, 0, 1);
const catalogue: Catalogue = {
  operations: [],
  validate: (operation, input, nowMs) => validateParams(operation, input, { nowMs }),
};
const parts = { catalogue, targets: createTargetRule(), nowMs: NOW_MS };
const operation = (id: string): Operation => {
  const found = operationById(id);
  if (found === undefined) throw new Error(`no operation ${id}`);
  return found;
};
const web = operation('scrape/web');

const screen = (of: Operation, input: Record<string, unknown>, given: Partial<typeof parts> = {}) =>
  screenRequest({ ...parts, ...given }, of, { input, violations: [] });

describe('screenRequest', () => {
  it('passes a good request with its parameters and its dearest price', () => {
    expect(screen(web, { url: 'https://example.com/', proxyType: 'residential' })).toMatchObject({
      outcome: 'fine',
      params: { url: 'https://example.com/', proxyType: 'residential' },
      holdCredits: 15,
    });
  });

  it('names violations before anything else', () => {
    const of = operation('enginea/serp');
    expect(screen(of, {})).toMatchObject({ outcome: 'refused', error: 'validation_failed' });
    expect(screen(of, { q: 'x' })).toMatchObject({ outcome: 'fine' });
  });

  it.each([
    ['http://10.0.0.1/', 'address'],
    ['http://localhost/', 'local_name'],
  ])('forbids %s and names the rule, not the address', (url, reason) => {
    expect(screen(web, { url })).toEqual({
      outcome: 'refused',
      error: 'target_forbidden',
      detail: { reason },
    });
  });

  it('says what allows a private target where the caller hosts the deployment', () => {
    const targets = createTargetRule({ isSelfHosted: true });
    const message = expect.stringContaining('EGRESS_ALLOW');
    expect(screen(web, { url: 'http://10.0.0.1/' }, { targets })).toMatchObject({ detail: { message } });
    expect(screen(web, { url: 'http://10.0.0.1/', nope: 1 }, { targets })).toMatchObject({
      detail: {
        errors: expect.arrayContaining([expect.objectContaining({ field: 'url', rule: 'forbidden', message })]),
      },
    });
  });

  it('lists a forbidden target among the violations there are, once', () => {
    const errorsOf = (input: Record<string, unknown>) => {
      const screened = screen(web, input);
      return screened.outcome === 'refused' && screened.error === 'validation_failed' && screened.detail?.errors;
    };
    expect(errorsOf({ url: 'http://10.0.0.1/', nope: 1 })).toMatchObject([
      { field: 'nope', rule: 'unknown' },
      { field: 'url', rule: 'forbidden', message: expect.not.stringContaining('10.0.0.1') },
    ]);
    expect(errorsOf({ url: 'https://example.com/', nope: 1 })).toMatchObject([{ field: 'nope' }]);
    expect(errorsOf({ url: 'nowhere', nope: 1 })).toMatchObject([{ field: 'url', rule: 'url' }, { field: 'nope' }]);
  });

  it('tells what reading found beside what validation finds', () => {
    const violations = [{ field: 'a.b', rule: 'unknown', message: 'm' }];
    const of = operation('enginea/serp');
    expect(screenRequest(parts, of, { input: { foo: '1', q: 'x' }, violations })).toMatchObject({
      error: 'validation_failed',
      detail: { errors: [{ field: 'a.b' }, { field: 'foo', rule: 'unknown' }] },
    });
    expect(screenRequest(parts, of, { input: { q: 'x' }, violations })).toMatchObject({
      detail: { errors: violations },
    });
  });

  it('judges dates by the clock it is given', () => {
    const stay = {
      keyword: 'Oslo',
      checkInDate: '2026-01-02',
      checkOutDate: '2026-01-03',
      rooms: '1',
      adults: '1',
      children: '0',
    };
    const lodging = operation('lodging/search');
    expect(screen(lodging, stay).outcome).toBe('fine');
    expect(screen(lodging, stay, { nowMs: Date.UTC(2026, 0, 5) })).toMatchObject({
      error: 'validation_failed',
    });
  });
});

describe('findCheaperWay', () => {
  const find = async (availableCredits: number, params: Record<string, unknown>, of = web) =>
    (await findCheaperWay({ catalogue, nowMs: NOW_MS, availableCredits }, of, [{ params, count: 1 }]))?.description;
  const url = 'https://example.com/';

  it.each([
    [12, { url, proxyType: 'residential' }, 'proxyType: datacenter'],
    [7, { url, proxyType: 'residential' }, 'jsRendering: false'],
    [2, { url, proxyType: 'residential' }, 'jsRendering: false and proxyType: datacenter'],
    [0, { url }, undefined],
    [5, { url, screenshot: true }, undefined],
  ])('with %d credits for %j is %s', async (credits, params, expected) => {
    expect(await find(credits, params)).toBe(expected);
  });

  it('knows what raises a site price', async () => {
    expect(await find(10, { itemId: '5', otherOffers: true }, operation('retailer/product'))).toBe(
      'otherOffers: false',
    );
  });
});
