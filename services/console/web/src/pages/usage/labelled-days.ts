/** Least distance between the names of two days, in CSS pixels. */
const LABEL_WIDTH = 68;

/** Indexes of the days that have their name below a plot of that width: the last one, and every n-th before it. */
export const labelledDays = (count: number, width: number): number[] => {
  const step = Math.max(1, Math.ceil((count * LABEL_WIDTH) / Math.max(width, LABEL_WIDTH)));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => count - 1 - index * step).toReversed();
};
