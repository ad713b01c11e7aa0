import { numberIn, type EngineAsk, type EnginePages } from './engine-pages.js';
import { captchaPage, noResultsPage, resultsPage, scriptShell } from './results-page.js';

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

/** Which search of the engine an address is of. */
export const engineaPagesOf = ({ url }: EngineAsk): EnginePages | undefined =>
  url.pathname === '/search' ? SERP : undefined;
