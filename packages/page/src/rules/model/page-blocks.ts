/** Longer addresses contain state, not meaning. */
export const MAX_SENT_URL_CHARS = 200;

const DATA_ADDRESS = /\bdata:[\w.+-]{0,60}\/[^\s)"'<>]*/gi;
const WEB_ADDRESS = /\bhttps?:\/\/[^\s)"'<>\]]+/gi;
const EMPTY_TARGET = /\]\(\s{0,8}(?:"[^"\n]{0,300}")?\)/g;
/** Invisible signs: they could hide words from a reader and show them to a model. Joiners are part of words. */
const INVISIBLE = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}]/gu;

/** Text without what costs tokens and says nothing: data addresses, overlong ones, places on the same page, invisible signs. */
export const cleanText = (text: string, pageUrl = ''): string => {
  const isUseless = (address: string): boolean =>
    address.length > MAX_SENT_URL_CHARS || (pageUrl !== '' && address.startsWith(`${pageUrl}#`));
  return text
    .replace(INVISIBLE, '')
    .replace(DATA_ADDRESS, '')
    .replace(WEB_ADDRESS, (address) => (isUseless(address) ? '' : address))
    .replace(EMPTY_TARGET, ']');
};

/** Blocks of a text, parted by empty lines, one at a time: a cut text is never split up whole. */
export function* blocksOf(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf('\n\n', start);
    const block = text.slice(start, end < 0 ? text.length : end);
    if (block.trim() !== '') yield block;
    if (end < 0) return;
    start = end + 2;
  }
}
