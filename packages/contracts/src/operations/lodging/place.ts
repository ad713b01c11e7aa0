import { defineOperation } from '../../define-operation.js';
import { onSite } from '../../input/cross-rules.js';
import { url } from '../../input/formats.js';
import { always } from '../price-lines.js';
import { lodgingPlaceResult } from './place-result.js';
import { localeFields, lodgingTarget, stayFields, stayRules } from './stay.js';

export const lodgingPlace = defineOperation({
  id: 'lodging/place',
  summary: 'One accommodation and its available rooms',
  queue: 'sites',
  target: lodgingTarget,
  prices: always(10),
  result: lodgingPlaceResult,
  example: {
    url: 'https://www.booking.com/hotel/pt/example.html',
    checkInDate: '2030-06-10',
    checkOutDate: '2030-06-14',
    rooms: 1,
    adults: 2,
    children: 0,
  },
  rules: [onSite('url', lodgingTarget), ...stayRules],
  fields: {
    url: url({
      note: 'Full URL of the property, on the bare or www host of the site.',
      required: true,
    }),
    ...stayFields,
    ...localeFields,
  },
});
