/** Colours of the theme as a canvas reads them; it knows no variables. */
export interface PlotColors {
  readonly bar: string;
  readonly barHover: string;
  readonly grid: string;
  readonly text: string;
}

/** Reads the theme's colours where `element` is. */
export const readPlotColors = (element: HTMLElement): PlotColors => {
  const probe = document.createElement('span');
  probe.hidden = true;
  element.append(probe);
  const read = (variable: string): string => {
    probe.style.color = `var(${variable})`;
    return getComputedStyle(probe).color;
  };
  const colors = {
    bar: read('--accent'),
    barHover: read('--accent-strong'),
    grid: read('--border'),
    text: read('--text-muted'),
  };
  probe.remove();
  return colors;
};
