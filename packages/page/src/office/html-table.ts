export interface TableCell {
  /** Columns and rows that it spans. */
  readonly width?: number;
  readonly height?: number;
  /** Html. */
  readonly inner: string;
}

export interface TableRow {
  readonly isHeader: boolean;
  readonly cells: readonly TableCell[];
}

const span = (name: string, count = 1): string => (count > 1 ? ` ${name}="${count}"` : '');

/** Content of a cell; a single paragraph needs no element. */
export const cellInner = (html: string): string => {
  const [, inner] = /^<p>([^]*)<\/p>$/.exec(html) ?? [];
  return inner === undefined || inner.includes('<p>') ? html : inner;
};

/** A table; nothing where all cells are empty. */
export const tableHtml = (rows: readonly TableRow[]): string => {
  if (rows.every(({ cells }) => cells.every(({ inner }) => inner === ''))) return '';
  const lines = rows.map(({ isHeader, cells }) => {
    const tag = isHeader ? 'th' : 'td';
    const made = cells.map(
      ({ width, height, inner }) => `<${tag}${span('colspan', width)}${span('rowspan', height)}>${inner}</${tag}>`,
    );
    return `<tr>${made.join('')}</tr>`;
  });
  return `<table>\n${lines.join('\n')}\n</table>`;
};
