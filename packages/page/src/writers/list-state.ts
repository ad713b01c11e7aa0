import type { Element } from 'domhandler';
import { isElement, isHidden } from '@quarry/html';

interface OpenList {
  readonly isOrdered: boolean;
  readonly marker: string;
  next: number;
  readonly step: number;
  hasItems: boolean;
  /** Of the last item's marker. */
  markerWidth: number;
}

interface EndedList {
  readonly isOrdered: boolean;
  readonly marker: string;
  readonly depth: number;
}

const readNumber = (value: string | undefined): number | undefined => {
  const number = Number.parseInt(value ?? '', 10);
  return Number.isFinite(number) && number >= 0 && number <= 999_999_999 ? number : undefined;
};

/** Where a reversed list starts that does not say: it counts its items down to one. */
const itemCount = (list: Element): number =>
  list.children.filter((child) => isElement(child) && child.name === 'li' && !isHidden(child)).length;

/** Markers of open lists. A list right after another of its kind changes its marker, or the two would read as one. */
export class ListState {
  private readonly open: OpenList[] = [];
  private ended: EndedList | undefined;

  get depth(): number {
    return this.open.length;
  }

  /** Indentation of the content of the last item of the open list; 0 where there is none. */
  get indent(): number {
    return this.open.at(-1)?.markerWidth ?? 0;
  }

  enter(element: Element): void {
    const isOrdered = element.name === 'ol';
    const follows =
      this.ended?.isOrdered === isOrdered && this.ended.depth === this.open.length ? this.ended.marker : undefined;
    const markers = isOrdered ? ['.', ')'] : ['-', '*'];
    const isReversed = element.attribs['reversed'] !== undefined;
    this.open.push({
      isOrdered,
      marker: (follows === markers[0] ? markers[1] : markers[0]) ?? '-',
      next: readNumber(element.attribs['start']) ?? (isReversed ? itemCount(element) : 1),
      step: isReversed ? -1 : 1,
      hasItems: false,
      markerWidth: 0,
    });
    this.ended = undefined;
  }

  leave(): void {
    const list = this.open.pop();
    if (list) this.ended = { isOrdered: list.isOrdered, marker: list.marker, depth: this.open.length };
  }

  /** Anything written between two lists keeps them apart by itself. */
  touch(): void {
    this.ended = undefined;
  }

  /** The marker of the next item, with the space after it. */
  nextItem(item: Element): { readonly marker: string; readonly isFirst: boolean } {
    const list = this.open.at(-1);
    if (!list) return { marker: '- ', isFirst: false };
    const isFirst = !list.hasItems;
    list.hasItems = true;
    const marker = `${list.isOrdered ? this.nextNumber(list, item) : ''}${list.marker} `;
    list.markerWidth = marker.length;
    return { marker, isFirst };
  }

  private nextNumber(list: OpenList, item: Element): number {
    const number = readNumber(item.attribs['value']) ?? list.next;
    list.next = Math.max(0, number + list.step);
    return number;
  }
}

/** The mark of a checkbox in a list's item, or in its label or paragraph; undefined for any other field. */
export const taskMark = ({ attribs, parent }: Element): string | undefined => {
  if (attribs['type']?.toLowerCase() !== 'checkbox' || !isElement(parent)) return undefined;
  const holder = parent.name === 'label' || parent.name === 'p' ? parent.parent : parent;
  if (!isElement(holder) || holder.name !== 'li') return undefined;
  return attribs['checked'] === undefined ? '[ ]' : '[x]';
};
