import type { Element } from 'domhandler';
import { isBlock, isElement } from '@quarry/html';
import { cfEmail, hiddenEmail } from '../emails/cf-email.js';
import { choicesText } from './choices.js';
import { drawnRating, linkName } from './drawings.js';
import type { PageSource } from '../source/page-source.js';
import { TableGrid } from '../source/table-grid.js';
import { escapeText } from './escape.js';
import { isUnread } from './unread.js';
import { BlockOutput } from './block-output.js';
import { codeLanguage, codeText, isBesideCode, isInCell, isLineNumberList } from './code-text.js';
import { embedMarkdown } from './embeds.js';
import { codeFence, codeSpan, headingMarkdown } from './escape.js';
import { mathImage, mathMarkdown, mathPieces, mathScript } from './math/formulas.js';
import { flowsInHeading, headingLevel, isOwnAddress, isPermalink } from './headings.js';
import { InlineRun, type LinkTarget, type Mark, MARKS } from './inline-run.js';
import { ListState, taskMark } from './list-state.js';
import type { Footnotes } from './notes/footnotes.js';
import { imageMarkdown } from './pictures.js';
import { cellText, readAlignment, tableMarkdown } from './table-markdown.js';

const LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'menu', 'dir']);
const CODE_BLOCKS: ReadonlySet<string> = new Set(['pre', 'listing', 'xmp', 'plaintext']);
const CODE_TAGS: ReadonlySet<string> = new Set(['code', 'kbd', 'samp', 'tt']);
const SKIPPED: ReadonlySet<string> = new Set(['rp', 'canvas', 'map', 'textarea', 'progress', 'meter']);
/** Inline boxes that are separate from the words around them. */
const SPACED: ReadonlySet<string> = new Set(['button', 'option', 'svg', 'text']);
const EMBEDS: ReadonlySet<string> = new Set(['iframe', 'embed', 'video', 'audio', 'object', 'frame']);
const LINK_PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:', 'ftp:']);
/** Also spaces that do not break: they are no white space to markdown. */
const VISIBLE = /[^\t\n\f\r ]/;

export interface MarkdownOptions {
  /** Links are their text alone, embedded media is left out. */
  readonly dropLinks?: boolean | undefined;
  /** Images are left out with their descriptions; formulas stay. */
  readonly dropImages?: boolean | undefined;
}

interface OpenTable {
  readonly grid: TableGrid;
  readonly alignments: ReturnType<typeof readAlignment>[];
  /** The run that waits around the cell. */
  outer: InlineRun | undefined;
  cell: Element | undefined;
  caption: string;
}

/** Turns the events of one walk into markdown; every event costs a bounded amount of work. */
export class MarkdownWriter {
  private readonly out: BlockOutput;
  private readonly lists = new ListState();
  private run = new InlineRun();
  private table: OpenTable | undefined;
  private heading = 0;
  private breaks = 0;
  private readonly openContainers: Element[] = [];
  private readonly openSpans: Element[] = [];

  constructor(
    private readonly source: PageSource,
    private readonly options: MarkdownOptions = {},
    private readonly footnotes?: Footnotes,
  ) {
    this.out = new BlockOutput(source.limits.maxContainerDepth);
  }

  text(data: string): void {
    if (this.breaks > 0 && VISIBLE.test(data)) this.writeBreaks();
    for (const { text, tex } of mathPieces(data)) {
      if (tex === undefined) this.run.text(text);
      else this.run.raw(tex);
    }
  }

  enter(element: Element): boolean {
    if (isUnread(element) || SKIPPED.has(element.name)) {
      if (element.name === 'script') this.inline(mathScript(element) ?? '');
      return false;
    }
    const reference = this.footnotes?.references.get(element);
    if (reference !== undefined) this.inline(`[^${reference}]`);
    if (reference !== undefined || this.footnotes?.left.has(element) === true) return false;
    const rating = drawnRating(element);
    if (rating !== undefined) {
      this.run.space();
      this.inline(escapeText(rating, true));
      this.run.space();
      return false;
    }
    if (isBlock(element.name)) return this.enterBlock(element);
    const address = hiddenEmail(element);
    if (address === undefined) return this.enterInline(element);
    this.writeEmail(element, address);
    return false;
  }

  leave(element: Element): void {
    if (this.openSpans.at(-1) === element) {
      this.openSpans.pop();
      this.run.closeSpan();
    } else if (element.name === 'q') this.run.raw('”');
    else if (element.name === 'rt') this.run.raw(')');
    else if (SPACED.has(element.name)) this.run.space();
    if (isBlock(element.name)) this.leaveBlock(element);
  }

  finish(): string {
    this.flush();
    return this.out.finish();
  }

  private inline(markdown: string): void {
    if (markdown === '') return;
    this.writeBreaks();
    this.run.raw(markdown);
  }

