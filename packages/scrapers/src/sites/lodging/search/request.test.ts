import { describe, expect, it } from '@jest/globals';
import { lodgingSearchOperation } from './operation.js';
import { checkedParams } from '../../../../test/checked-params.js';
import { ownParameters } from '../../../../test/own-parameters.js';

const NOW_MS = Date.UTC(2030, 0, 1);
const STAY = {
  keyword: 'Lisbon',
  checkInDate: '2030-06-10',
  checkOutDate: '2030-06-14',
  rooms: '1',
  adults: '2',
  children: '0',
};

const ask = (params: Record<string, unknown>, origin?: string): URL => {
  return new URL(
    lodgingSearchOperation.begin(checkedParams('lodging/search', { ...STAY, ...params }, { nowMs: NOW_MS }), { origin })
      .url,
  );
};

const PLAIN = 'ss=Lisbon&checkin=2030-06-10&checkout=2030-06-14&group_adults=2&no_rooms=1&group_children=0';

/** Each parameter as a caller writes it, and the query it leads to. */
const CASES: readonly (readonly [string, Record<string, unknown>, string])[] = [
  ['keyword', { keyword: 'São Paulo & more' }, PLAIN.replace('Lisbon', 'S%C3%A3o+Paulo+%26+more')],
  ['checkInDate', { checkInDate: '2030-06-01' }, PLAIN.replace('06-10', '06-01')],
  ['checkOutDate', { checkOutDate: '2030-07-01' }, PLAIN.replace('06-14', '07-01')],
  ['rooms', { rooms: '3' }, PLAIN.replace('no_rooms=1', 'no_rooms=3')],
  ['adults', { adults: '5' }, PLAIN.replace('adults=2', 'adults=5')],
  ['children', { children: '1', childrenAges: '0' }, `${PLAIN.replace('children=0', 'children=1')}&age=0`],
  [
    'childrenAges',
    { children: '2', childrenAges: '3,17' },
    `${PLAIN.replace('children=0', 'children=2')}&age=3&age=17`,
  ],
  ['childrenAges', { childrenAges: '' }, PLAIN],
  ['language', { language: 'en-us' }, `${PLAIN}&lang=en-us`],
  ['language', { language: 'DE' }, `${PLAIN}&lang=de`],
  ['currency', { currency: 'usd' }, `${PLAIN}&selected_currency=USD`],
  ['currency', { currency: 'hotelCurrency' }, `${PLAIN}&selected_currency=hotel_currency`],
  ['page', { page: '1' }, PLAIN],
  ['page', { page: '3' }, `${PLAIN}&offset=50`],
  ['sort', { sort: 'ourTopPicks' }, `${PLAIN}&order=popularity`],
  ['sort', { sort: 'homesAndApartmentsFirst' }, `${PLAIN}&order=upsort_bh`],
  ['sort', { sort: 'priceLowestFirst' }, `${PLAIN}&order=price`],
  ['sort', { sort: 'priceHighestFirst' }, `${PLAIN}&order=price_from_high_to_low`],
  ['sort', { sort: 'bestReviewedAndLowestPrice' }, `${PLAIN}&order=review_score_and_price`],
  ['sort', { sort: 'ratingHighToLow' }, `${PLAIN}&order=class`],
  ['sort', { sort: 'ratingLowToHigh' }, `${PLAIN}&order=class_asc`],
  ['sort', { sort: 'ratingAndPrice' }, `${PLAIN}&order=class_and_price`],
  ['sort', { sort: 'distanceFromDowntown' }, `${PLAIN}&order=distance_from_search`],
  ['sort', { sort: 'topReviewed' }, `${PLAIN}&order=bayesian_review_score`],
];

