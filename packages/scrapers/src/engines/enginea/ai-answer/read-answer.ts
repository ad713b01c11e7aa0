import type { Element } from 'domhandler';
import { allBelow, ancestors, firstBelow, isElement } from '@quarry/html';
import { readTarget } from '../link-target.js';
import { readAnswerBlocks, type AnswerBlock } from './answer-blocks.js';
import { markIdOf, marksIn } from './asides.js';
import type { Citations } from './citations.js';
import { writeFormulas } from './formulas.js';
import { readReferences, type Reference } from './references.js';

/** The element with an answer and its sources. */
export interface AnswerScope {
  readonly children: Element['children'];
}

export interface AiAnswer {
  readonly textBlocks: readonly AnswerBlock[];
  readonly references: readonly Reference[];
}

/** Names of the column of text; the first one is of the newest form. */
const COLUMNS: readonly string[] = ['main-col', 'model-response-placeholder'];

/** The column of the answer below `scope`; in the older form the part whose sentences are numbered. */
export const findAnswerContent = (scope: AnswerScope): Element | undefined => {
  for (const name of COLUMNS) {
    const column = firstBelow(scope, ({ attribs }) => attribs['data-container-id'] === name);
    if (column) return column;
  }
  const sentence = firstBelow(scope, ({ attribs }) => attribs['data-huuid'] !== undefined);
  return sentence && ancestors(sentence).find(({ attribs }) => attribs['data-rl'] !== undefined);
};

/** Largest distance from a mark to its link, in nodes; comments and spaces may be between them. */
const NEAR = 6;

const linkBeside = (mark: Element, pageUrl: string): string | undefined => {
  let node = mark.prev;
  for (let step = 0; step < NEAR && node; step += 1, node = node.prev) {
    if (!isElement(node) || node.name !== 'a') continue;
    const target = readTarget(node.attribs['href'], pageUrl);
    if (target?.kind === 'site') return target.url;
  }
  return undefined;
};

/** Reads an answer of the engine's model with its sources. `firstIndex`: index of the first source. */
export const readAnswer = (
  scope: AnswerScope,
  content: Element,
  page: { readonly url: string; readonly citations: Citations },
  firstIndex: 0 | 1,
): AiAnswer => {
  writeFormulas(content);
  const marks = allBelow(content, (element) => marksIn(element).length > 0).flatMap(marksIn);
  const markIds = marks.flatMap((mark) => markIdOf(mark) ?? []);
  const { references, indexes, byLink } = readReferences(
    { scope, content, pageUrl: page.url },
    markIds,
    page.citations,
    firstIndex,
  );
  const readMark = (mark: Element): number[] => {
    const ids = page.citations.sourceIds.get(markIdOf(mark) ?? '') ?? [];
    const known = ids.flatMap((id) => indexes.get(id) ?? []);
    if (known.length > 0) return known;
    const link = linkBeside(mark, page.url);
    const index = link === undefined ? undefined : byLink.get(link);
    return index === undefined ? [] : [index];
  };
  return { textBlocks: readAnswerBlocks(content, readMark), references };
};
