import { expect, it } from '@jest/globals';
import { proofSize } from '@quarry/testkit';
import type { ScraperReading } from '@quarry/scrapers/scraper';
import { corpusFiles, corpusPage, describeCorpus } from '../corpus.js';
import { engineParser } from './engine-parser.js';
import { judgeFigures, printPages, type Figure } from '../gate.js';
import { fold, readLabels } from '../labels.js';
import { watchProcessor } from '@quarry/testkit/processor-time';

const parseAiMode = engineParser('enginea/ai-mode');
const parseSerp = engineParser('enginea/serp');

interface ItemLabel {
  readonly text: string;
  readonly below?: readonly ItemLabel[];
}

interface BlockLabel {
  /** `title`: a line that reads like a title; only the page's markup distinguishes a heading from bold words. */
  readonly kind: 'paragraph' | 'title' | 'list' | 'table' | 'code';
  readonly text?: string;
  readonly items?: readonly ItemLabel[];
  readonly rows?: number;
  readonly cells?: number;
}

interface ReferenceLabel {
  readonly title: string;
  readonly host: string;
  readonly source?: string;
  readonly passage?: string;
  readonly passageChars?: number;
}

interface PageLabels {
  readonly blocks: readonly BlockLabel[];
  /** Highlighted passages of each paragraph that is not a title. */
  readonly words: readonly number[];
  readonly references: readonly ReferenceLabel[];
  /** Visible sources of a statement: their number, and the name of the first. */
  readonly citations: readonly {
    readonly text: string;
    readonly chars: number;
    readonly count: number;
    readonly source?: string;
  }[];
}

interface Item {
  readonly snippet: string;
  readonly list?: readonly Item[];
  readonly referenceIndexes?: readonly number[];
}

interface Block extends Partial<Item> {
  readonly type: string;
  readonly snippetHighlightedWords?: readonly string[];
  readonly table?: readonly (readonly string[])[];
  readonly code?: string;
}

interface Reference {
  readonly index: number;
  readonly title: string;
  readonly link: string;
  readonly snippet?: string;
  readonly source?: string;
}

interface Answer {
  readonly textBlocks: readonly Block[];
  readonly references?: readonly Reference[];
}

/**
 * Labels that a person read from screenshots of the pages, texts and addresses as in a browser; salted hashes, so that the file
 * has no page's text and no output becomes a label.
 */
const { labels: LABELS, hash } = readLabels<{
  readonly pages: Readonly<Record<string, PageLabels>>;
}>('engines/labels/ai-answers');

const FOLDER = 'google';
const fileOf = (page: string): string => `${FOLDER}/${page.replace(/#\d+$/, '')}`;

/** The page as it was when the turn was its last. */
const upToTurn = (text: string, turn: number): string => {
  const starts = [...text.matchAll(/<div [^>]*data-scope-id="turn"/g)].map(({ index }) => index);
  return text.slice(0, starts[turn] ?? text.length);
};

const textOf = (page: string): string => {
  const { text } = corpusPage(fileOf(page));
  const turn = /#(\d+)$/.exec(page)?.[1];
  return turn === undefined ? text : upToTurn(text, Number(turn));
};

const parse = (page: string, text: string): Answer | undefined => {
  const parsed: ScraperReading = page.startsWith('ai-mode/') ? parseAiMode({ text }) : parseSerp({ text });
  if (parsed.outcome !== 'ok') return undefined;
  // safe because results of these operations have this shape
  return (page.startsWith('ai-mode/') ? parsed.result : parsed.result['aiOverview']) as Answer | undefined;
};

type Cases = [string, boolean][];

const share = (cases: Cases, floor: number): Figure => ({
  value: cases.length === 0 ? 1 : cases.filter(([, isRight]) => isRight).length / cases.length,
  n: cases.length,
  floor,
  cases: cases.filter(([, isRight]) => !isRight).map(([name]) => name),
});

const isItem = (page: string, label: ItemLabel, mine: Item | undefined): boolean =>
  mine !== undefined &&
  hash(page, `i${fold(mine.snippet)}`) === label.text &&
  (label.below?.length ?? 0) === (mine.list?.length ?? 0) &&
  (label.below ?? []).every((below, at) => isItem(page, below, mine.list?.[at]));

