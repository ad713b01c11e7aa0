import { refused, sent, type AskedOfTarget, type Entry, type EntryList, type Given } from '../entry.js';

const STAY = { checkInDate: '2030-06-10', checkOutDate: '2030-06-14', rooms: '1', adults: '2', children: '0' };
const PAST = '2020-06-10';

type Asks = (row: string, rule: string, give: Given, asked: AskedOfTarget) => Entry;

/** The rules of dates and guests, which the search and the place share. */
const stayEntries = (asks: Asks): readonly Entry[] => [
  asks('checkInDate', 'is the first day', {}, { query: { checkin: '2030-06-10' } }),
  refused('checkInDate', 'is required', { checkInDate: null }, 'checkInDate', 'required'),
  refused('checkInDate', 'is a real day', { checkInDate: '2030-02-30' }, 'checkInDate', 'date'),
  refused('checkInDate', 'is written YYYY-MM-DD', { checkInDate: '10.06.2030' }, 'checkInDate', 'date'),
  refused('checkInDate', 'is in the future', { checkInDate: PAST }, 'checkInDate', 'after'),
  asks('checkOutDate', 'is the last day', {}, { query: { checkout: '2030-06-14' } }),
  refused('checkOutDate', 'is required', { checkOutDate: null }, 'checkOutDate', 'required'),
  refused('checkOutDate', 'is later than the first day', { checkOutDate: '2030-06-10' }, 'checkOutDate', 'afterField'),
  asks('rooms', 'is the number of rooms', { rooms: '2' }, { query: { no_rooms: '2' } }),
  refused('rooms', 'is required', { rooms: null }, 'rooms', 'required'),
  refused('rooms', 'is at least 1', { rooms: '0' }, 'rooms', 'min'),
  refused('rooms', 'is an integer', { rooms: 'two' }, 'rooms', 'integer'),
  asks('adults', 'is the number of adults', { adults: '3' }, { query: { group_adults: '3' } }),
  refused('adults', 'is required', { adults: null }, 'adults', 'required'),
  refused('adults', 'is an integer', { adults: '1.5' }, 'adults', 'integer'),
  asks('children', 'is 0 for none', {}, { query: { group_children: '0', age: null } }),
  asks('children', 'is at most 10', { children: '10', childrenAges: '1,2,3,4,5,6,7,8,9,10' }, { query: { group_children: '10' } }), // oxfmt-ignore
  refused('children', 'is required', { children: null }, 'children', 'required'),
  refused(
    'children',
    'is not above 10',
    { children: '11', childrenAges: '1,1,1,1,1,1,1,1,1,1,1' },
    'children',
    'range',
  ),
  refused('children', 'is not negative', { children: '-1' }, 'children', 'range'),
  asks('childrenAges', 'is the age of each child', { children: '1', childrenAges: '17' }, { query: { group_children: '1', age: '17' } }), // oxfmt-ignore
  asks('childrenAges', 'may be 0', { children: '2', childrenAges: '4,0' }, { query: { age: '0' } }),
  refused('childrenAges', 'is required with children', { children: '2' }, 'childrenAges', 'requiredWhen'),
  refused('childrenAges', 'has as many entries', { children: '2', childrenAges: '5' }, 'childrenAges', 'fixedLength'),
  refused('childrenAges', 'is at most 17', { children: '2', childrenAges: '5,18' }, 'childrenAges.1', 'range'),
  refused('childrenAges', 'is of integers', { children: '1', childrenAges: 'four' }, 'childrenAges.0', 'integer'),
  asks('language', 'is the language of the response', { language: 'de' }, { query: { lang: 'de' } }),
  asks('currency', 'is the currency of prices', { currency: 'eur' }, { query: { selected_currency: 'EUR' } }),
  asks('currency', 'may be each property’s own', { currency: 'hotelCurrency' }, { query: { selected_currency: 'hotel_currency' } }), // oxfmt-ignore
  refused('currency', 'is a code of three letters', { currency: 'euros' }, 'currency', 'regex'),
];

const searches: Asks = (row, rule, give, asked) => sent(row, rule, give, { path: '/searchresults.html', ...asked });
const places: Asks = (row, rule, give, asked) => sent(row, rule, give, { path: '/hotel/gb/oak-inn.html', ...asked });

/** Each filter with one of its values, and the site's name for it. */
const FILTERS = [
  ['propertyType', 'hotels', 'ht_id=204'],
  ['rating', 'fourStars', 'class=4'],
  ['reviewScore', 'veryGood', 'review_score=80'],
  ['distanceFromCenter', 'lessThan3Km', 'distance=3000'],
  ['propertyAccessibility', 'raisedToilet', 'accessible_facilities=187'],
  ['meals', 'breakfastIncluded', 'mealplan=1'],
  ['facilities', 'parking', 'hotelfacility=2'],
  ['roomFacilities', 'balcony', 'roomfacility=17'],
  ['roomAccessibility', 'walkInShower', 'accessible_room_facilities=150'],
  ['bedPreference', 'twinBeds', 'tdb=2'],
  ['reservationPolicy', 'freeCancellation', 'fc=2'],
  ['travelGroup', 'petFriendly', 'stay_type=1'],
  ['onlinePayment', 'acceptsOnlinePayments', 'pmt=101'],
] as const;

