import { keepMainContent } from '../main/keep-main-content.js';
import type { MicrodataItem, PageData } from '../source/page-content.js';
import type { PageSource } from '../source/page-source.js';
import { writeText } from '../writers/text-writer.js';
import { readArticleFacts } from './article-facts.js';
import { guessPageKind } from '../kind/page-kind.js';
import { readHeadData } from './head-data.js';
import { readHeadingsAndTables } from './headings-and-tables.js';
import { readMicrodata } from './microdata.js';
import { withoutSites } from './stated-authors.js';
import { readVisibleCredits } from './visible-credits.js';
import { dayOfState } from './state-dates.js';
import { dayOfAddress } from './visible-dates.js';

const isArticleItem = (item: MicrodataItem): boolean =>
  item.type?.some((type) => /(?:Article|Posting|Report|Recipe)$/.test(type)) ?? false;

const isPresent = (value: unknown): boolean => {
  if (value === undefined || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value !== 'object' || value === null || Object.keys(value).length > 0;
};

/** A web page as data, from its own statements first and its visible structure second. */
export const readPageData = (source: PageSource): PageData => {
  const head = readHeadData(source);
  const microdata = readMicrodata(source);
  const { headings, tables } = readHeadingsAndTables(source);
  const facts = readArticleFacts(head, microdata.filter(isArticleItem), {
    url: source.url,
    headings,
  });
  const isCredited =
    facts.byline !== undefined && !facts.isSiteByline && facts.published !== undefined && !facts.isVagueDate;
  const credits = isCredited ? undefined : readVisibleCredits(source, facts.title, headings.length > 0);
  const shownByline = credits?.byline === undefined ? undefined : withoutSites(credits.byline, facts.sites);
  const stated = facts.isVagueDate ? (credits?.saidPublished ?? facts.published) : facts.published;
  const data: Record<keyof PageData, unknown> = {
    title: facts.title,
    byline: facts.isSiteByline ? (shownByline ?? facts.byline) : (facts.byline ?? shownByline),
    published: stated ?? credits?.published ?? dayOfAddress(head.canonical ?? source.url) ?? dayOfState(source.root),
    language: facts.language,
    description: facts.description,
    canonical: head.canonical,
    openGraph: head.openGraph,
    jsonLd: head.jsonLd,
    microdata,
    headings,
    tables,
    pageKind: guessPageKind(source, {
      head,
      microdata,
      titles: headings.filter(({ level }) => level === 1).map(({ text }) => text),
    }),
    text: writeText(keepMainContent(source)),
  };
  return Object.fromEntries(Object.entries(data).filter(([, value]) => isPresent(value)));
};
