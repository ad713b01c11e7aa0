import type { EngineDocument, ParsedResults } from '../../../scraper/engine.js';
import { readText } from '../../shared/reader-text.js';
import { DEFAULT_PAGE_URL, hostOf, isUnresolved } from '../link-target.js';
import { nextPageOfForms, type EnginecNextPage } from './next-page.js';
import { isAnomaly, isShell, saysNoResults } from './page-signs.js';
import { isData, readData } from './read-data.js';
import { hasPassage, readEntry } from './read-entry.js';
import { readResultsPage, type Entry, type ResultsPage } from './results-page.js';
import { readSearchAssist } from './search-assist.js';
import { pageUrlOr } from '../../shared/page-url.js';

/** Blocks that a page may have, by their keys in the answer. */
export const ENGINEC_SERP_BLOCKS = ['organicResults', 'ads', 'searchAssist', 'pagination'] as const;

interface Found {
  readonly organics: readonly Record<string, unknown>[];
  readonly ads: readonly Record<string, unknown>[];
  readonly searchAssist?: unknown;
  readonly next: EnginecNextPage | undefined;
}

const ranked = (rows: readonly Record<string, unknown>[]): Record<string, unknown>[] =>
  rows.map((row, index) => ({ position: index + 1, ...row }));

const answerOf = ({ organics, ads, searchAssist, next }: Found): ParsedResults => ({
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

const parseData = (text: string): ParsedResults => {
  if (/\banomalyDetectionBlock\(/.test(text)) return { outcome: 'blocked', reason: 'anomaly' };
  if (/\bis506\s*=\s*1/.test(text)) return { outcome: 'unrecognized', reason: 'engine_overloaded' };
  const data = readData(text);
  if (!data || (data.organics.length === 0 && !data.saysNone))
    return { outcome: 'unrecognized', reason: 'no_results_found' };
  return answerOf(data);
};

const toRow = (entry: Entry, page: ResultsPage, passage: 'snippet' | 'description'): Record<string, unknown> => {
  const { snippet, displayedLink, date, sitelinks } = readEntry(entry, page.url);
  const isAd = passage === 'description';
  const source = hostOf(isUnresolved(entry.target.url) ? `https://${displayedLink ?? ''}` : entry.target.url);
  return {
    title: readText(entry.title),
    link: entry.target.url,
    ...(displayedLink === undefined ? {} : { displayedLink }),
    ...(source === undefined ? {} : { source }),
    ...(snippet === undefined ? {} : { [passage]: snippet }),
    ...(date === undefined || isAd ? {} : { date }),
    ...(sitelinks === undefined || isAd ? {} : { sitelinks }),
  };
};

const parsePage = (page: ResultsPage, { text, offset }: EngineDocument): ParsedResults => {
  // A shell may show the one official site of what is searched for, and no result before its scripts have run.
  const isFilled = page.entries.length > 1 || page.entries.some(hasPassage) || !isShell(text);
  const organics = page.entries
    .filter(({ kind }) => isFilled && kind === 'organic')
    .map((entry) => toRow(entry, page, 'snippet'));
  if (organics.length === 0) {
    if (isAnomaly(page)) return { outcome: 'blocked', reason: 'anomaly' };
    if (!saysNoResults(page))
      return { outcome: 'unrecognized', reason: isShell(text) ? 'script_shell' : 'no_results_found' };
  }
  const before = offset ?? Number(new URL(page.url).searchParams.get('s') ?? 0);
  return answerOf({
    organics,
    ads: page.entries.filter(({ kind }) => kind === 'ad').map((entry) => toRow(entry, page, 'description')),
    searchAssist: readSearchAssist(page),
    next: organics.length > 0 ? nextPageOfForms(page.root, before || 0) : undefined,
  });
};

/** Parses a page of web results, or the data of one. Pure, linear in the page, never throws for what a page holds. */
export const parseEnginecSerp = (document: EngineDocument): ParsedResults =>
  isData(document.text)
    ? parseData(document.text)
    : parsePage(readResultsPage(document.text, pageUrlOr(DEFAULT_PAGE_URL, document.url)), document);
