import { type Article, countPieces } from '../main-text/articles.js';
import { scoreOf, shingleShares } from '../main-text/shingles.js';

/** What is wrong with the text of one page. */
export interface PageFault {
  readonly name: string;
  readonly f1: number;
  readonly fault: string;
}

const MAX_PIECE_CHARS = 40;

const quoted = (pieces: readonly string[]): string =>
  pieces.map((piece) => JSON.stringify(piece.slice(0, MAX_PIECE_CHARS))).join(' ');

/** Tokens of a text that are too much, and tokens that are missing, in runs of four. */
const faultOfText = ({ expected = '' }: Article, text: string): { f1: number; fault: string } => {
  const { f1 } = scoreOf([shingleShares(expected, text)]);
  const { extra, missing } = shingleShares(expected, text, 'counts');
  const kind = extra > missing ? 'too much kept' : 'too little kept';
  return { f1, fault: `${kind}: ${extra} runs of tokens too many, ${missing} missing` };
};

const faultOfPieces = (article: Article, text: string): { f1: number; fault: string } => {
  const { found, missing, extra } = countPieces(article, text);
  const f1 = found === 0 ? 0 : (2 * found) / (2 * found + missing.length + extra.length);
  const kind = extra.length > missing.length ? 'too much kept' : 'too little kept';
  return { f1, fault: `${kind}: has ${quoted(extra) || 'nothing else'}, lacks ${quoted(missing) || 'nothing'}` };
};

/** The pages that are read worst, the worst first. */
export const worstPages = (texts: ReadonlyMap<Article, string>, count: number): PageFault[] =>
  [...texts]
    .map(([article, text]) => ({
      name: article.file,
      ...(article.expected === undefined ? faultOfPieces(article, text) : faultOfText(article, text)),
    }))
    .sort((left, right) => left.f1 - right.f1)
    .slice(0, count);
