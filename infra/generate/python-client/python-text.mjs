const WIDTH = 110;

/** The text in lines of at most `WIDTH`; further lines of an entry of a list are indented. */
const wrap = (text, indent) => {
  const further = text.startsWith('- ') ? `${indent}  ` : indent;
  const lines = [];
  let line = indent;
  for (const word of text.trim().split(/\s+/)) {
    if (line.trim() !== '' && line.length + word.length + 1 > WIDTH) {
      lines.push(line);
      line = further;
    }
    line += line.trim() === '' ? word : ` ${word}`;
  }
  return [...lines, line];
};

const escaped = (text) => text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"');

/** A docstring of paragraphs, each wrapped; an array stands for a list. */
export const docstring = (paragraphs, indent) => {
  const kept = paragraphs.filter((one) => one !== undefined && one.length > 0);
  const lines = kept.flatMap((one, index) => [
    ...(index > 0 ? [''] : []),
    ...(Array.isArray(one) ? one : [one]).flatMap((text) => wrap(escaped(text), indent)),
  ]);
  const [first = ''] = lines;
  const opening = `${indent}"""${first.slice(indent.length)}`;
  // A quote before the closing quotes would end the text early.
  const end = (text) => (text.endsWith('"') ? `${text} """` : `${text}"""`);
  return lines.length === 1 ? end(opening) : [opening, ...lines.slice(1), `${indent}"""`].join('\n');
};

/** A text as a literal of Python. */
export const literal = (value) => {
  if (value === true) return 'True';
  if (value === false) return 'False';
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
};

const filled = (parts, indent) => {
  const rows = [];
  for (const part of parts) {
    const last = rows.at(-1);
    if (last !== undefined && last.length + part.length + 2 <= WIDTH) rows[rows.length - 1] = `${last} ${part},`;
    else rows.push(`${indent}${part},`);
  }
  return rows;
};

/** A line of code; what is in its first brackets of this kind, from this character on, gets lines of its own if it is too long for one. */
export const fold = (line, [open, close], from = 0) => {
  const at = line.indexOf(open, from);
  const end = line.indexOf(close, at);
  if (line.length <= WIDTH || at < 0 || end < 0) return line;
  const indent = /^ */.exec(line)[0];
  const parts = line.slice(at + 1, end).split(', ');
  return [line.slice(0, at + 1), ...filled(parts, `${indent}    `), `${indent}${line.slice(end)}`].join('\n');
};

/** A declaration with a long list of values. */
export const foldValues = (line) => {
  const at = line.indexOf('Literal[');
  return at < 0 ? line : fold(line, '[]', at);
};
