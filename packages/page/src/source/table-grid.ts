import type { Element } from 'domhandler';
import type { ConversionLimits } from './conversion-limits.js';

/** Value of a `colspan` or `rowspan`, at least 1, at most `max`. */
const readSpan = (element: Element, name: 'colspan' | 'rowspan', max: number): number => {
  const value = Number.parseInt(element.attribs[name] ?? '', 10);
  return Number.isFinite(value) && value > 1 ? Math.min(value, max) : 1;
};

export interface GridRow {
  readonly cells: string[];
  readonly isHeader: boolean;
}

interface RunningSpan {
  rowsLeft: number;
  readonly value: string;
}

/** HTML allows more; nothing that shows a table has them. */
const MAX_ROWSPAN = 1_000;

/** Lays a table's cells out in columns as they come, spans included. */
export class TableGrid {
  readonly rows: GridRow[] = [];
  isCapped = false;
  private row: GridRow | undefined;
  private readonly spans = new Map<number, RunningSpan>();
  private spanCells = 0;

  /** `repeatsSpans`: a spanning cell's value is in every cell it covers instead of the first only. */
  constructor(
    private readonly limits: Pick<ConversionLimits, 'maxTableColumns' | 'maxSpanCells'>,
    private readonly repeatsSpans: boolean,
  ) {}

  startRow(): void {
    this.endRow();
    this.row = { cells: [], isHeader: false };
  }

  endRow(): void {
    if (!this.row) return;
    this.fillSpans();
    if (this.row.cells.some((cell) => cell !== '')) this.rows.push(this.row);
    this.row = undefined;
  }

  addCell(element: Element, value: string): void {
    if (!this.row) this.startRow();
    const row = this.row as GridRow;
    this.fillSpans();
    const column = row.cells.length;
    if (column >= this.limits.maxTableColumns) {
      this.isCapped = true;
      const last = row.cells.length - 1;
      row.cells[last] = `${row.cells[last] ?? ''} ${value}`.trim();
      return;
    }
    const width = this.grant(readSpan(element, 'colspan', this.limits.maxTableColumns - column));
    const height = readSpan(element, 'rowspan', MAX_ROWSPAN);
    for (let index = 0; index < width; index += 1) {
      row.cells.push(index === 0 || this.repeatsSpans ? value : '');
      if (height > 1) this.spans.set(column + index, { rowsLeft: height - 1, value: this.repeatsSpans ? value : '' });
    }
  }

  markHeader(): void {
    if (this.row) (this.row as { isHeader: boolean }).isHeader = true;
  }

  private grant(width: number): number {
    const granted = Math.min(width, 1 + Math.max(0, this.limits.maxSpanCells - this.spanCells));
    if (granted < width) this.isCapped = true;
    this.spanCells += granted - 1;
    return granted;
  }

  private fillSpans(): void {
    const cells = this.row?.cells;
    if (!cells) return;
    for (let span = this.spans.get(cells.length); span; span = this.spans.get(cells.length)) {
      const column = cells.length;
      span.rowsLeft -= 1;
      if (span.rowsLeft <= 0) this.spans.delete(column);
      this.spanCells += 1;
      if (this.spanCells > this.limits.maxSpanCells) {
        this.isCapped = true;
        this.spans.clear();
        return;
      }
      cells.push(span.value);
    }
  }
}
