import { escapeLineStart, escapeTitle, escapeText, escapeUrl } from './escape.js';

export type Mark = '**' | '*' | '~~' | '<sub>' | '<sup>';
/** By the element that it is made of. */
export const MARKS: Readonly<Record<string, Mark>> = {
  b: '**',
  strong: '**',
  i: '*',
  em: '*',
  cite: '*',
  dfn: '*',
  var: '*',
  del: '~~',
  s: '~~',
  strike: '~~',
  sub: '<sub>',
  sup: '<sup>',
};
export interface LinkTarget {
  readonly url: string;
  readonly title: string;
  /** Used where the link shows no text. */
  readonly label: string;
}
export type Span = Mark | LinkTarget;

const CLOSERS: Readonly<Record<Mark, string>> = {
  '**': '**',
  '*': '*',
  '~~': '~~',
  '<sub>': '</sub>',
  '<sup>': '</sup>',
};
const isDelimiter = (span: Span): boolean => span === '**' || span === '*' || span === '~~';
const isLink = (span: Span): span is LinkTarget => typeof span !== 'string';

const WORD_END = /[\p{L}\p{N}]$/u;
const WORD_START = /^[\p{L}\p{N}]/u;
const PUNCT_END = /[\p{P}\p{S}]$/u;
const SIMPLE_CODE = /^`[^`]+`$/;
const PUNCT_START = /^[\p{P}\p{S}]/u;

/**
 * The inline content of one block, written as it comes. Marks open only before their first visible character and close right
 * after their last, so that white space is never inside them; a mark around nothing is left out.
 */
export class InlineRun {
  private readonly parts: string[] = [];
  /** Spans of the tree that are open here, outermost first; the first `written` of them are in the output. */
  private readonly open: Span[] = [];
  private written = 0;
  private readonly linkStarts: number[] = [];
  private hasSpace = false;
  private isEmptyRun = true;
  private lastClosed: { readonly span: Span; readonly part: number } | undefined;

  constructor(spans: readonly Span[] = []) {
    this.open.push(...spans);
  }

  get isEmpty(): boolean {
    return this.isEmptyRun;
  }

  get spans(): readonly Span[] {
    return this.open;
  }

  /** The open spans as the next run takes them on: a link that has shown something needs no label any more. */
  get spansToContinue(): readonly Span[] {
    return this.open.map((span, index) => (index < this.written && isLink(span) ? { ...span, label: '' } : span));
  }

  get isInLink(): boolean {
    return this.open.some(isLink);
  }

  /** Running text: white space collapses, special characters are escaped. */
  text(data: string): void {
    if (data === '') return;
    const collapsed = /[\t\n\f\r ]{2}|[\t\n\f\r]/.test(data) ? data.replace(/[\t\n\f\r ]+/g, ' ') : data;
    const startsWithSpace = collapsed.charCodeAt(0) === 0x20;
    if (startsWithSpace) this.hasSpace = true;
    if (collapsed === ' ') return;
    const endsWithSpace = collapsed.charCodeAt(collapsed.length - 1) === 0x20;
    const core = collapsed.slice(startsWithSpace ? 1 : 0, endsWithSpace ? -1 : undefined);
    this.raw(escapeText(core, this.isInLink));
    if (endsWithSpace) this.hasSpace = true;
  }

  /** Finished markdown: code spans, pictures, formulas. */
  raw(markdown: string): void {
    if (markdown === '') return;
    const before = this.written;
    this.writeSpace(markdown);
    this.writeOpeners(markdown);
    if (before === this.written) this.separate(markdown);
    if (this.joinsCode(markdown)) this.parts.push(`${(this.parts.pop() ?? '').slice(0, -1)}${markdown.slice(1)}`);
    else {
      if (markdown.startsWith('`') && this.last.endsWith('`')) this.parts.push(' ');
      this.parts.push(markdown);
    }
    this.isEmptyRun = false;
    this.lastClosed = undefined;
  }

  space(): void {
    this.hasSpace = true;
  }

  /** A hard line break; at the very start of a block it is left out. */
  lineBreak(markdown: string): void {
    if (this.isEmptyRun) return;
    this.hasSpace = false;
    this.parts.push(markdown);
    this.lastClosed = undefined;
  }

  openSpan(span: Span): void {
    this.open.push(span);
  }

  closeSpan(): void {
    const span = this.open.pop();
    if (span === undefined) return;
    if (this.open.length >= this.written) {
      // Nothing visible stood inside.
      if (isLink(span) && span.label !== '') {
        // A picture's name is no part of the word beside it.
        this.hasSpace = true;
        this.open.push(span);
        this.raw(escapeText(span.label, true));
        this.open.pop();
        this.writeCloser({ ...span, title: '' });
        this.hasSpace = true;
      }
      return;
    }
    this.writeCloser(span);
  }

  /** The block's markdown; open spans are closed in the output. */
  finish(): string {
    for (let index = this.written - 1; index >= 0; index -= 1) this.writeCloser(this.open[index] as Span);
    const text = this.parts.join('').replace(/(?: {2}\n|<br>)+$/, '');
    if (!text.includes('\n')) return escapeLineStart(text);
    return text.split('\n').map(escapeLineStart).join('\n');
  }

  private get last(): string {
    return this.parts.at(-1) ?? '';
  }

  private writeSpace(next: string): void {
    if (!this.hasSpace) return;
    this.hasSpace = false;
    if (this.isEmptyRun || this.last.endsWith('\n') || this.last.endsWith('<br>') || next === '') return;
    this.parts.push(' ');
    this.lastClosed = undefined;
  }

  private writeOpeners(next: string): void {
    for (; this.written < this.open.length; this.written += 1) {
      const span = this.open[this.written] as Span;
      if (this.lastClosed?.span === span && this.lastClosed.part === this.parts.length - 1 && !isLink(span)) {
        this.parts.pop();
        this.lastClosed = undefined;
        continue;
      }
      if (isLink(span)) {
        if (this.last.endsWith('!')) this.parts.push(`${(this.parts.pop() ?? '').slice(0, -1)}\\!`);
        this.linkStarts.push(this.parts.length);
        this.parts.push('[');
      } else {
        if (isDelimiter(span) && WORD_END.test(this.last) && PUNCT_START.test(this.openerAfter(this.written, next)))
          this.parts.push(' ');
        this.parts.push(span);
      }
      this.lastClosed = undefined;
    }
  }

  /** What follows the delimiters from this span on: the start of a link or of a tag, else the text. */
  private openerAfter(index: number, next: string): string {
    const following = this.open.slice(index).find((span) => !isDelimiter(span));
    if (following === undefined) return next;
    return isLink(following) ? '[' : following;
  }

  /** A closing delimiter between punctuation and a letter would not close: a space makes it. */
  private separate(next: string): void {
    const closed = this.lastClosed;
    if (!closed || closed.part !== this.parts.length - 1 || !isDelimiter(closed.span)) return;
    const beforeCloser = this.parts[closed.part - 1] ?? '';
    if (PUNCT_END.test(beforeCloser) && WORD_START.test(next)) this.parts.push(' ');
  }

  /** Two code spans side by side would not close where the first ends: they become one. */
  private joinsCode(markdown: string): boolean {
    return SIMPLE_CODE.test(markdown) && SIMPLE_CODE.test(this.last);
  }

  private writeCloser(span: Span): void {
    this.written -= 1;
    if (isLink(span)) {
      this.linkStarts.pop();
      const title = span.title === '' ? '' : ` "${escapeTitle(span.title)}"`;
      this.parts.push(`](${escapeUrl(span.url)}${title})`);
    } else this.parts.push(CLOSERS[span]);
    this.lastClosed = { span, part: this.parts.length - 1 };
  }
}
