import type { Element } from 'domhandler';
import { allBelow, breaksLine, MAX_FIELD_CHARS, normalizeText, readText, walk } from '@quarry/html';
import { endsAnswer, isAside, isNotice, marksIn } from './asides.js';
import { findCode, type Code } from './code-frames.js';

export interface AnswerItem {
  readonly snippet: string;
  readonly list?: readonly AnswerItem[];
  readonly code?: string;
  readonly referenceIndexes?: readonly number[];
}

export interface AnswerBlock {
  readonly type: 'paragraph' | 'heading' | 'list' | 'table' | 'code';
  readonly snippet?: string;
  readonly snippetHighlightedWords?: readonly string[];
  readonly list?: readonly AnswerItem[];
  /** Rows of cells. */
  readonly table?: readonly (readonly string[])[];
  readonly code?: string;
  readonly language?: string;
  /** Of all sources named anywhere in the block. */
  readonly referenceIndexes?: readonly number[];
}

/** Indexes of the sources that a mark stands for. */
export type ReadMark = (mark: Element) => readonly number[];

/** Bounds on an answer. */
export const MAX_BLOCKS = 300;
export const MAX_LIST_DEPTH = 6;
/** Longest note of the engine about its answers. */
const MAX_NOTICE_CHARS = 160;

const LISTS: ReadonlySet<string> = new Set(['ul', 'ol']);
const MARKED: ReadonlySet<string> = new Set(['mark', 'strong', 'b']);

const READ = { isLeftOut: isAside } as const;

const ascending = (indexes: Iterable<number>): number[] => [...new Set(indexes)].sort((one, other) => one - other);

const cited = (indexes: Iterable<number>): { referenceIndexes?: readonly number[] } => {
  const all = ascending(indexes);
  return all.length > 0 ? { referenceIndexes: all } : {};
};

/** Collects runs of text into paragraphs between blocks of other kinds. */
class Writer {
  readonly blocks: { block: AnswerBlock; indexes: Set<number> }[] = [];
  private text = '';
  private words: string[] = [];
  private indexes = new Set<number>();
  private isOver = false;
  private saysNotice = false;

  add(text: string): void {
    if (this.text.length <= MAX_FIELD_CHARS) this.text += text;
  }

  break(): void {
    if (this.text.endsWith('\n')) this.flush();
    else this.add('\n');
  }

  emphasize(element: Element): void {
    const text = readText(element, READ);
    if (text !== '' && !this.words.includes(text)) this.words.push(text);
  }

  /** A mark belongs to the text before it, even where that is in its own element. */
  cite(indexes: readonly number[]): void {
    const last = this.blocks.at(-1);
    const target = this.text.trim() === '' && last ? last.indexes : this.indexes;
    for (const index of indexes) target.add(index);
  }

  notice(): void {
    this.saysNotice = true;
  }

  end(): void {
    this.isOver = true;
  }

  flush(): void {
    const snippet = normalizeText(this.text).slice(0, MAX_FIELD_CHARS);
    const { words, indexes, saysNotice } = this;
    const isShort = snippet.length <= MAX_NOTICE_CHARS;
    this.text = '';
    this.words = [];
    this.indexes = new Set();
    this.saysNotice = false;
    if ((saysNotice && isShort && indexes.size === 0) || !/[\p{L}\p{N}]/u.test(snippet)) return;
    this.keep({ type: 'paragraph', snippet, ...(words.length > 0 ? { snippetHighlightedWords: words } : {}) }, indexes);
  }

  push(block: AnswerBlock | undefined, indexes: Iterable<number>): void {
    this.flush();
    if (block) this.keep(block, new Set(indexes));
  }

  private keep(block: AnswerBlock, indexes: Set<number>): void {
    if (!this.isOver && this.blocks.length < MAX_BLOCKS) this.blocks.push({ block, indexes });
  }
}

class AnswerReader {
  private readonly code: ReadonlyMap<Element, Code>;

  constructor(
    private readonly content: Element,
    private readonly readMark: ReadMark,
  ) {
    this.code = findCode(content);
  }

