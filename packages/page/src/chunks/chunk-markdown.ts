import { createHash } from 'node:crypto';
import { cutBlock, type Budget } from './cut-block.js';
import { readBlocks, type Block } from './read-blocks.js';

/** A part of a markdown text for an index or a language model. */
export interface MarkdownChunk {
  /** Stays while its headings and its place among the chunks below the same headings stay, whatever the text becomes. */
  readonly id: string;
  /** The headings above it and its own, outermost first, as plain text. */
  readonly headings: readonly string[];
  readonly markdown: string;
  readonly tokenCount: number;
}

/** A heading and the blocks up to the next one; the first section of a text may have no heading. */
interface Section {
  readonly level: number;
  readonly headings: readonly string[];
  readonly blocks: readonly Block[];
  /** Of its blocks, joined. */
  readonly tokens: number;
}

const BLOCK_BREAK = '\n\n';
const ID_HEX_CHARS = 16;
/** More than the break between two blocks costs with any tokenizer. */
const BREAK_TOKENS = 2;

const HEADING_MARKS = /^#{1,6}\s*|\s+#+\s*$/g;
const LINK = /!?\[([^\]]{0,2000})\]\([^()\s]{0,4000}(?:\s"[^"]{0,2000}")?\)/g;
const EMPHASIS = /(?<!\\)[*_`~]+/g;
const ESCAPE = /\\([^\w\s])/g;

/** The words of a heading's line. */
const plainHeading = (line: string): string =>
  line.replace(HEADING_MARKS, '').replace(LINK, '$1').replace(EMPHASIS, '').replace(ESCAPE, '$1').trim();

const sectionsOf = (blocks: readonly Block[], { countTokens }: Budget): Section[] => {
  const sections: Section[] = [];
  const path: { level: number; heading: string }[] = [];
  let own: Block[] = [];
  let level = 0;
  const close = (): void => {
    if (own.length === 0) return;
    const tokens = own.reduce((sum, { text }) => sum + countTokens(text) + BREAK_TOKENS, 0);
    sections.push({ level, headings: path.map(({ heading }) => heading), blocks: own, tokens });
    own = [];
  };
  for (const block of blocks) {
    if (block.kind === 'heading') {
      close();
      level = block.level;
      while ((path.at(-1)?.level ?? 0) >= level) path.pop();
      path.push({ level, heading: plainHeading(block.text) });
    }
    own.push(block);
  }
  close();
  return sections;
};

interface Piece {
  readonly headings: readonly string[];
  readonly markdown: string;
}

/** Blocks that fit beside each other, joined; one that does not fit alone is cut. */
const packBlocks = (headings: readonly string[], blocks: readonly Block[], budget: Budget): Piece[] => {
  const { maxTokens, countTokens } = budget;
  const pieces: Piece[] = [];
  let texts: string[] = [];
  let sum = 0;
  const close = (): void => {
    if (texts.length > 0) pieces.push({ headings, markdown: texts.join(BLOCK_BREAK) });
    texts = [];
    sum = 0;
  };
  for (const text of blocks.flatMap((block) => cutBlock(block, budget))) {
    const tokens = countTokens(text);
    if (sum > 0 && sum + BREAK_TOKENS + tokens > maxTokens) close();
    sum += (sum > 0 ? BREAK_TOKENS : 0) + tokens;
    texts.push(text);
  }
  close();
  return pieces;
};

/** Number of the section after all that are below section `at`. */
const endBelow = (sections: readonly Section[], at: number): number => {
  const level = sections[at]?.level ?? 0;
  let end = at + 1;
  while (end < sections.length && (sections[end]?.level ?? 0) > level) end += 1;
  return end;
};

const isHeadingAlone = ({ blocks }: Section): boolean => blocks.every(({ kind }) => kind === 'heading');

/**
 * A section with all below it is one piece if that fits, else its own text and each section below it by themselves. A heading
 * without text goes to the section after it.
 */
const piecesOf = (sections: readonly Section[], budget: Budget): Piece[] => {
  const pieces: Piece[] = [];
  let bare: Block[] = [];
  for (let at = 0; at < sections.length;) {
    const section = sections[at];
    if (section === undefined) break;
    const end = section.level === 0 ? at + 1 : endBelow(sections, at);
    const below = sections.slice(at, end);
    const isWhole = below.reduce((sum, { tokens }) => sum + tokens, 0) <= budget.maxTokens;
    const taken = isWhole ? below : [section];
    const blocks = [...bare, ...taken.flatMap((one) => one.blocks)];
    at += taken.length;
    bare = !isWhole && isHeadingAlone(section) ? blocks : [];
    if (bare.length === 0) pieces.push(...packBlocks(section.headings, blocks, budget));
  }
  return [...pieces, ...packBlocks(sections.at(-1)?.headings ?? [], bare, budget)];
};

const idOf = (headings: readonly string[], place: number): string =>
  createHash('sha256')
    .update(JSON.stringify([headings, place]))
    .digest('hex')
    .slice(0, ID_HEX_CHARS);

/**
 * Cuts a markdown text into chunks of at most `maxTokens`, in order: by its headings, then between blocks, and within a block
 * that is longer than that at lines, sentences or words. Tables and code keep their header and their fence in each piece. All of
 * a text that fits is one chunk.
 */
export const chunkMarkdown = (markdown: string, budget: Budget): MarkdownChunk[] => {
  const sections = sectionsOf(readBlocks(markdown), budget);
  const isOne = sections.reduce((sum, { tokens }) => sum + tokens, 0) <= budget.maxTokens;
  const blocks = sections.flatMap((section) => section.blocks);
  const pieces = isOne ? packBlocks(sections[0]?.headings ?? [], blocks, budget) : piecesOf(sections, budget);
  const places = new Map<string, number>();
  return pieces.map(({ headings, markdown: text }) => {
    const key = JSON.stringify(headings);
    const place = (places.get(key) ?? 0) + 1;
    places.set(key, place);
    return { id: idOf(headings, place), headings, markdown: text, tokenCount: budget.countTokens(text) };
  });
};
