import type { ChildNode, Element } from 'domhandler';
import { isBlock } from '@quarry/html';
import { runWriter } from './run-writer.js';
import { choicesText } from './choices.js';
import { hiddenEmail } from '../emails/cf-email.js';
import { codeText } from './code-text.js';
import { mathImage, mathMarkdown, mathScript } from './math/formulas.js';
import { ListState } from './list-state.js';
import type { PageSource } from '../source/page-source.js';
import { isUnread } from './unread.js';

const SKIPPED: ReadonlySet<string> = new Set([
  'canvas',
  'progress',
  'meter',
  'iframe',
  'object',
  'video',
  'audio',
  'rp',
  'textarea',
  'map',
]);
const PARAGRAPHS: ReadonlySet<string> = new Set(
  'p h1 h2 h3 h4 h5 h6 blockquote pre table ul ol dl figure article section hr'.split(' '),
);
const LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'menu', 'dir']);

const UNEVEN_SPACE = /[\t\n\f\r ]{2}|[\t\n\f\r]/;

/** Lines of plain text, white space collapsed as a browser shows it. */
class TextOutput {
  private readonly lines: string[] = [];
  private line: string[] = [];
  private hasSpace = false;
  private blankBefore = false;
  private lead = '';

  text(data: string): void {
    const collapsed = UNEVEN_SPACE.test(data) ? data.replace(/[\t\n\f\r ]+/g, ' ') : data;
    const startsWithSpace = collapsed.startsWith(' ');
    if (startsWithSpace) this.hasSpace = true;
    if (collapsed === '' || collapsed === ' ') return;
    const endsWithSpace = collapsed.endsWith(' ');
    this.word(collapsed.slice(startsWithSpace ? 1 : 0, endsWithSpace ? -1 : undefined));
    if (endsWithSpace) this.hasSpace = true;
  }

  word(text: string): void {
    if (this.hasSpace && this.line.length > 0 && this.line.at(-1) !== '\t') this.line.push(' ');
    this.hasSpace = false;
    this.line.push(text);
  }

  space(): void {
    this.hasSpace = true;
  }

  /** A tab between two cells of a row. */
  tab(): void {
    this.hasSpace = false;
    this.line.push('\t');
  }

  marker(text: string): void {
    this.lead = text;
  }

  breakLine(): void {
    const text = this.line.join('');
    this.line = [];
    this.hasSpace = false;
    if (text.trim() === '') return;
    if (this.blankBefore && this.lines.length > 0) this.lines.push('');
    this.blankBefore = false;
    this.lines.push(this.lead + text);
    this.lead = '';
  }

  paragraph(): void {
    this.breakLine();
    this.blankBefore = true;
  }

  verbatim(text: string): void {
    this.paragraph();
    if (text.trim() === '') return;
    if (this.lines.length > 0) this.lines.push('');
    this.lines.push(text);
    this.blankBefore = true;
  }

  finish(): string {
    this.breakLine();
    return this.lines.join('\n').trim();
  }
}

class TextWriter {
  private readonly out = new TextOutput();
  private readonly lists = new ListState();
  private readonly dataTables: { rowCells: number }[] = [];

  constructor(private readonly source: PageSource) {}

  enter(element: Element): boolean {
    const { name } = element;
    if (isUnread(element) || SKIPPED.has(name)) {
      if (name === 'script') this.inline(mathScript(element) ?? '');
      return false;
    }
    const address = hiddenEmail(element);
    if (address !== undefined) {
      this.out.word(address);
      return false;
    }
    if (!isBlock(name)) return this.enterInline(element);
    if (
      name === 'pre' ||
      name === 'listing' ||
      name === 'xmp' ||
      (name === 'table' && this.source.tables.get(element)?.isCode)
    ) {
      this.out.verbatim(codeText(element));
      return false;
    }
    if (name === 'table' && this.source.tables.get(element)?.isData) this.dataTables.push({ rowCells: 0 });
    this.enterBlock(element);
    return true;
  }

  leave(element: Element): void {
    const { name } = element;
    if (name === 'q') this.out.word('”');
    else if (name === 'button' || name === 'svg' || name === 'text') this.out.space();
    if (!isBlock(name)) return;
    if (LISTS.has(name)) this.lists.leave();
    if (name === 'table' && this.source.tables.get(element)?.isData) this.dataTables.pop();
    if (this.dataTables.length > 0 && name !== 'tr' && name !== 'caption') {
      this.out.space();
      return;
    }
    if (PARAGRAPHS.has(name) && !(LISTS.has(name) && this.lists.depth > 0)) this.out.paragraph();
    else this.out.breakLine();
  }

  text(data: string): void {
    this.out.text(data);
  }

  finish(): string {
    return this.out.finish();
  }

  private inline(text: string): void {
    if (text !== '') this.out.word(text);
  }

  private enterInline(element: Element): boolean {
    switch (element.name) {
      case 'br':
        if (this.dataTables.length > 0) this.out.space();
        else this.out.breakLine();
        return false;
      case 'img':
        this.inline(mathImage(element) ?? '');
        return false;
      case 'math':
        this.inline(mathMarkdown(element));
        return false;
      case 'q':
        this.inline('“');
        return true;
      case 'button':
      case 'svg':
      case 'text':
        this.out.space();
        return true;
      case 'select':
        this.out.space();
        this.inline(choicesText(element));
        this.out.space();
        return false;
      default:
        return true;
    }
  }

  private enterBlock(element: Element): void {
    const { name } = element;
    const table = this.dataTables.at(-1);
    if (table && name !== 'table' && name !== 'caption') {
      this.enterTablePart(name, table);
      return;
    }
    if (PARAGRAPHS.has(name) && !(LISTS.has(name) && this.lists.depth > 0)) this.out.paragraph();
    else this.out.breakLine();
    // Consecutive lists are separated by their lines, not by their marks.
    this.lists.touch();
    if (LISTS.has(name)) this.lists.enter(element);
    else if (name === 'li') {
      const indent = '  '.repeat(Math.max(0, Math.min(this.lists.depth, this.source.limits.maxContainerDepth) - 1));
      this.out.marker(`${indent}${this.lists.nextItem(element).marker}`);
    }
  }

  private enterTablePart(name: string, table: { rowCells: number }): void {
    if (name === 'tr') {
      this.out.breakLine();
      table.rowCells = 0;
    } else if (name === 'td' || name === 'th') {
      if (table.rowCells > 0) this.out.tab();
      table.rowCells += 1;
    } else this.out.space();
  }
}

/** Plain text as a reader sees it: blocks on their own lines, cells of a row separated by tabs, code as it is. */
export const writeText = (
  source: PageSource,
  root: { readonly children: readonly ChildNode[] } = source.root,
): string => runWriter(new TextWriter(source), root);
