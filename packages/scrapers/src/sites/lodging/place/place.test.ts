import { describe, expect, it } from '@jest/globals';
import { operationById } from '@quarry/contracts';
import fc from 'fast-check';
import { lodgingPlaceOperation } from './operation.js';
import { MAX_ROOMS } from './read-rooms.js';
import { watchProcessor } from '@quarry/testkit/processor-time';
import { ownParameters } from '../../../../test/own-parameters.js';
import { checkedParams } from '../../../../test/checked-params.js';

const OPERATION = operationById('lodging/place');
const NOW_MS = Date.UTC(2030, 0, 1);
const PAGE_URL = 'https://www.booking.com/hotel/gb/oak-inn.html';
const STAY = { checkInDate: '2030-06-10', checkOutDate: '2030-06-14', rooms: '1', adults: '2', children: '0' };
const PARAMS = { url: PAGE_URL, ...STAY, rooms: 1, adults: 2, children: 0 };

const ask = (params: Record<string, unknown>, origin?: string): string => {
  return lodgingPlaceOperation.begin(
    checkedParams('lodging/place', { url: PAGE_URL, ...STAY, ...params }, { nowMs: NOW_MS }),
    { origin },
  ).url;
};

const QUERY = 'checkin=2030-06-10&checkout=2030-06-14&group_adults=2&no_rooms=1&group_children=0';
const GERMAN = 'https://www.booking.com/hotel/gb/oak-inn.de.html?aid=1&checkin=2029-01-01#map';

const CASES: readonly (readonly [string, Record<string, unknown>, string])[] = [
  ['url', {}, `${PAGE_URL}?${QUERY}`],
  ['url', { url: GERMAN }, `https://www.booking.com/hotel/gb/oak-inn.de.html?${QUERY}`],
  ['url', { url: 'http://booking.com/hotel/gb/oak-inn.html' }, `${PAGE_URL}?${QUERY}`],
  ['checkInDate', { checkInDate: '2030-06-01' }, `${PAGE_URL}?${QUERY.replace('06-10', '06-01')}`],
  ['checkOutDate', { checkOutDate: '2030-07-01' }, `${PAGE_URL}?${QUERY.replace('06-14', '07-01')}`],
  ['rooms', { rooms: '2' }, `${PAGE_URL}?${QUERY.replace('no_rooms=1', 'no_rooms=2')}`],
  ['adults', { adults: '3' }, `${PAGE_URL}?${QUERY.replace('adults=2', 'adults=3')}`],
  ['children', { children: '1', childrenAges: '9' }, `${PAGE_URL}?${QUERY.replace('children=0', 'children=1')}&age=9`],
  [
    'childrenAges',
    { children: '2', childrenAges: '0,17' },
    `${PAGE_URL}?${QUERY.replace('children=0', 'children=2')}&age=0&age=17`,
  ],
  ['language', { language: 'fr', url: GERMAN }, `${PAGE_URL}?${QUERY}&lang=fr`],
  ['currency', { currency: 'eur' }, `${PAGE_URL}?${QUERY}&selected_currency=EUR`],
  ['currency', { currency: 'hotelCurrency' }, `${PAGE_URL}?${QUERY}&selected_currency=hotel_currency`],
];

describe('a property’s page', () => {
  it.each(CASES)('is asked for with %s: %j', (_name, params, url) => {
    expect(ask(params)).toBe(url);
  });

  it('has every parameter of the contract, and is asked for elsewhere where an operator says so', () => {
    const properties = ownParameters('lodging/place');
    expect([...new Set(CASES.map(([name]) => name))].sort()).toEqual(Object.keys(properties).sort());
    expect(ask({}, 'http://127.0.0.1:9')).toBe(`http://127.0.0.1:9/hotel/gb/oak-inn.html?${QUERY}`);
  });
});

const read = (text: string, url = PAGE_URL) => lodgingPlaceOperation.read(PARAMS, [{ step: 'place', text, url }], {});

const answer = (text: string): Record<string, unknown> => {
  const reading = read(text);
  if (reading.outcome !== 'ok') throw new Error(JSON.stringify(reading));
  const { error } =
    OPERATION?.result.safeParse({ requestMetadata: { id: 'x', status: 'ok' }, ...reading.result }) ?? {};
  expect(error).toBeUndefined();
  return { ...reading.result };
};

