import type { Element } from 'domhandler';
import { allBelow, ancestors, defined, firstBelow, isText, normalizeText, readText } from '@quarry/html';
import { textParts } from '../../image-tiles/text-parts.js';
import { readTarget } from '../../link-target.js';
import { queryOf } from '../../query-of.js';
import type { ResultsPage } from '../results-page.js';
import { tableRows } from './instant-answers.js';
import { searchLinks } from './search-links.js';
import type { RelatedQuestion } from './related-questions.js';

const MAX_LEVELS_UP = 9;
const MAX_QUESTIONS = 10;
const MIN_QUESTION_CHARS = 8;
/** Most links of one page around which the page is read. */
const MAX_LINKS = 150;
const ADDRESS = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?:\s[›>]|$)/u;
/** Links to a thing or person. */
const ENTITY = ['stick', 'si', 'kgmid'] as const;

const hasOwnText = ({ children }: Element): boolean =>
  children.some((child) => isText(child) && child.data.trim() !== '');

/** The first text below an element; no more is read. */
const firstText = (root: Element): string => {
  const first = firstBelow(root, hasOwnText);
  return first ? readText(first) : '';
};

/** The part of the page that begins with a question and ends with a search for it. */
const boxOf = (link: Element, query: string): Element | undefined =>
  ancestors(link)
    .slice(2, MAX_LEVELS_UP)
    .find((above) => firstText(above).toLowerCase() === query.toLowerCase());

const isHelp = (url: string): boolean => /^https?:\/\/support\.google\./.test(url);

const readOne = (box: Element, question: string, page: ResultsPage): RelatedQuestion => {
  const links = allBelow(box, ({ name }) => name === 'a');
  const source = links
    .map((link) => ({ link, target: readTarget(link.attribs['href'], page.url) }))
    .find(({ target }) => target?.kind === 'site' && !isHelp(target.url));
  const named = source ? textParts(source.link) : [];
  const displayedLink = named.find((part) => ADDRESS.test(part));
  const title = named.find((part) => part !== displayedLink);
  const rows = tableRows(box);
  const list = rows.map((row) => row.at(-1) ?? '').filter((item) => item !== '');
  const text = readText(box, { isLeftOut: ({ name }) => name === 'a' });
  const snippet = normalizeText(text.startsWith(question) ? text.slice(question.length) : text);
  return defined({
    question,
    ...(list.length > 1 ? { list } : { snippet: snippet || undefined }),
    title,
    link: source?.target?.url,
    displayedLink,
  });
};

/** Questions of pages without scripts: unmarked, but below each answer is a search for its question. */
export const readPlainQuestions = (page: ResultsPage): RelatedQuestion[] => {
  if (page.byId.has('rso')) return [];
  const found = new Map<string, RelatedQuestion>();
  const asked = queryOf(page).toLowerCase();
  for (const { element, url, query } of searchLinks(page).slice(0, MAX_LINKS)) {
    if (query.toLowerCase() === asked || ENTITY.some((name) => url.searchParams.has(name))) continue;
    if (query.length < MIN_QUESTION_CHARS || found.has(query) || found.size >= MAX_QUESTIONS) continue;
    if (readText(element).toLowerCase() === query.toLowerCase()) continue;
    const box = boxOf(element, query);
    const question = box && readOne(box, firstText(box), page);
    if (question && Object.keys(question).length > 1) found.set(query, question);
  }
  return [...found.values()];
};
