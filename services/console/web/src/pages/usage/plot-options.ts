import uPlot from 'uplot';
import { formatCompact, formatDay } from '../../format/format.js';
import { labelledDays } from './labelled-days.js';
import type { PlotColors } from './plot-colors.js';

export interface PlotOptions {
  readonly width: number;
  readonly height: number;
  readonly colors: PlotColors;
  readonly font: string;
  /** Days of the bars, by index. */
  readonly days: readonly string[];
  /** The bar that is pointed at; null for none. */
  readonly onHover: (index: number | null) => void;
}

/** Half the width of the last day's name, which may be wider than its bar. */
const LAST_LABEL_HALF = 24;
const BAR_SHARE = 0.68;
const BAR_MAX_PX = 40;

/** Bars of credits over days. */
export const plotOptions = ({ width, height, colors, font, days, onHover }: PlotOptions): uPlot.Options => {
  const { bars } = uPlot.paths;
  const axis = { stroke: colors.text, font, ticks: { show: false } };
  return {
    width,
    height,
    padding: [8, Math.max(0, LAST_LABEL_HALF - width / days.length / 2), 0, 0],
    legend: { show: false },
    cursor: { x: false, y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: {
      x: { time: false, range: [-0.6, days.length - 0.4] },
      y: { range: (_plot, _min, max) => [0, Math.max(1, max * 1.05)] },
    },
    axes: [
      {
        ...axis,
        size: 26,
        gap: 6,
        grid: { show: false },
        splits: (plot) => labelledDays(days.length, plot.bbox.width / devicePixelRatio),
        values: (_plot, splits) => splits.map((index) => formatDay(days[index] ?? '')),
      },
      {
        ...axis,
        size: 44,
        gap: 8,
        grid: { stroke: colors.grid, width: 1 },
        values: (_plot, splits) => splits.map((value) => (Number.isInteger(value) ? formatCompact(value) : '')),
      },
    ],
    series: [
      {},
      {
        fill: colors.bar,
        width: 0,
        points: { show: false },
        ...(bars && { paths: bars({ size: [BAR_SHARE, BAR_MAX_PX], radius: 0.12 }) }),
      },
    ],
    hooks: { setCursor: [({ cursor }) => onHover(cursor.idx ?? null)] },
  };
};
