import { repeatsQueryAboveHints } from '../no-match.js';
import { queryOf } from '../query-of.js';
import { readSearchInformation } from './blocks/search-information.js';
import type { ResultsPage } from './results-page.js';

/**
 * True where the page itself says that nothing was found, in any language: it counts none, or repeats the query in a short
 * sentence that a list of hints follows.
 */
export const saysNoResults = (page: ResultsPage): boolean => {
  if (readSearchInformation(page)?.totalResults === '0') return true;
  const query = queryOf(page).toLowerCase();
  return query !== '' && repeatsQueryAboveHints(page.root, query);
};
