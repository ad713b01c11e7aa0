/** Characters of a text that are looked at. */
export const LOOKED_AT_CHARS = 1_048_576;

const REPLACEMENT = 0xff_fd;

/** Replacement characters that the document itself holds, from an earlier loss: they are no fault of the encoding. */
const countOwn = (bytes: Uint8Array): number => {
  let count = 0;
  for (let at = bytes.indexOf(0xef); at !== -1; at = bytes.indexOf(0xef, at + 1)) {
    if (bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd) count += 1;
  }
  return count;
};

/**
 * Whether most characters outside of ASCII were lost when these bytes were decoded to this text: then the encoding was wrong.
 * A few may be broken in any text, and a document that was cut off ends in the middle of one.
 */
export const isMostlyBroken = (text: string, bytes: Uint8Array): boolean => {
  const end = Math.min(text.length, LOOKED_AT_CHARS);
  let lost = 0;
  let kept = 0;
  for (let index = 0; index < end; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x80) continue;
    if (code === REPLACEMENT) lost += 1;
    else kept += 1;
  }
  if (lost === 0) return false;
  const own = Math.min(lost, countOwn(bytes));
  const isCutOff = text.charCodeAt(text.length - 1) === REPLACEMENT;
  return lost - own - (isCutOff ? 1 : 0) > kept + own;
};
