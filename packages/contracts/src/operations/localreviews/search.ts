import { z } from 'zod';
import { localreviews } from '../../enums/localreviews.js';
import { defineOperation } from '../../define-operation.js';
import { requireOneOf } from '../../input/cross-rules.js';
import { choice, integer, text } from '../../input/scalars.js';
import { answer, block, bool, int, number, numbers, strings, texts } from '../answer.js';
import { always } from '../price-lines.js';
import { localreviewsTarget } from './place.js';

const place = block({
  position: z.int(),
  name: z.string(),
  ...strings('placeId', 'alias', 'url', 'address', 'serviceArea', 'phone', 'website', 'price', 'snippet', 'image'),
  neighborhoods: texts,
  categories: texts,
  highlights: texts,
  rating: number,
  reviews: int,
  isSponsored: bool,
  coordinates: block(numbers('latitude', 'longitude')).optional(),
});

const localreviewsSearchResult = answer({
  searchInformation: block({ ...strings('keyword', 'location'), totalResults: int }).optional(),
  places: z.array(place),
  pagination: block({ start: int, resultsPerPage: int, nextStart: int }).optional(),
});

export const localreviewsSearch = defineOperation({
  id: 'localreviews/search',
  summary: 'Local businesses of a search or category',
  queue: 'sites',
  target: localreviewsTarget,
  prices: always(10),
  result: localreviewsSearchResult,
  example: { location: 'San Francisco, CA', keyword: 'coffee' },
  rules: [requireOneOf(['keyword', 'category'])],
  fields: {
    location: text({ note: 'Place: a city, an address, a postal code.', required: true }),
    keyword: text({ note: 'Search text. Required unless category is given.' }),
    category: text({
      note: "The site's alias of a category, such as contractors. Without keyword, it lists the category.",
      pattern: /^[a-z\d_-]+$/,
      form: 'the alias of a category, such as contractors',
    }),
    start: integer({ note: 'Results to skip: pagination.nextStart of the previous response.', min: 0 }),
    domain: choice({ note: 'Host of the site.', values: localreviews.domain, default: 'www.yelp.com' }),
  },
});