const ref = (key: string) => ({ __ref: key });

const RECORDS: Readonly<Record<string, unknown>> = {
  ROOT_QUERY: {
    'hotelPageByPageName({"a":1})': { 'propertyDetails({})': ref('P:1') },
    'hotelPageByPageName({"a":2})': {
      propertyFullExtended: {
        searchBoxPrefillData: {
          ...{ nbRooms: 1, nbAdults: 2, nbChildren: 0, dates: { checkin: '2030-06-10', checkout: '2030-06-14' } },
        },
        propertyReview: ref('R:1'),
        childAndBedPolicy: { allowChildren: true, minChildrenAge: 0, childPolicyRules: [ref('C:1')] },
        basicPropertyData: ref('B:1'),
        starRating: { value: 4 },
        translation: { description: 'An inn of our own making.' },
      },
    },
    'reviewsFrontend({})': { ratingScores: [{ name: 'hotel_staff', translation: 'Personal', value: 9.47 }] },
    'roomTable({})': ref('T:1'),
  },
  'P:1': {
    ...{ id: 4711, name: 'Oak  Inn', accommodationType: { type: 'HOTEL' }, finePrints: ['Bring a card.'] },
    reviews: {
      questions: [
        { name: 'hotel_staff', reviewsCount: 40, score: 9.5 },
        { name: 'total', reviewsCount: 41, score: 9.2 },
        { name: 'hotel_clean', reviewsCount: 0, score: 0 },
      ],
    },
    'highlights({"limit":10})': { entities: [ref('F:1')] },
    'facilities({"facilities":[3]})': [ref('F:1'), { instances: [{ title: 'Bar' }] }],
    'accommodationHighlights({})': [
      {
        entities: [
          { id: 108, level: 'room', title: 'Sea view' },
          { id: 3, level: 'property', title: 'Restaurant' },
        ],
      },
    ],
    'propertyGallery({})': { mainGalleryPhotos: [ref('A:1'), ref('A:2')] },
    'questionsAndAnswers({})': {
      propertyQuestionAnswerPairs: [
        { question: 'Is it far?', answer: 'No.\n', answeredTimestamp: '4 December 2029' },
        { question: 'Et le bar ?', answer: 'Oui', askedTimestamp: '18 avril 2029' },
      ],
    },
    policies: { pets: { petsAllowed: 'NO' } },
    houseRules: {
      checkinCheckoutTimes: {
        ...{ checkinTimeRange: { fromFormatted: '2:00 PM', untilFormatted: null } },
        ...{ checkoutTimeRange: { untilFormatted: '11:00 AM' }, requireNoticeOfArrivalTimePrase: 'Say when.' },
      },
      checkinAgeRestriction: { minCheckinAge: 18 },
      paymentMethods: { acceptedCreditCards: [{ name: 'Visa' }] },
    },
  },
  'B:1': {
    id: 4711,
    location: {
      city: 'Oak Bay',
      countryCode: 'gb',
      formattedAddress: '1 Quay St, Oak Bay',
      latitude: 1.5,
      longitude: -2,
    },
  },
  'C:1': { ageFrom: 3, ageTo: 255, ruleType: 'EXTRA_BED', localizedPrice: '€ 20', priceMode: 'PER_NIGHT' },
  'F:1': { instances: [{ title: 'Restaurant' }] },
  'A:1': {
    'resource({"size":"max200"})': { absoluteUrl: 'https://cf.bstatic.com/max200/1.jpg' },
    'resource({"size":"max1024x768"})': { absoluteUrl: 'https://cf.bstatic.com/max1024x768/1.jpg' },
  },
  'A:2': { 'resource({"size":"max200"})': { absoluteUrl: 'https://cf.bstatic.com/max200/2.jpg' } },
  'R:1': { totalScore: { score: 9.2, reviewsCount: 41 }, featuredReviews: [ref('V:1'), { isAnonymous: true }] },
  'V:1': {
    ...{ guestName: 'Ann', guestCountryCode: 'br', completed: Date.UTC(2029, 4, 6) / 1_000, title: ' Fine\n' },
    ...{ positiveText: 'The\nbar', negativeText: '', averageScore: 9 },
  },
  'T:1': { areaMeasurementUnit: 'SQUARE_METER', roomCards: [ref('K:1'), ref('K:2')] },
  'K:1': {
    ...{ roomId: 471101, name: 'King Room', roomSize: 33, occupancy: { maxPersons: 3 }, facilities: [108, 3] },
    bedConfigurations: [{ beds: [{ count: 1, bedTypeId: 3 }] }],
  },
  'K:2': {
    ...{ roomId: 471102, name: 'Suite', bedConfigurations: [] },
    apartmentRooms: [{ name: 'Bedroom 1', beds: [{ count: 2, bedTypeId: 1 }] }],
  },
};

