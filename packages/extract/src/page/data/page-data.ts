import { findMainPart } from '../main-part.js';
import type { MicrodataItem, PageData } from '../page-content.js';
import type { PageSource } from '../page-source.js';
import { writeText } from '../text-writer.js';
import { readArticleFacts } from './article-facts.js';
import { readHeadData } from './head-data.js';
import { readHeadingsAndTables } from './headings-and-tables.js';
import { readMicrodata } from './microdata.js';

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
  const facts = readArticleFacts(head, microdata.filter(isArticleItem));
  const { headings, tables } = readHeadingsAndTables(source);
  const data: Record<keyof PageData, unknown> = {
    title: facts.title ?? headings.find(({ level }) => level === 1)?.text,
    byline: facts.byline,
    published: facts.published,
    language: facts.language,
    description: facts.description,
    canonical: head.canonical,
    openGraph: head.openGraph,
    jsonLd: head.jsonLd,
    microdata,
    headings,
    tables,
    text: writeText(source, findMainPart(source) ?? source.root),
  };
  return Object.fromEntries(Object.entries(data).filter(([, value]) => isPresent(value)));
};
