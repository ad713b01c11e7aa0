import type { Element } from 'domhandler';
import { defined, isBlock, isHidden, walk } from '@quarry/html';
import type { PageData, PageTable } from '../source/page-content.js';
import type { PageSource } from '../source/page-source.js';
import { TableGrid } from '../source/table-grid.js';

interface OpenTable {
  readonly grid: TableGrid;
  caption: string;
  headerRow: boolean;
  row: { cells: number; heads: number };
}

const HEADING = /^h[1-6]$/;

class Collector {
  readonly headings: NonNullable<PageData['headings']> = [];
  readonly tables: PageTable[] = [];
  private table: OpenTable | undefined;
  private target: Element | undefined;
  private words: string[] = [];

  constructor(private readonly source: PageSource) {}

  enter(element: Element): boolean {
    if (isHidden(element)) return false;
    if (this.target) {
      if (isBlock(element.name) || element.name === 'br') this.words.push(' ');
    } else if (HEADING.test(element.name) && !this.table) this.startText(element);
    else if (element.name === 'table' && this.source.tables.get(element)?.isData) this.openTable();
    else if (this.table) this.enterPart(element, this.table);
    return true;
  }

  leave(element: Element): void {
    if (this.target === element) this.finishText(element);
    else if (this.target) {
      if (isBlock(element.name)) this.words.push(' ');
    } else if (this.table && element.name === 'tr') this.endRow(this.table);
    else if (this.table && element.name === 'table') this.closeTable(this.table);
  }

  text(data: string): void {
    if (this.target) this.words.push(data);
  }

  private startText(element: Element): void {
    this.target = element;
    this.words = [];
  }

  private finishText(element: Element): void {
    const text = this.words.join('').replace(/\s+/g, ' ').trim();
    this.target = undefined;
    if (this.table) {
      if (element.name === 'caption') this.table.caption = text;
      else this.table.grid.addCell(element, text);
    } else if (text !== '') this.push(this.headings, { level: Number(element.name[1]), text });
  }

  private openTable(): void {
    this.table = {
      grid: new TableGrid(this.source.limits, true),
      caption: '',
      headerRow: false,
      row: { cells: 0, heads: 0 },
    };
  }

  private enterPart(element: Element, table: OpenTable): void {
    if (element.name === 'tr') {
      table.grid.startRow();
      table.row = { cells: 0, heads: 0 };
    } else if (element.name === 'td' || element.name === 'th') {
      table.row.cells += 1;
      if (element.name === 'th') table.row.heads += 1;
      this.startText(element);
    } else if (element.name === 'caption') this.startText(element);
  }

  private endRow(table: OpenTable): void {
    const isFirst = table.grid.rows.length === 0;
    if (isFirst && table.row.cells > 0 && table.row.heads === table.row.cells) table.grid.markHeader();
    table.grid.endRow();
  }

  private closeTable(table: OpenTable): void {
    table.grid.endRow();
    this.table = undefined;
    const [first, ...rest] = table.grid.rows;
    // A single row is more often layout than a table.
    if (!first || rest.length === 0) return;
    const hasHeader = first.isHeader;
    this.push(
      this.tables,
      defined<PageTable>({
        caption: table.caption || undefined,
        headers: hasHeader ? first.cells : undefined,
        rows: (hasHeader ? rest : table.grid.rows).map((row) => row.cells),
      }),
    );
  }

  private push<T>(list: T[], value: T): void {
    if (list.length < this.source.limits.maxDataItems) list.push(value);
    else this.source.limitsHit.add('maxDataItems');
  }
}

/** Visible headings and tables of values, in page order. */
export const readHeadingsAndTables = (source: PageSource): Pick<Collector, 'headings' | 'tables'> => {
  const collector = new Collector(source);
  walk(source.root, {
    enter: (element) => collector.enter(element),
    leave: (element) => {
      collector.leave(element);
    },
    text: (node) => {
      collector.text(node.data);
    },
  });
  return collector;
};
