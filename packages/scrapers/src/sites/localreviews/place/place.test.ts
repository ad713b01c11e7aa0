import { describe, expect, it } from '@jest/globals';
import { operationById } from '@quarry/contracts';
import fc from 'fast-check';
import { localreviewsPlaceOperation } from './operation.js';
import { watchProcessor } from '@quarry/testkit/processor-time';
import { checkedParams } from '../../../../test/checked-params.js';

const OPERATION = operationById('localreviews/place');
const ID = 'M1JJfYM_exJE9lqTIWg7FA';

const begin = (params: Record<string, unknown>, origin?: string): string => {
  return localreviewsPlaceOperation.begin(checkedParams('localreviews/place', params), { origin }).url;
};

const read = (text: string, params: Record<string, unknown> = {}) =>
  localreviewsPlaceOperation.read(
    checkedParams('localreviews/place', { placeId: 'stone-works-austin', ...params }),
    [{ step: 'place', text, url: 'https://www.yelp.com/biz/stone-works-austin' }],
    {},
  );

const placeOf = (text: string, params?: Record<string, unknown>): Record<string, unknown> => {
  const reading = read(text, params);
  if (reading.outcome !== 'ok') throw new Error(JSON.stringify(reading));
  const { error } =
    OPERATION?.result.safeParse({ requestMetadata: { id: 'x', status: 'ok' }, ...reading.result }) ?? {};
  expect(error).toBeUndefined();
  return { ...reading.result.placeResult };
};

const KEY = `$ROOT_QUERY.business({"encid":"${ID}"})`;
const old = (id: string) => ({ type: 'id', generated: true, id, typename: 'X' });
const json = (value: unknown) => ({ type: 'json', json: value });

/** A store in the old form: every part in a record of its own. */
const OLD_STORE = {
  ROOT_QUERY: { [`business({"encid":"${ID}"})`]: old(KEY) },
  [KEY]: {
    name: 'Stone & Works',
    alias: 'stone-works-austin',
    rating: 4.5,
    reviewCount: 277,
    location: old('L'),
    phoneNumber: old('P'),
    priceRange: old('R'),
    categories: [old('C1'), old('C2')],
    externalResources: old('E'),
    'claimability({"useConsumerClaimability":true})': old('K'),
    operationHours: old('H'),
    'organizedProperties({"clientPlatform":"WWW"})': [old('O')],
    popularDishes: [old('D')],
    bizFaq: old('F'),
    'reviewHighlights({"locale":"en_US"})': [old('G')],
    media: old('M'),
    primaryPhoto: old('PP'),
    'map({"height":150,"width":315})': old('MAP'),
  },
  L: { address: old('A'), neighborhoods: json(['Old Town', 'Riverside']), country: old('CO') },
  A: { formatted: '1 Quarry Rd\nSte A\nAustin, TX 78701' },
  CO: { code: 'US' },
  P: { formatted: '(512) 555-0100' },
  R: { description: '$$' },
  C1: { title: 'Masonry/Concrete' },
  C2: { title: 'Contractors' },
  E: { website: old('W') },
  W: { url: 'http://www.stone.example', adRedirectUrl: '/biz_redir?url=x' },
  K: { isClaimed: true, isClaimable: false },
  H: {
    regularHoursMergedWithSpecialHoursForCurrentWeek: [old('H1'), old('H2')],
    regularHoursMergedWithSpecialHoursForCurrentDay: old('HT'),
  },
  H1: { dayOfWeekShort: 'Mon', hours: json(['9:00 AM - 12:00 PM', '1:00 PM - 5:00 PM']) },
  H2: { dayOfWeekShort: 'Tue', hours: json(['Closed']) },
  HT: { hours: json(['Closed']), isCurrentlyOpen: false },
  O: { properties: [old('O1'), old('O2')] },
  O1: { displayText: 'Accepts Credit Cards', isActive: true },
  O2: { displayText: 'Masks required', isActive: false },
  D: { name: 'Slate pie', reviewCount: 12, photoCount: 3, primaryPhoto: old('PH') },
  F: { faqs: [old('F1')] },
  F1: { questionText: 'What is offered?', answerText: ' They offer <ul><li>Walls</li><li>Floors</li></ul> ' },
  G: { snippetTextNodes: [old('G1'), old('G2')], reviewCount: 6 },
  G1: { text: 'A good ' },
  G2: { text: 'mason.' },
  M: { 'orderedMediaItems({"first":25})': old('MI') },
  MI: { edges: [old('ME')] },
  ME: { node: old('PH') },
  PH: { photoUrl: old('PU') },
  PU: { 'url({"size":"LARGE"})': 'https://cdn.example/bphoto/abc/ls.jpg' },
  PP: { photoUrl: old('PU2') },
  PU2: { 'url({"size":"ORIGINAL"})': 'https://cdn.example/bphoto/abc/o.jpg' },
  MAP: { src: 'https://maps.example/static?center=1,2' },
};

