import type { Element } from 'domhandler';
import { allBelow, ancestors, readText } from '@quarry/html';
import { findAnswerContent, type AnswerScope } from '../ai-answer/read-answer.js';

/** A question of a conversation with its answer. */
export interface Turn {
  readonly scope: Element;
  /** Undefined while there is no answer yet. */
  readonly content: Element | undefined;
  /** Headings beside the answer: one is the question, after the engine's own words, where the page repeats it. */
  readonly headings: readonly string[];
}

/** Most turns of one conversation. */
export const MAX_TURNS = 200;
/** Part of a question that must be found again. */
const MAX_COMPARED_CHARS = 60;

/** Letters and digits alone, normalized. */
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

/** An overview above results has the same markup and is not a turn. */
const isOverview = (element: Element): boolean =>
  ancestors(element).some(({ attribs }) => attribs['data-mcpr'] !== undefined);

const readTurn = (scope: Element): Turn => {
  const content = findAnswerContent(scope);
  return { scope, content, headings: headingsOf(scope, content) };
};

/** The turns of a page in order. A part of a page without the frame of a turn counts as one turn. */
export const readTurns = (root: AnswerScope): Turn[] => {
  const scopes = allBelow(root, ({ attribs }) => attribs['data-scope-id'] === 'turn').filter(
    (element) => !isOverview(element),
  );
  if (scopes.length > 0) return scopes.slice(-MAX_TURNS).map(readTurn);
  const content = findAnswerContent(root);
  if (!content || isOverview(content)) return [];
  const scope = ancestors(content).find(({ attribs }) => attribs['data-subtree'] === 'aimc') ?? content;
  return [{ scope, content, headings: [] }];
};

/** Whether a turn is that of `query`, as far as the page shows. */
export const answers = ({ headings }: Turn, query: string): boolean => {
  const wanted = bare(query).slice(0, MAX_COMPARED_CHARS);
  return headings.length === 0 || wanted === '' || headings.some((heading) => bare(heading).includes(wanted));
};
