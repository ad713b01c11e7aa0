import type { Document, Element } from 'domhandler';
import { walk } from '@quarry/html';

export interface TableFacts {
  /** A grid of values, fit for rows and columns; otherwise the table only lays the page out. */
  readonly isData: boolean;
  /** Shows a program's source, one line per row. */
  readonly isCode: boolean;
}

interface Counts {
  hasNested: boolean;
  hasHeavyBlock: boolean;
  hasCodeCell: boolean;
  hasHeader: boolean;
  rows: number;
  cells: number;
  maxCells: number;
  rowCells: number;
}

const HEAVY: ReadonlySet<string> = new Set(
  'pre ul ol dl blockquote h1 h2 h3 h4 h5 h6 article section form hr figure iframe textarea'.split(' '),
);

const CODE_CELL = /(?:^|\s)(?:blob-code|hljs-ln-code|code-line|line-content|js-file-line)(?:\s|$)/;

const finish = (table: Element, counts: Counts): TableFacts => {
  const role = table.attribs['role']?.toLowerCase();
  const isLayout = role === 'presentation' || role === 'none' || counts.hasNested;
  const isCode = counts.hasCodeCell && !counts.hasNested;
  const isGrid = counts.maxCells > 1 || (counts.hasHeader && counts.rows > 1);
  const isMeantAsData = counts.hasHeader || !counts.hasHeavyBlock;
  const isHeavy = counts.hasHeavyBlock && !(counts.hasHeader && counts.rows > 2);
  return { isCode, isData: !isLayout && !isCode && isGrid && isMeantAsData && !isHeavy };
};

/** Tells the tables of values from those of layout, in one walk over the document. */
export const readTableFacts = (root: Document): ReadonlyMap<Element, TableFacts> => {
  const facts = new Map<Element, TableFacts>();
  const open: { readonly table: Element; readonly counts: Counts }[] = [];
  walk(root, {
    enter: (element) => {
      const counts = open.at(-1)?.counts;
      if (element.name === 'table') {
        if (counts) counts.hasNested = true;
        open.push({
          table: element,
          counts: {
            hasNested: false,
            hasHeavyBlock: false,
            hasCodeCell: false,
            hasHeader: false,
            rows: 0,
            cells: 0,
            maxCells: 0,
            rowCells: 0,
          },
        });
      } else if (counts) countElement(element, counts);
      return true;
    },
    leave: (element) => {
      if (element.name !== 'table') return;
      const entry = open.pop();
      if (entry) facts.set(element, finish(element, entry.counts));
      const outer = open.at(-1)?.counts;
      if (outer) outer.hasNested = true;
    },
  });
  return facts;
};

const countElement = (element: Element, counts: Counts): void => {
  const { name } = element;
  if (name === 'tr') {
    counts.rows += 1;
    counts.rowCells = 0;
  } else if (name === 'td' || name === 'th') {
    counts.rowCells += 1;
    counts.cells += 1;
    counts.maxCells = Math.max(counts.maxCells, counts.rowCells);
    if (name === 'th') counts.hasHeader = true;
    if (CODE_CELL.test(element.attribs['class'] ?? '')) counts.hasCodeCell = true;
  } else if (HEAVY.has(name)) counts.hasHeavyBlock = true;
};