const LINKED = {
  '@type': 'Hotel',
  name: 'Oak Inn',
  description: 'An inn.',
  image: 'https://cf.bstatic.com/max500/1.jpg',
  address: { '@type': 'PostalAddress', streetAddress: 'x', addressCountry: 'United Kingdom', postalCode: 'OB1 2CD' },
  aggregateRating: { ratingValue: 9.2, reviewCount: 41, bestRating: 10 },
};

const scripts = (records: unknown, linked: unknown): string =>
  `<script>b_action: "hotel", b_hotel_id: '4711', b_selected_currency: 'GBP',</script>
<script type="application/ld+json">${JSON.stringify(linked)}</script>
<script data-capla-store-data="apollo" type="application/json">${JSON.stringify(records)}</script>`;

/** Written after the layout notes: no page with dates is at hand. */
const LIST = [
  {
    ...{ b_id: 471101, b_name: 'King Room' },
    b_blocks: [
      {
        ...{ b_block_id: '471101_1_2_1_0', b_price: '&pound;&nbsp;1,234', b_raw_price: '1233.60', b_max_persons: 2 },
        ...{ b_mealplan_included_name: 'breakfast', b_cancellation_type: 'free_cancellation' },
      },
      { b_block_id: '471101_2_2_0_0', b_price: '£ 900', b_raw_price: '900.00', b_max_persons: 2 },
    ],
  },
];
const TABLE = `<table id="hprt-table" class="x"><tbody>
<tr class="js-rt-block-row" data-block-id="471101_1_2_1_0"><th><a class="hprt-roomtype-icon-link" href="#">King Room</a>
<div class="hprt-roomtype-bed"><span>1 king bed</span></div><span class="hprt-facilities-facility">Minibar</span><p>We have 3 left</p></th>
<td class="hprt-table-cell-occupancy"><span class="bui-u-sr-only">Max. people: 2</span></td>
<td><div class="bui-price-display__original">£1,400</div><span class="prco-valign-middle-helper">£1,234</span></td>
<td><ul class="hprt-conditions-bui"><li>Very good breakfast included</li><li>Free cancellation before June 8, 2030</li></ul></td>
<td><select><option value="0">0</option><option value="1">1</option><option value="5">5</option></select></td></tr>
<tr class="js-rt-block-row" data-block-id="471101_2_2_0_0"><td><span class="bui-price-display__value">£900</span></td><td><ul class="hprt-conditions-bui"><li>Non-refundable</li></ul></td></tr>
</tbody></table>`;

const VARIANTS = [
  {
    prices: {
      currentPriceRaw: '£ 1,234',
      currentPriceParsed: 1233.6,
      beforeDiscountRaw: '£1,400',
      beforeDiscountParsed: 1400,
    },
    maxOccupancy: 2,
    mealPlan: 'Very good breakfast included',
    cancellation: 'Free cancellation before June 8, 2030',
    roomsLeft: 3,
  },
  {
    prices: { currentPriceRaw: '£ 900', currentPriceParsed: 900 },
    maxOccupancy: 2,
    cancellation: 'Non-refundable',
  },
];

