import { lodging } from '../../enums/lodging.js';
import { defineOperation } from '../../define-operation.js';
import { group, list } from '../../input/composites.js';
import { type CrossRule, orderedBounds } from '../../input/cross-rules.js';
import { choice, decimal, integer, text } from '../../input/scalars.js';
import { always } from '../price-lines.js';
import { page } from '../shared-fields.js';
import { lodgingSearchResult } from './search-result.js';
import { localeFields, lodgingTarget, stayFields, stayRules } from './stay.js';

export const PRICE_FLOOR = 10;
export const PRICE_CEILING_FLOOR = 20;

const anyOf = <const V extends string>(note: string, values: readonly V[]) =>
  list({ note, item: choice({ note, values }) });

const someBound: CrossRule = {
  fields: ['price.min', 'price.max'],
  note: 'price requires min or max or both.',
  check: (read, context) => {
    if (read('price') === undefined || read('price.min') !== undefined || read('price.max') !== undefined) return;
    const message = (other: string): string => `is required when ${other} is not given.`;
    context.report('price.min', 'requiredIfNotExists', message('price.max'));
    context.report('price.max', 'requiredIfNotExists', message('price.min'));
  },
};

export const lodgingSearch = defineOperation({
  id: 'lodging/search',
  summary: 'Accommodations of a destination, 25 a page',
  queue: 'sites',
  target: lodgingTarget,
  prices: always(10),
  result: lodgingSearchResult,
  example: {
    keyword: 'Lisbon',
    checkInDate: '2030-06-10',
    checkOutDate: '2030-06-14',
    rooms: 1,
    adults: 2,
    children: 1,
    childrenAges: '7',
    price: { min: 200, max: 900 },
    propertyType: ['hotels', 'apartments'],
    currency: 'EUR',
  },
  rules: [...stayRules, someBound, orderedBounds('price.min', 'price.max', true)],
  fields: {
    keyword: text({ note: 'Destination: a city, region, neighbourhood or property.', required: true }),
    sort: choice({ note: 'Order of the results.', values: lodging.sort }),
    ...stayFields,
    price: group('Price of the whole stay, in currency; in USD if currency is omitted or hotelCurrency.', {
      min: decimal({ note: 'Lowest price. Required when price[max] is omitted.', min: PRICE_FLOOR }),
      max: decimal({
        note: 'Highest price, greater than price[min]. Required when price[min] is omitted.',
        min: PRICE_CEILING_FLOOR,
      }),
    }),
    bedrooms: integer({ note: 'Minimum bedrooms.', min: 0 }),
    bathrooms: integer({ note: 'Minimum bathrooms.', min: 0 }),
    propertyType: anyOf('Kinds of property.', lodging.propertyType),
    rating: anyOf('Stars.', lodging.rating),
    reviewScore: anyOf('Review scores.', lodging.reviewScore),
    distanceFromCenter: anyOf('Distance from the centre.', lodging.distanceFromCenter),
    propertyAccessibility: anyOf('Accessibility of the property.', lodging.propertyAccessibility),
    meals: anyOf('Meals.', lodging.meals),
    facilities: anyOf('Facilities of the property.', lodging.facilities),
    roomFacilities: anyOf('Facilities of the room.', lodging.roomFacilities),
    roomAccessibility: anyOf('Accessibility of the room.', lodging.roomAccessibility),
    bedPreference: anyOf('Beds.', lodging.bedPreference),
    reservationPolicy: anyOf('Reservation policy.', lodging.reservationPolicy),
    travelGroup: anyOf('Travel group.', lodging.travelGroup),
    onlinePayment: anyOf('Online payment.', lodging.onlinePayment),
    ...localeFields,
    page,
  },
});
