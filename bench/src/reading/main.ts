import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Article, pageHtml, readArticles } from '../main-text/articles.js';
import { readFactCases } from './facts.js';
import { printFacts, printMisses } from './print-facts.js';
import { printSpeed } from './print-speed.js';
import { printTable, three } from './print-table.js';
import { printHashed, printPieces, printTexts } from './print-texts.js';
import { readPages } from './read-pages.js';
import { worstPages } from './worst-pages.js';

/**
 * How well pages are read: main text and facts of public sets by us and by other libraries in one run, fold by fold.
 * `npm run bench:reading -- 10` reads each tenth page alone, for a quick look; `-- 1 misses` lists what
 * we read otherwise than labelled, fact by fact.
 * `QUARRY_BEFORE` is the main file of an earlier build of the page package, for the speed.
 */
const corpus = process.env['QUARRY_CORPUS'] ?? path.resolve('../shared/corpus');
const python = process.env['TRAFILATURA_PYTHON'] ?? 'python3';
const before = process.env['QUARRY_BEFORE'];
const WORST = 30;
/** Of each so many pages one is read. */
const step = Math.max(1, Number(process.argv[2] ?? '1') || 1);
const sample = <T>(all: readonly T[]): T[] => all.filter((_, index) => index % step === 0);

const main = async (): Promise<void> => {
  if (!existsSync(path.join(corpus, 'articles'))) {
    process.stdout.write(`bench:reading has no pages: ${corpus} does not exist (set QUARRY_CORPUS)\n`);
    return;
  }
  const { aeb, readability, trafilatura } = readArticles(corpus);
  const sets = { aeb: sample(aeb), readability: sample(readability), trafilatura: sample(trafilatura) };
  const pages = new Map(
    [...sets.aeb, ...sets.readability, ...sets.trafilatura].map((article) => [article, pageHtml(corpus, article.file)]),
  );
  const htmlByFile = new Map([...pages].map(([{ file }, html]) => [file, html]));
  const cases = readFactCases(corpus).filter(({ file }) => htmlByFile.has(file));
  const addresses = new Map(cases.map(({ file, url }) => [file, url]));
  const reads = await readPages(pages, python, ({ file, url }: Article) => addresses.get(file) ?? url);
  const ours = reads[0]?.texts ?? new Map<Article, string>();
  printTexts('article benchmark', sets.aeb, reads);
  printTexts("Readability's tests", sets.readability, reads);
  printPieces(sets.trafilatura, reads);
  printHashed(sets, pages, ours);
  const htmlOf = (file: string): string => htmlByFile.get(file) ?? '';
  printFacts(cases, reads, htmlOf);
  if (process.argv.includes('misses')) printMisses(cases, reads[0]?.facts, htmlOf);
  printTable([
    [`main text as text n=${pages.size}`, 'ms CPU, median', 'quarry by this'],
    ...reads.map(({ name, ms }) => [name, ms.toFixed(2), three((reads[0]?.ms ?? Number.NaN) / ms)]),
  ]);
  await printSpeed(pages, before);
  process.stdout.write(
    'Rules and words are written, not fitted: a fold shows the spread over sites, and is held out only from what was written without it.\n\n',
  );
  printTable([
    [`the ${WORST} worst pages`, 'F1', 'what is wrong'],
    ...worstPages(ours, WORST).map(({ name, f1, fault }) => [name, three(f1), fault]),
  ]);
};

await main();
