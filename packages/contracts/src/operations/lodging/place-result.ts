import { z } from 'zod';
import { answer, anything, block, int, listOf, number, numbers, string, strings, texts } from '../answer.js';

const variant = block({
  prices: block({
    ...strings('currentPriceRaw', 'beforeDiscountRaw'),
    ...numbers('currentPriceParsed', 'beforeDiscountParsed'),
  }).optional(),
  maxOccupancy: int,
  mealPlan: anything,
  cancellation: anything,
  roomsLeft: int,
});

export const lodgingPlaceResult = answer({
  overview: block({
    id: z.string(),
    title: z.string(),
    ...strings('propertyType', 'description'),
    address: block(strings('streetAddress', 'city', 'region', 'country', 'countryCode', 'zipcode')).optional(),
    /** Stars. */
    rating: number,
    highlights: anything,
    mostPopularFacilities: texts,
    photos: anything,
    coordinates: block(numbers('latitude', 'longitude')).optional(),
  }),
  bookingDetails: block({
    ...strings('checkIn', 'checkOut', 'currency'),
    ...numbers('adults', 'rooms', 'children'),
  }).optional(),
  rooms: z.array(
    block({
      ...strings('name', 'description', 'size'),
      maxOccupancy: int,
      beds: anything,
      facilities: anything,
      variants: listOf(variant),
    }),
  ),
  facilities: anything,
  houseRules: anything,
  ratings: listOf(block({ label: string, value: number, votes: int })),
  reviews: listOf(block({ ...strings('author', 'country', 'date', 'title', 'positive', 'negative'), score: number })),
  questionsAndAnswers: listOf(block(strings('question', 'answer', 'date'))),
});