describe('a page with its state', () => {
  it('is read value for value', () => {
    expect(answer(scripts(RECORDS, LINKED))).toEqual({
      overview: {
        id: '4711',
        title: 'Oak Inn',
        propertyType: 'HOTEL',
        rating: 4,
        address: {
          streetAddress: '1 Quay St, Oak Bay',
          city: 'Oak Bay',
          country: 'United Kingdom',
          countryCode: 'gb',
          zipcode: 'OB1 2CD',
        },
        description: 'An inn of our own making.',
        highlights: ['Sea view', 'Restaurant'],
        mostPopularFacilities: ['Restaurant'],
        photos: ['https://cf.bstatic.com/max1024x768/1.jpg', 'https://cf.bstatic.com/max200/2.jpg'],
        coordinates: { latitude: 1.5, longitude: -2 },
      },
      bookingDetails: {
        ...{ checkIn: '2030-06-10', checkOut: '2030-06-14', adults: 2, rooms: 1, children: 0, currency: 'GBP' },
      },
      rooms: [
        {
          name: 'King Room',
          beds: [{ count: 1, type: 'king' }],
          facilities: ['Sea view'],
          size: '33 m²',
          maxOccupancy: 3,
        },
        { name: 'Suite', beds: [{ room: 'Bedroom 1', count: 2, type: 'twin' }] },
      ],
      facilities: [{ name: 'Restaurant' }, { name: 'Bar' }],
      houseRules: {
        checkIn: { from: '2:00 PM' },
        checkOut: { until: '11:00 AM' },
        minCheckInAge: 18,
        petsAllowed: false,
        children: {
          allowed: true,
          minAge: 0,
          prices: [{ kind: 'EXTRA_BED', ageFrom: 3, price: '€ 20', per: 'PER_NIGHT' }],
        },
        paymentCards: ['Visa'],
        phrases: ['Say when.'],
        finePrint: ['Bring a card.'],
      },
      ratings: [
        { label: 'Average', value: 9.2, votes: 41 },
        { label: 'Personal', value: 9.5, votes: 40 },
      ],
      reviews: [{ author: 'Ann', country: 'br', date: '2029-05-06', title: 'Fine', positive: 'The bar', score: 9 }],
      questionsAndAnswers: [
        { question: 'Is it far?', answer: 'No.', date: '2029-12-04' },
        { question: 'Et le bar ?', answer: 'Oui' },
      ],
    });
  });

  it('has the offers of its list and of its table', () => {
    const text = `${scripts(RECORDS, LINKED)}<script>b_rooms_available_and_soldout: ${JSON.stringify(LIST)},
b_photo_pid: 1</script>${TABLE}`;
    const [king, suite] = answer(text)['rooms'] as Record<string, unknown>[];
    expect(king).toMatchObject({ name: 'King Room', size: '33 m²', facilities: ['Minibar'], variants: VARIANTS });
    expect(suite).not.toHaveProperty('variants');
  });

  it('has the offers of its list alone', () => {
    const text = `${scripts(RECORDS, LINKED)}<script>b_rooms_available_and_soldout: ${JSON.stringify(LIST)},</script>`;
    const [king] = answer(text)['rooms'] as { variants: unknown[] }[];
    expect(king?.variants).toEqual([
      {
        prices: { currentPriceRaw: '£ 1,234', currentPriceParsed: 1233.6 },
        maxOccupancy: 2,
        mealPlan: 'breakfast',
        cancellation: 'free_cancellation',
      },
      { prices: { currentPriceRaw: '£ 900', currentPriceParsed: 900 }, maxOccupancy: 2 },
    ]);
  });
});

describe('a page without state', () => {
  it('is read by what else it has', () => {
    const text = `<script>b_hotel_id: '4711', b_selected_currency: 'GBP'</script>
<script type="application/ld+json">${JSON.stringify(LINKED)}</script><a data-atlas-latlng="1.5,-2">map</a>
<p data-testid="property-description">By the quay.</p>
<div data-testid="property-most-popular-facilities-wrapper"><ul><li>Bar</li><li>Free Wifi</li></ul></div>
<div data-testid="facility-group-container"><h3>Parking</h3><ul><li>Free parking</li></ul></div>${TABLE}`;
    expect(answer(text)).toEqual({
      overview: {
        ...{ id: '4711', title: 'Oak Inn', description: 'By the quay.', mostPopularFacilities: ['Bar', 'Free Wifi'] },
        address: { streetAddress: 'x', country: 'United Kingdom', zipcode: 'OB1 2CD' },
        photos: ['https://cf.bstatic.com/max500/1.jpg'],
        coordinates: { latitude: 1.5, longitude: -2 },
      },
      bookingDetails: {
        ...{ checkIn: '2030-06-10', checkOut: '2030-06-14', adults: 2, rooms: 1, children: 0, currency: 'GBP' },
      },
      rooms: [
        {
          name: 'King Room',
          beds: [{ text: '1 king bed' }],
          facilities: ['Minibar'],
          variants: [
            {
              ...VARIANTS[0],
              prices: { ...VARIANTS[0]?.prices, currentPriceRaw: '£1,234', currentPriceParsed: 1234 },
            },
            { prices: { currentPriceRaw: '£900', currentPriceParsed: 900 }, cancellation: 'Non-refundable' },
          ],
        },
      ],
      facilities: [{ name: 'Free parking', group: 'Parking' }],
      ratings: [{ label: 'Average', value: 9.2, votes: 41 }],
    });
  });
});

