import { Document, Element, Text, type ParentNode } from 'domhandler';
import type { TokenizerCallbacks } from 'htmlparser2';
import { appendChild } from './append-child.js';
import { SwiftTokenizer } from './swift-tokenizer.js';
import { DEFAULT_PARSE_LIMITS, type ParseLimitName, type ParseLimits } from './parse-limits.js';
import {
  CLOSE_SCOPE,
  closesParagraph,
  HEAD_TAGS,
  impliedEnds,
  impliedScope,
  paragraphScope,
  RAW_TEXT_TAGS,
  VOID_TAGS,
} from './tag-rules.js';

export interface ParsedDocument {
  readonly root: Document;
  /** Names of the limits the document ran into. */
  readonly limitsHit: readonly ParseLimitName[];
}

/** How far back an implied end is searched for; keeps malformed documents linear. */
const MAX_SCOPE_STEPS = 64;

/** Attributes by name. Unlike an object without a prototype, an instance is laid out as a record: small and quick to read. */
class Attributes {
  [name: string]: string;
}
// No attribute is found that the page does not have, whatever its name.
Object.setPrototypeOf(Attributes.prototype, null);
Reflect.deleteProperty(Attributes.prototype, 'constructor');

interface TreeSyntax {
  readonly isXml: boolean;
  readonly isXhtml: boolean;
  /** Called once, with the first element beyond `pauseAtNodes`. */
  readonly onPause: () => void;
}

/**
 * Builds the tree straight from tokens, because the library's parser keeps its open elements in an array that it shifts:
 * quadratic on deep documents. Here every tag costs a bounded number of steps.
 */
class TreeBuilder implements TokenizerCallbacks {
  readonly root = new Document([]);
  readonly limitsHit = new Set<ParseLimitName>();
  pauseAtNodes = Infinity;
  private readonly isXml: boolean;
  /** Whether a slash closes any element and CDATA sections are text everywhere. */
  private readonly hasXmlSyntax: boolean;
  private readonly onPause: () => void;
  /** Open elements in the order opened; an entry's tree parent is itself at most `maxDepth` deep. */
  private readonly open: Element[] = [];
  /** The positions in `open` of the open elements of each name: every look-up of a closing tag takes one step. */
  private readonly openIndexes = new Map<string, number[]>();
  private readonly barriers: number[] = [];
  private nodeCount = 0;
  private foreignDepth = 0;
  private rawDepth = 0;
  private tag: string | undefined;
  private attributes: Record<string, string> = {};
  private attributeCount = 0;
  private attributeName = '';
  private attributeValue = '';
  private textTail: Text | undefined;
  /** Beyond the depth limit: the element that still takes text directly. */
  private overflow: Element | undefined;

  constructor(
    private readonly source: string,
    private readonly limits: ParseLimits,
    { isXml, isXhtml, onPause }: TreeSyntax,
  ) {
    this.isXml = isXml;
    this.hasXmlSyntax = isXml || isXhtml;
    this.onPause = onPause;
  }

  isInForeignContext(): boolean {
    return this.foreignDepth > 0;
  }

  ontext(start: number, end: number): void {
    this.addText(this.source.slice(start, end));
  }

  ontextentity(codepoint: number): void {
    this.addText(String.fromCodePoint(codepoint));
  }