  private writeEmail(element: Element, address: string): void {
    this.writeBreaks();
    if (element.name === 'a' && !this.run.isInLink && !this.options.dropLinks) {
      this.run.openSpan({ url: `mailto:${address}`, title: '', label: '' });
      this.run.text(address);
      this.run.closeSpan();
    } else this.run.text(address);
  }

  private enterInline(element: Element): boolean {
    const mark = MARKS[element.name];
    if (mark !== undefined) {
      if (!this.run.spans.includes(mark)) this.openSpan(element, mark);
      return true;
    }
    if (element.name === 'a') return this.enterLink(element);
    if (CODE_TAGS.has(element.name)) return this.enterCode(element);
    if (EMBEDS.has(element.name)) {
      if (!this.options.dropLinks) this.inline(embedMarkdown(element, this.source.urls));
      return false;
    }
    switch (element.name) {
      case 'br':
        this.breaks += 1;
        return false;
      case 'img':
        this.inline(mathImage(element) ?? (this.options.dropImages ? '' : imageMarkdown(element, this.source.urls)));
        return false;
      case 'math':
        this.inline(mathMarkdown(element));
        return false;
      case 'q':
        this.inline('“');
        return true;
      case 'rt':
        this.inline('(');
        return true;
      case 'button':
      case 'svg':
      case 'text':
        this.run.space();
        return true;
      case 'input':
        this.writeTaskMark(element);
        return false;
      case 'select':
        this.run.space();
        this.text(choicesText(element));
        this.run.space();
        return false;
      default:
        return true;
    }
  }

  /** The mark is only at the start of an item. */
  private writeTaskMark(element: Element): void {
    const mark = this.run.isEmpty ? taskMark(element) : undefined;
    if (mark === undefined) return;
    this.run.raw(mark);
    this.run.space();
  }

  private openSpan(element: Element, span: Mark | LinkTarget): void {
    this.openSpans.push(element);
    this.run.openSpan(span);
  }

  private enterLink(element: Element): boolean {
    if (this.heading > 0 && element.attribs['href']?.includes('#')) {
      if (isPermalink(element)) return false;
      if (isOwnAddress(element)) return true;
    }
    const target = this.linkTarget(element);
    if (target) this.openSpan(element, target);
    return true;
  }

  private linkTarget(element: Element): LinkTarget | undefined {
    const { href, title = '' } = element.attribs;
    const address = cfEmail(element);
    const target = address === undefined ? href : `mailto:${address}`;
    const url =
      this.run.isInLink || this.options.dropLinks ? undefined : this.source.urls.shown(target, LINK_PROTOCOLS);
    return url === undefined ? undefined : { url, title, label: linkName(element) };
  }

  private enterCode(element: Element): boolean {
    const only = element.children.length === 1 ? element.children[0] : undefined;
    // A pre in code is the code block; a link in code becomes code in a link.
    if (isElement(only) && only.name === 'pre') return true;
    const target = isElement(only) && only.name === 'a' ? this.linkTarget(only) : undefined;
    if (target) this.run.openSpan(target);
    const isOpen = this.writeCode(element);
    if (target) this.run.closeSpan();
    return isOpen;
  }

  private writeCode(element: Element): boolean {
    const text = codeText(element);
    if (/white-space\s*:\s*pre/.test(element.attribs['style'] ?? '') && text.includes('\n') && !this.table) {
      this.flush();
      this.writeBlock(codeFence(text, codeLanguage(element)));
      return false;
    }
    const line = text.replace(/\s+/g, ' ').trim();
    if (line !== '') this.inline(codeSpan(line));
    return false;
  }

  /** One `br` is a line break; several separate paragraphs, as they do visually. */
  private writeBreaks(): void {
    const count = this.breaks;
    if (count === 0) return;
    this.breaks = 0;
    if (this.table?.cell) this.run.lineBreak('<br>');
    else if (this.heading > 0) this.run.space();
    else if (count > 1) this.flush();
    else this.run.lineBreak('  \n');
  }

  private enterBlock(element: Element): boolean {
    const { name } = element;
    if (CODE_BLOCKS.has(name)) return this.enterPre(element);
    if (this.table) return this.enterTablePart(element, this.table);
    if (this.heading > 0 && flowsInHeading(name)) {
      this.run.space();
      return true;
    }
    this.flush();
    const level = headingLevel(name);
    const note = this.footnotes?.notes.get(element);
    if (note !== undefined) this.openContainer(element, `[^${note}]: `, '    ');
    else if (level > 0) this.heading = level;
    else if (LISTS.has(name)) this.enterList(element);
    else if (name === 'li') this.enterItem(element);
    else if (name === 'blockquote') this.openContainer(element, '> ', '> ');
    else if (name === 'dd') this.openContainer(element, ': ', '', true);
    else if (name === 'hr') this.writeBlock('---');
    else if (name === 'table') return this.enterTable(element);
    else if ((name === 'td' || name === 'th') && isBesideCode(element)) return false;
    return true;
  }

