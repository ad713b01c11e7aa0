import { describe, expect, it } from '@jest/globals';
import { operationById } from '@quarry/contracts';
import fc from 'fast-check';
import { storeplatformCollectionsOperation } from './operation.js';
import { checkedParams } from '../../../../test/checked-params.js';
import { MAX_COLLECTIONS } from './parse.js';

const PARAMS = checkedParams('storeplatform/collections', { url: 'https://stones.example' });
const URL_OF_LIST = 'https://stones.example/collections.json?limit=10';

const read = (text: string, url = URL_OF_LIST) =>
  storeplatformCollectionsOperation.read(PARAMS, [{ step: 'collections', text, url }], {});

const GRANITE = {
  id: 139_004_444_724,
  title: 'Granite & Gneiss',
  handle: 'granit-și-gnais',
  description: '<p>Hard <b>stones</b></p>',
  published_at: '2024-05-28T02:25:45+03:00',
  updated_at: '2026-08-20T14:47:28+03:00',
  image: { id: 7, created_at: '2024-05-28T02:25:45+03:00', src: 'https://cdn.example/g.jpg?v=1', alt: null },
  products_count: 0,
};
const BARE = { ...GRANITE, id: 2, title: 'Granite', handle: 'granite', description: null, image: null };

describe('the list of a store’s collections', () => {
  it.each([
    [{ url: 'https://stones.example' }, undefined, 'https://stones.example/collections.json?limit=10'],
    [
      { url: 'https://stones.example/products/x?y=1#z', limit: 50, page: 1 },
      undefined,
      'https://stones.example/collections.json?limit=50',
    ],
    [
      { url: 'http://stones.example:8080/fr/', limit: 250, page: 3 },
      undefined,
      'http://stones.example:8080/collections.json?limit=250&page=3',
    ],
    [{ url: 'https://stones.example' }, 'http://127.0.0.1:9', 'http://127.0.0.1:9/collections.json?limit=10'],
  ])('is asked for: %j', (params, origin, expected) => {
    const { url, headers } = storeplatformCollectionsOperation.begin(
      checkedParams('storeplatform/collections', params),
      { origin },
    );
    expect({ url, accept: headers?.['accept'] }).toEqual({ url: expected, accept: 'application/json' });
  });

  it('is answered as the store gives it, within the contract', () => {
    const reading = read(
      JSON.stringify({ collections: [{ ...GRANITE, sort_order: 'x' }, BARE] }).replaceAll('/', '\\/'),
    );
    // A text that the store leaves open is absent.
    const { id, src, created_at } = GRANITE.image;
    const image = { id, src, created_at };
    expect(reading).toEqual({
      outcome: 'ok',
      page: 'collections',
      result: { collections: [{ ...GRANITE, image }, BARE] },
    });
    const schema = operationById('storeplatform/collections')?.result;
    const answer = reading.outcome === 'ok' ? reading.result : {};
    expect(schema?.safeParse({ requestMetadata: { id: 'x', status: 'ok' }, ...answer }).error).toBeUndefined();
  });

  it('is empty behind its last page, by the store’s own word', () => {
    expect(read('\ufeff{"collections":[]}')).toMatchObject({ outcome: 'ok', result: { collections: [] } });
  });

  it.each([
    ['a page of some other site', '<!doctype html><title>Welcome</title>', 'not_found', 'not_a_store'],
    ['data of something else', '{"products":[]}', 'not_found', 'not_a_store'],
    ['a list of something else', '{"collections":{"a":1}}', 'not_found', 'not_a_store'],
    ['nothing', '', 'not_found', 'not_a_store'],
    [
      'the question for a password',
      '<form method="post" action="/password"><input type="password"></form>',
      'blocked',
      'store_password',
    ],
    ['a collection without a name', '{"collections":[{"id":1,"handle":"a"}]}', 'unrecognized', 'strange_collection'],
    ['numbers instead of collections', '{"collections":[1]}', 'unrecognized', 'strange_collection'],
  ])('is never made of %s', (_name, text, outcome, reason) => {
    expect(read(text)).toEqual({ outcome, reason });
  });

  it('is not read where the way led to the question for a password', () => {
    expect(read('<html></html>', 'https://stones.example/en/password')).toMatchObject({ reason: 'store_password' });
  });

  it(`has ${MAX_COLLECTIONS} collections at most`, () => {
    const reading = read(JSON.stringify({ collections: Array.from({ length: MAX_COLLECTIONS + 1 }, () => BARE) }));
    expect(reading.outcome === 'ok' && reading.result['collections']).toHaveLength(MAX_COLLECTIONS);
  });

  it('never throws, and is never made of anything but its own form', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(['not_found', 'unrecognized']).toContain(read(text).outcome);
      }),
    );
  });
});