  oncdata(start: number, end: number, offset: number): void {
    if (this.hasXmlSyntax || this.foreignDepth > 0) this.addText(this.source.slice(start, end - offset));
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  onattribname(start: number, end: number): void {
    const name = this.source.slice(start, end);
    this.attributeName = this.isXml ? name : name.toLowerCase();
    this.attributeValue = '';
  }

  onattribdata(start: number, end: number): void {
    this.attributeValue += this.source.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    this.attributeValue += String.fromCodePoint(codepoint);
  }

  onattribend(): void {
    if (this.tag === undefined) return;
    if (this.attributeCount >= this.limits.maxAttributes) {
      this.limitsHit.add('maxAttributes');
    } else if (!Object.hasOwn(this.attributes, this.attributeName)) {
      this.attributes[this.attributeName] = this.attributeValue;
      this.attributeCount += 1;
    }
  }

  onopentagname(start: number, end: number): void {
    this.tag = this.tagName(start, end);
    this.attributes = new Attributes();
    this.attributeCount = 0;
  }

  onopentagend(): void {
    this.finishOpenTag(false);
  }

  onselfclosingtag(): void {
    this.finishOpenTag(this.hasXmlSyntax || this.foreignDepth > 0);
  }

  onclosetag(start: number, end: number): void {
    const name = this.tagName(start, end);
    this.textTail = undefined;
    if (!this.isXml && name === 'br') this.addElement('br', {});
    else if (this.isOpen(name)) this.closeTo(name);
    else if (!this.isXml && name === 'p') this.addElement('p', {});
  }

  private tagName(start: number, end: number): string {
    const name = this.source.slice(start, end);
    if (this.isXml) return name;
    const lower = name.toLowerCase();
    return lower === 'image' && this.foreignDepth === 0 ? 'img' : lower;
  }

  private finishOpenTag(isClosedAtOnce: boolean): void {
    const name = this.tag;
    this.tag = undefined;
    if (name === undefined) return;
    this.textTail = undefined;
    if (name === 'form' && !this.isXml && this.isOpen('form')) return;
    if (!this.isXml && this.foreignDepth === 0) {
      if (!HEAD_TAGS.has(name)) this.leaveHead();
      this.closeImplied(name);
    }
    const element = this.addElement(name, this.attributes);
    const isVoid = !this.isXml && VOID_TAGS.has(name);
    if (isVoid || isClosedAtOnce) {
      this.overflow = undefined;
      return;
    }
    this.push(name, element);
  }

  private leaveHead(): void {
    if (this.open.at(-1)?.name === 'head') this.pop();
  }

  private push(name: string, element: Element | undefined): void {
    if (RAW_TEXT_TAGS.has(name)) this.rawDepth += 1;
    // Beyond the node budget only raw text is tracked, to keep its content out of the text.
    if (!element && !RAW_TEXT_TAGS.has(name)) return;
    if (!this.isXml && (name === 'svg' || name === 'math')) this.foreignDepth += 1;
    const indexes = this.openIndexes.get(name);
    if (indexes) indexes.push(this.open.length);
    else this.openIndexes.set(name, [this.open.length]);
    if (CLOSE_SCOPE.has(name)) this.barriers.push(this.open.length);
    this.open.push(element ?? new Element(name, {}));
  }

  private isOpen(name: string): boolean {
    return (this.openIndexes.get(name)?.length ?? 0) > 0;
  }

  private pop(): void {
    const element = this.open.pop();
    if (!element) return;
    const name = element.name;
    this.openIndexes.get(name)?.pop();
    if (CLOSE_SCOPE.has(name)) this.barriers.pop();
    if (RAW_TEXT_TAGS.has(name)) this.rawDepth -= 1;
    if (!this.isXml && (name === 'svg' || name === 'math')) this.foreignDepth -= 1;
    this.textTail = undefined;
    this.overflow = undefined;
  }

  private closeTo(name: string): void {
    const index = this.openIndexes.get(name)?.at(-1) ?? -1;
    if (index < 0 || (!this.isXml && index < this.barrierFor(name))) return;
    while (this.open.length > index) this.pop();
  }

  /** A closing tag closes nothing outside its table cell, and a cell's closing tag nothing outside an inner table. */
  private barrierFor(name: string): number {
    if (UNBOUND_CLOSERS.has(name)) return -1;
    if (CELL_PARTS.has(name)) return this.openIndexes.get('table')?.at(-1) ?? -1;
    return this.barriers.at(-1) ?? -1;
  }

  private closeImplied(name: string): void {
    if (closesParagraph(name) && this.isOpen('p')) this.closeParagraph(name);
    const ends = impliedEnds(name);
    if (ends.size > 0) this.cutTo(this.nearest(ends, impliedScope(name)));
  }

  /** A block ends the paragraph that contains it, but not a link that contains it: the link continues around the block. */
  private closeParagraph(opener: string): void {
    const cut = this.nearest(P_ONLY, paragraphScope);
    if (cut < 0) return;
    const linkIndex = this.openIndexes.get('a')?.at(-1) ?? -1;
    const link = linkIndex > cut ? this.open[linkIndex] : undefined;
    this.cutTo(cut);
    if (link?.attribs['href'] === undefined) return;
    const isEmpty = link.children.length === 0;
    // A link with text that the next paragraph ends was most likely never closed.
    if (opener === 'p' && !isEmpty) return;
    if (isEmpty) detachLast(link);
    this.push('a', this.addElement('a', link.attribs));
  }

  /** Position of the outermost open element of `ends` inside the nearest `scope` boundary; -1 for none. */
  private nearest(ends: ReadonlySet<string>, scope: ReadonlySet<string>): number {
    let cut = -1;
    const stop = Math.max(0, this.open.length - MAX_SCOPE_STEPS);
    for (let index = this.open.length - 1; index >= stop; index -= 1) {
      const name = this.open[index]?.name ?? '';
      if (ends.has(name)) cut = index;
      else if (scope.has(name)) break;
    }
    return cut;
  }

  private cutTo(index: number): void {
    while (index >= 0 && this.open.length > index) this.pop();
  }

  private parent(): ParentNode {
    const depth = this.open.length;
    if (depth === 0) return this.root;
    if (depth > this.limits.maxDepth) this.limitsHit.add('maxDepth');
    return this.open[Math.min(depth, this.limits.maxDepth) - 1] ?? this.root;
  }

  private addElement(name: string, attributes: Record<string, string>): Element | undefined {
    if (this.nodeCount >= this.pauseAtNodes) {
      this.pauseAtNodes = Infinity;
      this.onPause();
    }
    if (this.nodeCount >= this.limits.maxNodes) {
      this.limitsHit.add('maxNodes');
      // Separates the words of neighbouring elements.
      if (this.rawDepth === 0) this.addText(' ');
      return undefined;
    }
    this.nodeCount += 1;
    const element = new Element(name, attributes);
    appendChild(this.parent(), element);
    this.overflow = this.open.length >= this.limits.maxDepth ? element : undefined;
    return element;
  }

  private addText(data: string): void {
    if (this.textTail) {
      this.textTail.data += data;
      return;
    }
    if (!this.isXml && this.open.at(-1)?.name === 'head' && data.trim() !== '') this.pop();
    const isSpent = this.nodeCount >= this.limits.maxNodes;
    if (isSpent && this.rawDepth > 0) return;
    const parent = isSpent ? this.root : (this.overflow ?? this.parent());
    const last = isSpent ? parent.children.at(-1) : undefined;
    if (last instanceof Text) {
      last.data += data;
      return;
    }
    this.nodeCount += 1;
    this.textTail = new Text(data);
    appendChild(parent, this.textTail);
  }
}

const P_ONLY: ReadonlySet<string> = new Set(['p']);
const UNBOUND_CLOSERS: ReadonlySet<string> = new Set(['table', 'body', 'html', 'template', 'object', 'svg', 'math']);
const CELL_PARTS: ReadonlySet<string> = new Set(['td', 'th', 'tr', 'tbody', 'thead', 'tfoot', 'caption']);

const detachLast = (element: Element): void => {
  const siblings = element.parent?.children;
  if (siblings?.at(-1) !== element) return;
  siblings.pop();
  if (element.prev) element.prev.next = null;
};

export interface ParseOptions {
  readonly isXml?: boolean;
  /** Web pages in the syntax of XML: names and rules of HTML, but a slash closes any element and CDATA sections are text. */
  readonly isXhtml?: boolean;
  readonly limits?: Partial<ParseLimits>;
}

/** A document that is parsed in two steps: its start can be inspected without parsing it twice. */
export interface DocumentParse {
  /** What was parsed so far. */
  readonly root: Document;
  /** Parses at most this much, including the first element beyond. True: that was the whole document. */
  readStart(bounds: Pick<ParseLimits, 'maxChars' | 'maxNodes'>): boolean;
  /** Parses the rest. */
  finish(): ParsedDocument;
}

class StagedParse implements DocumentParse {
  private readonly source: string;
  private readonly builder: TreeBuilder;
  private readonly tokenizer: SwiftTokenizer;
  /** UTF-16 units that the tokenizer was given. */
  private given = 0;
  private isPaused = false;
  private isEnded = false;

