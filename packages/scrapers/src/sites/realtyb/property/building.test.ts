import { describe, expect, it } from '@jest/globals';
import { operationById } from '@quarry/contracts';
import fc from 'fast-check';
import { realtybPropertyOperation } from './operation.js';
import { EMAILS_UNAVAILABLE } from './parse.js';
import { MAX_PLANS, MAX_UNITS } from './read-building.js';
import { checkedParams } from '../../../../test/checked-params.js';

const ADDRESS = 'https://www.zillow.com/apartments/austin-tx/oak-court/5Xj7m7/';

const read = (
  text: string,
  { url = ADDRESS, at = url, ...params }: Record<string, unknown> & { url?: string; at?: string } = {},
) =>
  realtybPropertyOperation.read(
    checkedParams('realtyb/property', { url, ...params }),
    [{ step: 'property', text, url: at }],
    {},
  );

const buildingOf = (text: string, params?: Parameters<typeof read>[1]) => {
  const reading = read(text, params);
  if (reading.outcome !== 'ok') throw new Error(JSON.stringify(reading));
  const { error } =
    operationById('realtyb/property')?.result.safeParse({
      requestMetadata: { id: 'x', status: 'ok' },
      ...reading.result,
    }) ?? {};
  expect(error).toBeUndefined();
  return reading.result['property'] as Record<string, unknown>;
};

const BUILDING = {
  lotId: '1001570021',
  zpid: '20012345',
  bdpUrl: '/apartments/austin-tx/oak-court/5Xj7m7/',
  buildingName: 'Oak Court',
  buildingPhoneNumber: '(512) 555-0100',
  buildingType: 'APARTMENT_BUILDING',
  currency: 'USD',
  county: 'Travis County',
  address: { streetAddress: '9 Oak Ct', city: 'Austin', state: 'TX', zipcode: '78701' },
  latitude: 30.2,
  longitude: -97.7,
  description: ' Homes of our own making. ',
  amenityDetails: { unitFeatures: ['Balcony', 'Dishwasher'], customAmenities: { rawAmenities: ['Balcony', 'Pool'] } },
  galleryPhotos: [
    {
      mixedSources: {
        jpeg: [
          { url: 'https://p.example/1-800.jpg', width: 800 },
          { url: 'https://p.example/1.jpg', width: 1024 },
        ],
      },
    },
    { url: 'https://p.example/2.jpg' },
  ],
  assignedSchools: [{ name: 'Near School', level: 'Elementary' }],
  floorPlans: [
    {
      name: 'A1',
      beds: 0,
      baths: 1,
      sqft: 547,
      minPrice: 1_825,
      maxPrice: 1_900,
      availableFrom: '1767225600000',
      units: [
        { unitNumber: '810', price: '$1,825', availableFrom: '2026-01-01T00:00:00Z' },
        { unitNumber: '910', price: 1_900, availableFrom: 'now' },
      ],
    },
    { name: null, units: [] },
  ],
};

const inState = (building: unknown, wrap = (state: unknown): unknown => ({ pageProps: { componentProps: state } })) =>
  `<!doctype html><script id="__NEXT_DATA__" type="application/json">${JSON.stringify({
    props: wrap({ initialReduxState: { gdp: { building } } }),
  })}</script>`;

describe('a building with homes for rent', () => {
  it('is read value for value', () => {
    expect(buildingOf(inState(BUILDING))).toEqual({
      id: '1001570021',
      url: ADDRESS,
      buildingName: 'Oak Court',
      buildingPhoneNumber: '(512) 555-0100',
      homeType: 'APARTMENT_BUILDING',
      currency: 'USD',
      county: 'Travis County',
      address: { street: '9 Oak Ct', city: 'Austin', state: 'TX', zipcode: '78701', county: 'Travis County' },
      geo: { latitude: 30.2, longitude: -97.7 },
      description: 'Homes of our own making.',
      highlights: ['Balcony', 'Dishwasher', 'Pool'],
      photos: ['https://p.example/1.jpg', 'https://p.example/2.jpg'],
      schools: { elementarySchool: { name: 'Near School' } },
      floorPlans: [
        {
          name: 'A1',
          beds: 0,
          baths: 1,
          area: 547,
          minPrice: 1_825,
          maxPrice: 1_900,
          availableFrom: '2026-01-01',
          units: [
            { unitNumber: '810', price: 1_825, availableFrom: '2026-01-01' },
            { unitNumber: '910', price: 1_900 },
          ],
        },
      ],
    });
  });

  it.each([
    ['beside the page’s own parts', inState(BUILDING, (state) => ({ pageProps: state }))],
    ['beside the page', inState(BUILDING, (state) => state)],
  ])('is found %s, where pages had it before', (_name, text) => {
    expect(buildingOf(text)).toMatchObject({ id: '1001570021' });
  });

  it.each([
    ['asked for by its short address', { url: 'https://www.zillow.com/b/oak-court-austin-tx-5Xj7m7/' }],
    [
      'reached from an address that was renamed',
      { url: 'https://www.zillow.com/b/old-oak-austin-tx-4Ab/', at: ADDRESS },
    ],
  ])('is known where it is %s', (_name, params) => {
    expect(buildingOf(inState(BUILDING), params)).toMatchObject({ id: '1001570021', url: ADDRESS });
  });

  it('says no more than its page', () => {
    const { lotId, bdpUrl } = BUILDING;
    expect(buildingOf(inState({ lotId, bdpUrl, currency: 'USD' }))).toEqual({ id: lotId, url: ADDRESS });
  });

  it('names no agent: looking for addresses is not charged', () => {
    expect(read(inState(BUILDING), { extractAgentEmails: true })).toMatchObject({
      outcome: 'ok',
      leftOut: ['agentEmails'],
      result: { warnings: [EMAILS_UNAVAILABLE] },
    });
  });

  it(`has ${MAX_PLANS} plans of ${MAX_UNITS} homes at most`, () => {
    const units = Array.from({ length: MAX_UNITS + 1 }, (_unused, index) => ({ unitNumber: String(index) }));
    const floorPlans = Array.from({ length: MAX_PLANS + 1 }, () => ({ name: 'A', units }));
    const plans = buildingOf(inState({ ...BUILDING, floorPlans }))['floorPlans'] as { units: unknown[] }[];
    expect([plans.length, plans[0]?.units.length]).toEqual([MAX_PLANS, MAX_UNITS]);
  });

  it.each([
    [
      'another building',
      inState({ ...BUILDING, bdpUrl: '/apartments/austin-tx/elm-court/6Yk8n8/' }),
      ADDRESS,
      'unrecognized',
    ],
    ['a building without an id', inState({ ...BUILDING, lotId: null }), ADDRESS, 'unrecognized'],
    ['the homes of its place', inState(null), 'https://www.zillow.com/austin-tx/apartments/', 'not_found'],
    ['a page without state', '<!doctype html><title>Homes</title>', ADDRESS, 'unrecognized'],
    ['a question for people', '<div id="px-captcha"></div>', ADDRESS, 'blocked'],
  ])('is not %s', (_name, text, at, outcome) => {
    expect(read(text, { at }).outcome).toBe(outcome);
  });

  it('never throws, whatever it is made of', () => {
    const { lotId, bdpUrl } = BUILDING;
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(BUILDING)), fc.jsonValue()), (parts) => {
        expect(read(inState({ ...parts, lotId, bdpUrl })).outcome).toBe('ok');
      }),
    );
  });
});
