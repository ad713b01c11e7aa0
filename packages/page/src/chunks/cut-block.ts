import type { Block } from './read-blocks.js';

/** Tokens of a text, by some tokenizer. */
export type CountTokens = (text: string) => number;

export interface Budget {
  readonly maxTokens: number;
  readonly countTokens: CountTokens;
}

/** Where a text that is too long is cut, the best places first. */
const BORDERS: readonly RegExp[] = [/(?<=\n)/, /(?<=[.!?…]\s|[。！？])/u, /(?<=\s)/];
/** Part of a table's or a code block's budget that its repeated lines may take; longer ones are not repeated. */
const MAX_REPEATED_SHARE = 0.5;

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** Pieces of a text without borders, such as a long address; no character is cut in two. */
const cutAnywhere = (text: string, budget: Budget): string[] => {
  const tokens = budget.countTokens(text);
  if (tokens <= budget.maxTokens || text.length <= 2) return [text];
  const half = Math.ceil(text.length / 2);
  const middle = isLowSurrogate(text.charCodeAt(half)) ? half + 1 : half;
  return [text.slice(0, middle), text.slice(middle)].flatMap((part) => cutAnywhere(part, budget));
};

/** Joins neighbours as long as they fit; a part that does not fit alone is a piece of its own. */
const packed = (parts: readonly string[], { maxTokens, countTokens }: Budget): string[] => {
  const pieces: string[] = [];
  let piece: string[] = [];
  let sum = 0;
  for (const part of parts) {
    const tokens = countTokens(part);
    if (piece.length > 0 && sum + tokens > maxTokens) {
      pieces.push(piece.join(''));
      piece = [];
      sum = 0;
    }
    piece.push(part);
    sum += tokens;
  }
  if (piece.length > 0) pieces.push(piece.join(''));
  return pieces;
};

/** Pieces of a text within the budget, cut at lines, else at sentences, words or, in a very long word, characters. */
export const cutText = (text: string, budget: Budget, borders: readonly RegExp[] = BORDERS): string[] => {
  if (budget.countTokens(text) <= budget.maxTokens) return [text];
  const [border, ...finer] = borders;
  if (border === undefined) return cutAnywhere(text, budget);
  return packed(text.split(border), budget).flatMap((piece) => cutText(piece, budget, finer));
};

/** Pieces that each repeat the lines before and after, as the header of a table. */
const cutWithin = (head: string, body: string, tail: string, { maxTokens, countTokens }: Budget): string[] => {
  const repeated = countTokens(head) + countTokens(tail);
  const isRepeated = repeated <= maxTokens * MAX_REPEATED_SHARE;
  if (!isRepeated) return cutText(head + body + tail, { maxTokens, countTokens });
  const pieces = cutText(body, { maxTokens: maxTokens - repeated, countTokens });
  return pieces.map((piece) => `${head}${piece.endsWith('\n') || tail === '' ? piece : `${piece}\n`}${tail}`);
};

const TABLE_HEAD = /^[^\n]*\n\|[\s:|-]+\|?(?:\n|$)/;
const CODE_PARTS = /^([^\n]*\n)([\s\S]*?)(\n?[^\n]*)$/;

/** Pieces of a block within the budget: each piece of a table has its header, each of fenced code its fence. */
export const cutBlock = ({ kind, text }: Block, budget: Budget): string[] => {
  if (budget.countTokens(text) <= budget.maxTokens) return [text];
  const head = kind === 'table' ? (TABLE_HEAD.exec(text)?.[0] ?? '') : '';
  if (head !== '') return trimmed(cutWithin(head, text.slice(head.length), '', budget));
  const [, opening, body = '', closing = ''] = kind === 'code' ? (CODE_PARTS.exec(text) ?? []) : [];
  if (opening !== undefined) return trimmed(cutWithin(opening, body, closing.trimStart(), budget));
  return trimmed(cutText(text, budget));
};

const trimmed = (pieces: readonly string[]): string[] =>
  pieces.map((piece) => piece.replace(/^\n+|\s+$/g, '')).filter((piece) => piece !== '');