  constructor(text: string, { isXml = false, isXhtml = false, limits: given }: ParseOptions) {
    const limits = { ...DEFAULT_PARSE_LIMITS, ...given };
    const isCut = text.length > limits.maxChars;
    this.source = isCut ? text.slice(0, limits.maxChars) : text;
    const onPause = (): void => {
      this.isPaused = true;
      this.tokenizer.pause();
    };
    this.builder = new TreeBuilder(this.source, limits, { isXml, isXhtml, onPause });
    if (isCut) this.builder.limitsHit.add('maxChars');
    this.tokenizer = new SwiftTokenizer(
      { xmlMode: isXml, decodeEntities: true, recognizeSelfClosing: isXml || isXhtml },
      this.builder,
    );
  }

  get root(): Document {
    return this.builder.root;
  }

  readStart({ maxChars, maxNodes }: Pick<ParseLimits, 'maxChars' | 'maxNodes'>): boolean {
    this.builder.pauseAtNodes = maxNodes;
    this.giveTo(maxChars);
    this.builder.pauseAtNodes = Infinity;
    return this.isEnded && !this.builder.limitsHit.has('maxChars');
  }

  finish(): ParsedDocument {
    if (this.isPaused) this.tokenizer.resume();
    this.isPaused = false;
    this.giveTo(this.source.length);
    return { root: this.builder.root, limitsHit: [...this.builder.limitsHit] };
  }

  private giveTo(end: number): void {
    if (this.given < this.source.length) this.tokenizer.write(this.source.slice(this.given, end));
    this.given = Math.min(end, this.source.length);
    if (this.isEnded || this.isPaused || this.given < this.source.length) return;
    this.tokenizer.end();
    this.isEnded = true;
  }
}

export const startParse = (text: string, options: ParseOptions = {}): DocumentParse => new StagedParse(text, options);

/** Parses HTML (or XML) of any shape within `limits`. Never throws, never recurses; comments and doctypes are left out. */
export const parseDocument = (text: string, options: ParseOptions = {}): ParsedDocument =>
  startParse(text, options).finish();
