import { defineSite, GUARDED } from '../../../scraper/scraper.js';
import { PLACE_FIELDS, readSearch } from './parse.js';

export const localreviewsSearchOperation = defineSite({
  id: 'localreviews/search',
  plan: GUARDED,
  main: { key: 'places', fields: PLACE_FIELDS },
  begin: ({ keyword, category, location, start, domain }, { origin = `https://${domain}` }) => {
    const url = new URL('/search', origin);
    const { searchParams } = url;
    if (keyword !== undefined) searchParams.set('find_desc', keyword);
    if (category !== undefined) searchParams.set('cflt', category);
    searchParams.set('find_loc', location);
    if (start) searchParams.set('start', String(start));
    return { step: 'search', url: url.href };
  },
  read: (params, documents) => readSearch(params, documents),
});
