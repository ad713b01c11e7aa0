import type { OperationBody } from '@quarry/contracts';
import type { Element } from 'domhandler';
import { firstBelow, readLines } from '@quarry/html';
import { type EngineDocument, type ParsedResults, pageUrlOr } from '../../../scraper/engine.js';
import { endsAnswer } from '../ai-answer/asides.js';
import { readCitations } from '../ai-answer/citations.js';
import { readAnswer, type AiAnswer } from '../ai-answer/read-answer.js';
import { DEFAULT_PAGE_URL } from '../link-target.js';
import { readResultsPage, type ResultsPage, type Title } from '../serp/results-page.js';
import { joinParts } from './join-parts.js';
import { readNextTurn } from './next-turn.js';
import { isShell, refusalInLines, refusalOfPage } from '../refusals.js';
import { answers, readTurns, type Turn } from './turns.js';

export type AiModeBody = OperationBody<'enginea/ai-mode'>;

/** Blocks that an answer may have, by their keys. */
export const AI_MODE_BLOCKS = ['textBlocks', 'references'] as const;

/** Why an answer may be incomplete. `unfinished`: it may still have been in progress when the page was captured. */
export type AiModeDoubt = 'unfinished';

type Failure = Exclude<ParsedResults, { readonly outcome: 'ok' }>;

/** Most result-like links of an answer. */
const MAX_TITLES = 2;

const countTitles = ({ titles }: ResultsPage, kinds: readonly Title['kind'][]): number =>
  titles.filter(({ target, kind }) => target.kind === 'site' && kinds.includes(kind)).length;

/** Why a page has no answer to the question. */
const failureOf = (page: ResultsPage, turn: Turn | undefined): Failure => {
  // A page of the conversation may contain the scripts of such questions without asking one.
  const asked = turn ? undefined : refusalOfPage(page.text);
  if (asked) return asked;
  // The engine shows results where it does not offer such answers.
  if (!turn && countTitles(page, ['inner', 'role']) > MAX_TITLES) return { outcome: 'blocked', reason: 'not_offered' };
  const said = refusalInLines(readLines(turn?.scope ?? page.root).filter((line) => !turn?.headings.includes(line)));
  if (said) return said;
  if (turn) return { outcome: 'unrecognized', reason: 'answer_not_loaded' };
  return { outcome: 'unrecognized', reason: isShell(page.text) ? 'script_shell' : 'no_answer_found' };
};

/** Longest progress line. */
const MAX_PROGRESS_CHARS = 60;

/** The mark of the model's own words. */
const isWritten = ({ attribs }: Element): boolean => attribs['data-subtree']?.split(',').includes('aimfl') ?? false;

/** One or two paragraphs without a source may be the engine's reason for giving no answer. */
const refusalAsAnswer = (content: Element, { textBlocks, references }: AiAnswer): Failure | undefined => {
  if (references.length > 0 || textBlocks.length > 2 || firstBelow(content, isWritten)) return undefined;
  return refusalInLines(textBlocks.map(({ snippet = '' }) => snippet));
};

/** A conversation without its newest question must not count as the answer to it. */
const isOther = (turn: Turn, turns: number, { url }: ResultsPage): boolean => {
  const { searchParams } = new URL(url);
  const isFollowing = turns > 1 || searchParams.has('mstk');
  return isFollowing && !answers(turn, searchParams.get('q') ?? '');
};

/** The engine shows its progress in the place of the answer. */
const isProgress = (content: Element, { textBlocks, references }: AiAnswer): boolean =>
  references.length === 0 &&
  textBlocks.every(({ type, snippet = '' }) => type === 'paragraph' && snippet.length <= MAX_PROGRESS_CHARS) &&
  textBlocks.length <= 3 &&
  firstBelow(content, isWritten) === undefined;

/**
 * Parses a page of the engine's AI mode: the answer to the last question of the conversation, and what the next question needs.
 * Pure, linear in the page, never throws for its content.
 */
export const parseAiMode = ({ text, url }: EngineDocument): ParsedResults<AiModeBody> => {
  const page = readResultsPage(text, pageUrlOr(DEFAULT_PAGE_URL, url));
  if (text.includes('data-target-container-id')) joinParts(page.root);
  const turns = countTitles(page, ['inner']) > MAX_TITLES ? [] : readTurns(page.root);
  const turn = turns.at(-1);
  if (turn && isOther(turn, turns.length, page)) return { outcome: 'unrecognized', reason: 'other_question' };
  if (!turn?.content) return failureOf(page, turn);
  const answer = readAnswer(turn.scope, turn.content, { url: page.url, citations: readCitations(text) }, 1);
  const refusal = refusalAsAnswer(turn.content, answer);
  if (refusal) return refusal;
  if (answer.textBlocks.length === 0) return failureOf(page, turn);
  const { textBlocks, references } = answer;
  // The controls to rate an answer come with its last part.
  const isWhole = firstBelow(turn.scope, endsAnswer) !== undefined;
  if (!isWhole && isProgress(turn.content, answer)) return { outcome: 'unrecognized', reason: 'answer_not_loaded' };
  const next = readNextTurn(page);
  return {
    outcome: 'ok',
    result: { textBlocks, ...(references.length > 0 ? { references } : {}) },
    blocks: ['textBlocks', ...(references.length > 0 ? ['references'] : [])],
    ...(isWhole ? {} : { doubt: 'unfinished' satisfies AiModeDoubt }),
    ...(next ? { next } : {}),
  };
};
