import { z } from 'zod';
import { localreviews } from '../../enums/localreviews.js';
import { defineOperation } from '../../define-operation.js';
import { choice, text } from '../../input/scalars.js';
import { type Target } from '../../target.js';
import { answer, anything, block, bool, int, listOf, number, string, strings, texts } from '../answer.js';
import { always } from '../price-lines.js';

export const localreviewsTarget: Target = { name: 'localreviews', title: 'the local-reviews site' };

const dish = block({ ...strings('name', 'image'), rating: number, reviews: int, photos: int });

const localreviewsPlaceResult = answer({
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

export const localreviewsPlace = defineOperation({
  id: 'localreviews/place',
  summary: 'One local business',
  queue: 'sites',
  target: localreviewsTarget,
  prices: always(10),
  result: localreviewsPlaceResult,
  example: { placeId: 'blue-bottle-coffee-san-francisco' },
  fields: {
    placeId: text({
      note: "The site's place id or alias.",
      required: true,
      maxChars: 256,
      // Dots alone would change the path.
      pattern: /^(?!\.{1,2}$)[^\s/?#\\]+$/,
      form: 'an id or alias, without spaces or slashes',
    }),
    domain: choice({ note: 'Host of the site.', values: localreviews.domain, default: 'www.yelp.com' }),
  },
});
