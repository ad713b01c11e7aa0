import { describe, expect, it } from '@jest/globals';
import { operationOf } from '@quarry/contracts';
import fc from 'fast-check';
import { watchProcessor } from '@quarry/testkit/processor-time';
import { checkedParams } from '../../../../test/checked-params.js';
import { localreviewsSearchOperation } from './operation.js';
import { MAX_PLACES } from './parse.js';

const PARAMS = { keyword: 'masons', location: 'Austin, TX' };

const begin = (params: Record<string, unknown>, origin?: string): string =>
  localreviewsSearchOperation.begin(checkedParams('localreviews/search', params), { origin }).url;

const read = (text: string, params: Record<string, unknown> = PARAMS) =>
  localreviewsSearchOperation.read(
    checkedParams('localreviews/search', params),
    [{ step: 'search', text, url: 'https://www.yelp.com/search' }],
    {},
  );

const bodyOf = (text: string, params?: Record<string, unknown>) => {
  const reading = read(text, params);
  if (reading.outcome !== 'ok') throw new Error(JSON.stringify(reading));
  const answer = { requestMetadata: { id: 'x', status: 'ok' }, ...reading.result };
  expect(operationOf('localreviews/search').result.safeParse(answer).error).toBeUndefined();
  return reading.result;
};

const ROW = {
  bizId: 'M1JJfYM_exJE9lqTIWg7FA',
  searchResultBusiness: {
    isAd: false,
    name: 'Stone &amp; Works',
    businessUrl: '/biz/stone-works-austin?osq=masons',
    categories: [{ title: 'Masonry/Concrete', url: '/search?cflt=masonry&amp;find_loc=Austin%2C+TX' }],
    priceRange: '$$',
    rating: 4.5,
    reviewCount: 277,
    formattedAddress: '1 Quarry Rd',
    neighborhoods: ['Old Town'],
    phone: '(512) 555-0100',
    serviceArea: 'Austin',
    website: { href: 'http://www.stone.example' },
  },
  scrollablePhotos: { photoList: [{ src: 'https://cdn.example/bphoto/abc/ls.jpg' }] },
  snippet: { text: 'A good [[HIGHLIGHT]]mason[[ENDHIGHLIGHT]] &amp; friend' },
  searchResultBusinessHighlights: {
    businessHighlights: [{ title: 'Owned &amp;amp; run by one' }, { title: 'Free &amp; quick' }],
  },
};

/** A row whose business has these fields instead. */
const rowOf = (business: Record<string, unknown>) => ({
  ...ROW,
  searchResultBusiness: { ...ROW.searchResultBusiness, ...business },
});

const PAGER = { type: 'pagination', props: { totalResults: 25, resultsPerPage: 10, startResult: 0 } };

const stateOf = (list: unknown, more: Record<string, unknown> = {}) => ({
  legacyProps: { searchAppProps: { searchPageProps: { mainContentComponentsListProps: list, ...more } } },
});

const olderPage = (list: unknown, more?: Record<string, unknown>): string =>
  `<!doctype html><title>Masons</title><script type="application/json" data-hypernova-key="x__1__Search__dynamic"><!--${JSON.stringify(
    stateOf(list, more),
  )}--></script>`;

const newerPage = (list: unknown): string =>
  `<script data-id="react-root-props">window.react_root_props = ${JSON.stringify(stateOf(list))};</script>`;

