import type { Element } from 'domhandler';
import { isBlock, isHidden, walk, fold } from '@quarry/html';

/** Text of one element within a line. */
export interface Piece {
  readonly text: string;
  /** Struck through: what is not asked any more. */
  readonly isStruck: boolean;
  /** What its element is called by for people who do not see it; empty for none. */
  readonly label: string;
  /** The same of the sign right before it, such as stars or a lorry. */
  readonly sign: string;
}

/** What stands in one line of a tile, piece by piece. */
export interface Line {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/** Bounds of one tile. */
const MAX_PIECES = 200;
const MAX_PIECE_CHARS = 1_000;

/** What is no text, and what opens only when it is asked for. */
const NEVER_READ: ReadonlySet<string> = new Set(
  'script style template noscript svg textarea select g-dialog g-snackbar g-bubble g-popup'.split(' '),
);
const STRUCK_TAGS: ReadonlySet<string> = new Set(['del', 's', 'strike']);
const STRUCK_STYLE = /text-decoration[^;]*line-through/i;

const isStruck = ({ name, attribs }: Element): boolean =>
  STRUCK_TAGS.has(name) || STRUCK_STYLE.test(attribs['style'] ?? '');

class LineCollector {
  readonly lines: Line[] = [];
  private pieces: Piece[] = [];
  private text = '';
  private label = '';
  private sign = '';
  private count = 0;
  private readonly piecesBefore = new Map<Element, number>();
  private struck = 0;

  constructor(private readonly isLeftOut: (element: Element) => boolean) {}

  enter(element: Element): boolean {
    if (this.count >= MAX_PIECES || NEVER_READ.has(element.name) || isHidden(element) || this.isLeftOut(element))
      return false;
    this.endPiece();
    if (isStruck(element)) this.struck += 1;
    if (element.name === 'br' || isBlock(element.name)) this.endLine();
    const label = element.attribs['aria-label'];
    if (label !== undefined && label.length <= MAX_PIECE_CHARS) {
      this.label = fold(label);
      this.piecesBefore.set(element, this.count);
    }
    return true;
  }

  leave(element: Element): void {
    this.endPiece();
    this.label = '';
    // Called by something, and nothing is written in it: a sign.
    if (this.piecesBefore.get(element) === this.count) this.sign = fold(element.attribs['aria-label'] ?? '');
    if (isStruck(element)) this.struck -= 1;
    if (isBlock(element.name)) this.endLine();
  }

  read(data: string): void {
    if (this.text.length < MAX_PIECE_CHARS) this.text += data;
  }

  endLine(): void {
    this.endPiece();
    if (this.pieces.length > 0)
      this.lines.push({ text: this.pieces.map(({ text }) => text).join(' '), pieces: this.pieces });
    this.pieces = [];
  }

  private endPiece(): void {
    const text = fold(this.text).slice(0, MAX_PIECE_CHARS);
    this.text = '';
    if (text === '') return;
    this.count += 1;
    this.pieces.push({ text, isStruck: this.struck > 0, label: this.label, sign: this.sign });
    this.sign = '';
  }
}

/** What a person reads in a tile, line by line as blocks divide it and piece by piece as elements do. */
export const readTileLines = (tile: Element, isLeftOut: (element: Element) => boolean = () => false): Line[] => {
  const collector = new LineCollector(isLeftOut);
  walk(tile, {
    enter: (element) => collector.enter(element),
    leave: (element) => {
      collector.leave(element);
    },
    text: ({ data }) => {
      collector.read(data);
    },
  });
  collector.endLine();
  return collector.lines;
};
