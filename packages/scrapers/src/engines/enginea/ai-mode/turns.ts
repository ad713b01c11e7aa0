import type { Element } from 'domhandler';
import { allBelow, wayUp, readText } from '@quarry/html';
import { findAnswerContent, type AnswerScope } from '../ai-answer/read-answer.js';

/** A question of a conversation with what answers it. */
export interface Turn {
  readonly scope: Element;
  /** None while the answer is not there yet. */
  readonly content: Element | undefined;
  /** Headings beside the answer: one is the question, with the engine's words before it, where the page repeats it. */
  readonly headings: readonly string[];
}

/** Most turns of one conversation. */
export const MAX_TURNS = 200;
/** So much of a question must be found again. */
const MAX_COMPARED_CHARS = 60;

/** Letters and figures alone, however they are written. */
const bare = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('ı', 'i');

const MAX_HEADINGS = 20;

const headingsOf = (scope: Element, content: Element | undefined): string[] =>
  allBelow(
    scope,
    ({ name, attribs }) => attribs['role'] === 'heading' || /^h[1-3]$/.test(name),
    (element) => element === content,
  )
    .slice(0, MAX_HEADINGS)
    .map((heading) => readText(heading))
    .filter((text) => text !== '');

/** An overview above results is written in the same way, and is no turn. */
const isOverview = (element: Element): boolean =>
  wayUp(element).some(({ attribs }) => attribs['data-mcpr'] !== undefined);

const readTurn = (scope: Element): Turn => {
  const content = findAnswerContent(scope);
  return { scope, content, headings: headingsOf(scope, content) };
};

/** The turns of a page in their order. A part of a page without the frame of a turn is one as a whole. */
export const readTurns = (root: AnswerScope): Turn[] => {
  const scopes = allBelow(root, ({ attribs }) => attribs['data-scope-id'] === 'turn').filter(
    (element) => !isOverview(element),
  );
  if (scopes.length > 0) return scopes.slice(-MAX_TURNS).map(readTurn);
  const content = findAnswerContent(root);
  if (!content || isOverview(content)) return [];
  const scope = wayUp(content).find(({ attribs }) => attribs['data-subtree'] === 'aimc') ?? content;
  return [{ scope, content, headings: [] }];
};

/** Whether a turn is that of `query`, as far as the page tells. */
export const answers = ({ headings }: Turn, query: string): boolean => {
  const wanted = bare(query).slice(0, MAX_COMPARED_CHARS);
  return headings.length === 0 || wanted === '' || headings.some((heading) => bare(heading).includes(wanted));
};
