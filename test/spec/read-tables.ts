/** A table of a Markdown document: its columns' heads, and the cells of its rows. */
export interface SpecTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const cellsOf = (line: string): string[] =>
  line
    .replaceAll('\\|', '\u0000')
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.replaceAll('\u0000', '|').replaceAll('`', '').trim());

/** The tables of a Markdown document in order. */
export const readTables = (markdown: string): SpecTable[] =>
  markdown
    .split(/\n(?!\|)/)
    .map((part) => part.split('\n').filter((line) => line.startsWith('|')))
    .filter((lines) => lines.length > 2)
    .map(([head = '', , ...rows]) => ({ head: cellsOf(head), rows: rows.map(cellsOf) }));

/** `a.b[].x, y, z` names `a.b[].x`, `a.b[].y` and `a.b[].z`. */
const namesOf = (cell: string): string[] => {
  const [first = '', ...others] = cell.split(',').map((name) => name.trim());
  const prefix = first.slice(0, first.lastIndexOf('.') + 1);
  return [first, ...others.map((name) => (name.includes('.') ? name : prefix + name))];
};

const wordsOf = (text: string): string[] =>
  text
    .replace(/\([^()]*\)/g, '')
    .split(/,| and | or /)
    .map((part) =>
      part
        .replace(/^\s*(?:optional|and|or)\s+/, '')
        .trim()
        .replace(/:.*$/, ''),
    )
    .filter((word) => /^[a-z]\w*$/i.test(word));

/** Fields that a row names in its type, `array of {title, link}`, or in its meaning, `Items: position, title`. */
const innerNames = (type: string, meaning: string): string[] => {
  const inType = /^(?:array of|object) \{([^}]*)\}/.exec(type)?.[1];
  if (inType !== undefined) return wordsOf(inType);
  const listed = /Items: ([^.]*)/.exec(meaning)?.[1];
  return listed === undefined ? [] : wordsOf(listed);
};

/** Names in the first column, and of fields that a row describes in its other ones. */
export const fieldNames = ({ rows }: SpecTable): string[] =>
  rows.flatMap(([cell = '', type = '', meaning = '']) => {
    const names = namesOf(cell);
    const mark = type.startsWith('array') || type === 'arrays' ? '[]' : '';
    const [only = ''] = names;
    return [...names, ...innerNames(type, meaning).map((name) => `${only}${mark}.${name}`)];
  });

/** Parameters that the rows of a table of paths state: `serp q`, `ai-mode uule`. */
export const pathParameters = ({ rows }: SpecTable): string[] =>
  rows.flatMap(([path = '', parameters = '']) =>
    parameters === 'see below'
      ? []
      : parameters.split(/;\s*(?![^()]*\))/).map((part) => `${path} ${/^\w+/.exec(part.trim())?.[0] ?? ''}`),
  );

/** The first cell of each row. */
export const rowLabels = ({ rows }: SpecTable): string[] => rows.map(([cell = '']) => cell);
