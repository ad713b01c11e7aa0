export const code = (text: string): string => `\`${text}\``;

/** A block of several lines to copy. */
export const codeBlock = (text: string, language = ''): string => `\`\`\`${language}\n${text}\n\`\`\``;

export const jsonBlock = (value: unknown): string => codeBlock(JSON.stringify(value, null, 2), 'json');

export const bullets = (items: readonly string[]): string => items.map((item) => `- ${item}`).join('\n');

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;

/** A table; cells are markdown. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(heads), row(heads.map(() => '---')), ...rows.map(row)].join('\n');

/** A table of endpoints. */
export const routeTable = (routes: readonly (readonly [verb: string, path: string, meaning: string])[]): string =>
  table(
    ['Method', 'Path', 'Meaning'],
    routes.map(([verb, path, meaning]) => [verb, code(path), meaning]),
  );
