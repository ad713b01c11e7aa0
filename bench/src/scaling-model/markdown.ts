/** A table; the first column to the left, the others to the right. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [
    `| ${heads.join(' | ')} |`,
    `| ${heads.map((_, index) => (index === 0 ? '---' : '---:')).join(' | ')} |`,
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');

/** Two or three figures that mean something, never more. */
export const figure = (value: number): string => {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size < 0.01) return value.toPrecision(1);
  if (size < 10)
    return value
      .toPrecision(2)
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '');
  if (size < 1_000) return String(Number(value.toPrecision(3)));
  return Number(value.toPrecision(3)).toLocaleString('en-US');
};

export const percent = (share: number): string => `${figure(share * 100)} %`;
