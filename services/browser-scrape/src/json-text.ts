/**
 * What JSON.stringify makes of the text of valid UTF-8, as bytes and in a third of the time: the text is not read as characters.
 * As Latin-1 each byte is a character of its own, and JSON escapes none of those beyond ASCII.
 */
export const jsonText = ({ buffer, byteOffset, byteLength }: Uint8Array): Uint8Array<ArrayBuffer> => {
  const json = JSON.stringify(Buffer.from(buffer, byteOffset, byteLength).toString('latin1'));
  const bytes = new Uint8Array(json.length);
  Buffer.from(bytes.buffer).write(json, 'latin1');
  return bytes;
};