  private enterList(element: Element): void {
    // A list right in a list belongs to the item before it.
    const indent = isElement(element.parent) && LISTS.has(element.parent.name) ? ' '.repeat(this.lists.indent) : '';
    if (indent !== '' && !this.out.isFull) this.openContainer(element, indent, indent);
    this.lists.enter(element);
  }

  private enterItem(element: Element): void {
    const { marker, isFirst } = this.lists.nextItem(element);
    // Only a list that starts at one ends a paragraph on the line before it.
    const endsText = /^(?:1\D|\D)/.test(marker);
    if ((!isFirst || this.lists.depth > 1) && !this.out.isFull) this.out.tighten(endsText);
    if (this.openContainer(element, marker, ' '.repeat(marker.length))) this.lists.touch();
  }

  private openContainer(element: Element, first: string, rest: string, isForText = false): boolean {
    const isOpen = this.out.openContainer(first, rest, isForText);
    if (isOpen) this.openContainers.push(element);
    else this.source.limitsHit.add('maxContainerDepth');
    return isOpen;
  }

  private enterPre(element: Element): boolean {
    const text = codeText(element);
    if (text.trim() === '' || (isInCell(element) && isLineNumberList(text))) return false;
    if (this.table) {
      this.inline(codeSpan(text.replace(/\s+/g, ' ').trim()));
      return false;
    }
    this.flush();
    this.writeBlock(codeFence(text, codeLanguage(element)));
    return false;
  }

  private leaveBlock(element: Element): void {
    if (this.table) {
      this.leaveTablePart(element, this.table);
      return;
    }
    if (this.heading > 0 && flowsInHeading(element.name)) {
      this.run.space();
      return;
    }
    this.flush();
    if (headingLevel(element.name) > 0) this.heading = 0;
    if (this.openContainers.at(-1) === element) {
      this.openContainers.pop();
      this.out.closeContainer();
    }
    if (LISTS.has(element.name)) {
      this.lists.leave();
      if (this.lists.depth === 0) this.out.endGroup();
    } else if (element.name === 'dl') this.out.endGroup();
  }

  private enterTable(element: Element): boolean {
    const facts = this.source.tables.get(element);
    if (facts?.isCode) {
      this.writeBlock(codeFence(codeText(element), codeLanguage(element)));
      return false;
    }
    if (!facts?.isData) return true;
    this.table = {
      grid: new TableGrid(this.source.limits, false),
      alignments: [],
      outer: undefined,
      cell: undefined,
      caption: '',
    };
    return true;
  }

  private enterTablePart(element: Element, table: OpenTable): boolean {
    const { name } = element;
    if (name === 'tr') table.grid.startRow();
    else if ((name === 'td' || name === 'th' || name === 'caption') && !table.cell) {
      if (isBesideCode(element)) return false;
      if (table.grid.rows.length === 0 && name !== 'caption') table.alignments.push(readAlignment(element));
      table.cell = element;
      table.outer = this.run;
      this.run = new InlineRun(this.run.spans);
      this.breaks = 0;
    } else if (table.cell && name !== 'tr') this.breaks += 1;
    return true;
  }

  private leaveTablePart(element: Element, table: OpenTable): void {
    if (table.cell === element) this.leaveCell(element, table);
    else if (element.name === 'tr') table.grid.endRow();
    else if (element.name === 'table') this.leaveTable(table);
    else if (table.cell) this.breaks += 1;
  }

  private leaveCell(element: Element, table: OpenTable): void {
    const text = cellText(this.run.finish());
    if (element.name === 'caption') table.caption = text;
    else table.grid.addCell(element, text);
    this.run = table.outer ?? new InlineRun();
    table.outer = undefined;
    table.cell = undefined;
    this.breaks = 0;
  }

  private leaveTable(table: OpenTable): void {
    table.grid.endRow();
    if (table.grid.isCapped) this.source.limitsHit.add('maxTableColumns');
    this.table = undefined;
    this.flush();
    if (table.caption !== '') this.writeBlock(table.caption.replaceAll('\\|', '|'));
    const markdown = tableMarkdown(table.grid.rows, table.alignments);
    if (markdown !== '') this.writeBlock(markdown);
  }

  /** Ends the running paragraph or heading; marks that are open in the tree open again in the next one. */
  private flush(): void {
    this.breaks = 0;
    if (this.run.isEmpty) {
      this.run = new InlineRun(this.run.spans);
      return;
    }
    const spans = this.run.spansToContinue;
    const text = this.run.finish();
    this.run = new InlineRun(spans);
    if (text.trim() === '') return;
    if (this.heading > 0) this.writeBlock(headingMarkdown(this.heading, text));
    else this.writeBlock(text, true);
  }

  private writeBlock(text: string, isText = false): void {
    this.lists.touch();
    this.out.block(text, isText);
  }
}