const escapeState = (store: unknown): string =>
  JSON.stringify(store).replace(
    /[&<>"/]/g,
    (sign) => ({ '"': '&quot;', '/': '&#x2F;' })[sign] ?? `&#${sign.charCodeAt(0)};`,
  );

const pageOf = (store: unknown): string =>
  `<!doctype html><meta name="yelp-biz-id" content="${ID}"><script data-apollo-state="u" type="application/json"><!--${escapeState(store)}--></script>`;

describe('a place', () => {
  it.each([
    ['placeId', { placeId: 'café-del-mar' }, undefined, 'https://www.yelp.com/biz/caf%C3%A9-del-mar'],
    ['placeId', { placeId: ID }, undefined, `https://www.yelp.com/biz/${ID}`],
    ['domain', { placeId: 'a', domain: 'fr.yelp.be' }, undefined, 'https://fr.yelp.be/biz/a'],
    ['an origin', { placeId: 'a' }, 'http://127.0.0.1:9', 'http://127.0.0.1:9/biz/a'],
  ] as const)('is asked for with %s', (_name, params, origin, url) => {
    expect(begin(params, origin)).toBe(url);
  });

  it('is read value for value', () => {
    expect(placeOf(pageOf(OLD_STORE), { domain: 'www.yelp.ca' })).toEqual({
      name: 'Stone & Works',
      url: 'https://www.yelp.ca/biz/stone-works-austin',
      address: '1 Quarry Rd, Ste A, Austin, TX 78701',
      neighborhoods: 'Old Town, Riverside',
      country: 'US',
      phone: '(512) 555-0100',
      website: 'http://www.stone.example',
      price: '$$',
      categories: ['Masonry/Concrete', 'Contractors'],
      rating: 4.5,
      reviews: 277,
      isClaimed: true,
      isClaimable: false,
      operationHours: {
        hours: [
          { day: 'Mon', hours: ['9:00 AM - 12:00 PM', '1:00 PM - 5:00 PM'] },
          { day: 'Tue', hours: ['Closed'] },
        ],
        today: { hours: ['Closed'], isOpen: false },
      },
      features: [
        { title: 'Accepts Credit Cards', isActive: true },
        { title: 'Masks required', isActive: false },
      ],
      menu: {
        popularDishes: [{ name: 'Slate pie', reviews: 12, photos: 3, image: 'https://cdn.example/bphoto/abc/ls.jpg' }],
      },
      faqs: [{ question: 'What is offered?', answers: ['They offer Walls Floors'] }],
      reviewHighlights: [{ text: 'A good mason.', count: 6 }],
      images: ['https://cdn.example/bphoto/abc/ls.jpg'],
      businessMap: 'https://maps.example/static?center=1,2',
    });
  });

  it('is read from a store of the new form', () => {
    const store = {
      ROOT_QUERY: { [`business({"encid":"${ID}"})`]: { __ref: `Business:${ID}` } },
      [`Business:${ID}`]: {
        encid: ID,
        name: 'Stone & Works',
        alias: 'stone-works-austin',
        phoneNumber: { formatted: '(512) 555-0100' },
        location: { address: { addressLine1: '1 Quarry Rd', city: 'Austin', regionCode: 'TX' } },
        categories: [{ __ref: 'C:1' }],
      },
      'C:1': { title: 'Masonry' },
    };
    expect(placeOf(pageOf(store))).toEqual({
      name: 'Stone & Works',
      url: 'https://www.yelp.com/biz/stone-works-austin',
      address: '1 Quarry Rd, Austin, TX',
      phone: '(512) 555-0100',
      categories: ['Masonry'],
    });
  });

  it('that nobody has rated has no rating', () => {
    const unrated = placeOf(pageOf({ ...OLD_STORE, [KEY]: { ...OLD_STORE[KEY], rating: 0, reviewCount: 0 } }));
    expect([unrated['rating'], unrated['reviews']]).toEqual([undefined, 0]);
  });

  it('is linked whatever letters its alias has', () => {
    const place = placeOf(pageOf({ ...OLD_STORE, [KEY]: { ...OLD_STORE[KEY], alias: 'caf\ud800' } }));
    expect(place['url']).toBe('https://www.yelp.com/biz/caf%EF%BF%BD');
  });

  it('takes no more time where many lists lead to one long record', () => {
    const long = Object.fromEntries(Array.from({ length: 20_000 }, (_unused, index) => [`f${index}(1)`, 1]));
    const categories = Array(20_000).fill(old('LONG'));
    const usedMs = watchProcessor();
    expect(read(pageOf({ ...OLD_STORE, LONG: long, [KEY]: { ...OLD_STORE[KEY], categories } })).outcome).toBe('ok');
    expect(usedMs()).toBeLessThan(3_000);
  });

  it('is the one that the page is about, whatever stands beside it', () => {
    const other = Object.fromEntries(Array.from({ length: 40 }, (_unused, index) => [`field${index}`, index]));
    const store = {
      ...OLD_STORE,
      '$ROOT_QUERY.business({"encid":"0therPlace0therPlace00"})': { name: 'Other', ...other },
    };
    expect(placeOf(pageOf(store))['name']).toBe('Stone & Works');
  });

  it('has the prices that its page states for search engines alone, if they are its own', () => {
    const place = { '@type': 'Restaurant', name: 'Stone & Works', priceRange: '$11-30', address: {} };
    const store = { ...OLD_STORE, [KEY]: { ...OLD_STORE[KEY], priceRange: null } };
    const priceOf = (alias: string) =>
      placeOf(
        `<link rel="canonical" href="https://www.yelp.com/biz/${alias}"><script type="application/ld+json">${JSON.stringify(place)}</script>${pageOf(store)}`,
      )['price'];
    expect([priceOf('stone-works-austin'), priceOf('other-works-austin')]).toEqual(['$11-30', undefined]);
  });

  describe('the menu that the page states for search engines', () => {
    const dish = (name: string, price?: string | number) => ({
      ...{ '@type': 'MenuItem', name },
      ...(price === undefined ? {} : { offers: { '@type': 'Offer', price, priceCurrency: 'USD' } }),
    });
    const MENU = {
      '@type': 'Menu',
      hasMenuItem: dish('Bread'),
      hasMenuSection: [
        { name: 'Soups &amp; more', hasMenuItem: [{ ...dish('Slate soup', '8.50'), description: 'Hot.' }, dish('')] },
        { name: 'Mains', hasMenuSection: { name: 'Stews', hasMenuItem: [dish('Stone stew', 14)] } },
        { name: 'Drinks' },
      ],
    };
    const SECTIONS = [
      { dishes: [{ name: 'Bread' }] },
      { name: 'Soups & more', dishes: [{ name: 'Slate soup', description: 'Hot.', price: 8.5, currency: 'USD' }] },
      { name: 'Stews', dishes: [{ name: 'Stone stew', price: 14, currency: 'USD' }] },
    ];
    const place = { '@type': 'Restaurant', name: 'Stone & Works', priceRange: '$11-30', address: {} };
    const linked = (...data: readonly object[]): string =>
      `<link rel="canonical" href="https://www.yelp.com/biz/stone-works-austin">
      ${data.map((one) => `<script type="application/ld+json">${JSON.stringify(one)}</script>`).join('')}`;
    const sectionsOf = (text: string): unknown => placeOf(text)['menu'];

    it.each([
      ['of the place', [{ ...place, hasMenu: MENU }]],
      ['in a list', [{ ...place, hasMenu: ['https://stone.example/menu', MENU] }]],
      ['beside the place', [place, MENU]],
    ])('is read %s', (_name, data) => {
      expect(sectionsOf(linked(...data))).toEqual({ section: SECTIONS });
    });

    it('is added to the dishes of the state, if it is of the same place', () => {
      const menu = sectionsOf(linked({ ...place, hasMenu: MENU }) + pageOf(OLD_STORE));
      expect(menu).toMatchObject({ section: SECTIONS, popularDishes: [{ name: 'Slate pie' }] });
      const other = linked({ ...place, hasMenu: MENU }).replace('stone-works-austin', 'other-works-austin');
      expect(sectionsOf(other + pageOf(OLD_STORE))).not.toHaveProperty('section');
    });

    it.each([
      ['an address', 'https://stone.example/menu'],
      ['a menu without dishes', { '@type': 'Menu', hasMenuSection: [{ name: 'Drinks' }] }],
      ['something else', [7, null, { hasMenuSection: 'x', hasMenuItem: [3] }]],
    ])('is not made of %s', (_name, hasMenu) => {
      expect(placeOf(linked({ ...place, hasMenu }))).not.toHaveProperty('menu');
    });

    it('is read in bounded depth and length', () => {
      const many = Array.from({ length: 2_000 }, (_, index) => dish(`Dish ${index}`));
      const deep = Array.from({ length: 60 }).reduce<object>((inner) => ({ hasMenuSection: [inner] }), {
        hasMenuItem: many,
      });
      expect(placeOf(linked({ ...place, hasMenu: deep }))).not.toHaveProperty('menu');
      const flat = sectionsOf(linked({ ...place, hasMenu: { hasMenuItem: many } })) as {
        section: { dishes: unknown[] }[];
      };
      expect(flat.section[0]?.dishes).toHaveLength(500);
    });
  });

  it('is read from what the page says to search engines where it has no state', () => {
    const place = {
      '@type': 'Restaurant',
      name: 'Slate &amp; Café',
      telephone: '(512) 555-0100',
      priceRange: '$11-30',
      image: 'https://cdn.example/1.jpg',
      address: {
        streetAddress: '1 Quarry Rd\nSte A',
        addressLocality: 'Austin',
        addressRegion: 'TX',
        postalCode: '78701',
        addressCountry: 'US',
      },
      aggregateRating: { ratingValue: '4.5', reviewCount: 12 },
    };
    const organization = { '@type': 'Organization', name: 'The site', address: {} };
    const text = `<link rel="canonical" href="https://www.yelp.com/biz/slate-cafe-austin?x=1">
      ${[organization, place].map((data) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`).join('')}`;
    expect(placeOf(text)).toEqual({
      name: 'Slate & Café',
      url: 'https://www.yelp.com/biz/slate-cafe-austin',
      address: '1 Quarry Rd, Ste A, Austin, TX 78701',
      country: 'US',
      phone: '(512) 555-0100',
      price: '$11-30',
      rating: 4.5,
      reviews: 12,
      images: ['https://cdn.example/1.jpg'],
    });
  });

  it.each([
    ['a refusal', '<script src="https://ct.captcha-delivery.com/c.js"></script>', 'blocked', 'datadome'],
    ['a list of places', pageOf({ ROOT_QUERY: {}, 'Business:x': { alias: 'x' } }), 'unrecognized', 'no_place'],
    ['a state without an end', pageOf(OLD_STORE).slice(0, 900), 'unrecognized', 'no_place'],
    ['nothing', '', 'unrecognized', 'no_place'],
  ])('is not made of %s', (_name, text, outcome, reason) => {
    expect(read(text)).toEqual({ outcome, reason });
  });

  it('never throws, whatever its records are made of, and follows no circle for ever', () => {
    expect(placeOf(pageOf({ ...OLD_STORE, L: old('L'), H: { type: 'id', id: 'H' } }))['name']).toBe('Stone & Works');
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(OLD_STORE)), fc.jsonValue()), (parts) => {
        const business = { ...OLD_STORE[KEY] };
        expect(read(pageOf({ ...OLD_STORE, ...parts, [KEY]: business })).outcome).toBe('ok');
      }),
    );
  });
});