const wordsOf = ({ snippet, code, table }: Block): string => snippet ?? code ?? table?.flat().join(' ') ?? '';

const isBlock = (page: string, label: BlockLabel, mine: Block | undefined): boolean => {
  if (!mine) return false;
  const kinds = label.kind === 'title' ? ['heading', 'paragraph'] : [label.kind];
  if (!kinds.includes(mine.type)) return false;
  if (label.kind === 'list') return label.items?.length === mine.list?.length;
  if (label.kind === 'table' && (mine.table?.length !== label.rows || mine.table?.[0]?.length !== label.cells))
    return false;
  return hash(page, `b${fold(wordsOf(mine))}`) === label.text;
};

const isReference = (page: string, label: ReferenceLabel | undefined, mine: Reference | undefined): boolean =>
  label !== undefined &&
  mine !== undefined &&
  hash(page, `t${fold(mine.title)}`) === label.title &&
  hash(page, `h${fold(new URL(mine.link).hostname.replace(/^www\./, ''))}`) === label.host;

class Tally {
  readonly blocks: Cases = [];
  readonly ours: Cases = [];
  readonly items: Cases = [];
  readonly words: Cases = [];
  readonly references: Cases = [];
  readonly indexes: Cases = [];
  readonly sources: Cases = [];
  readonly passages: Cases = [];
  readonly citations: Cases = [];

  add(page: string, labels: PageLabels, answer: Answer | undefined): void {
    this.addBlocks(page, labels, answer?.textBlocks ?? []);
    this.addReferences(page, labels, answer);
    this.addCitations(page, labels, answer);
  }

  private addBlocks(page: string, { blocks, words }: PageLabels, mine: readonly Block[]): void {
    for (const [at, label] of blocks.entries()) {
      this.blocks.push([
        `${page} ${at}: ${label.kind} ${wordsOf(mine[at] ?? { type: '' })}`,
        isBlock(page, label, mine[at]),
      ]);
      for (const [place, item] of (label.items ?? []).entries())
        this.items.push([`${page} ${at}.${place}`, isItem(page, item, mine[at]?.list?.[place])]);
    }
    for (const [at, block] of mine.entries()) this.ours.push([`${page} ${at}: ${wordsOf(block)}`, at < blocks.length]);
    const paragraphs = blocks.flatMap(({ kind }, at) => (kind === 'paragraph' ? [mine[at]] : []));
    for (const [at, count] of words.entries()) {
      const ours = paragraphs[at]?.snippetHighlightedWords?.length ?? 0;
      this.words.push([`${page} paragraph ${at}: ${ours}, not ${count}`, ours === count]);
    }
  }

  private addReferences(page: string, { references }: PageLabels, answer: Answer | undefined): void {
    const mine = answer?.references ?? [];
    const first = page.startsWith('ai-mode/') ? 1 : 0;
    for (let at = 0; at < Math.max(references.length, mine.length); at += 1) {
      const [label, ours] = [references[at], mine[at]];
      this.references.push([`${page} ${at}: ${ours?.title ?? 'nothing'}`, isReference(page, label, ours)]);
      this.indexes.push([`${page} ${at}: ${ours?.index ?? 'none'}`, ours?.index === first + at]);
      if (label) this.addPassage(`${page} ${at}`, label, ours, (text) => hash(page, text));
    }
  }

  private addPassage(
    place: string,
    label: ReferenceLabel,
    ours: Reference | undefined,
    of: (text: string) => string,
  ): void {
    const { source = '', snippet = '' } = ours ?? {};
    if (label.source !== undefined) this.sources.push([`${place}: ${source}`, of(`o${fold(source)}`) === label.source]);
    const start = fold(snippet).slice(0, label.passageChars);
    if (label.passage !== undefined) this.passages.push([`${place}: ${snippet}`, of(`s${start}`) === label.passage]);
  }

