import { troubleOf } from './site-trouble.js';
import type { SitePages } from './site-pages.js';

const PAGE_SIZE = 10;
const TOTAL = 25;

const rowOf = (keyword: string, index: number): Record<string, unknown> => ({
  bizId: `place-${index}`,
  searchResultBusiness: {
    isAd: false,
    name: `${keyword} ${index + 1}`,
    businessUrl: `/biz/place-${index}`,
    categories: [{ title: 'Coffee &amp; Tea' }],
    priceRange: '$$',
    rating: 4.5,
    reviewCount: 12 + index,
    formattedAddress: `${index + 1} Quarry Rd`,
    neighborhoods: ['Old Town'],
    phone: '(415) 555-0100',
  },
  snippet: { text: 'A good [[HIGHLIGHT]]place[[ENDHIGHLIGHT]] to sit' },
});

/** Pages of ten of 25 places for any search, `!word` makes trouble. */
export const placeSearch: SitePages = ({ pathname, searchParams }) => {
  if (pathname !== '/search') return undefined;
  const [keyword, location] = [searchParams.get('find_desc') ?? '', searchParams.get('find_loc') ?? ''];
  const trouble = troubleOf(keyword);
  if (trouble) return trouble;
  const startResult = Number(searchParams.get('start') ?? 0);
  const count = Math.max(0, Math.min(PAGE_SIZE, TOTAL - startResult));
  const rows = Array.from({ length: count }, (_unused, index) => rowOf(keyword, startResult + index));
  const pager = { type: 'pagination', props: { totalResults: TOTAL, resultsPerPage: PAGE_SIZE, startResult } };
  const searchPageProps = {
    mainContentComponentsListProps: [...rows, pager],
    consumerHeaderProps: { initialSearchDisplayVal: keyword, initialLocationDisplayVal: location },
  };
  const state = JSON.stringify({ legacyProps: { searchAppProps: { searchPageProps } } }).replaceAll('<', '\\u003c');
  return {
    body: `<!doctype html><html><head><title>${rows.length} places</title></head><body><h1>Places</h1>
<p>${'A search for places. '.repeat(20)}</p>
<script data-id="react-root-props">window.react_root_props = ${state};</script></body></html>`,
  };
};
