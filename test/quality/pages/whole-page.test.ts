import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { convertPage } from '@quarry/page';
import { proofSize } from '@quarry/testkit';
import { corpusFiles, corpusPage, describeCorpus } from '../corpus.js';
import { type Figure, judgeFigures } from '../gate.js';
import { SYMBOLS } from '../../../packages/page/src/writers/math/tex-names.js';
import { readMarkdown } from './markdown-reading.js';
import { openPages, type ShownPages } from './visible-pages.js';
import { compareWords, type Overlap } from './words.js';

const isPage = (name: string): boolean => /\.html?$/.test(name) && !/\.(?:expected|in)\.html$|samples\//.test(name);
/** Of folders with many similar pages, one of so many is enough. */
const STRIDES: Readonly<Record<string, number>> = { google: 8, bing: 4, duckduckgo: 2, yelp: 2, blocked: 2, indeed: 2 };

const sampled = (names: readonly string[]): string[] => {
  const seen = new Map<string, number>();
  return names.filter((name) => {
    const [folder = ''] = name.split('/');
    const index = seen.get(folder) ?? 0;
    seen.set(folder, index + 1);
    return index % (STRIDES[folder] ?? 1) === 0;
  });
};

/** Rendering a page costs far more than converting it: only the proof renders them all. */
const SHARE = proofSize(12, 1);
const GATE = SHARE === 1 ? 'pages/whole-page' : 'pages/whole-page-sample';
const names = sampled(corpusFiles('', isPage)).filter((_name, at) => at % SHARE === 0);

/** Structure that markdown can show: the browser's count, ours, and how far apart they are on each page, summed. */
class Counts {
  private expected = 0;
  private apart = 0;
  private readonly cases: string[] = [];

  add(name: string, expected: number, actual: number): void {
    this.expected += expected;
    this.apart += Math.abs(expected - actual);
    if (expected !== actual) this.cases.push(`${name}: ${actual} for ${expected}`);
  }

  figure(): Figure {
    return { value: 1 - this.apart / Math.max(1, this.expected), n: this.expected, floor: 0.97, cases: this.cases };
  }

  lines(kind: string): string[] {
    return this.cases.map((line) => `${kind} ${line}`);
  }
}

/** Words of many pages: the share found in total, and the share of pages that keep nearly all of theirs. */
class Words {
  private readonly overlaps: { readonly name: string; readonly overlap: Overlap }[] = [];

  add(name: string, expected: string, actual: string): void {
    this.overlaps.push({ name, overlap: compareWords(expected, actual) });
  }

  recall(): Figure {
    return { value: this.sum('found') / this.sum('expected'), n: this.sum('expected'), floor: MIN_RECALL };
  }

  precision(): Figure {
    return { value: this.sum('found') / this.sum('actual'), n: this.sum('actual') };
  }

  wholePages(): Figure {
    const whole = this.overlaps.filter(({ overlap }) => overlap.found >= overlap.expected * MIN_RECALL).length;
    return { value: whole / this.overlaps.length, n: this.overlaps.length, floor: 0.98 };
  }

  /** Pages that lost words, and which. */
  losses(): string[] {
    return this.overlaps
      .filter(({ overlap }) => overlap.missing.length > 0)
      .map(({ name, overlap }) => `${name}: ${overlap.missing.slice(0, 12).join(' ')}`);
  }

  private sum(key: 'found' | 'expected' | 'actual'): number {
    return this.overlaps.reduce((total, { overlap }) => total + overlap[key], 0);
  }
}

const MIN_RECALL = 0.995;
/** Placeholder for an address that a script would show; we show the address. */
const PLACEHOLDER = /\[email\s+protected\]/g;
/** Letters by which a note leads back to each of its marks: a note of markdown leads back by itself. */
const WAYS_BACK = /^\s*\^(?:\s+[a-z](?=\s))+/gm;
/** Letters of formulas, which we write by their names in TeX. */
const LETTERS = Object.keys(SYMBOLS).filter((sign) => /\p{L}/u.test(sign));
const LETTER = new RegExp(`[${LETTERS.join('')}]`, 'gu');
const named = (text: string): string => text.replace(LETTER, (letter) => ` ${SYMBOLS[letter] ?? letter} `);
const STRUCTURES = ['headings', 'items', 'rows', 'code'] as const;

describeCorpus('whole pages beside what Chromium shows of them', () => {
  let pages: ShownPages | undefined;

  beforeAll(async () => {
    pages = await openPages((name) => corpusPage(name).text);
    if (!pages) process.stdout.write('quality whole-page: skipped, no Chromium here\n');
  });
  afterAll(() => pages?.close());

  it('keeps every visible word and the structure', async () => {
    if (!pages) return;
    const markdownWords = new Words();
    const styledWords = new Words();
    const textWords = new Words();
    const counts = { headings: new Counts(), items: new Counts(), rows: new Counts(), code: new Counts() };
    const links = new Counts();
    const strays: string[] = [];
    for (const name of names) {
      const shown = await pages.read(name);
      const { markdown = '', text = '' } = convertPage(
        { text: corpusPage(name).text, url: pages.urlOf(name), mediaType: 'text/html' },
        { formats: ['markdown', 'text'], links: false, emails: false },
      );
      const reading = readMarkdown(markdown);
      const [visible, styled] = [shown.text, shown.styled].map((words) =>
        named(words.replace(PLACEHOLDER, '').replace(WAYS_BACK, '^')),
      );
      markdownWords.add(name, visible ?? '', named(reading.text));
      styledWords.add(name, styled ?? '', named(reading.text));
      textWords.add(name, visible ?? '', named(text));
      for (const kind of STRUCTURES) counts[kind].add(name, shown[kind], reading[kind]);
      links.add(name, shown.links.length, reading.links.length);
      if (reading.strayTags.length > 0) strays.push(`${name}: ${reading.strayTags.slice(0, 3).join(' ')}`);
    }
    const failures = judgeFigures(GATE, names, {
      'markdown: visible words kept': markdownWords.recall(),
      'markdown: pages that keep their words': markdownWords.wholePages(),
      'markdown: words kept, with the style sheets in the page': styledWords.recall(),
      'markdown: words that are visible': markdownWords.precision(),
      'text: visible words kept': textWords.recall(),
      'text: pages that keep their words': textWords.wholePages(),
      'text: words that are visible': textWords.precision(),
      headings: counts.headings.figure(),
      links: links.figure(),
      'list items': counts.items.figure(),
      'table rows': counts.rows.figure(),
      'code blocks': counts.code.figure(),
      'pages without stray html': { value: 1 - strays.length / names.length, n: names.length, floor: 1 },
    });
    const details = [
      ...markdownWords.losses().map((line) => `markdown lacks ${line}`),
      ...textWords.losses().map((line) => `text lacks ${line}`),
      ...STRUCTURES.flatMap((kind) => counts[kind].lines(kind)),
      ...strays,
    ];
    if (process.env['QUALITY_DETAILS'] === '1') process.stdout.write(`${details.join('\n')}\n`);
    expect(failures).toEqual([]);
  }, 300_000);
});
