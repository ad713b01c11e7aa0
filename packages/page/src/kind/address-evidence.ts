import type { PageKind } from '../source/page-content.js';
import type { Scores } from './scores.js';

const PATHS: readonly (readonly [PageKind, RegExp, number])[] = [
  [
    'thread',
    /\/(?:forums?|threads?|topics?|t|questions|discussions?|comments|viewtopic\.php|showthread\.php|issues|item)(?:\/[^/]+)*\/?$/,
    1.5,
  ],
  ['documentation', /\/(?:docs?|documentation|reference|manual|api|guides?|tutorial|readthedocs)(?:\/|$)/, 1.5],
  ['product', /\/(?:products?|p|dp|item|itm|artikel|produkte?|produit|producto|ip)\/[^/]+/, 1.5],
  [
    'listing',
    /\/(?:search|results|categor(?:y|ies)|collections|tags?|c|browse|kategorie|shop)(?:\/[^/]+){0,2}\/?$/,
    1.5,
  ],
  ['profile', /\/(?:users?|profile|people|members?|in|author|team|staff|biz|@[^/]+)\/[^/]+\/?$|\/@[^/]+\/?$/, 1.5],
  ['event', /\/(?:events?|e|veranstaltung(?:en)?|termine?|konzerte?|gigs?|agenda)\/[^/]+/, 1.5],
  ['recipe', /\/(?:recipes?|rezepte?|recettes?|recetas?|ricette?|receitas?)\/[^/]+/, 1.5],
  ['article', /\/(?:19|20)\d\d\/(?:0?[1-9]|1[0-2])\/|\/(?:news|blog|article|story|stories|artikel|archive)\/[^/]+/, 1],
];
const DOCS_HOST = /^(?:docs?|developers?|api|help|manual|wiki)\./;
const FORUM_HOST = /^(?:forums?|community|discuss|discourse|boards?|bugs|bugzilla)\./;
const SEARCH_KEYS = ['q', 'query', 'search', 's', 'keyword', 'search_query', 'ss'];
const MAX_PATH_CHARS = 300;

/** Evidence in the address: the words that sites use in it for the kinds of their pages. */
export const addressEvidence = (address: string, scores: Scores): void => {
  const url = URL.parse(address);
  if (!url) return;
  const path = url.pathname.slice(0, MAX_PATH_CHARS).toLowerCase();
  for (const [kind, pattern, weight] of PATHS) if (pattern.test(path)) scores[kind] += weight;
  if (DOCS_HOST.test(url.hostname)) scores.documentation += 1.5;
  if (FORUM_HOST.test(url.hostname)) scores.thread += 1.5;
  if (SEARCH_KEYS.some((key) => url.searchParams.has(key))) scores.listing += 2;
};
