import { filled } from '@quarry/html';
import { type EngineDocument, type ParsedResults, pageUrlOr } from '../../../scraper/engine.js';
import { refusalOfPage } from '../refusals.js';
import { parseImages } from '../images/parse.js';
import { DEFAULT_PAGE_URL } from '../link-target.js';
import { readProductAds, readTileProducts } from '../products/products-of-page.js';
import { parseShopping } from '../shopping/parse.js';
import { readAdvertisements } from './blocks/advertisements.js';
import { readAiOverview } from './blocks/ai-overview.js';
import { readAnswerBox } from './blocks/answer-box.js';
import { readCards, readNewsResults } from './blocks/cards.js';
import { readDiscussions } from './blocks/discussions.js';
import { readInlinePictures } from './blocks/inline-pictures.js';
import { readKnowledgeGraph } from './blocks/knowledge-graph.js';
import { readLocalAds, readLocalResults } from './blocks/local-results.js';
import { readAppliedLocation, readFilters } from './blocks/page-facts.js';
import { readPlainQuestions } from './blocks/plain-questions.js';
import { readRelatedQuestions, type RelatedQuestion } from './blocks/related-questions.js';
import { readSearchInformation } from './blocks/search-information.js';
import { readPagination, readRelatedSearches } from './blocks/search-links.js';
import { findPlainResults, findResults, type FoundResults } from './find-results.js';
import { saysNoResults } from './no-results.js';
import { readOrganic } from './organic-results.js';
import { readResultsPage, type ResultsPage } from './results-page.js';
import type { SerpBody } from './serp-body.js';

/** Blocks that a page of web results may have, by their keys in the answer. */
export const SERP_BLOCKS = [
  'organicResults',
  'searchInformation',
  'localResults',
  'newsResults',
  'answerBox',
  'aiOverview',
  'knowledgeGraph',
  'relatedQuestions',
  'relatedSearches',
  'perspectives',
  'immersiveProducts',
  'topStories',
  'inlineVideos',
  'recipesResults',
  'discussionsAndForums',
  'inlineImages',
  'inlineShoppingResults',
  'localAds',
  'adResults',
  'filters',
  'imagesResults',
  'shoppingResults',
  'appliedLocation',
  'pagination',
] as const;

const readQuestions = (page: ResultsPage): RelatedQuestion[] => {
  const questions = readRelatedQuestions(page);
  return questions.length > 0 ? questions : readPlainQuestions(page);
};

/** Marks of every product advertisement: pages without them are not searched. */
const PRODUCT_AD = ['pla-unit', 'plap', 'sh-np__click-target'] as const;

const findAll = (page: ResultsPage): FoundResults => {
  const found = findResults(page);
  return found.results.length + found.answers.length > 0 ? found : { results: findPlainResults(page), answers: [] };
};

/** The requested kind of search; none for web pages. */
const verticalOf = ({ url }: ResultsPage): string | null => new URL(url).searchParams.get('tbm');

/** Kinds of search whose pages are those of operations of their own. */
const otherKind = (document: EngineDocument, url: string): ParsedResults<SerpBody> | undefined => {
  const { searchParams } = new URL(url);
  const [tbm, udm] = [searchParams.get('tbm'), searchParams.get('udm')];
  const parsed =
    tbm === 'isch' || udm === '2'
      ? parseImages(document)
      : tbm === 'shop' || udm === '28'
        ? parseShopping(document)
        : undefined;
  return parsed?.outcome === 'ok' ? { ...parsed, result: { organicResults: [], ...parsed.result } } : parsed;
};

/** Parses a page of web results. Pure, linear in the page, never throws for its content. */
export const parseSerp = (document: EngineDocument): ParsedResults<SerpBody> => {
  const { text } = document;
  const url = pageUrlOr(DEFAULT_PAGE_URL, document.url);
  const other = otherKind(document, url);
  if (other) return other;
  const page = readResultsPage(text, url);
  const { results, answers } = findAll(page);
  const localResults = readLocalResults(page);
  const newsResults = verticalOf(page) === 'nws' ? readNewsResults(page) : [];
  const isOther = newsResults.length > 0 || (verticalOf(page) === 'lcl' && localResults !== undefined);
  if (results.length === 0 && !isOther && !saysNoResults(page)) {
    return refusalOfPage(text) ?? { outcome: 'unrecognized', reason: 'no_results_found' };
  }
  const blocks = filled<Omit<SerpBody, 'organicResults'>>({
    localResults,
    newsResults,
    searchInformation: readSearchInformation(page),
    answerBox: readAnswerBox(page, answers),
    aiOverview: readAiOverview(page),
    knowledgeGraph: readKnowledgeGraph(page),
    relatedQuestions: readQuestions(page),
    relatedSearches: readRelatedSearches(page),
    immersiveProducts: page.marked.has('data-pvt') ? readTileProducts(page) : [],
    ...readCards(page, results),
    discussionsAndForums: readDiscussions(page),
    inlineImages: readInlinePictures(page),
    inlineShoppingResults: PRODUCT_AD.some((mark) => text.includes(mark)) ? readProductAds(page) : [],
    localAds: readLocalAds(page),
    adResults: readAdvertisements(page),
    filters: readFilters(page),
    appliedLocation: readAppliedLocation(page),
    pagination: readPagination(page),
  });
  // In a search for news, news are not also web results.
  const organicResults = (newsResults.length > 0 ? [] : results).map((result, index) =>
    readOrganic(result, index + 1, page),
  );
  return {
    outcome: 'ok',
    result: { organicResults, ...blocks },
    blocks: [...(organicResults.length > 0 ? ['organicResults'] : []), ...Object.keys(blocks)],
  };
};
