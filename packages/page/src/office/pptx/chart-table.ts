import type { Element } from 'domhandler';
import { textOf } from '../archive/package-parts.js';
import { attribute, childNamed, childrenNamed, elementsOf, localName } from '../archive/xml-tree.js';
import { type BlockHtml, escapeHtml } from '../html-body.js';
import { tableHtml, type TableRow } from '../html-table.js';
import type { OfficeReading } from '../office-reading.js';

type Points = ReadonlyMap<number, string>;

interface Series {
  readonly name: string;
  readonly categories: Points;
  readonly values: Points;
}

const CACHES: ReadonlySet<string> = new Set(['strCache', 'numCache', 'strLit', 'numLit']);
const REFERENCES: ReadonlySet<string> = new Set(['strRef', 'numRef', 'multiLvlStrRef', 'multiLvlStrCache', 'lvl']);

/** The values that the file keeps of cells elsewhere, by their places; of several levels the innermost. */
const pointsOf = (holder: Element | undefined): Points => {
  const points = new Map<number, string>();
  const inner =
    holder && elementsOf(holder).find((one) => CACHES.has(localName(one)) || REFERENCES.has(localName(one)));
  if (inner && localName(inner) !== 'lvl' && REFERENCES.has(localName(inner))) return pointsOf(inner);
  for (const point of childrenNamed(inner, 'pt')) {
    const place = Number(attribute(point, 'idx') ?? Number.NaN);
    const value = textOf(childNamed(point, 'v'));
    if (Number.isInteger(place) && place >= 0 && value !== undefined) points.set(place, value);
  }
  return points;
};

const seriesOf = (plot: Element): Series[] =>
  elementsOf(plot).flatMap((kind) =>
    childrenNamed(kind, 'ser').map((series) => {
      const name = childNamed(series, 'tx');
      return {
        name: [...pointsOf(name).values()].join(' ') || (textOf(childNamed(name, 'v')) ?? ''),
        categories: pointsOf(childNamed(series, 'cat') ?? childNamed(series, 'xVal')),
        values: pointsOf(childNamed(series, 'val') ?? childNamed(series, 'yVal')),
      };
    }),
  );

const titleOf = (chart: Element): string | undefined => {
  const rich = childNamed(chart, 'title', 'tx', 'rich');
  const lines = childrenNamed(rich, 'p').map((line) =>
    childrenNamed(line, 'r')
      .map((run) => textOf(childNamed(run, 't')) ?? '')
      .join(' '),
  );
  return lines.join(' ').trim() || undefined;
};

/** Rows of values by category, a column for each series; they may share their categories or have their own. */
const rowsOf = (all: readonly Series[], reading: OfficeReading): TableRow[] => {
  const shown = all.filter(({ values }) => values.size > 0).slice(0, Math.max(0, reading.limits.maxTableColumns - 1));
  const [first] = shown;
  if (!first) return [];
  const row = (isHeader: boolean, texts: readonly string[]): TableRow[] =>
    reading.takeCells(texts.length) ? [{ isHeader, cells: texts.map((text) => ({ inner: escapeHtml(text) })) }] : [];
  const places = [...new Set(shown.flatMap(({ values }) => [...values.keys()]))].sort((left, right) => left - right);
  const rows = row(true, ['', ...shown.map(({ name }) => name)]);
  for (const place of places) {
    // Charts without categories count them.
    const category = first.categories.get(place) ?? (first.categories.size > 0 ? '' : String(place + 1));
    const next = row(false, [category, ...shown.map(({ values }) => values.get(place) ?? '')]);
    if (next.length === 0) break;
    rows.push(...next);
  }
  return rows;
};

/** Adds a chart as its title and the table of its values. */
export const addChart = (blocks: BlockHtml, root: Element | undefined, reading: OfficeReading): void => {
  const chart = childNamed(root, 'chart');
  const plot = childNamed(chart, 'plotArea');
  if (!chart || !plot) return;
  const title = titleOf(chart);
  if (title !== undefined) blocks.block('p', escapeHtml(title));
  blocks.made(tableHtml(rowsOf(seriesOf(plot), reading)));
};
