import { localreviews } from '../../enums/localreviews.js';
import { defineOperation } from '../../define-operation.js';
import { choice, text } from '../../input/scalars.js';
import { always } from '../price-lines.js';
import { localreviewsPlaceResult } from './place-result.js';
import type { Target } from '../../target.js';

const target: Target = { name: 'localreviews', title: 'the local-reviews site' };

export const localreviewsPlace = defineOperation({
  id: 'localreviews/place',
  summary: 'One local business',
  queue: 'sites',
  target,
  isBuilt: true,
  prices: always(10),
  result: localreviewsPlaceResult,
  example: { placeId: 'blue-bottle-coffee-san-francisco' },
  fields: {
    placeId: text({
      note: "The site's place id or alias.",
      required: true,
      maxChars: 256,
      // Dots alone are steps in a path, which lead to another page.
      pattern: /^(?!\.{1,2}$)[^\s/?#\\]+$/,
      form: 'an id or alias, without spaces or slashes',
    }),
    domain: choice({ note: 'Host of the site.', values: localreviews.domain, default: 'www.yelp.com' }),
  },
});
