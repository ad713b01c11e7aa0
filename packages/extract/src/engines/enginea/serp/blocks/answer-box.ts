import type { Element } from 'domhandler';
import { isHidden } from '../../../../dom/visibility.js';
import { walk } from '../../../../dom/walk.js';
import { readText } from '../../../shared/reader-text.js';
import type { ResultBlock } from '../find-results.js';
import { readHead } from '../head-texts.js';
import { ancestry, type ResultsPage } from '../results-page.js';

const MAX_ITEMS = 40;

/** The box of an answer: as far up as it holds its passage. */
const boxOf = ({ title, block }: ResultBlock): Element =>
  ancestry(title.link).find(
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

/** The passage of a page that the engine shows above the results, with the page's title. */
export const readAnswerBox = (
  _page: ResultsPage,
  answers: readonly ResultBlock[],
): Record<string, unknown> | undefined => {
  const [answer] = answers;
  if (!answer) return undefined;
  const box = boxOf(answer);
  const passages = below(box, ({ attribs }) => attribs['data-attrid']?.startsWith('wa:/') ?? false);
  const [passage = box] = passages;
  const isLeftOut = (element: Element): boolean =>
    element === answer.title.link || element.name === 'a' || element.name === 'h2' || element.name === 'cite';
  const items = below(box, ({ name }) => name === 'li')
    .map((item) => readText(item, { isLeftOut }))
    .filter((text) => text !== '');
  const snippet = readText(passage, { isLeftOut });
  const link = answer.title.target.url;
  return {
    type: items.length > 1 ? 'list' : 'paragraph',
    title: readText(answer.title.heading),
    link,
    ...readHead(answer),
    ...(items.length > 1 ? { list: items } : {}),
    ...(snippet === '' || items.length > 1 ? {} : { snippet }),
  };
};
