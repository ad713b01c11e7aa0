/** Maximum length of an input line; longer ones exceed the limit of a batch request. */
export const MAX_LINE_BYTES = 1_048_576;

export interface InputLine {
  /** From 1. */
  readonly number: number;
  /** Without its line break; undefined if it cannot be read, see `problem`. */
  readonly text?: string;
  readonly problem?: string;
}

const NEWLINE = 0x0a;

const decode = (number: number, bytes: Uint8Array): InputLine => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: number !== 1 }).decode(bytes);
    return { number, text: text.endsWith('\r') ? text.slice(0, -1) : text };
  } catch {
    return { number, problem: 'is not UTF-8' };
  }
};

/** The lines of a byte stream, holding one at a time. A line that is too long or not UTF-8 has a `problem`. */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  maxLineBytes = MAX_LINE_BYTES,
): AsyncGenerator<InputLine> {
  let number = 1;
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const hold = (bytes: Uint8Array): void => {
    // Bytes beyond the limit are counted, not kept.
    if (heldBytes <= maxLineBytes && bytes.length > 0) held.push(bytes);
    heldBytes += bytes.length;
  };
  const end = (): InputLine => {
    const line: InputLine =
      heldBytes > maxLineBytes
        ? { number, problem: `is longer than ${maxLineBytes} bytes` }
        : decode(number, Buffer.concat(held));
    number += 1;
    held = [];
    heldBytes = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, start)) {
      hold(chunk.subarray(start, at));
      start = at + 1;
      yield end();
    }
    hold(chunk.subarray(start));
  }
  if (heldBytes > 0) yield end();
}
