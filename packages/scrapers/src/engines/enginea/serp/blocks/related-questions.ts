import type { Element } from 'domhandler';
import { defined, firstBelow, isDateIn, isHidden, normalizeText, readText, walk } from '@quarry/html';
import { readTarget, type LinkTarget } from '../../link-target.js';
import { textParts } from '../../image-tiles/text-parts.js';
import { queryOf } from '../../query-of.js';
import type { ResultsPage } from '../results-page.js';
import type { RowOf } from '../serp-body.js';

type Question = RowOf<'relatedQuestions'>;
export type RelatedQuestion = Question & { readonly question: string };
type Answer = Pick<Question, 'snippet' | 'list' | 'table'>;

const MAX_QUESTIONS = 30;
const MAX_ITEMS = 50;
const MAX_QUESTION_CHARS = 300;
const MIN_ANSWER_CHARS = 20;

const all = (root: Element, isWanted: (element: Element) => boolean): Element[] => {
  const found: Element[] = [];
  walk(root, {
    enter: (element) => {
      if (found.length >= MAX_ITEMS) return false;
      if (!isWanted(element)) return true;
      found.push(element);
      return false;
    },
  });
  return found;
};

const CLOSED = { readsHidden: true } as const;

const questionOf = (pair: Element): string => {
  const asked = pair.attribs['data-q'];
  if (asked !== undefined) return normalizeText(asked);
  const head = firstBelow(pair, ({ attribs }) => attribs['role'] === 'button' || attribs['role'] === 'tab');
  const [first = ''] = textParts(head ?? pair);
  return first.slice(0, MAX_QUESTION_CHARS);
};

const tableOf = (table: Element): string[][] =>
  all(table, ({ name }) => name === 'tr')
    .map((row) => all(row, ({ name }) => name === 'td' || name === 'th').map((cell) => readText(cell, CLOSED)))
    .filter((row) => row.some((cell) => cell !== ''));

interface Source {
  readonly link: Element;
  readonly heading: Element;
  readonly target: LinkTarget;
}

const sourceOf = (pair: Element, page: ResultsPage): Source | undefined => {
  for (const heading of all(pair, ({ name }) => name === 'h3')) {
    const inner = firstBelow(heading, ({ name, attribs }) => name === 'a' && attribs['href'] !== undefined);
    let link: Element | undefined = inner;
    for (let node: Element['parent'] = heading; !link && node && node !== pair; node = node.parent)
      if ('name' in node && node.name === 'a' && node.attribs['href'] !== undefined) link = node;
    const target = link && readTarget(link.attribs['href'], page.url);
    if (link && target?.kind === 'site') return { link, heading, target };
  }
  return undefined;
};

/** An answer of the engine's model has many sources and no single page. */
const isGenerated = (pair: Element): boolean =>
  firstBelow(pair, ({ attribs }) => attribs['data-mcp'] !== undefined || attribs['data-huuid'] !== undefined) !==
  undefined;

/** Beside the answer: its page, the control that opens it, and the link to more. */
const isBesideAnswer = ({ name, attribs }: Element): boolean =>
  ['a', 'h3', 'cite', 'button', 'img'].includes(name) || ['button', 'tab'].includes(attribs['role'] ?? '');

/** The answer of older pages, which mark it as a heading, or as nothing. */
const unmarkedAnswer = (pair: Element): Answer => {
  const question = questionOf(pair);
  const panel =
    firstBelow(pair, ({ attribs }) => attribs['role'] === 'tabpanel' || 'aria-labelledby' in attribs) ?? pair;
  const items = all(panel, ({ name }) => name === 'li').map((item) => readText(item, CLOSED));
  if (items.length > 1) return { list: items.filter((item) => item !== '') };
  const table = firstBelow(panel, ({ name }) => name === 'table');
  const rows = table ? tableOf(table) : [];
  if (rows.length > 1) return { table: rows };
  const heading = firstBelow(
    panel,
    (element) =>
      element.attribs['role'] === 'heading' &&
      readText(element, CLOSED).length >= MIN_ANSWER_CHARS &&
      readText(element, CLOSED) !== question,
  );
  const snippet = heading ? readText(heading, { ...CLOSED, isLeftOut: isBesideAnswer }) : '';
  return snippet === '' ? {} : { snippet };
};

const answerOf = (pair: Element): Answer => {
  const passage = firstBelow(pair, ({ attribs }) => attribs['data-attrid']?.startsWith('wa:/') ?? false);
  if (!passage) return unmarkedAnswer(pair);
  const items = all(passage, ({ name }) => name === 'li')
    .map((item) => readText(item, CLOSED))
    .filter((text) => text !== '');
  if (items.length > 1) return { list: items };
  const table = firstBelow(passage, ({ name }) => name === 'table');
  const rows = table ? tableOf(table) : [];
  if (rows.length > 0) return { table: rows };
  const snippet = readText(passage, CLOSED);
  return snippet === '' ? {} : { snippet };
};

const dateIn = (pair: Element, language: string): string | undefined => {
  const found = firstBelow(
    pair,
    (element) => element.name === 'span' && !isHidden(element) && isDateIn(readText(element, CLOSED), language),
  );
  return found && readText(found, CLOSED);
};

/** The date of an answer directly follows its text. */
const withoutDate = (answer: Answer, date: string | undefined): Answer => {
  const { snippet } = answer;
  if (date === undefined || snippet === undefined || !snippet.endsWith(date)) return answer;
  return { ...answer, snippet: snippet.slice(0, -date.length).trim() };
};

const readPair = (pair: Element, page: ResultsPage): RelatedQuestion | undefined => {
  const question = questionOf(pair);
  if (question === '') return undefined;
  if (isGenerated(pair)) {
    const text = firstBelow(
      pair,
      ({ attribs }) => attribs['data-attrid'] !== undefined || attribs['data-rl'] !== undefined,
    );
    const snippet = text ? readText(text, { ...CLOSED, isLeftOut: isAside }) : '';
    return { question, ...(snippet === '' ? {} : { snippet }) };
  }
  const source = sourceOf(pair, page);
  const cite = firstBelow(pair, ({ name }) => name === 'cite');
  const date = dateIn(pair, page.language);
  return defined({
    question,
    ...withoutDate(answerOf(pair), date),
    title: source && readText(source.heading, CLOSED),
    link: source?.target.url,
    displayedLink: cite && readText(cite, CLOSED),
    date,
  });
};

const isAside = ({ name, attribs }: Element): boolean =>
  name === 'button' ||
  attribs['role'] === 'button' ||
  attribs['aria-hidden'] === 'true' ||
  attribs['role'] === 'dialog' ||
  name === 'img';

/** The questions that people also ask, with their answers where the page has them. */
export const readRelatedQuestions = (page: ResultsPage): RelatedQuestion[] => {
  const found = new Map<string, RelatedQuestion>();
  // Other parts of the page have the mark of a question too.
  const asked = queryOf(page).toLowerCase();
  for (const pair of page.regions.get('question') ?? []) {
    const question = readPair(pair, page);
    if (
      question &&
      question.question.toLowerCase() !== asked &&
      found.size < MAX_QUESTIONS &&
      !found.has(question.question)
    )
      found.set(question.question, question);
  }
  return [...found.values()];
};
