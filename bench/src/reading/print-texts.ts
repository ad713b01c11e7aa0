import { type Article, type ArticleSets, countPieces, pieceScore, pieceShares, textOf } from '../main-text/articles.js';
import { hashNames } from '../main-text/hash-names.js';
import { scoreOf, type ShingleShares, shingleShares } from '../main-text/shingles.js';
import { byFold, FOLD_NAMES, foldOf } from './folds.js';
import { printTable, three } from './print-table.js';
import type { Pages, PagesRead } from './read-pages.js';

type Texts = ReadonlyMap<Article, string>;

const foldOfArticle = ({ name, url }: Article): number => foldOf(name, url);

const sharesOf = (articles: readonly Article[], texts: Texts): Map<Article, ShingleShares> =>
  new Map(articles.map((article) => [article, shingleShares(article.expected ?? '', texts.get(article) ?? '')]));

const textsScore = (articles: readonly Article[], texts: Texts): ReturnType<typeof scoreOf> =>
  scoreOf([...sharesOf(articles, texts).values()]);

/** F1 of main texts in runs of tokens, by reader and fold. */
export const printTexts = (set: string, articles: readonly Article[], reads: readonly PagesRead[]): void => {
  const rows = reads.map(({ name, texts }) => {
    const shares = sharesOf(articles, texts);
    const score = (some: readonly Article[]): ReturnType<typeof scoreOf> =>
      scoreOf(some.map((article) => shares.get(article)).filter((share) => share !== undefined));
    const { precision, recall } = score(articles);
    const { all, folds } = byFold(articles, foldOfArticle, (some) => (some.length === 0 ? Number.NaN : score(some).f1));
    return [name, three(all), three(precision), three(recall), ...folds.map(three)];
  });
  printTable([[`main text: ${set} n=${articles.length}`, 'F1', 'precision', 'recall', ...FOLD_NAMES], ...rows]);
};

/** F1 of pieces of text that belong and do not, by reader and fold. */
export const printPieces = (articles: readonly Article[], reads: readonly PagesRead[]): void => {
  const rows = reads.map(({ name, texts }) => {
    const count = (article: Article): ReturnType<typeof countPieces> => countPieces(article, texts.get(article) ?? '');
    const { precision, recall } = pieceShares(articles.map(count));
    const { all, folds } = byFold(articles, foldOfArticle, (some) =>
      some.length === 0 ? Number.NaN : pieceScore(some.map(count)),
    );
    return [name, three(all), three(precision), three(recall), ...folds.map(three)];
  });
  const title = `main text: trafilatura's with and without n=${articles.length}`;
  printTable([[title, 'F1', 'precision', 'recall', ...FOLD_NAMES], ...rows]);
};

/** What is lost where class names and ids say nothing. */
export const printHashed = ({ aeb, readability }: ArticleSets, pages: Pages, texts: Texts): void => {
  const articles = [...aeb, ...readability];
  const hashed = new Map(
    articles.map((article) => [article, textOf(hashNames(pages.get(article) ?? ''), article.url, true)]),
  );
  const [named, nameless] = [textsScore(articles, texts).f1, textsScore(articles, hashed).f1];
  printTable([
    [`class names and ids hashed n=${articles.length}`, 'F1 as is', 'F1 hashed', 'loss'],
    ['quarry', three(named), three(nameless), three(named - nameless)],
  ]);
};