/** Filters: parameter, value, and the site's own pair. */
const FILTERED: readonly (readonly [string, unknown, string])[] = [
  ['price', { min: '200', max: '900' }, 'price=USD-50-225-1'],
  ['price', { min: '201' }, 'price=USD-50-max-1'],
  ['price', { max: '401' }, 'price=USD-min-101-1'],
  ['bedrooms', '2', 'entire_place_bedroom_count=2'],
  ['bathrooms', '1', 'min_bathrooms=1'],
  ['propertyType', ['hostels'], 'ht_id=203'],
  ['propertyType', ['bedAndBreakfast'], 'ht_id=208'],
  ['propertyType', ['hotels'], 'ht_id=204'],
  ['propertyType', ['apartments'], 'ht_id=201'],
  ['propertyType', ['resorts'], 'ht_id=206'],
  ['propertyType', ['guesthouses'], 'ht_id=216'],
  ['propertyType', ['homestays'], 'ht_id=222'],
  ['propertyType', ['entireHomesAndApartments'], 'privacy_type=3'],
  ['rating', ['oneStar'], 'class=1'],
  ['rating', ['twoStars'], 'class=2'],
  ['rating', ['threeStars'], 'class=3'],
  ['rating', ['fourStars', 'fiveStars'], 'class=4;class=5'],
  ['rating', ['fiveStars'], 'class=5'],
  ['reviewScore', ['wonderful'], 'review_score=90'],
  ['reviewScore', ['veryGood'], 'review_score=80'],
  ['reviewScore', ['good'], 'review_score=70'],
  ['reviewScore', ['pleasant'], 'review_score=60'],
  ['distanceFromCenter', ['lessThan1Km'], 'distance=1000'],
  ['distanceFromCenter', ['lessThan3Km'], 'distance=3000'],
  ['distanceFromCenter', ['lessThan5Km'], 'distance=5000'],
  ['propertyAccessibility', ['auditoryGuidance'], 'accessible_facilities=213'],
  ['propertyAccessibility', ['toiletWithGrabRails'], 'accessible_facilities=186'],
  ['propertyAccessibility', ['visualAidsTactileSigns'], 'accessible_facilities=212'],
  ['propertyAccessibility', ['visualAidsBraille'], 'accessible_facilities=211'],
  ['propertyAccessibility', ['bathroomEmergencyCord'], 'accessible_facilities=189'],
  ['propertyAccessibility', ['raisedToilet'], 'accessible_facilities=187'],
  ['propertyAccessibility', ['loweredSink'], 'accessible_facilities=188'],
  ['meals', ['breakfastIncluded'], 'mealplan=1'],
  ['meals', ['kitchenFacilities'], 'mealplan=999'],
  ['facilities', ['swimmingPool'], 'hotelfacility=433'],
  ['facilities', ['parking'], 'hotelfacility=2'],
  ['facilities', ['spa'], 'hotelfacility=54'],
  ['facilities', ['freeWifi'], 'hotelfacility=107'],
  ['facilities', ['hotTubJacuzzi'], 'hotelfacility=63'],
  ['facilities', ['airportShuttle'], 'hotelfacility=17'],
  ['facilities', ['fitnessCenter'], 'hotelfacility=11'],
  ['facilities', ['restaurant'], 'hotelfacility=3'],
  ['facilities', ['nonSmokingRooms'], 'hotelfacility=16'],
  ['facilities', ['frontDesk24Hour'], 'hotelfacility=8'],
  ['facilities', ['electricVehicleChargingStation'], 'hotelfacility=182'],
  ['facilities', ['wheelchairAccessible'], 'hotelfacility=185'],
  ['facilities', ['roomService'], 'hotelfacility=5'],
  ['roomFacilities', ['privateBathroom'], 'roomfacility=38'],
  ['roomFacilities', ['balcony'], 'roomfacility=17'],
  ['roomFacilities', ['seaView'], 'roomfacility=108'],
  ['roomFacilities', ['kitchenKitchenette'], 'roomfacility=999'],
  ['roomFacilities', ['airConditioning'], 'roomfacility=11'],
  ['roomFacilities', ['bathtub'], 'roomfacility=5'],
  ['roomFacilities', ['hotTub'], 'roomfacility=14'],
  ['roomFacilities', ['view'], 'roomfacility=81'],
  ['roomFacilities', ['spaTub'], 'roomfacility=20'],
  ['roomFacilities', ['upperFloorsAccessibleByElevator'], 'roomfacility=132'],
  ['roomFacilities', ['microwave'], 'roomfacility=32'],
  ['roomFacilities', ['refrigerator'], 'roomfacility=22'],
  ['roomFacilities', ['coffeeMachine'], 'roomfacility=120'],
  ['roomFacilities', ['electricKettle'], 'roomfacility=86'],
  ['roomFacilities', ['heating'], 'roomfacility=40'],
  ['roomFacilities', ['towels'], 'roomfacility=124'],
  ['roomFacilities', ['toilet'], 'roomfacility=31'],
  ['roomFacilities', ['mountainView'], 'roomfacility=112'],
  ['roomFacilities', ['flatScreenTv'], 'roomfacility=75'],
  ['roomFacilities', ['tv'], 'roomfacility=8'],
  ['roomFacilities', ['coffeeTeaMaker'], 'roomfacility=998'],
  ['roomFacilities', ['hairdryer'], 'roomfacility=12'],
  ['roomFacilities', ['toiletPaper'], 'roomfacility=141'],
  ['roomFacilities', ['shower'], 'roomfacility=4'],
  ['roomFacilities', ['linens'], 'roomfacility=125'],
  ['roomAccessibility', ['upperFloorsAccessibleByElevator'], 'accessible_room_facilities=132'],
  ['roomAccessibility', ['entireUnitLocatedOnGroundFloor'], 'accessible_room_facilities=131'],
  ['roomAccessibility', ['walkInShower'], 'accessible_room_facilities=150'],
  ['roomAccessibility', ['entireUnitWheelchairAccessible'], 'accessible_room_facilities=134'],
  ['roomAccessibility', ['adaptedBath'], 'accessible_room_facilities=148'],
  ['roomAccessibility', ['rollInShower'], 'accessible_room_facilities=149'],
  ['roomAccessibility', ['showerChair'], 'accessible_room_facilities=154'],
  ['roomAccessibility', ['emergencyCordInBathroom'], 'accessible_room_facilities=153'],
  ['roomAccessibility', ['toiletWithGrabRails'], 'accessible_room_facilities=147'],
  ['roomAccessibility', ['raisedToilet'], 'accessible_room_facilities=151'],
  ['roomAccessibility', ['lowerSink'], 'accessible_room_facilities=152'],
  ['bedPreference', ['twinBeds'], 'tdb=2'],
  ['bedPreference', ['doubleBed'], 'tdb=3'],
  ['reservationPolicy', ['freeCancellation'], 'fc=2'],
  ['reservationPolicy', ['noPrepayment'], 'fc=5'],
  ['travelGroup', ['adultsOnly'], 'stay_type=2'],
  ['travelGroup', ['petFriendly'], 'stay_type=1'],
  ['onlinePayment', ['acceptsOnlinePayments'], 'pmt=101'],
];

