import type { ReadingDay } from '../../../api/reading.js';

export interface LinePlace {
  readonly width: number;
  readonly margin: number;
  readonly toY: (share: number) => number;
}

/** Path of an SVG over the days with pages; a day without pages interrupts the line. */
export const linePath = (days: readonly ReadingDay[], { width, margin, toY }: LinePlace): string => {
  const step = (width - 2 * margin) / Math.max(1, days.length - 1);
  let path = '';
  let isOpen = false;
  for (const [index, { share }] of days.entries()) {
    if (share !== null) {
      const x = (margin + index * step).toFixed(1);
      path += `${isOpen ? 'L' : 'M'}${x} ${toY(share).toFixed(1)}`;
    }
    isOpen = share !== null;
  }
  return path;
};
