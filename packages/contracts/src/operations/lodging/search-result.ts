import { z } from 'zod';
import { answer, anything, block, bool, int, numbers, string, strings, number } from '../answer.js';

const accommodation = block({
  /** Absent if a page without embedded state offers no room. */
  hotelId: int,
  title: z.string(),
  url: z.string(),
  room: string,
  bedTypes: anything,
  location: block({
    ...strings('city', 'address', 'district', 'mainDistance', 'nearestBeach'),
    centrallyLocated: bool,
    coordinates: block(numbers('latitude', 'longitude')).optional(),
  }).optional(),
  policies: block({ freeCancellation: bool, noPrepayment: bool }).optional(),
  price: block({
    ...strings('pricePerStayRaw', 'priceBeforeDiscountRaw', 'discountRaw', 'excludedChargesRaw', 'currency'),
    ...numbers('pricePerStayParsed', 'priceBeforeDiscountParsed', 'discountParsed', 'excludedChargesParsed'),
  }).optional(),
  rating: number,
  reviews: block({ score: number, count: int, text: string, secondaryScore: anything }).optional(),
  photo: string,
});

export const lodgingSearchResult = answer({
  searchInformation: block({ ...strings('keyword', 'checkInDate', 'checkOutDate'), totalResults: int }).optional(),
  results: z.array(accommodation),
  pagination: block(numbers('page', 'totalResults', 'totalPages')).optional(),
});
