import { defined, readText } from '@quarry/html';
import { type EngineDocument, type ParsedResults, pageUrlOr } from '../../../scraper/engine.js';
import { DEFAULT_PAGE_URL, hostOf, isUnresolved } from '../link-target.js';
import { nextPageOfForms, type EnginecNextPage } from './next-page.js';
import { isAnomaly, isShell, saysNoResults } from './page-signs.js';
import { isData, readData } from './read-data.js';
import { hasPassage, readEntry } from './read-entry.js';
import { readResultsPage, type Entry, type ResultsPage } from './results-page.js';
import { readSearchAssist } from './search-assist.js';
import type { Ad, Organic, SerpBody } from './serp-body.js';

/** Blocks that a page may have, by their keys in the answer. */
export const ENGINEC_SERP_BLOCKS = ['organicResults', 'ads', 'searchAssist', 'pagination'] as const;

interface Found {
  readonly organics: readonly Organic[];
  readonly ads: readonly Ad[];
  readonly searchAssist?: SerpBody['searchAssist'];
  readonly next: EnginecNextPage | undefined;
}

const ranked = <T extends object>(rows: readonly T[]): (T & { readonly position: number })[] =>
  rows.map((row, index) => ({ position: index + 1, ...row }));

const answerOf = ({ organics, ads, searchAssist, next }: Found): ParsedResults<SerpBody> => ({
  outcome: 'ok',
  result: {
    organicResults: ranked(organics),
    ...(ads.length > 0 ? { ads: ranked(ads) } : {}),
    ...(searchAssist === undefined ? {} : { searchAssist }),
  },
  blocks: [
    ...(organics.length > 0 ? ['organicResults'] : []),
    ...(ads.length > 0 ? ['ads'] : []),
    ...(searchAssist === undefined ? [] : ['searchAssist']),
    ...(next ? ['pagination'] : []),
  ],
  ...(next ? { next } : {}),
});

const parseData = (text: string): ParsedResults<SerpBody> => {
  if (/\banomalyDetectionBlock\(/.test(text)) return { outcome: 'blocked', reason: 'anomaly' };
  if (/\bis506\s*=\s*1/.test(text)) return { outcome: 'unrecognized', reason: 'engine_overloaded' };
  const data = readData(text);
  if (!data || (data.organics.length === 0 && !data.saysNone))
    return { outcome: 'unrecognized', reason: 'no_results_found' };
  return answerOf(data);
};

const headOf = ({ title, target }: Entry, displayedLink: string | undefined): Pick<Organic, 'title' | 'link'> & Ad => {
  const source = hostOf(isUnresolved(target.url) ? `https://${displayedLink ?? ''}` : target.url);
  return defined({ title: readText(title), link: target.url, displayedLink, source });
};

const toOrganic = (entry: Entry, page: ResultsPage): Organic => {
  const { snippet, displayedLink, date, sitelinks } = readEntry(entry, page.url);
  return defined({ ...headOf(entry, displayedLink), snippet, date, sitelinks });
};

const toAd = (entry: Entry, page: ResultsPage): Ad => {
  const { snippet, displayedLink } = readEntry(entry, page.url);
  return defined({ ...headOf(entry, displayedLink), description: snippet });
};

const parsePage = (page: ResultsPage, { text, offset }: EngineDocument): ParsedResults<SerpBody> => {
  // A shell may show the one official site of the search, and no results before its scripts have run.
  const isFilled = page.entries.length > 1 || page.entries.some(hasPassage) || !isShell(text);
  const organics = page.entries
    .filter(({ kind }) => isFilled && kind === 'organic')
    .map((entry) => toOrganic(entry, page));
  if (organics.length === 0) {
    if (isAnomaly(page)) return { outcome: 'blocked', reason: 'anomaly' };
    if (!saysNoResults(page))
      return { outcome: 'unrecognized', reason: isShell(text) ? 'script_shell' : 'no_results_found' };
  }
  const before = offset ?? Number(new URL(page.url).searchParams.get('s') ?? 0);
  return answerOf({
    organics,
    ads: page.entries.filter(({ kind }) => kind === 'ad').map((entry) => toAd(entry, page)),
    searchAssist: readSearchAssist(page),
    next: organics.length > 0 ? nextPageOfForms(page.root, before || 0) : undefined,
  });
};

/** Parses a page of web results, or the data of one. Pure, linear in the page, never throws for its content. */
export const parseEnginecSerp = (document: EngineDocument): ParsedResults<SerpBody> =>
  isData(document.text)
    ? parseData(document.text)
    : parsePage(readResultsPage(document.text, pageUrlOr(DEFAULT_PAGE_URL, document.url)), document);
