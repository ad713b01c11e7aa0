import type { Element } from 'domhandler';
import type { GridRow } from '../source/table-grid.js';

type Alignment = 'left' | 'center' | 'right' | undefined;
const RULES = { left: ':---', center: ':---:', right: '---:' } as const;

export const readAlignment = (cell: Element): Alignment => {
  const told = cell.attribs['align'] ?? /text-align\s*:\s*(left|center|right)/i.exec(cell.attribs['style'] ?? '')?.[1];
  const value = told?.toLowerCase();
  return value === 'left' || value === 'center' || value === 'right' ? value : undefined;
};

/** A cell's text on one line of a table row. */
export const cellText = (markdown: string): string =>
  markdown
    .replace(/(?:\s*<br>\s*)+/g, '<br>')
    .replace(/^(?:<br>)+|(?:<br>)+$/g, '')
    .replaceAll('|', '\\|')
    .replace(/\s*\n\s*/g, ' ')
    .trim();

/** Rows as a GFM table; the first row heads it. */
export const tableMarkdown = (rows: readonly GridRow[], alignments: readonly Alignment[]): string => {
  const [head, ...body] = rows;
  if (!head) return '';
  let width = head.cells.length;
  for (const row of body) width = Math.max(width, row.cells.length);
  const heading = [...head.cells, ...Array.from({ length: width - head.cells.length }, () => '')];
  const rule = heading.map((_cell, column) => {
    const alignment = alignments[column];
    return alignment ? RULES[alignment] : '---';
  });
  const lines = [`| ${heading.join(' | ')} |`, `| ${rule.join(' | ')} |`];
  for (const row of body) lines.push(`| ${row.cells.join(' | ')} |`);
  return lines.join('\n');
};
