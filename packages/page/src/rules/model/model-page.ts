import { documentKind, isXhtml, parseDocument } from '@quarry/html';
import { DEFAULT_CONVERSION_LIMITS, type ConversionLimitName } from '../../source/conversion-limits.js';
import { readHeadData } from '../../data/head-data.js';
import { readMicrodata } from '../../data/microdata.js';
import { keepMainContent } from '../../main/keep-main-content.js';
import { writeMarkdown } from '../../writers/write-markdown.js';
import type { FetchedText } from '../../source/page-content.js';
import { pageSource, type PageSource } from '../../source/page-source.js';
import { blocksOf, cleanText } from './page-blocks.js';
import { factLines } from './page-facts.js';
import { cutToTokens, estimateTokens } from './token-estimate.js';

/** Share of the budget that facts from the head and structured data may take. */
export const FACTS_SHARE = 0.35;
/** The start of a block is worth sending from this many tokens on. */
export const MIN_BLOCK_TOKENS = 16;
/** Units of one block that are read; data without empty lines is one block. */
export const MAX_BLOCK_CHARS = 1_048_576;

const REST_HEADING = 'Elsewhere on the page:';

/** What of a page is sent to a model. */
export interface ModelPage {
  /** Facts, the main content as markdown, then the rest; empty where the page has no text. */
  readonly text: string;
  readonly estimatedTokens: number;
  /** Whether something had to be left out for the budget. */
  readonly isCut: boolean;
}

/** Takes blocks while the budget lasts; the last one may be cut. */
class BudgetedText {
  private readonly blocks: string[] = [];
  private readonly seen = new Set<string>();
  private tokens = 0;
  isCut = false;

  constructor(
    private readonly maxTokens: number,
    private readonly pageUrl: string,
  ) {}

  /** False once nothing more fits into `upTo` tokens in all. */
  add(raw: string, upTo = this.maxTokens): boolean {
    const block = this.clean(raw);
    if (raw.length > MAX_BLOCK_CHARS) this.isCut = true;
    if (block === '') return true;
    const left = upTo - this.tokens;
    const cost = estimateTokens(block) + 1;
    const text = cost <= left ? block : left < MIN_BLOCK_TOKENS ? '' : cutToTokens(block, left - 1).trim();
    if (text !== '') {
      this.blocks.push(text);
      this.seen.add(block);
      this.tokens += estimateTokens(text) + 1;
    }
    if (cost > left) this.isCut = true;
    return cost <= left;
  }

  addAll(blocks: Iterable<string>): boolean {
    for (const block of blocks) if (!this.add(block)) return false;
    return true;
  }

  /** Blocks that are not included yet: navigation and other repeated parts are included once. */
  addUnseen(blocks: Iterable<string>, heading: string): void {
    let isHeaded = false;
    for (const block of blocks) {
      const key = this.clean(block);
      if (key === '' || this.seen.has(key)) continue;
      if (!isHeaded && !this.add(heading)) return;
      isHeaded = true;
      if (!this.add(block)) return;
    }
  }

  private clean(raw: string): string {
    return cleanText(raw.slice(0, MAX_BLOCK_CHARS), this.pageUrl).trim();
  }

  finish(): ModelPage {
    return { text: this.blocks.join('\n\n'), estimatedTokens: this.tokens, isCut: this.isCut };
  }
}

const pageAddress = (url: string): string => url.split('#', 1)[0] ?? '';

/** What of a parsed web page is sent to a model: its facts, its main content, then the rest while the budget lasts. */
export const modelPageOf = (source: PageSource, maxTokens: number): ModelPage => {
  const text = new BudgetedText(maxTokens, pageAddress(source.url));
  for (const line of factLines(source.url, readHeadData(source), readMicrodata(source))) {
    text.add(line, Math.floor(maxTokens * FACTS_SHARE));
  }
  const main = keepMainContent(source, { isDocument: true });
  if (text.addAll(blocksOf(writeMarkdown(main)))) {
    text.addUnseen(blocksOf(writeMarkdown(source)), REST_HEADING);
  } else text.isCut = true;
  return text.finish();
};

/** As `modelPageOf`, for a document of any kind; data and plain text are sent as they are. */
export const modelPage = (page: FetchedText, maxTokens: number): ModelPage => {
  const kind = documentKind(page.mediaType);
  if (kind === 'html') {
    const limits = DEFAULT_CONVERSION_LIMITS;
    const { root, limitsHit } = parseDocument(page.text, { limits, isXhtml: isXhtml(page.mediaType) });
    return modelPageOf(pageSource(root, page.url, limits, new Set<ConversionLimitName>(limitsHit)), maxTokens);
  }
  const text = new BudgetedText(maxTokens, pageAddress(page.url));
  if (kind !== 'binary') text.addAll(blocksOf(page.text));
  return text.finish();
};
