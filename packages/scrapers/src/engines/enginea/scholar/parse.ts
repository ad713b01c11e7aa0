import type { OperationBody } from '@quarry/contracts';
import { filled } from '@quarry/html';
import { type EngineDocument, type ParsedResults, pageUrlOr } from '../../../scraper/engine.js';
import { blockOf, saysNoArticles } from './page-signs.js';
import { readProfiles } from './profiles.js';
import { readArticle } from './read-article.js';
import { readScholarPage } from './scholar-page.js';
import { readSearchInformation } from './search-information.js';
import { readPagination, readRelatedSearches } from './search-links.js';

export type ScholarBody = OperationBody<'enginea/scholar'>;

/** Blocks that a page of scholarly articles may have, by their keys in the answer. */
export const SCHOLAR_BLOCKS = [
  'organicResults',
  'searchInformation',
  'profiles',
  'relatedSearches',
  'pagination',
] as const;

/** Address assumed for a page without its own address. */
const DEFAULT_PAGE_URL = 'https://scholar.google.com/scholar';

/** Parses a page of scholarly articles. Pure, linear in the page, never throws for its content. */
export const parseScholar = ({ text, url, offset }: EngineDocument): ParsedResults<ScholarBody> => {
  const page = readScholarPage(text, pageUrlOr(DEFAULT_PAGE_URL, url));
  const organicResults = page.articles
    .flatMap((article) => readArticle(article, page.url) ?? [])
    .map((article, index) => ({ position: index + 1, ...article }));
  const searchInformation = readSearchInformation(page);
  if (organicResults.length === 0) {
    const reason = blockOf(page);
    if (reason !== undefined) return { outcome: 'blocked', reason };
    if (!saysNoArticles(page, searchInformation?.totalResults))
      return { outcome: 'unrecognized', reason: 'no_results_found' };
  }
  const blocks = filled<Omit<ScholarBody, 'organicResults'>>({
    searchInformation,
    profiles: readProfiles(page),
    relatedSearches: readRelatedSearches(page),
    pagination: readPagination(page, offset),
  });
  return {
    outcome: 'ok',
    result: { organicResults, ...blocks },
    blocks: [...(organicResults.length > 0 ? ['organicResults'] : []), ...Object.keys(blocks)],
  };
};