  read(): AnswerBlock[] {
    const writer = new Writer();
    let emphasis: Element | undefined;
    walk(this.content, {
      enter: (element) => {
        if (endsAnswer(element)) writer.end();
        if (this.readAside(element, writer) || this.readWhole(element, writer)) return false;
        if (breaksLine(element)) writer.flush();
        else if (element.name === 'br') writer.break();
        else if (isNotice(element)) writer.notice();
        if (!emphasis && MARKED.has(element.name)) {
          emphasis = element;
          writer.emphasize(element);
        }
        return true;
      },
      leave: (element) => {
        if (element === emphasis) emphasis = undefined;
        if (breaksLine(element)) writer.flush();
      },
      text: ({ data }) => {
        writer.add(data.replace(/\s+/g, ' '));
      },
    });
    writer.flush();
    return writer.blocks.map(({ block, indexes }) => ({ ...block, ...cited(indexes) }));
  }

  private readAside(element: Element, writer: Writer): boolean {
    const marks = marksIn(element);
    if (marks.length > 0) writer.cite(marks.flatMap((mark) => this.readMark(mark)));
    return isAside(element);
  }

  /** True where the whole element is a block. */
  private readWhole(element: Element, writer: Writer): boolean {
    const { name, attribs } = element;
    const code = this.code.get(element);
    if (code) writer.push({ type: 'code', ...code }, []);
    else if (LISTS.has(name)) this.writeList(element, writer);
    else if (name === 'table') writer.push(this.readTable(element), this.indexesBelow(element));
    else if (/^h[1-6]$/.test(name) || attribs['role'] === 'heading') {
      const snippet = readText(element, READ);
      writer.push(snippet === '' ? undefined : { type: 'heading', snippet }, this.indexesBelow(element));
    } else return false;
    return true;
  }

  private indexesBelow(element: Element): number[] {
    return allBelow(element, (below) => marksIn(below).length > 0)
      .flatMap(marksIn)
      .flatMap((mark) => this.readMark(mark));
  }

  private writeList(list: Element, writer: Writer): void {
    const items = this.readItems(list, 1);
    writer.push(items.length > 0 ? { type: 'list', list: items } : undefined, this.indexesBelow(list));
  }

  private readItems(list: Element, depth: number): AnswerItem[] {
    const items = allBelow(list, ({ name }) => name === 'li', isAside).map((item) => this.readItem(item, depth));
    return items.filter(({ snippet, list: below, code }) => snippet !== '' || below || code !== undefined);
  }

  private readItem(item: Element, depth: number): AnswerItem {
    const isBelow = (element: Element): boolean => LISTS.has(element.name);
    const lists = depth < MAX_LIST_DEPTH ? allBelow(item, isBelow, isAside) : [];
    const code = allBelow(
      item,
      (element) => this.code.has(element),
      (element) => isAside(element) || isBelow(element),
    );
    const apart = new Set([...lists, ...code]);
    const below = lists.flatMap((list) => this.readItems(list, depth + 1));
    const texts = code.map((element) => this.code.get(element)?.code ?? '');
    const own = allBelow(
      item,
      (element) => marksIn(element).length > 0,
      (element) => apart.has(element),
    );
    return {
      snippet: readText(item, { isLeftOut: (element) => apart.has(element) || isAside(element) }),
      ...(below.length > 0 ? { list: below } : {}),
      ...(texts.length > 0 ? { code: texts.join('\n') } : {}),
      ...cited(own.flatMap(marksIn).flatMap((mark) => this.readMark(mark))),
    };
  }

  private readTable(table: Element): AnswerBlock | undefined {
    const rows = allBelow(table, ({ name }) => name === 'tr', isAside)
      .map((row) =>
        allBelow(row, ({ name }) => name === 'td' || name === 'th', isAside).map((cell) => readText(cell, READ)),
      )
      .filter((cells) => cells.some((cell) => cell !== ''));
    return rows.length > 0 ? { type: 'table', table: rows } : undefined;
  }
}

/** The blocks of an answer in the order of the page. Linear in `content`. */
export const readAnswerBlocks = (content: Element, readMark: ReadMark): AnswerBlock[] =>
  new AnswerReader(content, readMark).read();
