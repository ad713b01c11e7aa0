import { AI_MODE_PAGES } from './ai-mode-pages.js';
import { numberIn, type EngineAsk, type EnginePages } from './engine-pages.js';
import { IMAGES_PAGES } from './images-pages.js';
import { captchaPage, noResultsPage, resultsPage, scriptShell } from './results-page.js';
import { SCHOLAR_PAGES } from './scholar-pages.js';
import { SHOPPING_PAGES } from './shopping-pages.js';

const KINDS: Readonly<Record<string, EnginePages>> = {
  '50': AI_MODE_PAGES,
  '28': SHOPPING_PAGES,
  shop: SHOPPING_PAGES,
  '2': IMAGES_PAGES,
  isch: IMAGES_PAGES,
};

const SERP: EnginePages = {
  results: ({ url: { searchParams }, query }) =>
    resultsPage({
      query,
      start: numberIn(searchParams, 'start', 0),
      count: Math.min(100, numberIn(searchParams, 'num', 10)),
    }),
  none: ({ query }) => noResultsPage(query),
  question: ({ query }) => captchaPage(query),
  shell: ({ query }) => scriptShell(query, 10),
};

/** The kind of search of an address: by today's number, or by the older word. */
export const engineaPagesOf = ({ url: { pathname, searchParams } }: EngineAsk): EnginePages | undefined => {
  if (pathname === '/scholar') return SCHOLAR_PAGES;
  if (pathname !== '/search') return undefined;
  const kind = searchParams.get('udm') ?? searchParams.get('tbm') ?? '';
  return KINDS[kind] ?? SERP;
};
