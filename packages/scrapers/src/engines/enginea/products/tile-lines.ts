import type { Element } from 'domhandler';
import { isBlock, isHidden, normalizeText, walk } from '@quarry/html';

/** Text of one element within a line. */
export interface Piece {
  readonly text: string;
  /** Struck through: a former price. */
  readonly isStruck: boolean;
  /** The accessible name of its element; empty for none. */
  readonly label: string;
  /** The accessible name of the icon right before it, such as stars or a lorry. */
  readonly sign: string;
}

/** One line of a tile, piece by piece. */
export interface Line {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/** Bounds of one tile. */
const MAX_PIECES = 200;
const MAX_PIECE_CHARS = 1_000;

/** Elements without text, and those that open on click. */
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
      this.label = normalizeText(label);
      this.piecesBefore.set(element, this.count);
    }
    return true;
  }

  leave(element: Element): void {
    this.endPiece();
    this.label = '';
    // Named but without text: an icon.
    if (this.piecesBefore.get(element) === this.count) this.sign = normalizeText(element.attribs['aria-label'] ?? '');
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
    const text = normalizeText(this.text).slice(0, MAX_PIECE_CHARS);
    this.text = '';
    if (text === '') return;
    this.count += 1;
    this.pieces.push({ text, isStruck: this.struck > 0, label: this.label, sign: this.sign });
    this.sign = '';
  }
}

/** The visible text of a tile, in lines divided by blocks and pieces divided by elements. */
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
