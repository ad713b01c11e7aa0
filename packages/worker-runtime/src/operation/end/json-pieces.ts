const encoder = new TextEncoder();

/** An object as JSON in pieces. A value that is bytes is JSON already, and is one of the pieces. */
export const jsonPieces = (object: Readonly<Record<string, unknown>>): Uint8Array[] => {
  const pieces: Uint8Array[] = [];
  let text = '{';
  let separator = '';
  for (const [name, value] of Object.entries(object)) {
    const isWritten = value instanceof Uint8Array;
    const json: string | undefined = isWritten ? '' : JSON.stringify(value);
    if (json === undefined) continue;
    text += `${separator}${JSON.stringify(name)}:${json}`;
    separator = ',';
    if (!isWritten) continue;
    pieces.push(encoder.encode(text), value);
    text = '';
  }
  return [...pieces, encoder.encode(`${text}}`)];
};