describe('a page of accommodations', () => {
  it.each(CASES)('is asked for with %s: %j', (_name, params, query) => {
    expect(ask(params).href).toBe(`https://www.booking.com/searchresults.html?${query}`);
  });

  it.each(FILTERED)('is filtered by %s: %j', (name, value, pairs) => {
    const url = ask({ [name]: value });
    expect(url.searchParams.get('nflt')).toBe(pairs);
    url.searchParams.delete('nflt');
    // Without a currency the bounds are in USD, and so are the prices.
    expect(url.search).toBe(name === 'price' ? `?${PLAIN}&selected_currency=USD` : `?${PLAIN}`);
  });

  it('has every parameter of the contract and every value of its filters', () => {
    const properties = ownParameters('lodging/search');
    const named = new Set([...CASES, ...FILTERED].map(([name]) => name));
    expect([...named].sort()).toEqual(Object.keys(properties).sort());
    for (const [name, { items, enum: values = items?.enum }] of Object.entries(properties)) {
      if (!values || name === 'currency' || name === 'language') continue;
      const used = [
        ...CASES.map(([, params]) => params[name]),
        ...FILTERED.map(([own, value]) => own === name && value),
      ];
      expect([...new Set(used.flat())].filter((value) => typeof value === 'string').sort()).toEqual([...values].sort());
    }
  });

  it('puts all filters in one parameter, in the order of the contract', () => {
    const filters = {
      facilities: ['parking', 'spa'],
      meals: ['breakfastIncluded'],
      price: { max: '100' },
      bedrooms: '1',
    };
    expect(ask({ ...filters, currency: 'EUR' }).searchParams.get('nflt')).toBe(
      'price=EUR-min-25-1;mealplan=1;hotelfacility=2;hotelfacility=54;entire_place_bedroom_count=1',
    );
  });

  it.each([
    ['2030-06-11', '200', '901', 'price=USD-200-901-1'],
    ['2030-06-17', '200', '901', 'price=USD-28-129-1'],
    ['2030-07-10', '10', '20', 'price=USD-min-1-1'],
  ])('has bounds of one night for a stay until %s', (checkOutDate, min, max, pair) => {
    expect(ask({ checkOutDate, price: { min, max } }).searchParams.get('nflt')).toBe(pair);
  });

  it('is asked for elsewhere where an operator says so', () => {
    expect(ask({}, 'http://127.0.0.1:9').href).toBe(`http://127.0.0.1:9/searchresults.html?${PLAIN}`);
  });
});