describe('a search', () => {
  it.each([
    [{}, 'https://www.yelp.com/search?find_desc=masons&find_loc=Austin%2C+TX'],
    [{ domain: 'fr.yelp.be' }, 'https://fr.yelp.be/search?find_desc=masons&find_loc=Austin%2C+TX'],
    [{ keyword: undefined, category: 'masonry' }, 'https://www.yelp.com/search?cflt=masonry&find_loc=Austin%2C+TX'],
    [{ start: '0' }, 'https://www.yelp.com/search?find_desc=masons&find_loc=Austin%2C+TX'],
    [{ start: '20' }, 'https://www.yelp.com/search?find_desc=masons&find_loc=Austin%2C+TX&start=20'],
  ])('with %j is asked for at %s', (params, url) => {
    expect(begin({ ...PARAMS, ...params })).toBe(url);
  });

  it('is asked for at another origin', () => {
    expect(begin(PARAMS, 'http://127.0.0.1:9')).toBe(
      'http://127.0.0.1:9/search?find_desc=masons&find_loc=Austin%2C+TX',
    );
  });

  it('is read value for value', () => {
    const markers = [
      { resourceId: null, location: null },
      { resourceId: ROW.bizId, location: { latitude: 30.25, longitude: -97.75 } },
    ];
    const page = olderPage([{ type: 'searchHeader', props: {} }, ROW, PAGER], {
      consumerHeaderProps: { initialSearchDisplayVal: 'Masons', initialLocationDisplayVal: 'Austin, TX' },
      rightRailProps: { searchMapProps: { mapState: { markers } } },
    });
    expect(read(page, { ...PARAMS, domain: 'www.yelp.ca' })).toEqual({
      outcome: 'ok',
      page: 'search',
      result: {
        searchInformation: { keyword: 'Masons', location: 'Austin, TX', totalResults: 25 },
        places: [
          {
            position: 1,
            name: 'Stone & Works',
            placeId: 'M1JJfYM_exJE9lqTIWg7FA',
            alias: 'stone-works-austin',
            url: 'https://www.yelp.ca/biz/stone-works-austin',
            address: '1 Quarry Rd',
            serviceArea: 'Austin',
            phone: '(512) 555-0100',
            website: 'http://www.stone.example',
            price: '$$',
            snippet: 'A good mason & friend',
            image: 'https://cdn.example/bphoto/abc/ls.jpg',
            neighborhoods: ['Old Town'],
            categories: ['Masonry/Concrete'],
            highlights: ['Owned & run by one', 'Free & quick'],
            rating: 4.5,
            reviews: 277,
            isSponsored: false,
            coordinates: { latitude: 30.25, longitude: -97.75 },
          },
        ],
        pagination: { start: 0, resultsPerPage: 10, nextStart: 10 },
      },
    });
    bodyOf(page);
  });

  it('is read from a page of the newer form', () => {
    expect(bodyOf(newerPage([ROW, PAGER])).places).toEqual(bodyOf(olderPage([ROW, PAGER])).places);
  });

  it('has no values that the page leaves empty', () => {
    const empty = { phone: '', priceRange: '', formattedAddress: '', neighborhoods: [], serviceArea: null };
    const row = rowOf({ ...empty, rating: 0, reviewCount: 0, website: null, categories: null });
    expect(bodyOf(olderPage([{ searchResultBusiness: row.searchResultBusiness }])).places).toEqual([
      {
        position: 1,
        name: 'Stone & Works',
        alias: 'stone-works-austin',
        url: 'https://www.yelp.com/biz/stone-works-austin',
        reviews: 0,
        isSponsored: false,
      },
    ]);
  });

  it('tells advertisements by the page’s own word, and where they lead', () => {
    const redirect = (path: string, parameter: string, address: string): string =>
      `${path}?slot=1&${parameter}=${encodeURIComponent(address)}`;
    const counted = redirect('https://www.yelp.com/biz_redir', 'url', 'http://stone.example/?a=1&b=2');
    const advertisement = rowOf({
      isAd: true,
      businessUrl: redirect('/adredir', 'redirect_url', 'https://www.yelp.com/biz/caf%C3%A9-stone?x=1'),
      website: { href: redirect('/adredir', 'redirect_url', counted) },
    });
    expect(bodyOf(olderPage([advertisement])).places[0]).toMatchObject({
      isSponsored: true,
      alias: 'café-stone',
      url: 'https://www.yelp.com/biz/caf%C3%A9-stone',
      website: 'http://stone.example/?a=1&b=2',
    });
  });

  it('is read whatever letters an alias has', () => {
    expect(
      bodyOf(olderPage([rowOf({ alias: 'caf\ud800' }), rowOf({ businessUrl: '/biz/%E0%A4' })])).places,
    ).toMatchObject([
      { alias: 'caf\ud800', url: 'https://www.yelp.com/biz/caf%EF%BF%BD' },
      { alias: '%E0%A4', url: 'https://www.yelp.com/biz/%25E0%25A4' },
    ]);
  });

  it.each([
    ['a counting address without a target', '/adredir?slot=1'],
    ['one that leads to itself', `/adredir?redirect_url=${encodeURIComponent('/adredir?redirect_url=/adredir')}`],
    ['no address', 'javascript:void(0)'],
    ['a broken one', 'https://['],
  ])('has no website where its row has %s', (_name, href) => {
    expect(bodyOf(olderPage([rowOf({ website: { href } })])).places[0]).not.toHaveProperty('website');
  });

  it.each([
    ['more follow', { startResult: 10 }, 20],
    ['it is the last', { startResult: 20 }, undefined],
    ['the total is not stated', { totalResults: null }, undefined],
  ])('leads on from a page of which %s', (_name, props, nextStart) => {
    const { pagination } = bodyOf(olderPage([ROW, { ...PAGER, props: { ...PAGER.props, ...props } }]));
    expect(pagination?.nextStart).toBe(nextStart);
  });

  it('is empty only by the page’s own count', () => {
    const none = { type: 'pagination', props: { totalResults: 0, resultsPerPage: 10, startResult: 0 } };
    expect(bodyOf(olderPage([none]))).toEqual({
      searchInformation: { totalResults: 0 },
      places: [],
      pagination: { start: 0, resultsPerPage: 10 },
    });
  });

  it.each([
    ['a refusal', '<script src="https://ct.captcha-delivery.com/c.js"></script>', 'blocked', 'datadome'],
    ['a list without places', olderPage([{ type: 'searchHeader' }, PAGER]), 'unrecognized', 'no_places'],
    ['no list', olderPage(undefined), 'unrecognized', 'no_places'],
    ['a list without an end', olderPage([ROW]).slice(0, 600), 'unrecognized', 'no_places'],
    [
      'another component',
      '<script data-hypernova-key="x__Header__dynamic"><!--{}--></script>',
      'unrecognized',
      'no_places',
    ],
    ['nothing', '', 'unrecognized', 'no_places'],
  ])('is not made of %s', (_name, text, outcome, reason) => {
    expect(read(text)).toEqual({ outcome, reason });
  });

  it(`has ${MAX_PLACES} places at most`, () => {
    expect(bodyOf(olderPage(Array(MAX_PLACES + 1).fill(ROW))).places).toHaveLength(MAX_PLACES);
  });

  it('takes time in proportion to its page', () => {
    const usedMs = watchProcessor();
    const open = '<script data-hypernova-key="';
    expect(read(open.repeat(100_000)).outcome).toBe('unrecognized');
    expect(read(olderPage(Array(20_000).fill(rowOf({ name: '<b>' })))).outcome).toBe('unrecognized');
    expect(usedMs()).toBeLessThan(3_000);
  });

  it('never throws, whatever its rows are made of', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.dictionary(fc.constantFrom(...Object.keys(ROW)), fc.jsonValue()),
        (list, parts) => {
          expect(['ok', 'unrecognized']).toContain(read(olderPage(list)).outcome);
          expect(read(olderPage([{ ...ROW, ...parts }, ROW])).outcome).toBe('ok');
        },
      ),
    );
  });
});
