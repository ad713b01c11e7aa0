import type { Element } from 'domhandler';
import { isElement } from '@quarry/html';

type Counts = (sibling: Element) => boolean;

/** `an+b` as its two numbers; undefined where it is none. */
export const readNth = (formula: string): readonly [step: number, offset: number] | undefined => {
  const text = formula.trim().toLowerCase();
  if (text === 'even') return [2, 0];
  if (text === 'odd') return [2, 1];
  if (/^[+-]?\d+$/.test(text)) return [0, Number(text)];
  const parts = /^([+-]?\d*)n(?:\s*([+-])\s*(\d+))?$/.exec(text);
  if (!parts) return undefined;
  const [, factor = '', sign = '+', offset = '0'] = parts;
  const step = /\d/.test(factor) ? Number(factor) : Number(`${factor}1`);
  return [step, Number(`${sign}${offset}`)];
};

export const isNth = ([step, offset]: readonly [step: number, offset: number], position: number): boolean => {
  if (position < 1) return false;
  const distance = position - offset;
  return step === 0 ? distance === 0 : distance % step === 0 && distance / step >= 0;
};

/**
 * Positions of elements among their siblings, from one pass over each parent's children: for every row of a table, the
 * whole costs no more than the table has rows.
 */
export class SiblingPositions {
  private readonly positions = new Map<Element, number>();

  /** Counts siblings from the end when `isReverse`; `ofType` counts those of each name apart. */
  constructor(
    private readonly isReverse: boolean,
    private readonly ofType: boolean,
    private readonly counts: Counts,
  ) {}

  /** From 1; 0 for an element that does not count itself. */
  of(element: Element): number {
    const known = this.positions.get(element);
    if (known !== undefined) return known;
    const byName = new Map<string, number>();
    const siblings = element.parent?.children ?? [];
    for (let step = 0; step < siblings.length; step += 1) {
      const sibling = siblings[this.isReverse ? siblings.length - 1 - step : step];
      if (!isElement(sibling)) continue;
      const key = this.ofType ? sibling.name : '';
      const position = this.counts(sibling) ? (byName.get(key) ?? 0) + 1 : 0;
      if (position > 0) byName.set(key, position);
      this.positions.set(sibling, position);
    }
    return this.positions.get(element) ?? 0;
  }
}