  private addCitations(page: string, { citations }: PageLabels, answer: Answer | undefined): void {
    const parts: (readonly [string, readonly number[]])[] = (answer?.textBlocks ?? []).flatMap((block) =>
      [block, ...(block.list ?? [])].map(
        ({ snippet = '', referenceIndexes = [] }) => [fold(snippet), referenceIndexes] as const,
      ),
    );
    for (const { text, chars, count, source } of citations) {
      const [, indexes = []] = parts.find(([words]) => hash(page, `c${words.slice(0, chars)}`) === text) ?? [];
      const first = answer?.references?.find(({ index }) => index === indexes[0])?.source ?? '';
      const isRight = indexes.length === count && (source === undefined || hash(page, `o${fold(first)}`) === source);
      this.citations.push([`${page}: ${indexes.join(' ')} of ${count}, ${first}`, isRight]);
    }
  }
}

describeCorpus('answers of the primary engine', () => {
  const pages = Object.entries(LABELS.pages);

  it('are read as a person reads them', () => {
    const tally = new Tally();
    for (const [page, labels] of pages) tally.add(page, labels, parse(page, textOf(page)));
    const figures = {
      'blocks, in order': share(tally.blocks, 0.98),
      'blocks that are none': share(tally.ours, 0.98),
      'list items': share(tally.items, 0.98),
      'highlighted words': share(tally.words, 0.95),
      'references, in order': share(tally.references, 0.98),
      'reference indexes': share(tally.indexes, 1),
      'reference sources': share(tally.sources, 0.95),
      'passage starts': share(tally.passages, 0.98),
      citations: share(tally.citations, 0.95),
    };
    printPages('engines/ai-answers', {
      ...{ blocks: tally.blocks, items: tally.items, words: tally.words },
      ...{ references: tally.references, passages: tally.passages },
    });
    for (const figure of Object.values(figures))
      for (const line of figure.cases ?? []) process.stdout.write(`  ${line}\n`);
    const names = [...new Set(pages.map(([page]) => fileOf(page)))];
    expect(judgeFigures('engines/ai-answers', names, figures)).toEqual([]);
  });

  it('are on no other page, and never taken from one', () => {
    const answered = new Set(pages.map(([page]) => fileOf(page)));
    const others = corpusFiles(FOLDER, (name) => /\/(?:serp|noresults|blocked)\/[^/]+\.html$/.test(name));
    const found = others.filter((name) => !answered.has(name) && parse(name, corpusPage(name).text) !== undefined);
    expect(found).toEqual([]);
    const verdicts = corpusFiles(`${FOLDER}/blocked`, (name) => name.endsWith('.html')).map((name) => {
      const parsed = parseAiMode({ text: corpusPage(name).text });
      return parsed.outcome === 'ok' ? name : parsed.reason;
    });
    expect(new Set(verdicts)).toEqual(new Set(['captcha', 'consent', 'script_shell']));
    const results = corpusFiles(`${FOLDER}/serp`, (name) => /(?:ws-2026|karust)[^/]+\.html$/.test(name));
    expect(results.map((name) => parseAiMode({ text: corpusPage(name).text }).outcome)).not.toContain('ok');
  });

  it('come out when every class has another name', () => {
    for (const [page] of pages) {
      const text = textOf(page);
      const renamed = text.replace(/\bclass="[^"]*"/g, (attribute) =>
        attribute.replace(/[\w-]+(?=[\s"])/g, (word) => `q${hash('class', word)}`),
      );
      expect([page, parse(page, renamed)]).toEqual([page, parse(page, text)]);
    }
  });

  it('are parsed in little time', () => {
    const times = pages
      .filter(([page]) => page.startsWith('ai-mode/'))
      .map(([page]) => {
        const text = textOf(page);
        const runs = Array.from({ length: proofSize(1, 5) }, () => {
          const usedMs = watchProcessor();
          parse(page, text);
          return usedMs();
        });
        return Math.min(...runs);
      })
      .sort((one, other) => one - other);
    const [median = 0, worst = 0] = [times[Math.floor(times.length / 2)], times.at(-1)];
    process.stdout.write(
      `quality ai-answers parse: ${median.toFixed(1)} ms median, ${worst.toFixed(1)} ms worst (n=${times.length})\n`,
    );
    // The figure is informative: a slow algorithm must fail here, a loaded machine must not.
    expect(worst).toBeLessThan(2_000);
  });
});
