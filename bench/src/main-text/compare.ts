import path from 'node:path';
import { type Article, countPieces, pageHtml, pieceScore, readArticles, textOf } from './articles.js';
import { EXTRACTORS } from './extractors.js';
import { scoreOf, shingleShares } from './shingles.js';
import { runTrafilatura, type TimedReading } from './trafilatura.js';

type TimedText = Pick<TimedReading, 'text' | 'ms'>;

/** Main text of real pages: ours and other libraries in one run. `node bench/dist/main-text/compare.js [page]` */
const corpus = process.env['QUARRY_CORPUS'] ?? path.resolve('../shared/corpus');
const python = process.env['TRAFILATURA_PYTHON'] ?? 'python3';
const wanted = process.argv[2] ?? '';

const sets = readArticles(corpus);
const articles: readonly Article[] = [...sets.aeb, ...sets.readability, ...sets.trafilatura].filter(({ name }) =>
  name.includes(wanted),
);
const pages = new Map(articles.map((article) => [article, pageHtml(corpus, article.file)]));

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

const runHere = async ({ extract, isHtml }: (typeof EXTRACTORS)[number]): Promise<Map<Article, TimedText>> => {
  const texts = new Map<Article, TimedText>();
  for (const [article, html] of pages) {
    const began = cpuMs();
    let made = '';
    try {
      made = (await extract(html, article.url)).content;
    } catch (error) {
      process.stdout.write(`  ${article.name}: ${String(error).slice(0, 100)}\n`);
    }
    const ms = cpuMs() - began;
    texts.set(article, { text: isHtml ? textOf(made, article.url, false) : made, ms });
  }
  return texts;
};

const three = (value: number): string => value.toFixed(3);

const row = (name: string, texts: ReadonlyMap<Article, TimedText>): string[] => {
  const among = (set: readonly Article[]): Article[] => set.filter((article) => texts.has(article));
  const cells = [sets.aeb, sets.readability].flatMap((set) => {
    const score = scoreOf(
      among(set).map((article) => shingleShares(article.expected ?? '', texts.get(article)?.text ?? '')),
    );
    return [three(score.f1), `${three(score.precision)}/${three(score.recall)}`];
  });
  const counts = among(sets.trafilatura).map((article) => countPieces(article, texts.get(article)?.text ?? ''));
  return [name, ...cells, three(pieceScore(counts)), median([...texts.values()].map(({ ms }) => ms)).toFixed(1)];
};

const results: [string, Map<Article, TimedText>][] = [];
for (const extractor of EXTRACTORS) results.push([extractor.name, await runHere(extractor)]);
const foreign = runTrafilatura(
  python,
  [...pages].map(([{ url }, html]) => ({ html, url })),
);
if (foreign) {
  results.push([
    'trafilatura',
    new Map([...pages.keys()].map((article, index) => [article, foreign[index] ?? { text: '', ms: 0 }])),
  ]);
} else process.stdout.write(`trafilatura left out: ${python} does not have it (set TRAFILATURA_PYTHON)\n`);

const header = [
  'main text',
  `aeb F1 n=${sets.aeb.length}`,
  'P/R',
  `readability F1 n=${sets.readability.length}`,
  'P/R',
  `trafilatura F1 n=${sets.trafilatura.length}`,
  'ms CPU/page (median)',
];
const table = [header, ...results.map(([name, texts]) => row(name, texts))];
const widths = header.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
for (const cells of table) {
  process.stdout.write(`${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`);
}
