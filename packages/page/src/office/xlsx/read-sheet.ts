import type { Element } from 'domhandler';
import { rawText, walk } from '@quarry/html';
import type { Relations } from '../archive/package-parts.js';
import { attribute, childNamed, localName, parseXml, prefixed } from '../archive/xml-tree.js';
import { escapeHtml, outwardTarget } from '../html-body.js';
import { tableHtml, type TableRow } from '../html-table.js';
import type { OfficeReading } from '../office-reading.js';
import { type NumberKind, numberText, type NumberWriting } from './cell-values.js';
import { elementsInPieces, xmlSection } from './xml-pieces.js';

/** What the cells of a workbook refer to. */
export interface Workbook {
  readonly strings: readonly string[];
  readonly kinds: readonly NumberKind[];
  readonly writing: NumberWriting;
}

/** A row's cells that are not empty, by column from 0. */
type SparseRow = Map<number, string>;

const MAX_COLUMNS = 16_384;

const columnOf = (reference: string | undefined): number | undefined => {
  const [, letters] = /^([A-Z]{1,3})\d/.exec(reference ?? '') ?? [];
  if (letters === undefined) return undefined;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return column < MAX_COLUMNS ? column : undefined;
};

/** Text of a string with its runs, without the readings of its characters. */
export const richText = (string: Element | undefined): string => {
  if (!string) return '';
  const parts: string[] = [];
  walk(string, {
    enter: (element) => {
      const name = localName(element);
      if (name === 't') parts.push(rawText(element));
      return name !== 't' && name !== 'rPh';
    },
  });
  return parts.join('');
};

const valueOf = (cell: Element, { strings, kinds, writing }: Workbook): string => {
  const type = attribute(cell, 't') ?? 'n';
  if (type === 'inlineStr') return richText(childNamed(cell, 'is'));
  const stored = childNamed(cell, 'v');
  const value = stored ? rawText(stored) : '';
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : value;
  const number = type === 'n' && value.trim() !== '' ? Number(value) : NaN;
  return Number.isFinite(number)
    ? numberText(number, kinds[Number(attribute(cell, 's') ?? 0)] ?? 'number', writing)
    : value;
};

const LINK_FORMULA = /^\s*(?:_xlfn\.)?HYPERLINK\(\s*"([^"]{1,2000})"/i;

const formulaLink = (cell: Element): string | undefined => {
  const formula = childNamed(cell, 'f');
  const [, target] = (formula ? LINK_FORMULA.exec(rawText(formula)) : undefined) ?? [];
  return outwardTarget(target);
};

const inCell = (text: string, link: string | undefined): string => {
  const inner = escapeHtml(text.trim()).replace(/\r\n?|\n/g, '<br>');
  return link === undefined || inner === '' ? inner : `<a href="${escapeHtml(link)}">${inner}</a>`;
};

/** Targets of links by the name of their cell. */
const readLinks = (xml: string, relations: Relations, reading: OfficeReading): Map<string, string> => {
  const links = new Map<string, string>();
  if (!xml.includes('hyperlink')) return links;
  walk(parseXml(xml, reading), {
    enter: (element) => {
      if (localName(element) !== 'hyperlink') return true;
      const relation = relations.get(prefixed(element, 'id') ?? '');
      const target = relation?.isOutward ? outwardTarget(relation.target) : undefined;
      const [cell = ''] = (attribute(element, 'ref') ?? '').split(':', 1);
      if (target !== undefined) links.set(cell, target);
      return true;
    },
  });
  return links;
};

const readRow = (
  row: Element,
  workbook: Workbook,
  links: ReadonlyMap<string, string>,
  reading: OfficeReading,
): SparseRow => {
  const cells: SparseRow = new Map();
  let next = 0;
  for (const cell of row.children) {
    if (!('attribs' in cell) || localName(cell) !== 'c') continue;
    const reference = attribute(cell, 'r');
    const column = columnOf(reference) ?? next;
    next = column + 1;
    const text = valueOf(cell, workbook);
    const inner = text === '' ? '' : inCell(text, links.get(reference ?? '') ?? formulaLink(cell));
    if (inner === '' || column >= MAX_COLUMNS) continue;
    if (!reading.takeChars(inner.length)) break;
    cells.set(column, inner);
  }
  return cells;
};

/** The rows as a table without the columns that are empty everywhere. */
const layOut = (rows: readonly SparseRow[], reading: OfficeReading): string => {
  const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))].sort((a, b) => a - b);
  const table: TableRow[] = [];
  for (const row of rows) {
    // Empty cells between others cost as much as those.
    if (!reading.takeCells(columns.length)) break;
    table.push({ isHeader: false, cells: columns.map((column) => ({ inner: row.get(column) ?? '' })) });
  }
  return tableHtml(table);
};

/** A sheet as a table; empty rows and columns are left out. */
export const readSheet = (xml: string, relations: Relations, workbook: Workbook, reading: OfficeReading): string => {
  const { inner, after } = xmlSection(xml, 'sheetData');
  const links = readLinks(after, relations, reading);
  const rows: SparseRow[] = [];
  for (const row of elementsInPieces(inner, 'row', reading)) {
    if (!reading.hasTime() || !reading.hasChars || !reading.takeRow()) break;
    const cells = readRow(row, workbook, links, reading);
    if (cells.size > 0) rows.push(cells);
  }
  return layOut(rows, reading);
};