const filterEntries: readonly Entry[] = FILTERS.flatMap(([name, value, part]) => [
  searches(`${name}[]`, `narrows the search by ${value}`, { [`${name}[]`]: value }, { query: { nflt: part } }),
  refused(`${name}[]`, 'is one of its values', { [`${name}[]`]: 'nothing' }, `${name}.0`, 'enum'),
]);

const PRICED = { currency: 'EUR' };

export const LODGING: readonly EntryList[] = [
  {
    table: 'lodging/search',
    operation: 'lodging/search',
    valid: { keyword: 'Oak Bay', ...STAY },
    entries: [
      searches('keyword', 'is the destination', {}, { query: { ss: 'Oak Bay' } }),
      refused('keyword', 'is required', { keyword: null }, 'keyword', 'required'),
      searches('sort', 'is the order', { sort: 'priceLowestFirst' }, { query: { order: 'price' } }),
      refused('sort', 'is one of its values', { sort: 'cheapest' }, 'sort', 'enum'),
      ...stayEntries(searches),
      searches('price[min]', 'is sent to the site', { 'price[min]': '400', ...PRICED }, { query: { nflt: /^price=EUR-\d+-max-1$/ } }), // oxfmt-ignore
      refused('price[min]', 'is at least 10', { 'price[min]': '9' }, 'price.min', 'min'),
      refused('price[min]', 'is a number', { 'price[min]': 'cheap' }, 'price.min', 'number'),
      searches('price[max]', 'is sent to the site', { 'price[max]': '900', ...PRICED }, { query: { nflt: /^price=EUR-min-\d+-1$/ } }), // oxfmt-ignore
      refused('price[max]', 'is at least 20', { 'price[max]': '19' }, 'price.max', 'min'),
      refused('price[max]', 'is greater than the minimum', { 'price[min]': '50', 'price[max]': '50' }, 'price.max', 'greaterThanField'), // oxfmt-ignore
      {
        rows: ['price[min]', 'price[max]'],
        rule: 'are required when the other is omitted',
        give: { 'price[middle]': '50' },
        seen: {
          refused: [
            { field: 'price.min', rule: 'requiredIfNotExists' },
            { field: 'price.max', rule: 'requiredIfNotExists' },
            { field: 'price.middle', rule: 'unknown' },
          ],
        },
      },
      searches(
        'bedrooms',
        'is the least number',
        { bedrooms: '2' },
        { query: { nflt: 'entire_place_bedroom_count=2' } },
      ),
      refused('bedrooms', 'is an integer', { bedrooms: '1.5' }, 'bedrooms', 'integer'),
      searches('bathrooms', 'is the least number', { bathrooms: '2' }, { query: { nflt: 'min_bathrooms=2' } }),
      refused('bathrooms', 'is an integer', { bathrooms: 'two' }, 'bathrooms', 'integer'),
      ...filterEntries,
      searches('rating[]', 'is one value or the other', { 'rating[]': ['threeStars', 'fourStars'] }, { query: { nflt: 'class=3;class=4' } }), // oxfmt-ignore
      searches('page', 'is left out for the first page', { page: '1' }, { query: { offset: null } }),
      searches('page', 'is results 26 to 50 for the second', { page: '2' }, { query: { offset: '25' } }),
      searches('page', 'is results 51 to 75 for the third', { page: '3' }, { query: { offset: '50' } }),
      refused('page', 'is at least 1', { page: '0' }, 'page', 'min'),
    ],
  },
  {
    table: 'lodging/place',
    operation: 'lodging/place',
    valid: { url: 'https://www.booking.com/hotel/gb/oak-inn.html', ...STAY },
    entries: [
      places('url', 'is the page of the property', {}, {}),
      places('url', 'may be on the bare host', { url: 'https://booking.com/hotel/gb/oak-inn.html' }, {}),
      refused('url', 'is required', { url: null }, 'url', 'required'),
      refused('url', 'is complete', { url: '/hotel/gb/oak-inn.html' }, 'url', 'url'),
      refused('url', 'is on no other host of the site', { url: 'https://m.booking.com/hotel/gb/oak-inn.html' }, 'url', 'urlHost'), // oxfmt-ignore
      refused('url', 'is on no other site', { url: 'https://example.com/hotel/gb/oak-inn.html' }, 'url', 'urlHost'),
      ...stayEntries(places),
    ],
  },
];
