import type { Element } from 'domhandler';
import { ancestors, firstBelow, isDateIn, isHidden, readText, walk } from '@quarry/html';
import type { ResultBlock } from '../find-results.js';
import { readHead } from '../head-texts.js';
import type { ResultsPage } from '../results-page.js';
import { readInstantAnswer, tableRows } from './instant-answers.js';

const MAX_ITEMS = 40;

/** The box of an answer: the nearest one with its passage. */
const boxOf = ({ title, block }: ResultBlock): Element =>
  ancestors(title.link).find(
    ({ name, attribs }) =>
      name === 'block-component' || /(?:^|\s)(?:xpdopen|ifM9O)(?:\s|$)/.test(attribs['class'] ?? ''),
  ) ?? block;

const below = (root: Element, isWanted: (element: Element) => boolean): Element[] => {
  const found: Element[] = [];
  walk(root, {
    enter: (element) => {
      if (isHidden(element) || found.length >= MAX_ITEMS) return false;
      if (!isWanted(element)) return true;
      found.push(element);
      return false;
    },
  });
  return found;
};

interface Content {
  readonly type: 'paragraph' | 'list' | 'table';
  readonly [field: string]: unknown;
}

const contentOf = (box: Element, { title }: ResultBlock, language: string): Content => {
  const [passage] = below(box, ({ attribs }) => attribs['data-attrid']?.startsWith('wa:/') ?? false);
  const dated = firstBelow(
    passage ?? box,
    (element) => element.name === 'span' && isDateIn(readText(element), language),
  );
  const isLeftOut = (element: Element): boolean =>
    element === title.link || element === dated || ['a', 'h2', 'cite'].includes(element.name);
  const date = dated ? { date: readText(dated) } : {};
  const shown = passage ?? box;
  const items = below(shown, ({ name, attribs }) => name === 'li' && attribs['role'] !== 'listitem')
    .map((item) => readText(item, { isLeftOut }))
    .filter((text) => text !== '');
  if (items.length > 1) return { type: 'list', list: items, ...date };
  const rows = below(shown, ({ name }) => name === 'table')
    .map(tableRows)
    .find((found) => found.length > 1);
  if (rows) return { type: 'table', table: rows, ...date };
  const snippet = readText(shown, { isLeftOut });
  return { type: 'paragraph', ...(snippet === '' ? {} : { snippet }), ...date };
};

/** The passage of a page that the engine shows above the results, with the page's title; else the engine's own answer. */
export const readAnswerBox = (
  page: ResultsPage,
  answers: readonly ResultBlock[],
): Readonly<Record<string, unknown>> | undefined => {
  const [first] = answers;
  if (!first) return readInstantAnswer(page);
  const box = boxOf(first);
  // The source may be above the passage; the title of the page is below it.
  const same = answers.filter((answer) => boxOf(answer) === box && answer.title.target.url === first.title.target.url);
  const answer = (first.title.kind === 'inner' ? first : same.at(-1)) ?? first;
  return {
    ...contentOf(box, answer, page.language),
    title: readText(answer.title.heading),
    link: answer.title.target.url,
    ...readHead(answer),
  };
};
