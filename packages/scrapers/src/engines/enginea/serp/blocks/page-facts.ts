import type { Element } from 'domhandler';
import { allBelow, ancestors, normalizeText, readText } from '@quarry/html';
import { textParts } from '../../image-tiles/text-parts.js';
import { queryOf } from '../../query-of.js';
import type { ResultsPage } from '../results-page.js';
import { searchLinks } from './search-links.js';

/** Another kind of search for the same words, or a narrower one. */
export interface SearchFilter {
  readonly title: string;
  readonly link: string;
}

const MAX_STEPS_UP = 3;
const MAX_PARTS = 10;
const MAX_FILTERS = 30;
const MAX_FILTER_CHARS = 30;
const KINDS = ['tbm', 'udm'] as const;
const PAGED = ['start', 'ludocid', 'ibp', 'stick', 'kgmid', 'imgrc', 'vet'] as const;
const RESULT_IDS: ReadonlySet<string> = new Set(['rso', 'search', 'rhs', 'botstuff', 'bres', 'taw', 'tads']);

const isAmongResults = (element: Element): boolean =>
  ancestors(element).some(({ attribs }) => RESULT_IDS.has(attribs['id'] ?? ''));

/** Kinds of search that the page offers for the same words, above its results. */
export const readFilters = (page: ResultsPage): SearchFilter[] => {
  const asked = queryOf(page).toLowerCase();
  const found = new Map<string, SearchFilter>();
  const titles = new Set(page.titles.filter(({ region }) => region === undefined).map(({ link }) => link));
  const first = page.links.findIndex((link) => titles.has(link));
  const before = new Set(first < 0 ? page.links : page.links.slice(0, first));
  for (const { element, url, query } of searchLinks(page)) {
    if (!before.has(element) || found.size >= MAX_FILTERS || query.toLowerCase() !== asked) continue;
    if (!KINDS.some((name) => url.searchParams.has(name)) || PAGED.some((name) => url.searchParams.has(name))) continue;
    const title = readText(element);
    if (title === '' || title.length > MAX_FILTER_CHARS || found.has(title) || isAmongResults(element)) continue;
    found.set(title, { title, link: url.href });
  }
  return [...found.values()];
};

const isNamed = (part: string): boolean => /[\p{L}\p{N}]{2}/u.test(part);

/** The place of the search, as the page states it. */
export const readAppliedLocation = ({ byId, links }: ResultsPage): string | undefined => {
  const about = links.find(({ attribs }) => /ws_settings_location/.test(attribs['href'] ?? ''));
  const box = byId.get('swml') ?? (about && ancestors(about)[MAX_STEPS_UP]);
  if (!box) return undefined;
  const leading = new Set(
    allBelow(box, ({ name, attribs }) => name === 'a' && !(attribs['href'] ?? '#').startsWith('#')).map((link) =>
      readText(link),
    ),
  );
  const parts = textParts(box)
    .map((part) => normalizeText(part.replace(/^[\s·–-]+|[\s·–-]+$/g, '')))
    .filter((part) => isNamed(part) && !leading.has(part));
  // The place, then its source: one part alone is a word of the menu, and many parts are a whole page.
  return parts.length > 1 && parts.length <= MAX_PARTS && (parts[0] ?? '').length <= 100 ? parts[0] : undefined;
};
