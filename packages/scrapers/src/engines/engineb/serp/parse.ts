import type { OperationBody } from '@quarry/contracts';
import type { Element } from 'domhandler';
import { allBelow, filled } from '@quarry/html';
import { type EngineDocument, type ParsedResults, pageUrlOr } from '../../../scraper/engine.js';
import { DEFAULT_PAGE_URL } from '../link-target.js';
import { readAdvertisements } from './blocks/advertisements.js';
import { readAiAnswer } from './blocks/ai-answer.js';
import { readPagination, readRelatedSearches } from './blocks/search-links.js';
import { isChallenge, saysNoResults } from './no-results.js';
import { readOrganic, type OrganicResult } from './organic-results.js';
import { isNamedResult, readResultsPage, type ResultsPage } from './results-page.js';

/**
 * Why a page may be incomplete. `no_results`: the engine gives clients that it does not trust this page for
 * any search. `trimmed`: web results alone, which such clients get. Another exit can confirm it.
 */
export type EnginebDoubt = 'no_results' | 'trimmed';

export type EnginebSerpBody = OperationBody<'engineb/serp'>;

/** Blocks that a page may have, by their keys in the answer. */
export const ENGINEB_SERP_BLOCKS = ['organicResults', 'ads', 'aiAnswer', 'relatedSearches', 'pagination'] as const;

/** Most web results of one page; the engine gives fifty at most. */
export const MAX_RESULTS = 100;

const readParts = (elements: readonly Element[], page: ResultsPage): OrganicResult[] => {
  const found: OrganicResult[] = [];
  for (const element of elements) {
    if (found.length >= MAX_RESULTS) break;
    const read = readOrganic(element, found.length + 1, page);
    if (read) found.push(read);
  }
  return found;
};

/** A single answer has one or two results of its own. */
const MIN_NESTED = 3;

/** Results that unbalanced markup has put into the part before them. For pages without any other. */
const readNested = (page: ResultsPage): OrganicResult[] => {
  const nested = page.parts
    .filter(({ column }) => column === 'main')
    .flatMap(({ element }) => allBelow(element, isNamedResult));
  const found = readParts(nested, page);
  return found.length >= MIN_NESTED ? found : [];
};

const readOrganics = (page: ResultsPage): OrganicResult[] => {
  const parts = page.parts.filter(({ kind, column }) => kind === 'organic' && column === 'main');
  const found = readParts(
    parts.map(({ element }) => element),
    page,
  );
  return found.length > 0 || saysNoResults(page) ? found : readNested(page);
};

const doubtAbout = ({ parts }: ResultsPage, organics: number): EnginebDoubt | undefined => {
  if (organics === 0) return 'no_results';
  return parts.some(({ kind }) => kind === 'answer' || kind === 'ad') ? undefined : 'trimmed';
};

/** Parses a page of web results. Pure, linear in the page, never throws for its content. */
export const parseEnginebSerp = ({ text, url }: EngineDocument): ParsedResults<EnginebSerpBody> => {
  const page = readResultsPage(text, pageUrlOr(DEFAULT_PAGE_URL, url));
  const organicResults = readOrganics(page);
  if (organicResults.length === 0) {
    // A page that asks something of its reader says nothing of the search.
    if (isChallenge(page)) return { outcome: 'blocked', reason: 'captcha' };
    if (!saysNoResults(page)) return { outcome: 'unrecognized', reason: 'no_results_found' };
  }
  const blocks = filled<Omit<EnginebSerpBody, 'organicResults'>>({
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
