import { describe, expect, it } from '@jest/globals';
import { operationById } from '@quarry/contracts';
import fc from 'fast-check';
import type { ScrapedDocument } from '../../../scraper/scraper.js';
import { realtybPropertyOperation } from './operation.js';
import { EMAILS_UNAVAILABLE } from './parse.js';
import { checkedParams } from '../../../../test/checked-params.js';

const OPERATION = operationById('realtyb/property');
const URL_OF_PAGE = 'https://www.zillow.com/homedetails/1-Example-St-Austin-TX-78701/12345_zpid/';

const begin = (params: Record<string, unknown>, origin?: string): string => {
  return realtybPropertyOperation.begin(checkedParams('realtyb/property', params), { origin }).url;
};

const read = (
  text: string,
  params: Record<string, unknown> = {},
  more: readonly ScrapedDocument[] = [],
  url = URL_OF_PAGE,
) =>
  realtybPropertyOperation.read(
    checkedParams('realtyb/property', { url: URL_OF_PAGE, ...params }),
    [{ step: 'property', text, url }, ...more],
    {},
  );

const propertyOf = (text: string, params?: Record<string, unknown>, more?: readonly ScrapedDocument[]) => {
  const reading = read(text, params, more);
  if (reading.outcome !== 'ok') throw new Error(JSON.stringify(reading));
  const { error } =
    OPERATION?.result.safeParse({ requestMetadata: { id: 'x', status: 'ok' }, ...reading.result }) ?? {};
  expect(error).toBeUndefined();
  return reading.result['property'] as Record<string, unknown>;
};

const RAW = {
  zpid: 12345,
  hdpUrl: '/homedetails/1-Example-St-Austin-TX-78701/12345_zpid/',
  address: { streetAddress: '1 Example St', city: 'Austin', state: 'TX', zipcode: '78701' },
  county: 'Travis County',
  homeStatus: 'FOR_SALE',
  homeType: 'SINGLE_FAMILY',
  price: 850_000,
  currency: 'USD',
  zestimate: 1_000_000,
  zestimateLowPercent: '5',
  zestimateHighPercent: '6',
  rentZestimate: 3_058,
  bedrooms: 0,
  bathrooms: 1.5,
  livingAreaValue: 900,
  livingAreaUnits: 'Square Feet',
  lotAreaValue: 0.25,
  lotAreaUnits: 'Acres',
  yearBuilt: 1921,
  monthlyHoaFee: 84,
  description: ' A house. ',
  homeInsights: [{ insights: [{ phrases: ['Gas cooktop', 'Walk-in closet'] }, { phrases: ['Gas cooktop'] }] }],
  responsivePhotos: [
    {
      mixedSources: {
        jpeg: [
          { url: 'https://p.example/1-192.jpg', width: 192 },
          { url: 'https://p.example/1.jpg', width: 1536 },
        ],
      },
    },
    { url: 'https://p.example/2.jpg' },
  ],
  resoFacts: {
    parcelNumber: '7053',
    elementarySchool: 'Hill School',
    elementarySchoolDistrict: 'AISD',
    yearBuilt: 1900,
  },
  priceHistory: [
    { date: '2023-06-15', price: 850_000, event: 'Listed for sale' },
    { date: '2023-05-15', price: null, event: 'Listing removed' },
    { date: 'soon', price: null },
  ],
  taxHistory: [{ time: Date.UTC(2022, 5, 1), taxPaid: 1_173.22, value: 44_351 }],
  schools: [
    { name: 'Near School', level: 'Elementary' },
    { name: 'Mid School', level: 'Middle' },
  ],
  daysOnZillow: -1,
  pageViewCount: 2_245,
  favoriteCount: 0,
  attributionInfo: {
    agentName: ' Ann Agent',
    agentPhoneNumber: null,
    agentEmail: null,
    brokerName: 'Homes Ltd',
    mlsId: 'ML1',
  },
  listedBy: [
    {
      id: 'LISTING_AGENT',
      elements: [
        { id: 'NAME', text: 'Other' },
        { id: 'PHONE', text: '512-555-0100' },
      ],
    },
    { id: 'BROKER', elements: [{ id: 'PHONE', text: '512-555-0199' }] },
  ],
  contactFormRenderData: { data: { agent_module: { profile_url: '/profile/ann/' } } },
  latitude: 30.2,
  longitude: -97.7,
  mortgageZHLRates: { thirtyYearFixedBucket: { rate: 6.5 } },
};

const cacheOf = (...properties: unknown[]): string =>
  JSON.stringify(Object.fromEntries(properties.map((property, index) => [`Query${index}`, { property }])));

const page = (pageProps: unknown): string =>
  `<!doctype html><script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { pageProps } })}</script>`;

const pageOf = (...properties: unknown[]): string =>
  page({ componentProps: { gdpClientCache: cacheOf(...properties) } });

