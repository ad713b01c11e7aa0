import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { UsageDay } from '../../api/usage.js';
import { useIsDark } from '../../app/theme.js';
import { formatCount, formatCredits, formatDay, plural } from '../../format/format.js';
import { readPlotColors } from './plot-colors.js';
import { plotOptions } from './plot-options.js';
import styles from './usage-plot.module.css';

interface Hover {
  readonly day: UsageDay;
  /** Of the bar's middle, in CSS pixels from the left edge. */
  readonly left: number;
  /** Between two bars' middles, and of the plotted area. */
  readonly slotWidth: number;
  readonly areaHeight: number;
}

function HoverCard({ hover, width }: { readonly hover: Hover; readonly width: number }) {
  const { day, left, slotWidth, areaHeight } = hover;
  const side = left > width / 2 ? 'left' : 'right';
  return (
    <>
      <span
        className={styles['column']}
        style={{ insetInlineStart: left - slotWidth / 2, inlineSize: slotWidth, blockSize: areaHeight }}
      />
      <div className={`${styles['card']} ${styles[side]}`} style={{ insetInlineStart: left }}>
        <p className={styles['day']}>{formatDay(day.day)}</p>
        <p className={styles['credits']}>{formatCredits(day.credits)}</p>
        <p>
          {plural(day.requests, 'request')}
          {day.failed > 0 && `, ${formatCount(day.failed)} failed`}
        </p>
      </div>
    </>
  );
}

/** Credits by day as bars. The table below it says the same to those who cannot see it. */
export default function UsagePlot({ days }: { readonly days: readonly UsageDay[] }) {
  const place = useRef<HTMLDivElement>(null);
  const isDark = useIsDark();
  const [hover, setHover] = useState<Hover | null>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const { fontFamily } = getComputedStyle(element);
    const sizeOf = () => ({ width: element.clientWidth, height: element.clientHeight });
    const onHover = (index: number | null): void => {
      const day = index === null ? undefined : days[index];
      if (!day || index === null) return setHover(null);
      const { left, top, width: areaWidth, height } = plot.bbox;
      setHover({
        day,
        left: plot.valToPos(index, 'x') + left / devicePixelRatio,
        slotWidth: areaWidth / devicePixelRatio / days.length,
        areaHeight: (top + height) / devicePixelRatio,
      });
    };
    const plot = new uPlot(
      plotOptions({
        ...sizeOf(),
        colors: readPlotColors(element),
        font: `12px ${fontFamily}`,
        days: days.map(({ day }) => day),
        onHover: (index) => onHover(index),
      }),
      [days.map((_, index) => index), days.map(({ credits }) => credits)],
      element,
    );
    const observer = new ResizeObserver(() => {
      plot.setSize(sizeOf());
      setWidth(element.clientWidth);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      plot.destroy();
    };
  }, [days, isDark]);
  const total = days.reduce((sum, { credits }) => sum + credits, 0);
  return (
    <div className={styles['frame']}>
      <div
        ref={place}
        className={styles['plot']}
        role="img"
        aria-label={`Bars of credits by day, ${formatCredits(total)} in all`}
      />
      {hover && <HoverCard hover={hover} width={width} />}
    </div>
  );
}