describe('a page that is no property’s', () => {
  it.each([
    ['of an unknown name', '<script>b_action: "error404",</script>', PAGE_URL],
    ['that is the start page', '<script>b_action: "index",</script>', 'https://www.booking.com/index.html'],
    ['of its city', '<script>b_action: "city",</script>', 'https://www.booking.com/city/gb/oak-bay.html'],
    ['of a search', '<script>b_action: "searchresults",</script>', 'https://www.booking.com/searchresults.html?x'],
  ])('is gone: one %s', (_name, text, url) => {
    expect(read(text, url)).toEqual({ outcome: 'not_found', reason: 'gone' });
  });

  it.each([
    ['nothing', '', PAGE_URL],
    ['a page of the same address that is not it', '<script>b_action: "index",</script>', PAGE_URL],
    ['some other site', '<h1>Welcome</h1>', 'https://www.booking.com/'],
    ['the beginning of a page', scripts(RECORDS, LINKED).slice(0, 150), PAGE_URL],
  ])('is not understood: %s', (_name, text, url) => {
    expect(read(text, url)).toEqual({ outcome: 'unrecognized', reason: 'no_property' });
  });

  it('is a question for people', () => {
    expect(read('<script>AwsWafIntegration.getToken()</script>')).toEqual({ outcome: 'blocked', reason: 'challenge' });
  });

  it('says nothing for words that it does not know', () => {
    const property = { ...(RECORDS['P:1'] as object), policies: { pets: { petsAllowed: 'constructor' } } };
    const table = { areaMeasurementUnit: 'toString', roomCards: [{ name: 'Den', roomSize: 9 }] };
    const { houseRules, rooms } = answer(scripts({ ...RECORDS, 'P:1': property, 'T:1': table }, LINKED));
    expect([houseRules, rooms]).toEqual([
      expect.not.objectContaining({ petsAllowed: expect.anything() }),
      [{ name: 'Den' }],
    ]);
  });

  it('takes no more time where many photos are one of many sizes', () => {
    const sizes = Array.from({ length: 10_000 }, (_unused, size) => [`resource(max${1_000 + size})`, {}] as const);
    const property = {
      ...(RECORDS['P:1'] as object),
      'propertyGallery({})': { mainGalleryPhotos: Array(500).fill(ref('A:1')) },
    };
    const text = scripts({ ...RECORDS, 'P:1': property, 'A:1': Object.fromEntries(sizes) }, LINKED);
    const usedMs = watchProcessor();
    expect(read(text).outcome).toBe('ok');
    expect(usedMs()).toBeLessThan(2_000);
  });

  it(`has ${MAX_ROOMS} rooms at most`, () => {
    const roomCards = Array.from({ length: MAX_ROOMS + 9 }, (_unused, index) => ({ name: `Room ${index}` }));
    expect(answer(scripts({ ...RECORDS, 'T:1': { roomCards } }, LINKED))['rooms']).toHaveLength(MAX_ROOMS);
  });

  it('never throws', () => {
    const keys = Object.keys(RECORDS).filter((key) => key !== 'ROOT_QUERY');
    fc.assert(
      fc.property(fc.constantFrom(...keys), fc.jsonValue({ maxDepth: 3 }), fc.jsonValue(), (key, value, list) => {
        const text = scripts({ ...RECORDS, [key]: value }, LINKED).replaceAll('</p', '');
        const whole = `${text}<script>b_rooms_available_and_soldout: ${JSON.stringify([list, { b_name: 'x', b_blocks: list }])}</script>`;
        expect(read(whole).outcome).toBe('ok');
      }),
    );
  });
});
