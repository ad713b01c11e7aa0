import type { OfficeReading } from './office-reading.js';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

/** Targets that lead out of the document. */
export const outwardTarget = (target: string | undefined): string | undefined => {
  const trimmed = target?.trim();
  return trimmed !== undefined && /^(?:https?:\/\/|mailto:|tel:)/i.test(trimmed) ? trimmed : undefined;
};

/** Marks of a run of text, outermost first. */
const MARKS = ['strong', 'em', 's', 'sup', 'sub', 'code'] as const;
export type Mark = (typeof MARKS)[number];

export interface RunFormat {
  readonly link?: string | undefined;
  readonly marks?: ReadonlySet<Mark> | undefined;
}

const opened = (tag: string): string => (tag.startsWith('a ') ? '</a>' : `</${tag}>`);

/** Runs of text in one block; runs of one format share their elements. */
export class InlineHtml {
  private readonly parts: string[] = [];
  private readonly open: string[] = [];

  text(text: string, { link, marks }: RunFormat = {}): void {
    if (text === '') return;
    const tags = [
      ...(link === undefined ? [] : [`a href="${escapeHtml(link)}"`]),
      // Marked spaces show nothing, and no writer can mark them.
      ...(text.trim() === ''
        ? MARKS.filter((mark) => this.open.includes(mark) && marks?.has(mark))
        : MARKS.filter((mark) => marks?.has(mark))),
    ];
    const same = tags.findIndex((tag, index) => tag !== this.open[index]);
    this.closeTo(same < 0 ? tags.length : same);
    for (const tag of tags.slice(this.open.length)) {
      this.parts.push(`<${tag}>`);
      this.open.push(tag);
    }
    this.parts.push(escapeHtml(text));
  }

  /** Markup that stands among the runs, such as a line break. */
  markup(html: string): void {
    this.closeTo(html === '<br>' ? this.open.length : 0);
    this.parts.push(html);
  }

  /** A picture, by its alternative text. */
  image(alternative: string | undefined): void {
    const text = alternative?.replace(/\s+/g, ' ').trim();
    if (text !== undefined && text !== '') this.markup(`<img alt="${escapeHtml(text)}">`);
  }

  toString(): string {
    return this.toRawString().trim();
  }

  /** With the spaces at its ends. */
  toRawString(): string {
    this.closeTo(0);
    return this.parts.join('');
  }

  private closeTo(length: number): void {
    while (this.open.length > length) this.parts.push(opened(this.open.pop() ?? ''));
  }
}

interface OpenList {
  readonly level: number;
  readonly tag: 'ol' | 'ul';
  readonly key: string;
}

export interface ListItem {
  /** From 0. */
  readonly level: number;
  readonly isOrdered: boolean;
  /** Items of one list have the same. */
  readonly key?: string | undefined;
  /** Number of the first item. */
  readonly start?: number | undefined;
}

/** Deeper items stay at this level. */
const MAX_LIST_LEVEL = 12;

/** Blocks of the page, as far as the characters go. */
export class BlockHtml {
  private readonly parts: string[] = [];
  private readonly lists: OpenList[] = [];
  private code: string[] = [];
  private isFull = false;

  constructor(private readonly reading: OfficeReading) {}

  get hasRoom(): boolean {
    return !this.isFull && this.reading.hasTime();
  }

  block(tag: string, inner: string, wrapper?: string): void {
    this.endRuns();
    if (inner === '') return;
    this.push(
      wrapper === undefined ? `<${tag}>${inner}</${tag}>` : `<${wrapper}><${tag}>${inner}</${tag}></${wrapper}>`,
    );
  }

  /** One line of code; neighbouring ones share a block. `inner` is html. */
  codeLine(inner: string): void {
    this.endLists();
    this.code.push(inner);
  }

  item({ level, isOrdered, key = '', start = 1 }: ListItem, inner: string): void {
    this.endCode();
    if (inner === '' || this.isFull) return;
    const depth = Math.min(level, MAX_LIST_LEVEL);
    const tag = isOrdered ? 'ol' : 'ul';
    this.closeLists((list) => list.level > depth || (list.level === depth && (list.tag !== tag || list.key !== key)));
    const isOpen = this.lists.at(-1)?.level === depth;
    if (isOpen) this.parts.push('</li>');
    else {
      this.push(tag === 'ol' && start > 1 ? `<ol start="${start}">` : `<${tag}>`);
      this.lists.push({ level: depth, tag, key });
    }
    this.push(`<li>${inner}`);
  }

  /** A note of the text, by its number; its paragraphs become lines. */
  note(number: number, html: string): void {
    const lines = html.replace(/<\/p>\s*<p>/g, '<br>').replace(/<\/?p>/g, '');
    this.block('p', `<sup>[${number}]</sup> ${lines}`);
  }

  /** Made elsewhere, whose characters were taken there. */
  made(html: string): void {
    this.endRuns();
    this.parts.push(html);
  }

  toString(): string {
    this.endRuns();
    return this.parts.join('\n');
  }

  private push(html: string): void {
    if (this.isFull || !this.reading.takeChars(html.length)) this.isFull = true;
    else this.parts.push(html);
  }

  private endRuns(): void {
    this.endCode();
    this.endLists();
  }

  private endLists(): void {
    this.closeLists(() => true);
  }

  private closeLists(isOver: (list: OpenList) => boolean): void {
    for (let last = this.lists.at(-1); last && isOver(last); last = this.lists.at(-1)) {
      this.parts.push(`</li></${last.tag}>`);
      this.lists.pop();
    }
  }

  private endCode(): void {
    if (this.code.length === 0) return;
    const lines = this.code.join('\n');
    this.code = [];
    if (lines.trim() !== '') this.push(`<pre><code>${lines}</code></pre>`);
  }
}
