import type { OperationParams } from '@quarry/contracts';
export type StayParams = Omit<OperationParams<'lodging/place'>, 'url'>;

export const SITE = 'https://www.booking.com';

const DAY_MS = 86_400_000;

export const nightsOf = ({ checkInDate, checkOutDate }: StayParams): number =>
  Math.max(1, Math.round((Date.parse(checkOutDate) - Date.parse(checkInDate)) / DAY_MS));

/** The currency asked for, by its code; undefined for none and for each property's own. */
export const currencyAsked = ({ currency }: StayParams): string | undefined =>
  currency !== undefined && /^[A-Z]{3}$/.test(currency) ? currency : undefined;

/** Writes dates, guests, language and currency in the site's terms. */
export const setStay = (query: URLSearchParams, params: StayParams): void => {
  const { checkInDate, checkOutDate, rooms, adults, children, childrenAges, language, currency } = params;
  query.set('checkin', checkInDate);
  query.set('checkout', checkOutDate);
  query.set('group_adults', String(adults));
  query.set('no_rooms', String(rooms));
  query.set('group_children', String(children));
  for (const age of children > 0 ? (childrenAges ?? '').split(',') : []) query.append('age', age);
  if (language !== undefined) query.set('lang', language);
  if (currency !== undefined)
    query.set('selected_currency', currency === 'hotelCurrency' ? 'hotel_currency' : currency);
};