describe('a property', () => {
  it.each([
    ['url', { url: `${URL_OF_PAGE}?x=1#photos` }, undefined, `${URL_OF_PAGE}?x=1`],
    [
      'url',
      { url: 'https://zillow.com/homedetails/12345_zpid/' },
      undefined,
      'https://www.zillow.com/homedetails/12345_zpid/',
    ],
    [
      'url',
      { url: URL_OF_PAGE },
      'http://127.0.0.1:9',
      'http://127.0.0.1:9/homedetails/1-Example-St-Austin-TX-78701/12345_zpid/',
    ],
    // A path is no host.
    [
      'url',
      { url: 'https://www.zillow.com//other.example:70000/1_zpid/' },
      undefined,
      'https://www.zillow.com//other.example:70000/1_zpid/',
    ],
    ['extractAgentEmails', { url: URL_OF_PAGE, extractAgentEmails: true }, undefined, URL_OF_PAGE],
  ] as const)('is asked for with %s', (_name, params, origin, expected) => {
    expect(begin(params, origin)).toBe(expected);
  });

  it('is read value for value', () => {
    expect(propertyOf(pageOf(RAW))).toEqual({
      id: 12345,
      url: URL_OF_PAGE,
      status: 'FOR_SALE',
      homeType: 'SINGLE_FAMILY',
      price: 850_000,
      currency: 'USD',
      fees: { monthlyHoaFee: '$84' },
      yearBuilt: 1921,
      beds: 0,
      baths: 1.5,
      area: { livingArea: 900, livingAreaUnits: 'Square Feet' },
      lotSize: { value: 0.25, units: 'Acres' },
      mlsId: 'ML1',
      parcelNumber: '7053',
      county: 'Travis County',
      address: { street: '1 Example St', city: 'Austin', state: 'TX', zipcode: '78701', county: 'Travis County' },
      geo: { latitude: 30.2, longitude: -97.7 },
      description: 'A house.',
      highlights: ['Gas cooktop', 'Walk-in closet'],
      photos: ['https://p.example/1.jpg', 'https://p.example/2.jpg'],
      views: 2_245,
      saves: 0,
      estimate: { estimate: 1_000_000, estimatedSaleRange: '$950K - $1.06M', rentEstimate: 3_058 },
      agentInfo: {
        agentName: 'Ann Agent',
        agentPhoneNumber: '512-555-0100',
        brokerName: 'Homes Ltd',
        brokerPhoneNumber: '512-555-0199',
      },
      priceHistory: [
        { date: '2023-06-15', price: 850_000, event: 'listedForSale' },
        { date: '2023-05-15', event: 'listingRemoved' },
      ],
      taxHistory: [{ year: 2022, tax: 1_173.22, value: 44_351 }],
      mortgage: [{ type: 'thirtyYearFixed', rate: 6.5 }],
      schools: { elementarySchool: { name: 'Hill School', district: 'AISD' }, middleSchool: { name: 'Mid School' } },
    });
  });

  it.each([
    ['a cache that is an object', page({ gdpClientCache: JSON.parse(cacheOf(RAW)) as unknown })],
    ['an older place of the cache', page({ initialData: { gdpClientCache: cacheOf(RAW) } })],
    [
      'the oldest one',
      `<script id="hdpApolloPreloadedData"><!--${JSON.stringify({ apiCache: cacheOf(RAW) })}--></script>`,
    ],
    ['another property beside it', pageOf({ ...RAW, zpid: 9, price: 1 }, RAW)],
    ['parts in several queries', pageOf({ zpid: '12345', price: 1, hdpUrl: RAW.hdpUrl }, RAW)],
  ])('is found with %s', (_name, text) => {
    expect(propertyOf(text)).toMatchObject({ id: 12345, price: 850_000 });
  });

  it('says no more than its page', () => {
    expect(propertyOf(pageOf({ zpid: 12345, price: 0, currency: 'USD', lotAreaValue: 0, yearBuilt: null }))).toEqual({
      id: 12345,
      url: 'https://www.zillow.com/homedetails/12345_zpid/',
    });
  });

  it('is read from what the page says to search engines where it has no state', () => {
    const listing = {
      '@type': 'RealEstateListing',
      url: URL_OF_PAGE,
      offers: {
        price: 450_000,
        priceCurrency: 'USD',
        itemOffered: {
          '@type': 'SingleFamilyResidence',
          numberOfBedrooms: 3,
          address: {
            streetAddress: '1 Example St',
            addressLocality: 'Austin',
            addressRegion: 'TX',
            postalCode: '78701',
          },
        },
      },
    };
    const text = `<script type="application/ld+json">${JSON.stringify(listing)}</script>`;
    expect(read(text, { extractAgentEmails: true })).toMatchObject({
      outcome: 'ok',
      leftOut: ['agentEmails'],
      result: { property: { id: 12345 }, warnings: [EMAILS_UNAVAILABLE] },
    });
    expect(propertyOf(text)).toEqual({
      id: 12345,
      url: URL_OF_PAGE,
      price: 450_000,
      currency: 'USD',
      beds: 3,
      address: { street: '1 Example St', city: 'Austin', state: 'TX', zipcode: '78701' },
    });
  });
});

