import { csvCell } from '@quarry/contracts';
import { EXPORT_CHUNK_CHARS } from '../bounds.js';
import type { Cell } from '../rows/result-row.js';
import type { ExportSource } from '../source.js';
import { tableRows } from './answer-columns.js';

/** A line of a table in RFC 4180. */
const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

/** The table in RFC 4180. Its head comes together with the first rows, so that an unavailable store is noticed before it. */
export async function* csvParts(source: ExportSource, columns: readonly string[]): AsyncGenerator<string> {
  let chunk = csvLine(columns);
  for await (const cells of tableRows(source, columns)) {
    chunk += csvLine(cells);
    if (chunk.length < EXPORT_CHUNK_CHARS) continue;
    yield chunk;
    chunk = '';
    await source.takeTurn();
  }
  if (chunk !== '') yield chunk;
}
