import type { TokenizerCallbacks } from 'htmlparser2';
import { SwiftTokenizer } from './swift-tokenizer.js';

/** What is called for each part of an XML document, in its order. */
export interface XmlVisitor {
  /** Name and attributes as they are written, their entities resolved. */
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  /** For each closing tag, whether or not its element was opened, and after `open` of an element that closes itself. */
  close(name: string): void;
  /** A run of text, or a CDATA section; one text may come in several runs. */
  text(data: string): void;
}

/** Attributes kept of one element, and characters of each. */
export const MAX_XML_ATTRIBUTES = 64;
export const MAX_XML_ATTRIBUTE_CHARS = 8_192;

class Scan implements TokenizerCallbacks {
  private name = '';
  private attributes = new Map<string, string>();
  private attributeName = '';
  private attributeValue = '';

  constructor(
    private readonly source: string,
    private readonly visitor: XmlVisitor,
  ) {}

  isInForeignContext(): boolean {
    return false;
  }

  ontext(start: number, end: number): void {
    this.visitor.text(this.source.slice(start, end));
  }

  ontextentity(codepoint: number): void {
    this.visitor.text(String.fromCodePoint(codepoint));
  }

  oncdata(start: number, end: number, offset: number): void {
    this.visitor.text(this.source.slice(start, end - offset));
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  onopentagname(start: number, end: number): void {
    this.name = this.source.slice(start, end);
    this.attributes = new Map();
  }

  onattribname(start: number, end: number): void {
    this.attributeName = this.source.slice(start, end);
    this.attributeValue = '';
  }

  onattribdata(start: number, end: number): void {
    this.addToAttribute(this.source.slice(start, end));
  }

  onattribentity(codepoint: number): void {
    this.addToAttribute(String.fromCodePoint(codepoint));
  }

  onattribend(): void {
    const { attributes, attributeName, attributeValue } = this;
    if (attributes.size >= MAX_XML_ATTRIBUTES || attributes.has(attributeName)) return;
    if (attributeValue.length <= MAX_XML_ATTRIBUTE_CHARS) attributes.set(attributeName, attributeValue);
  }

  onopentagend(): void {
    this.visitor.open(this.name, this.attributes);
  }

  onselfclosingtag(): void {
    this.visitor.open(this.name, this.attributes);
    this.visitor.close(this.name);
  }

  onclosetag(start: number, end: number): void {
    this.visitor.close(this.source.slice(start, end));
  }

  private addToAttribute(data: string): void {
    if (this.attributeValue.length <= MAX_XML_ATTRIBUTE_CHARS) this.attributeValue += data;
  }
}

/**
 * Reads XML of any shape, without a tree: its cost does not depend on how deep it nests, and nothing of it is kept. Only the
 * entities of XML itself are resolved. Never throws.
 */
export const scanXml = (text: string, visitor: XmlVisitor): void => {
  const tokenizer = new SwiftTokenizer(
    { xmlMode: true, decodeEntities: true, recognizeSelfClosing: true },
    new Scan(text, visitor),
  );
  tokenizer.write(text);
  tokenizer.end();
};
