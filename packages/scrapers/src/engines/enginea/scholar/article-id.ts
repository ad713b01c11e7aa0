const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
/** Eight bytes of a number and one of the kind, in six-bit letters; the kind makes the last letter. */
const ARTICLE_ID = /^[\w-]{10}[AEIMQUYcgkosw048]J$/;
/** Largest number of eight bytes. */
const MAX_NUMBER = 2n ** 64n - 1n;
const KIND = 9n;

export const isArticleId = (text: string): boolean => ARTICLE_ID.test(text);

/** The page's id of an article, from the number in its links to citing articles and versions. */
export const articleIdOf = (number: string): string | undefined => {
  if (!/^\d{1,20}$/.test(number)) return undefined;
  let rest = BigInt(number);
  if (rest > MAX_NUMBER) return undefined;
  let bits = 0n;
  // Lowest byte first.
  for (let byte = 0; byte < 8; byte += 1) {
    bits = (bits << 8n) | (rest & 0xffn);
    rest >>= 8n;
  }
  bits = (bits << 8n) | KIND;
  let id = '';
  for (let at = 66n; at >= 0n; at -= 6n) id += ALPHABET.charAt(Number((bits >> at) & 63n));
  return id;
};
