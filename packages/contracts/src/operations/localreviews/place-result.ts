import { z } from 'zod';
import { answer, anything, block, bool, int, listOf, number, string, strings, texts } from '../answer.js';

const dish = block({ ...strings('name', 'image'), rating: number, reviews: int, photos: int });

export const localreviewsPlaceResult = answer({
  placeResult: block({
    name: z.string(),
    ...strings('url', 'address', 'neighborhoods', 'country', 'phone', 'website', 'price', 'businessMap'),
    categories: texts,
    rating: number,
    reviews: int,
    isClaimed: bool,
    isClaimable: bool,
    operationHours: block({
      hours: listOf(block({ day: string, hours: texts })),
      today: anything,
    }).optional(),
    features: listOf(block({ title: string, isActive: bool })),
    menu: block({ section: anything, popularDishes: listOf(dish) }).optional(),
    faqs: anything,
    reviewHighlights: anything,
    images: texts,
  }),
});
