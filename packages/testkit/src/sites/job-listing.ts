import { troubleOf } from './site-trouble.js';
import type { SitePages } from './site-pages.js';

const PAGE_SIZE = 15;
const PAGES = 3;

const jobOf = (keyword: string, place: string, index: number): Record<string, unknown> => ({
  jobkey: `00000000${String(index).padStart(8, '0')}`,
  displayTitle: `${keyword} ${index}`,
  company: `Company ${index % 4}`,
  formattedLocation: place,
  snippet: `<ul><li>Works as <b>${keyword}</b>.</li></ul>`,
  sponsored: index % 5 === 0,
  formattedRelativeTime: `${index} days ago`,
  pubDate: Date.UTC(2026, 5, 1) - index * 86_400_000,
  jobTypes: ['Full-time'],
  taxonomyAttributes: [{ label: 'benefits', attributes: [{ label: 'Paid time off', suid: 'X' }] }],
  extractedSalary: { min: 20 + index, max: 30 + index, type: 'HOURLY' },
  salarySnippet: { currency: 'USD' },
});

/** Data in a script, escaped so that it does not end it. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

/** Job listings: three pages of fifteen for any search, none for `!none`. */
export const jobListing: SitePages = ({ pathname, searchParams }) => {
  if (pathname !== '/jobs') return undefined;
  const [keyword, place] = [searchParams.get('q') ?? '', searchParams.get('l') ?? ''];
  const trouble = troubleOf(keyword);
  if (trouble) return trouble;
  const isEmpty = keyword.startsWith('!none');
  const start = Number(searchParams.get('start') ?? 0);
  const results = Array.from({ length: isEmpty ? 0 : PAGE_SIZE }, (_unused, index) =>
    jobOf(keyword, place, start + index),
  );
  const page = {
    pageNum: start / 10 + 1,
    pageLinks: Array.from({ length: isEmpty ? 0 : PAGES }, (_unused, index) => ({
      label: index + 1,
      href: `/jobs?${new URLSearchParams({ q: keyword, l: place, start: String(index * 10) }).toString()}`,
      pp: index === 0 ? null : `mark${index}`,
    })),
    searchTitleBarModel: { totalNumResults: isEmpty ? 0 : PAGE_SIZE * PAGES },
    noSearchResultModel: isEmpty ? {} : null,
  };
  const cards = { metaData: { mosaicProviderJobCardsModel: { what: keyword, where: place, results } } };
  return {
    body: `<!doctype html><html><head><title>Jobs</title></head><body><h1>Jobs</h1><script>window._initialData=${inScript(page)};</script>
<script>window.mosaic.providerData["mosaic-provider-jobcards"]=${inScript(cards)};</script></body></html>`,
  };
};
