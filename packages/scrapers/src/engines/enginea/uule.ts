const BYTES_BEFORE_LENGTH = [0x08, 0x02, 0x10, 0x20, 0x22];

/** Lengths in the encoded form: seven bits at a time, the lowest first. */
const varint = (value: number): number[] => {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
  return [...bytes, rest];
};

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const toBase64 = (bytes: readonly number[]): string => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [one = 0, two, three] = bytes.slice(at, at + 3);
    text += ALPHABET.charAt(one >> 2) + ALPHABET.charAt(((one & 3) << 4) | ((two ?? 0) >> 4));
    if (two !== undefined) text += ALPHABET.charAt(((two & 15) << 2) | ((three ?? 0) >> 6));
    if (three !== undefined) text += ALPHABET.charAt(three & 63);
  }
  return text;
};

/** The engine's encoded form of a canonical place name such as `Austin,Texas,United States`. */
export const encodeUule = (place: string): string => {
  const name = [...new TextEncoder().encode(place)];
  return `w+${toBase64([...BYTES_BEFORE_LENGTH, ...varint(name.length), ...name])}`;
};
