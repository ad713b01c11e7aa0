import type { OperationBody } from '@quarry/contracts';
import { presentBlocks } from '../../shared/present-blocks.js';
import type { EngineDocument, ParsedResults } from '../../../scraper/engine.js';
import { DEFAULT_PAGE_URL } from '../link-target.js';
import { readAdvertisements } from './blocks/advertisements.js';
import { readAiAnswer } from './blocks/ai-answer.js';
import { readPagination, readRelatedSearches } from './blocks/search-links.js';
import { isChallenge, saysNoResults } from './no-results.js';
import { readOrganic, type OrganicResult } from './organic-results.js';
import { readResultsPage, type ResultsPage } from './results-page.js';
import { pageUrlOr } from '../../shared/page-url.js';

/**
 * Why a page may be less than what the engine has. `no_results`: the engine gives clients that it does not trust this page for
 * any search. `trimmed`: nothing but web results, as such clients get it. Another exit tells.
 */
export type EnginebDoubt = 'no_results' | 'trimmed';

export type EnginebSerpBody = OperationBody<'engineb/serp'>;

/** Blocks that a page may have, by their keys in the answer. */
export const ENGINEB_SERP_BLOCKS = ['organicResults', 'ads', 'aiAnswer', 'relatedSearches', 'pagination'] as const;

/** Most web results of one page; the engine gives fifty at most. */
export const MAX_RESULTS = 100;

const readOrganics = (page: ResultsPage): OrganicResult[] => {
  const found: OrganicResult[] = [];
  for (const { kind, column, element } of page.parts) {
    if (kind !== 'organic' || column !== 'main' || found.length >= MAX_RESULTS) continue;
    const read = readOrganic(element, found.length + 1, page);
    if (read) found.push(read);
  }
  return found;
};

const doubtAbout = ({ parts }: ResultsPage, organics: number): EnginebDoubt | undefined => {
  if (organics === 0) return 'no_results';
  return parts.some(({ kind }) => kind === 'answer' || kind === 'ad') ? undefined : 'trimmed';
};

/** Parses a page of web results. Pure, linear in the page, never throws for what a page holds. */
export const parseEnginebSerp = ({ text, url }: EngineDocument): ParsedResults<EnginebSerpBody> => {
  const page = readResultsPage(text, pageUrlOr(DEFAULT_PAGE_URL, url));
  const organicResults = readOrganics(page);
  if (organicResults.length === 0 && !saysNoResults(page)) {
    return isChallenge(page)
      ? { outcome: 'blocked', reason: 'captcha' }
      : { outcome: 'unrecognized', reason: 'no_results_found' };
  }
  const blocks = presentBlocks<Omit<EnginebSerpBody, 'organicResults'>>({
    ads: readAdvertisements(page),
    aiAnswer: readAiAnswer(page),
    relatedSearches: readRelatedSearches(page),
    pagination: readPagination(page),
  });
  const doubt = doubtAbout(page, organicResults.length);
  return {
    outcome: 'ok',
    result: { organicResults, ...blocks },
    blocks: [...(organicResults.length > 0 ? ['organicResults'] : []), ...Object.keys(blocks)],
    ...(doubt === undefined ? {} : { doubt }),
  };
};
