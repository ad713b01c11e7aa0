import { defined, isObject, type JsonObject, parseDocument, readText } from '@quarry/html';
import { stateBehind } from '../../../shared/embedded-state.js';
import { at, itemsOf, numberOf, textOf, type Json } from '../../../shared/json-values.js';
import { jobUrl, shownAge, type Job, type Listing, type Salary } from './job.js';

const CARDS = 'mosaic.providerData["mosaic-provider-jobcards"]';
const PAGE = 'window._initialData';

const readHtml = (html: string | undefined): string | undefined =>
  html === undefined ? undefined : textOf(readText(parseDocument(html).root));

const SALARY_TYPE = /^(?:YEARLY|MONTHLY|WEEKLY|DAILY|HOURLY)$/;

const readSalary = (result: JsonObject): Salary | undefined => {
  // An open end is -1, an open start 0. The site's own estimate is not an offer.
  const [min, max] = ['min', 'max'].map((name) => {
    const amount = numberOf(at(result, 'extractedSalary', name));
    return amount !== undefined && amount > 0 ? amount : undefined;
  });
  if (min === undefined && max === undefined) return undefined;
  const type = textOf(at(result, 'extractedSalary', 'type'))?.toUpperCase();
  return defined({
    min,
    max,
    type: type !== undefined && SALARY_TYPE.test(type) ? type : undefined,
    currency: textOf(at(result, 'salarySnippet', 'currency')),
  });
};

/** Labels of the named groups of attributes, each once. */
const labelsOf = (result: JsonObject, groups: ReadonlySet<string>): string[] | undefined => {
  const labels = itemsOf(result['taxonomyAttributes'])
    .filter((group) => groups.has(textOf(at(group, 'label')) ?? ''))
    .flatMap((group) => itemsOf(at(group, 'attributes')))
    .map((attribute) => textOf(at(attribute, 'label')))
    .filter((label) => label !== undefined);
  return labels.length > 0 ? [...new Set(labels)] : undefined;
};

const DETAILS: ReadonlySet<string> = new Set(['job-types', 'job-types-cc', 'shifts', 'schedules', 'remote']);
const BENEFITS: ReadonlySet<string> = new Set(['benefits']);

const detailsOf = (result: JsonObject): string[] | undefined => {
  const types = itemsOf(result['jobTypes']).map(textOf);
  const remote = textOf(at(result, 'remoteWorkModel', 'text'));
  const labels = [...types, ...(labelsOf(result, DETAILS) ?? []), remote].filter((label) => label !== undefined);
  return labels.length > 0 ? [...new Set(labels)] : undefined;
};

/** Times before the site existed are invalid. */
const EARLIEST_MS = Date.UTC(2000, 0, 1);
const LATEST_MS = Date.UTC(2100, 0, 1);

const isoDateOf = (result: JsonObject): string | undefined => {
  const timeMs = [result['pubDate'], result['createDate']].map(numberOf).find((time) => time !== undefined);
  return timeMs !== undefined && timeMs > EARLIEST_MS && timeMs < LATEST_MS
    ? new Date(timeMs).toISOString()
    : undefined;
};

const readJob = (result: Json, host: string): Job | undefined => {
  if (!isObject(result)) return undefined;
  const title = textOf(result['displayTitle']) ?? textOf(result['title']);
  const jobKey = textOf(result['jobkey']);
  if (title === undefined || jobKey === undefined) return undefined;
  return {
    title,
    company: textOf(result['company']) ?? textOf(result['truncatedCompany']),
    location: textOf(result['formattedLocation']),
    url: jobUrl(host, jobKey),
    jobKey,
    description: readHtml(textOf(result['snippet'])),
    sponsored: result['sponsored'] === true,
    date: textOf(result['formattedRelativeTime']),
    isoDate: isoDateOf(result),
    details: detailsOf(result),
    benefits: labelsOf(result, BENEFITS),
    salary: readSalary(result),
  };
};

const DAY_MS = 86_400_000;

/** Whole days from when the site had each listing to when it made the page: the ages that it shows. */
const agesOf = (cards: Json): ReadonlyMap<string, number> => {
  const madeAtMs = numberOf(at(cards, 'searchTimestamp'));
  const ages = new Map<string, number>();
  for (const result of itemsOf(at(cards, 'results'))) {
    const jobKey = textOf(at(result, 'jobkey'));
    const postedAtMs = numberOf(at(result, 'createDate'));
    const shown = shownAge(textOf(at(result, 'formattedRelativeTime')));
    const isTimed = madeAtMs !== undefined && postedAtMs !== undefined && postedAtMs > EARLIEST_MS;
    const age = isTimed ? Math.max(0, Math.floor((madeAtMs - postedAtMs) / DAY_MS)) : shown;
    if (jobKey !== undefined && age !== undefined) ages.set(jobKey, age);
  }
  return ages;
};

/** The link to the page after this one, with the mark that keeps the ranking. */
const nextOf = (page: Json): string | undefined => {
  const number = numberOf(at(page, 'pageNum'));
  const links = itemsOf(at(page, 'pageLinks'));
  const link = number === undefined ? undefined : links.find((one) => Number(at(one, 'label')) === number + 1);
  const href = textOf(at(link, 'href'));
  const mark = textOf(at(link, 'pp'));
  if (href === undefined) return undefined;
  return mark === undefined || /[?&]pp=/.test(href) ? href : `${href}&pp=${encodeURIComponent(mark)}`;
};

/** `hasPage`: whether the page's own state was present, with its total and its links to further pages. */
export interface ListingState extends Listing {
  readonly hasPage: boolean;
}

/** Reads the state of the page; undefined where it has no listings. Before 2023 it had no state of the page itself. */
export const readState = (source: string, host: string): ListingState | undefined => {
  const cards = at(stateBehind(source, CARDS), 'metaData', 'mosaicProviderJobCardsModel');
  const results = at(cards, 'results');
  if (!Array.isArray(results)) return undefined;
  const page = stateBehind(source, PAGE);
  const totalResults = numberOf(at(page, 'searchTitleBarModel', 'totalNumResults'));
  const related = itemsOf(at(page, 'relatedQueries'))
    .map((query) => textOf(at(query, 'query')))
    .filter((query) => query !== undefined);
  return {
    jobs: itemsOf(results)
      .map((result) => readJob(result, host))
      .filter((job) => job !== undefined),
    ages: agesOf(cards),
    saysNone: results.length === 0 && (totalResults === 0 || isObject(at(page, 'noSearchResultModel'))),
    keyword: textOf(at(cards, 'what')),
    location: textOf(at(cards, 'where')),
    totalResults,
    peopleAlsoSearchFor: related.length > 0 ? related : undefined,
    next: nextOf(page),
    hasPage: isObject(page),
  };
};