describe('e-mail addresses of an agent', () => {
  const EMAILS = { extractAgentEmails: true };
  const profile = (text: string): ScrapedDocument => ({
    step: 'profile',
    text,
    url: 'https://www.zillow.com/profile/ann/',
  });
  const emailsOf = (text: string, more?: readonly ScrapedDocument[]) =>
    (propertyOf(text, EMAILS, more)['agentInfo'] as Record<string, unknown> | undefined)?.['agentEmails'];

  it('are not looked for unless asked for', () => {
    const stated = { ...RAW, attributionInfo: { ...RAW.attributionInfo, agentEmail: 'ann@homes.example' } };
    expect(propertyOf(pageOf(stated))['agentInfo']).not.toHaveProperty('agentEmails');
    expect(emailsOf(pageOf(stated))).toEqual(['ann@homes.example']);
  });

  it('are looked for on the page of the agent where the property has none', () => {
    expect(read(pageOf(RAW), EMAILS)).toEqual({
      outcome: 'ask',
      request: { step: 'profile', url: 'https://www.zillow.com/profile/ann/' },
    });
    const text =
      '<a href="mailto:Ann@homes.example">Mail</a><a href="mailto:help@zillow.com">Help</a><script>"x@sentry.io"</script>';
    expect(emailsOf(pageOf(RAW), [profile(text)])).toEqual(['ann@homes.example']);
  });

  it.each([
    ['states none', profile('<h1>ANN Agent</h1>')],
    ['is gone', { step: 'profile', failed: 'not_found' } as const],
  ])('are absent where that page %s', (_name, document) => {
    expect(emailsOf(pageOf(RAW), [document])).toBeUndefined();
  });

  it.each([
    ['a page of the agent that cannot be had', RAW, { step: 'profile', failed: 'blocked' }, 'unrecognized'],
    ['a page that is only a shell', RAW, profile('<div id="root"></div>'), 'unrecognized'],
    ['another page instead of it', RAW, { ...profile('Ann Agent'), url: 'https://www.zillow.com/' }, 'unrecognized'],
    ['a question for people instead of it', RAW, profile('<div id="px-captcha"></div>'), 'blocked'],
  ] as const)(
    'are not said to be none by %s; without them the property is given with a warning',
    (_name, property, document, outcome) => {
      const reading = read(pageOf(property), EMAILS, [document]);
      expect(reading).toMatchObject({
        outcome,
        otherwise: {
          ...{ outcome: 'ok', page: 'property', leftOut: ['agentEmails'] },
          result: { property: { id: 12345, price: 850_000 }, warnings: [EMAILS_UNAVAILABLE] },
        },
      });
      expect(JSON.stringify(reading)).not.toContain('agentEmails":');
    },
  );

  it('are paid for where the page of the agent was read, and not where the agent has none', () => {
    expect(read(pageOf(RAW), EMAILS, [profile('<h1>ANN Agent</h1>')])).not.toHaveProperty('leftOut');
    const without = { leftOut: ['agentEmails'], result: { warnings: [EMAILS_UNAVAILABLE] } };
    expect(read(pageOf(RAW), EMAILS, [{ step: 'profile', failed: 'not_found' }])).toMatchObject(without);
    expect(read(pageOf({ ...RAW, contactFormRenderData: {} }), EMAILS)).toMatchObject(without);
  });

  it('are asked for nowhere where no page of an agent is known', () => {
    const unknown = {
      ...RAW,
      contactFormRenderData: { data: { agent_module: { profile_url: 'https://evil.example/x' } } },
    };
    expect(emailsOf(pageOf(unknown))).toBeUndefined();
  });
});

describe('what is no property', () => {
  it.each([
    ['a query that was answered with nothing', pageOf(null), URL_OF_PAGE, 'not_found', 'delisted'],
    [
      'the homes of its place',
      page({ searchPageState: {} }),
      'https://www.zillow.com/austin-tx/',
      'not_found',
      'delisted',
    ],
    ['a question for people', '<div id="px-captcha"></div>', URL_OF_PAGE, 'blocked', 'px_captcha'],
    ['another property', pageOf({ ...RAW, zpid: 9 }), URL_OF_PAGE, 'unrecognized', 'no_property'],
    ['a page without state', '<!doctype html><title>Homes</title>', URL_OF_PAGE, 'unrecognized', 'no_property'],
    ['nothing', '', URL_OF_PAGE, 'unrecognized', 'no_property'],
  ])('%s', (_name, text, url, outcome, reason) => {
    expect(read(text, {}, [], url)).toEqual({ outcome, reason });
  });

  it('is put together of any number of parts', () => {
    const parts = Array.from({ length: 200_000 }, (_unused, index) => [index, { property: { zpid: 12345 } }] as const);
    const cache = JSON.stringify(Object.fromEntries(parts));
    const text = page({ componentProps: { gdpClientCache: cache } });
    expect(read(text).outcome).toBe('ok');
  });

  it('never throws, whatever a property is made of', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(RAW)), fc.jsonValue()), (parts) => {
        expect(read(pageOf({ ...parts, zpid: 12345 }), { extractAgentEmails: true }).outcome).toMatch(/^(?:ok|ask)$/);
      }),
    );
  });
});
